import { obliges, type Act } from '../acts.ts';
import { roomOf, type Channel } from '../channel.ts';
import { MAX_FRAME_BYTES } from '../constants.ts';
import { MalformedMessageError, MessageTooLargeError } from '../errors.ts';
import type { Lineage } from '../lineage/lineage.ts';
import type { Signer } from '../lineage/signature.ts';
import { decodeBody, encodeBody } from './body-codec.ts';
import { MAX_LINKS, decodeLineage, encodeLineage } from './lineage-codec.ts';
import { bodyHash, type Body, type Message } from './message.ts';
import { decodeWith, pb } from './protobuf.ts';
import { boundRepeats } from './repeats.ts';

/** What a new message is stamped with. */
export interface MessageStamp {
  readonly channel: Channel;
  /** The lineage of the turn, or of the consumed session reply, that the message comes from. */
  readonly parent: Lineage;
  readonly to: string;
  readonly act: Act;
  readonly credit: number;
  readonly messageId: string;
  readonly at: number;
  readonly body: Body;
}

/**
 * Makes a message: encodes the body, extends the lineage over its hash, and signs.
 *
 * @throws {NoLocalIdError} when the signer does not know its own peer ID
 * @throws {MessageTooLargeError}
 */
export function composeMessage(stamp: MessageStamp, signer: Signer): Message {
  const bodyBytes = encodeBody(stamp.channel, stamp.act, stamp.body);
  const { to, act, credit, messageId, at } = stamp;
  const hash = bodyHash(stamp.channel, bodyBytes);
  const lineage = stamp.parent.extend({ to, act, credit, messageId, at, bodyHash: hash }, signer);
  return { channel: stamp.channel, lineage, link: lastLink(lineage), body: stamp.body, bodyBytes };
}

/** The bytes of a message. Job header and links are written as they were received. @throws {MessageTooLargeError} */
export function encodeEnvelope(message: Message): Uint8Array {
  const { lineage, bodyBytes } = message;
  const bytes = pb.Envelope.encode({ lineage: encodeLineage(lineage), body: bodyBytes }).finish();
  if (bytes.byteLength > MAX_FRAME_BYTES - 1024) {
    throw new MessageTooLargeError('this message', bytes.byteLength, MAX_FRAME_BYTES - 1024);
  }
  return bytes;
}

/**
 * Reads a message and checks its form: sizes, fields, and that act, role, credit and body agree (brake 1). Whether it
 * is to be believed is another question: see `verifyLineage`.
 *
 * @throws {MalformedMessageError}
 */
export function decodeEnvelope(channel: Channel, bytes: Uint8Array): Message {
  if (bytes.byteLength <= MAX_FRAME_BYTES) {
    boundRepeats(bytes, { outer: 1, inner: 2, most: MAX_LINKS, what: 'lineage.links' });
  }
  const raw = decodeWith(pb.Envelope, bytes, 'envelope', MAX_FRAME_BYTES);
  if (raw.lineage == null || (raw.lineage.links ?? []).length === 0) {
    throw new MalformedMessageError('lineage', 'is missing: every message says how it came to be');
  }
  const lineage = decodeLineage(raw.lineage);
  const link = lastLink(lineage);
  if (obliges(link.act) !== link.credit > 0) {
    throw new MalformedMessageError('credit', `of ${link.credit} does not agree with the act ${link.act}`);
  }
  const body = decodeBody(channel, link.act, link.credit, raw.body);
  if (body.room !== roomOf(link.to)) {
    throw new MalformedMessageError('body.room', `is not where the message is addressed to, ${link.to}`);
  }
  return { channel, lineage, link, body, bodyBytes: raw.body };
}

function lastLink(lineage: Lineage): Message['link'] {
  const link = lineage.last;
  if (link === undefined) {
    throw new MalformedMessageError('lineage.links', 'are none');
  }
  return link;
}
