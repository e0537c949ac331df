import { obliges, roleOf, type Act } from '../acts.ts';
import { isRoomName, type Channel } from '../channel.ts';
import { MAX_CONTENT_BYTES, MAX_FRAME_BYTES, MAX_ID_LENGTH } from '../constants.ts';
import { EmptyMessageError, MalformedMessageError, MessageTooLargeError } from '../errors.ts';
import { decodeRefusal, decodeSettlement, encodeRefusal, encodeSettlement } from './answer-codec.ts';
import type { Body, Wake } from './message.ts';
import { boundedText, decodeWith, pb, timestamp } from './protobuf.ts';

/** Peers that one post may wake. */
const MAX_WAKE = 1024;

/** JSON that asks for nothing. On the channels that carry text, these are words like any other. */
const EMPTY_JSON: ReadonlySet<string> = new Set(['""', 'null']);

const BODY = { task: pb.TaskBody, session: pb.SessionBody, room: pb.RoomBody } as const;

/**
 * The bytes of a body.
 *
 * @throws {MessageTooLargeError} when its content is over {@link MAX_CONTENT_BYTES}
 * @throws {EmptyMessageError} when it asks for something and says nothing
 */
export function encodeBody(channel: Channel, act: Act, body: Body): Uint8Array {
  if (obliges(act) && isEmpty(channel, body.content)) {
    throw new EmptyMessageError();
  }
  const bytes = Buffer.byteLength(body.content);
  if (bytes > MAX_CONTENT_BYTES) {
    throw new MessageTooLargeError(`this ${channel} message`, bytes, MAX_CONTENT_BYTES);
  }
  const common = {
    content: body.content,
    inReplyTo: body.inReplyTo ?? null,
    deadline: body.deadline ?? null,
    settlement: body.settlement === undefined ? null : encodeSettlement(body.settlement),
    refusal: body.refusal === undefined ? null : encodeRefusal(body.refusal),
  };
  switch (channel) {
    case 'task':
      return pb.TaskBody.encode(common).finish();
    case 'session':
      return pb.SessionBody.encode({
        ...common,
        role: roleNumber(act),
      }).finish();
    case 'room':
      return pb.RoomBody.encode({ ...common, room: body.room ?? null, wake: [...(body.wake ?? [])] }).finish();
  }
}

/**
 * Reads a body and checks that it agrees with the act and the credit of its link.
 *
 * @throws {MalformedMessageError}
 */
export function decodeBody(channel: Channel, act: Act, credit: number, bytes: Uint8Array): Body {
  const raw = decodeWith(BODY[channel], bytes, 'body', MAX_FRAME_BYTES);
  if (Buffer.byteLength(raw.content) > MAX_CONTENT_BYTES) {
    throw new MalformedMessageError('body.content', `has more than ${MAX_CONTENT_BYTES} bytes`);
  }
  const obliging = obliges(act);
  if (obliging && (raw.settlement || raw.refusal)) {
    const field = raw.settlement ? 'body.settlement' : 'body.refusal';
    throw new MalformedMessageError(field, `is part of an answer, and the act is ${act}`);
  }
  if (obliging && isEmpty(channel, raw.content)) {
    throw new MalformedMessageError('body.content', 'is empty: there is nothing to answer');
  }
  if (obliging && raw.deadline === 0) {
    throw new MalformedMessageError('body.deadline', 'is missing');
  }
  if (!obliging && raw.deadline !== 0) {
    throw new MalformedMessageError('body.deadline', `is set, and nothing is due after the act ${act}`);
  }
  if (!obliging && channel !== 'room') {
    boundedText('body.inReplyTo', raw.inReplyTo, MAX_ID_LENGTH);
  }
  if (raw instanceof pb.SessionBody && raw.role !== roleNumber(act)) {
    throw new MalformedMessageError('body.role', `contradicts the act ${act}`);
  }
  if ((act === 'refuse') !== Boolean(raw.refusal)) {
    throw new MalformedMessageError('body.refusal', `does not agree with the act ${act}`);
  }
  return {
    content: raw.content,
    ...(raw.inReplyTo === '' ? {} : { inReplyTo: boundedText('body.inReplyTo', raw.inReplyTo, MAX_ID_LENGTH) }),
    ...(raw.deadline === 0 ? {} : { deadline: timestamp('body.deadline', raw.deadline) }),
    ...(raw.settlement ? { settlement: decodeSettlement(raw.settlement) } : {}),
    ...(raw.refusal ? { refusal: decodeRefusal(raw.refusal) } : {}),
    ...(raw instanceof pb.RoomBody ? roomPart(act, credit, raw.room, raw.wake) : {}),
  };
}

/** Whether a content asks for nothing: blank anywhere, or JSON's ways to say nothing on the task channel. */
function isEmpty(channel: Channel, content: string): boolean {
  const trimmed = content.trim();
  return trimmed === '' || (channel === 'task' && EMPTY_JSON.has(trimmed));
}

function roomPart(
  act: Act,
  credit: number,
  room: string,
  wake: readonly { peer?: string | null | undefined; credit?: number | null | undefined }[],
): Pick<Body, 'room' | 'wake'> {
  if (!isRoomName(room)) {
    throw new MalformedMessageError('body.room', 'is not a room name');
  }
  if (wake.length > MAX_WAKE) {
    throw new MalformedMessageError('body.wake', `names more than ${MAX_WAKE} peers`);
  }
  const parts: Wake[] = wake.map(({ peer, credit: part }) => ({
    peer: boundedText('body.wake.peer', peer ?? '', MAX_ID_LENGTH),
    credit: part ?? 0,
  }));
  const sum = parts.reduce((total, part) => total + part.credit, 0);
  if (obliges(act) !== parts.length > 0 || sum !== credit || parts.some((part) => part.credit < 1)) {
    throw new MalformedMessageError('body.wake', `does not agree with act ${act} and credit ${credit}`);
  }
  if (new Set(parts.map((part) => part.peer)).size !== parts.length) {
    throw new MalformedMessageError('body.wake', 'names a peer twice');
  }
  return parts.length === 0 ? { room } : { room, wake: parts };
}

function roleNumber(act: Act): number {
  return roleOf(act) === 'user' ? pb.Role.ROLE_USER : pb.Role.ROLE_ASSISTANT;
}
