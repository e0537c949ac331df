import type { Channel, Refusal } from '@hoplite/p2p';

/** Any value that JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A peer as tools and people see it. */
export interface PeerSummary {
  readonly peerId: string;
  /** A label; not unique. */
  readonly name: string;
  readonly description: string;
  readonly skills: readonly { readonly name: string; readonly description: string }[];
  readonly connected: boolean;
  /** Whether it is the local peer. */
  readonly self: boolean;
  /** Whether signs of life are missing while an answer of it is awaited. A suspicion: it may only be slow. */
  readonly suspect?: boolean;
}

/** What another peer said to a message of this turn, or why it did not. */
export type PeerReply =
  | { readonly ok: true; readonly from: string; readonly messageId: string; readonly content: JsonValue }
  | { readonly ok: false; readonly from: string; readonly refusal: Refusal };

/** The replies to one message so far: one for a session message, one per woken peer for a room post. */
export interface Replies {
  readonly replies: readonly PeerReply[];
  /** Peer IDs that have not answered yet. */
  readonly missing: readonly string[];
}

/** Something that a runtime did, or the typed reason why it did not. A refusal is final: the same attempt fails again. */
export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export interface SentMessage {
  readonly messageId: string;
}

export interface SentPost {
  readonly messageId: string;
  /** Peers that the post was handed to directly. */
  readonly recipients: number;
  /** Peer IDs that it wakes, each of which will answer. */
  readonly woken: readonly string[];
  /** Peers that it was to wake and does not, with the reason. */
  readonly notWoken: readonly { readonly peer: string; readonly refusal: Refusal }[];
}

export interface RoomPostView {
  readonly messageId: string;
  readonly author: string;
  readonly authorName: string;
  readonly text: string;
  readonly inReplyTo?: string;
  /** Milliseconds since the Unix epoch, as its author stamped it. */
  readonly at: number;
}

export interface RoomView {
  readonly room: string;
  /** Peer IDs of the other members that are in it now. */
  readonly present: readonly string[];
  readonly posts: number;
}

export interface HistoryHit {
  readonly channel: Channel;
  readonly messageId: string;
  readonly from: string;
  readonly fromName: string;
  readonly room?: string;
  readonly text: string;
  readonly at: number;
}

/** How far a turn is, as its agent says. */
export interface HowFar {
  /** The part that is done, 0 to 1. */
  readonly fraction?: number;
  /** What is left to do, in steps of the agent's own; 0 or more. */
  readonly goalDistance?: number;
}

/**
 * What the runtime offers to the tools of one turn. None of it takes a depth, chain, credit, role or job: the turn holds
 * the lineage of the message that woke it, and the runtime stamps what it sends. Peers are given by peer ID here; tools
 * resolve names with `resolvePeer`.
 */
export interface ToolContext {
  /** Aborted when the turn is cancelled, halted or past its deadline. */
  readonly signal: AbortSignal;
  /** Known peers, the local one included. */
  listPeers(): readonly PeerSummary[];
  /** Hands over a task and waits for its end. */
  delegateTask(to: string, brief: JsonValue, options?: { readonly timeoutMs?: number }): Promise<Attempt<PeerReply>>;
  /** Sends a session message that obliges a reply. The waiter for the reply is in place before the message leaves. */
  sendMessage(to: string, text: string): Promise<Attempt<SentMessage>>;
  /** Waits until all replies to a message of this turn are in, or the time is over. */
  waitForReplies(messageId: string, options: { readonly timeoutMs: number }): Promise<Attempt<Replies>>;
  /** Posts to a room that this node is in; `wake` are peer IDs, or everyone who is present. */
  postToRoom(room: string, text: string, wake: readonly string[] | 'everyone'): Promise<Attempt<SentPost>>;
  /** The newest posts, oldest first. */
  readRoom(room: string, options: { readonly limit: number }): Attempt<readonly RoomPostView[]>;
  joinRoom(room: string): Attempt<RoomView>;
  leaveRoom(room: string): Attempt<{ readonly room: string }>;
  listRooms(): readonly RoomView[];
  searchHistory(query: string, options: { readonly limit: number }): readonly HistoryHit[];
  /** Tells whoever waits for this turn how far it is. */
  reportProgress(note: string, howFar?: HowFar): void;
}
