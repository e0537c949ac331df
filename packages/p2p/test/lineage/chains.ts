import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { publicKeyFromRaw } from '@libp2p/crypto/keys';
import { peerIdFromPublicKey } from '@libp2p/peer-id';
import {
  Lineage,
  bodyHash,
  composeMessage,
  decodeEnvelope,
  encodeEnvelope,
  obliges,
  roomTopic,
  signedBytes,
  verifyEd25519,
  verifyLineage,
  type Act,
  type Body,
  type Channel,
  type JobHeader,
  type LineageClaims,
  type LineageFault,
  type Link,
  type Message,
  type Settlement,
  type Signer,
} from '../../src/index.ts';
import { encodeLink } from '../../src/lineage/codec.ts';

/** PKCS #8 of an Ed25519 key, up to the seed. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A peer whose real Ed25519 key follows from its name, so that what it signs is the same in every run. */
export function peerNamed(name: string): Signer {
  const seed = createHash('sha256').update(`hoplite test key ${name}`).digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url');
  return { peerId: peerIdFromPublicKey(publicKeyFromRaw(raw)).toString(), sign: (bytes) => sign(null, bytes, key) };
}

export const [A, B, C, D] = [peerNamed('a'), peerNamed('b'), peerNamed('c'), peerNamed('d')];
export const PEERS = [A, B, C, D] as const;

export const NOW = 1_700_000_000_000;
export const HOUR = 3_600_000;
export const ROOM = 'ops';
export const TOPIC = roomTopic(ROOM);

export function header(changes: Partial<JobHeader> = {}): JobHeader {
  return { jobId: 'job-1', maxDepth: 4, credit: 32, issuedAt: NOW, expiresAt: NOW + HOUR, epoch: 0, ...changes };
}

export function rootOf(changes: Partial<JobHeader> = {}): Lineage {
  return Lineage.root(header(changes));
}

export const SETTLED: Settlement = { returned: 0, burnt: 1, open: 0, path: [], stops: [], stopCount: 0 };

/** What a message says, so that it fits its act and channel. */
export function bodyFor(channel: Channel, act: Act, credit: number, wakes: readonly string[] = []): Body {
  const obliging = obliges(act);
  return {
    content: channel === 'task' ? '{"skill":"echo"}' : 'hello',
    ...(obliging ? { deadline: NOW + HOUR } : { inReplyTo: 'asked', settlement: SETTLED }),
    ...(act === 'refuse' ? { refusal: { reason: 'busy', detail: 'later', path: [] } } : {}),
    ...(channel === 'room' ? { room: ROOM } : {}),
    ...(channel === 'room' && obliging
      ? { wake: wakes.map((peer, index) => ({ peer, credit: index === 0 ? credit - wakes.length + 1 : 1 })) }
      : {}),
  };
}

export interface Hop {
  readonly channel?: Channel;
  readonly from: Signer;
  /** Where it goes: a peer, who in a room is the one that is woken. */
  readonly to: Signer;
  readonly act?: Act;
  readonly credit?: number;
  readonly messageId?: string;
  readonly body?: Partial<Body>;
}

/** A message as its honest sender makes it. */
export function hop(parent: Lineage, { channel = 'task', from, to, ...rest }: Hop): Message {
  const act = rest.act ?? 'request';
  const credit = rest.credit ?? (obliges(act) ? 8 : 0);
  const messageId = rest.messageId ?? `message-${parent.depth + 1}`;
  const body = { ...bodyFor(channel, act, credit, [to.peerId]), ...rest.body };
  const address = channel === 'room' ? TOPIC : to.peerId;
  return composeMessage({ channel, parent, to: address, act, credit, messageId, at: NOW, body }, from);
}

/** The answer that `by` honestly gives to a message. */
export function answerTo(request: Message, by: Signer, changes: Partial<Hop> = {}): Message {
  const { channel, link } = request;
  const to = PEERS.find(({ peerId }) => peerId === link.from) ?? A;
  const act = channel === 'task' ? 'done' : 'inform';
  return hop(request.lineage, {
    channel,
    from: by,
    to,
    act,
    messageId: `answer-to-${link.messageId}`,
    ...changes,
    body: { inReplyTo: link.messageId, ...changes.body },
  });
}

/** The message as the other side reads it off the wire. */
export function received(message: Message): Message {
  return decodeEnvelope(message.channel, encodeEnvelope(message));
}

/** What a receiver makes of a message that the connection says is from its author. */
export function judge(message: Message, at: Signer, changes: Partial<LineageClaims> = {}): LineageFault | undefined {
  return verifyLineage(message.lineage, {
    channel: message.channel,
    bodyHash: bodyHash(message.channel, message.bodyBytes),
    author: message.link.from,
    localPeer: at.peerId,
    ...(message.channel === 'room' ? { topic: TOPIC } : {}),
    now: NOW,
    lastLinkAuthenticated: true,
    verify: verifyEd25519,
    ...changes,
  });
}

/** One more link whatever it says, which `extend` would not make. `unknown` stands for fields of a later version. */
export function forge(
  parent: Lineage,
  changes: Partial<Link> & Pick<Link, 'from' | 'to'>,
  signer: Signer,
  unknown: Uint8Array = new Uint8Array(0),
): Lineage {
  const link: Link = {
    credit: 8,
    messageId: `message-${parent.depth + 1}`,
    act: 'request',
    bodyHash: new Uint8Array(32),
    at: NOW,
    ...changes,
  };
  const bytes = Buffer.concat([encodeLink(link), unknown]);
  const signature = signer.sign(signedBytes(parent.jobBytes, parent.last?.signature, bytes));
  return new Lineage(parent.job, parent.jobBytes, [...parent.links, { ...link, bytes, signature }]);
}

/** The same message with another chain. */
export function withLineage(message: Message, lineage: Lineage): Message {
  const link = lineage.last;
  if (link === undefined) {
    throw new Error('a message has a link');
  }
  return { ...message, lineage, link };
}

/** A lineage with some of its links, in some order. */
export function relink(lineage: Lineage, pick: (links: Lineage['links']) => Lineage['links']): Lineage {
  return new Lineage(lineage.job, lineage.jobBytes, pick(lineage.links));
}
