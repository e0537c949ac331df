import {
  MAX_HOP_DEPTH,
  Lineage,
  bodyHash,
  briefHash,
  composeMessage,
  decodeEnvelope,
  encodeEnvelope,
  generateIdentity,
  obliges,
  roomTopic,
  verifyEd25519,
  verifyLineage,
  type Act,
  type Body,
  type Channel,
  type JobHeader,
  type Message,
  type Signer,
} from '@hoplite/p2p';
import type { MessageCrossing, View } from '../../src/admission/crossing.ts';
import { crossingOf } from '../../src/admission/read-crossing.ts';

export const NOW = 1_700_000_000_000;
export const HOUR = 3_600_000;
export const ROOM = 'ops';
export const TOPIC = roomTopic(ROOM);

/** Seven peers with real keys: enough for chains that come back to nobody. */
export const PEERS: readonly Signer[] = Array.from({ length: 7 }, () => generateIdentity().signer);

export function peer(index: number): Signer {
  const found = PEERS[index];
  if (found === undefined) throw new Error(`no peer ${index}`);
  return found;
}

export const [A, B, C, D] = [peer(0), peer(1), peer(2), peer(3)];

export function rootOf(changes: Partial<JobHeader> = {}): Lineage {
  const born = { jobId: 'job-1', epoch: 0, maxDepth: MAX_HOP_DEPTH, credit: 32, issuedAt: NOW, expiresAt: NOW + HOUR };
  return Lineage.root({ ...born, ...changes });
}

export interface Hop {
  readonly channel: Channel;
  readonly from: Signer;
  /** In a room, the peer that is woken. */
  readonly to: Signer;
  readonly act?: Act;
  readonly inReplyTo?: string;
  /** What it says, as it stands on the wire. */
  readonly content?: string;
}

let made = 0;

function contentOf({ channel, content }: Hop): string {
  return content ?? (channel === 'task' ? '{"skill":"echo"}' : 'hello');
}

/** A message as its honest sender makes it and the other side reads it. */
export function message(parent: Lineage, hop: Hop): Message {
  const { channel, from, to, act = 'request', inReplyTo } = hop;
  const obliging = obliges(act);
  const credit = obliging ? 8 : 0;
  made += 1;
  const body: Body = {
    content: contentOf(hop),
    ...(obliging ? { deadline: NOW + HOUR } : {}),
    ...(inReplyTo === undefined ? {} : { inReplyTo }),
    ...(act === 'refuse' ? { refusal: { reason: 'busy', detail: '', path: [] } } : {}),
    ...(channel === 'room' ? { room: ROOM } : {}),
    ...(channel === 'room' && obliging ? { wake: [{ peer: to.peerId, credit }] } : {}),
  };
  const address = channel === 'room' ? TOPIC : to.peerId;
  const stamp = { channel, parent, to: address, act, credit, messageId: `message-${made}`, at: NOW, body };
  return decodeEnvelope(channel, encodeEnvelope(composeMessage(stamp, from)));
}

/** A chain of `depth` tasks along the peers, so that the next one holds the turn. */
export function chainOf(depth: number, changes: Partial<JobHeader> = {}): Lineage {
  let lineage = rootOf(changes);
  for (let hop = 0; hop < depth; hop += 1) {
    lineage = message(lineage, { channel: 'task', from: peer(hop), to: peer(hop + 1) }).lineage;
  }
  return lineage;
}

/** A message that has arrived. */
export function inbound(arrived: Message, at: Signer, changes: Partial<MessageCrossing> = {}): MessageCrossing {
  const { lineage, link } = arrived;
  const localPeer = at.peerId;
  const about = { direction: 'inbound', peer: link.from, path: [...lineage.chain, localPeer], localPeer } as const;
  return { ...crossingOf(arrived, about), ...changes };
}

/** A message that is about to leave. */
export function outbound(lineage: Lineage, hop: Hop): MessageCrossing {
  const { channel, from, to, act = 'request', inReplyTo } = hop;
  const reached = channel === 'room' ? TOPIC : to.peerId;
  return {
    kind: 'message',
    direction: 'outbound',
    channel,
    peer: reached,
    act,
    answers: inReplyTo !== undefined,
    lineage,
    depth: lineage.depth + 1,
    visited: [...lineage.visited, from.peerId],
    path: [...lineage.chain, from.peerId, reached],
    wakes: obliges(act) ? [to.peerId] : [],
    ...(channel === 'room' ? { room: ROOM } : {}),
    ...(obliges(act) ? { briefHash: briefHash(reached, contentOf(hop), channel) } : {}),
  };
}

/** A node that has nothing against anything, and really verifies. */
export function viewOf(at: Signer, changes: Partial<View> = {}): View {
  return {
    localPeer: at.peerId,
    maxHopDepth: MAX_HOP_DEPTH,
    now: NOW,
    allows: () => true,
    inRoom: (topic) => topic === TOPIC,
    seen: () => 'new',
    ban: () => undefined,
    hasSaid: () => false,
    allowsEdge: () => true,
    rateWait: () => 0,
    breaker: () => undefined,
    verify: (lineage, claims) =>
      verifyLineage(lineage, {
        ...claims,
        localPeer: at.peerId,
        now: NOW,
        lastLinkAuthenticated: true,
        verify: verifyEd25519,
      }),
    hasCredit: () => true,
    hasCapacity: () => true,
    ...changes,
  };
}

export function hashOf({ channel, bodyBytes }: Message): Uint8Array {
  return bodyHash(channel, bodyBytes);
}
