/** A small mesh in memory: the seam between tools and a node. Peers answer as the test scripts them. */
import type { Refusal } from '@hoplite/p2p';
import type {
  Attempt,
  HistoryHit,
  JsonValue,
  PeerReply,
  PeerSummary,
  Replies,
  RoomPostView,
  RoomView,
  SentMessage,
  SentPost,
  ToolContext,
} from '../src/index.ts';

/** Looks like a libp2p peer ID: they all begin alike. */
export const idOf = (name: string): string => `12D3KooW${name.padEnd(44, 'x')}`;

export function peerCalled(name: string, over: Partial<PeerSummary> = {}): PeerSummary {
  return { peerId: idOf(name), name, description: '', skills: [], connected: true, self: false, ...over };
}

export const refusalOf = (reason: Refusal['reason'], path: readonly string[] = []): Refusal => ({
  reason,
  detail: `${reason} it is`,
  path,
});

export const answerOf = (name: string, content: JsonValue): PeerReply => ({
  ok: true,
  from: idOf(name),
  messageId: `answer-of-${name}`,
  content,
});

/** What a call did: the method and what it was given. */
export type Call = readonly [method: string, ...args: readonly unknown[]];

export class FakeContext implements ToolContext {
  readonly calls: Call[] = [];
  readonly abort = new AbortController();
  readonly signal: AbortSignal = this.abort.signal;
  peers: PeerSummary[] = [peerCalled('alpha', { self: true }), peerCalled('beta'), peerCalled('gamma')];
  delegated: Attempt<PeerReply> = { ok: true, value: answerOf('beta', 'done') };
  sent: Attempt<SentMessage> = { ok: true, value: { messageId: 'm1' } };
  replies: Attempt<Replies> = { ok: true, value: { replies: [answerOf('beta', 'hello')], missing: [] } };
  posted: Attempt<SentPost> = { ok: true, value: { messageId: 'p1', recipients: 2, woken: [], notWoken: [] } };
  posts: Attempt<readonly RoomPostView[]> = { ok: true, value: [] };
  room: Attempt<RoomView> = { ok: true, value: { room: 'lobby', present: [idOf('beta')], posts: 3 } };
  hits: readonly HistoryHit[] = [];

  listPeers(): readonly PeerSummary[] {
    return this.peers;
  }

  async delegateTask(...args: Parameters<ToolContext['delegateTask']>): Promise<Attempt<PeerReply>> {
    this.calls.push(['delegateTask', ...args]);
    return this.delegated;
  }

  async sendMessage(...args: Parameters<ToolContext['sendMessage']>): Promise<Attempt<SentMessage>> {
    this.calls.push(['sendMessage', ...args]);
    return this.sent;
  }

  async waitForReplies(...args: Parameters<ToolContext['waitForReplies']>): Promise<Attempt<Replies>> {
    this.calls.push(['waitForReplies', ...args]);
    return this.replies;
  }

  async postToRoom(...args: Parameters<ToolContext['postToRoom']>): Promise<Attempt<SentPost>> {
    this.calls.push(['postToRoom', ...args]);
    return this.posted;
  }

  readRoom(...args: Parameters<ToolContext['readRoom']>): Attempt<readonly RoomPostView[]> {
    this.calls.push(['readRoom', ...args]);
    return this.posts;
  }

  joinRoom(room: string): Attempt<RoomView> {
    this.calls.push(['joinRoom', room]);
    return this.room;
  }

  leaveRoom(room: string): Attempt<{ readonly room: string }> {
    this.calls.push(['leaveRoom', room]);
    return this.room;
  }

  listRooms(): readonly RoomView[] {
    return this.room.ok ? [this.room.value] : [];
  }

  searchHistory(...args: Parameters<ToolContext['searchHistory']>): readonly HistoryHit[] {
    this.calls.push(['searchHistory', ...args]);
    return this.hits;
  }

  reportProgress(...args: Parameters<ToolContext['reportProgress']>): void {
    this.calls.push(['reportProgress', ...args]);
  }
}
