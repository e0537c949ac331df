/** How a result reads: names beside IDs, times as ISO 8601, long texts cut. */
import type { Refusal } from '@hoplite/p2p';
import type { z } from 'zod';
import type { PeerReply, Replies, RoomView, ToolContext } from './context.ts';
import type { PeerRef, refusal, reply, roomView } from './schemas.ts';

/** Most characters of one stored message that a list shows. */
export const MAX_EXCERPT = 4_000;

/** Range of a JavaScript date, in milliseconds either side of the epoch. */
const MAX_DATE_MS = 8.64e15;

/** Writes a peer ID with the name of its peer beside it. */
export type Naming = (peerId: string) => PeerRef;

/** Names as the turn's context knows them now. */
export function namingOf(context: ToolContext): Naming {
  const names = new Map(context.listPeers().map((peer) => [peer.peerId, peer.name]));
  return (peerId) => {
    const name = names.get(peerId);
    return name === undefined ? { peer_id: peerId } : { peer_id: peerId, name };
  };
}

export function presentRefusal(from: Refusal, naming: Naming): z.output<typeof refusal> {
  const { reason, detail, path, retryAfter } = from;
  const common = { reason, detail, path: path.map(naming) };
  return retryAfter === undefined ? common : { ...common, retry_after_ms: retryAfter };
}

export function presentReply(from: PeerReply, naming: Naming): z.output<typeof reply> {
  return from.ok
    ? { ok: true, from: naming(from.from), message_id: from.messageId, content: from.content }
    : { ok: false, from: naming(from.from), refusal: presentRefusal(from.refusal, naming) };
}

export function presentReplies(from: Replies, naming: Naming) {
  return {
    replies: from.replies.map((one) => presentReply(one, naming)),
    missing: from.missing.map(naming),
  };
}

export function presentRoom(from: RoomView, naming: Naming): z.output<typeof roomView> {
  return { room: from.room, present: from.present.map(naming), posts: from.posts };
}

/** The time that an author stamped, which may be nonsense: then the nearest that a date can say. */
export function presentTime(ms: number): string {
  const within = Number.isFinite(ms) ? Math.min(Math.max(ms, -MAX_DATE_MS), MAX_DATE_MS) : 0;
  return new Date(within).toISOString();
}

/** A text of a list, and whether it was cut. */
export function presentText(text: string): { readonly text: string; readonly cut?: true } {
  // toWellFormed: the cut may fall between the halves of a surrogate pair.
  return text.length > MAX_EXCERPT ? { text: text.slice(0, MAX_EXCERPT).toWellFormed(), cut: true } : { text };
}
