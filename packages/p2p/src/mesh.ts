import type { Channel } from './channel.ts';
import type { Signer, VerifySignature } from './lineage/signature.ts';
import type { Refusal } from './reasons.ts';
import type { Settlement } from './settlement.ts';
import type { ProgressNote } from './wire/frame-codec.ts';

/** What a peer says of itself. Names are labels for people; the peer ID is the identity. */
export interface AgentCard {
  /** 1 to 64 characters. */
  readonly name: string;
  /** Up to 500 characters. */
  readonly description: string;
  /** Up to 64. */
  readonly skills: readonly AgentSkill[];
  readonly version: string;
}

export interface AgentSkill {
  readonly name: string;
  readonly description: string;
}

/** A member of the network that is connected now. */
export interface MeshPeer {
  readonly peerId: string;
  readonly card: AgentCard;
  /** Multiaddrs at which it said it listens. */
  readonly addresses: readonly string[];
}

/** How a request ended. */
export type Reply =
  | { readonly kind: 'answer'; readonly envelope: Uint8Array }
  /** A brake of the other side: nothing ran. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** A message with an obliging act, on its way to one peer. */
export interface OutboundRequest {
  readonly peer: string;
  readonly channel: Channel;
  /** The message ID. Sending the same one again is the same request. */
  readonly id: string;
  readonly envelope: Uint8Array;
  /**
   * Ends the request. Once it has been written, `abort(reason)` sends a cancel and rejects with the reason; before that,
   * nothing leaves, and it rejects with a `RequestNotSentError` that has the reason for its cause.
   */
  readonly signal: AbortSignal;
  readonly onAccepted?: () => void;
  readonly onProgress?: (note: ProgressNote) => void;
}

/** A message with an obliging act that another peer sent. It must be answered or refused exactly once. */
export interface InboundRequest {
  /** The peer that the connection authenticated. */
  readonly peer: string;
  readonly channel: Channel;
  /** As the frame says it; the envelope's own message ID is what counts. */
  readonly id: string;
  readonly envelope: Uint8Array;
  /** Aborted when the sender cancels, or has been away for longer than the grace time. */
  readonly signal: AbortSignal;
  /** Says that the request is recorded. */
  accept(): void;
  progress(note: ProgressNote): void;
  answer(envelope: Uint8Array): void;
  refuse(refusal: Refusal): void;
}

/** A room post that arrived by gossip. Its author's signature has been checked, and nothing else. */
export interface InboundPost {
  /** The author, which is the last link's `from`. */
  readonly author: string;
  readonly room: string;
  readonly envelope: Uint8Array;
}

/** Which posts of a room are asked for. */
export interface HistoryOptions {
  /** Stamped at or after this time, in milliseconds since the Unix epoch. */
  readonly since: number;
  /** The newest ones, at most this many; 1 to {@link MAX_HISTORY}. */
  readonly limit: number;
}

/** Most posts that one call of {@link Mesh.history} brings. */
export const MAX_HISTORY = 256;

/** What a node does with what the mesh brings. Called synchronously; must not throw. */
export interface MeshHandlers {
  onRequest(request: InboundRequest): void;
  /** More became known of the credit of a request that this peer had sent on `channel`. */
  onSettled(peer: string, channel: Channel, id: string, settlement: Settlement): void;
  onPost(post: InboundPost): void;
  /**
   * A notice arrived, passed on by `peer`, who need not be its author. Its author's signature has been checked, and
   * nothing else. It may come several times.
   */
  onNotice(peer: string, notice: Uint8Array): void;
  /**
   * A member asks for posts of a room, as {@link Mesh.history} does.
   *
   * @returns their envelopes as they were received, oldest first; what does not fit into a frame is left out
   */
  onHistory(peer: string, room: string, options: HistoryOptions): readonly Uint8Array[];
  onPeerJoined(peer: MeshPeer): void;
  onPeerLeft(peerId: string): void;
  /** A peer went in or out of a room that this node is in, or this node went in, where others are, or out. */
  onRoomChanged(room: string): void;
}

/**
 * The network as a node sees it: members, requests with one reply each, and rooms. The real one is libp2p's; the
 * harness brings a simulated one; both pass the compliance suite (`@hoplite/p2p/compliance`).
 */
export interface Mesh {
  /** One's own peer ID: known before the network starts. */
  readonly localPeer: string;
  readonly signer: Signer;
  readonly verify: VerifySignature;
  /** Multiaddrs at which this node listens; empty until it has started. */
  readonly addresses: readonly string[];

  /** Listens and looks for peers. Handlers are in place before the first connection. */
  start(handlers: MeshHandlers): Promise<void>;
  /** Ends requests and streams, then the network. Bounded in time; safe to call twice. */
  stop(): Promise<void>;

  /** Members that are connected now. */
  peers(): readonly MeshPeer[];
  /**
   * Dials a multiaddr and keeps it among the addresses that are redialled.
   *
   * @returns the peer ID once it has proven membership
   * @throws {InvalidAddressError} when it is no multiaddr
   * @throws {PeerUnreachableError}
   */
  connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<string>;

  /**
   * Sends a request and resolves with its one reply. A dropped connection does not lose it: it is sent again with the
   * same id as soon as the peer is back.
   *
   * @throws {PeerUnreachableError} when the peer is not connected and could not be reached within the connect time;
   * nothing was sent
   * @throws {RequestNotSentError} when the signal was aborted before the first write; nothing was sent
   * @throws the reason of the signal when it was aborted later: the peer may be at work on it, or have answered
   */
  request(request: OutboundRequest): Promise<Reply>;
  /**
   * Charges a peer for something malformed that the node found in what it answered; too many in a minute and it is shut
   * out for a while.
   *
   * @param problem a sentence, for the log
   */
  charge(peer: string, problem: string): void;
  /** Tells the sender of an answered request what became of credit that was still open. Best effort. */
  settle(peer: string, channel: Channel, id: string, settlement: Settlement): void;

  /**
   * Withdraws a request that an earlier run of this node sent, as if its signal had been aborted. Best effort, as soon as
   * the peer is there.
   */
  cancel(peer: string, channel: Channel, id: string, reason: string): void;

  /**
   * Gossips a signed notice to all members. What nobody hears is not an error: a peer that comes later is told with
   * {@link notify}.
   *
   * @param notice as `composeNotice` makes it
   */
  broadcast(notice: Uint8Array): void;
  /** Gives a signed notice to one peer. Best effort, as soon as it is there. */
  notify(peer: string, notice: Uint8Array): void;

  joinRoom(room: string): void;
  leaveRoom(room: string): void;
  /** Other members that are in a room, as far as this node has heard. */
  roomPeers(room: string): readonly string[];
  /**
   * Gossips a post to everyone in the room.
   *
   * @returns how many peers it was handed to directly
   * @throws {NobodyListeningError} when no other peer is in the room
   * @throws {MessageTooLargeError}
   */
  publish(room: string, envelope: Uint8Array): Promise<{ readonly recipients: number }>;
  /**
   * Asks a peer for posts of a room that it is in, for what was said before this node came.
   *
   * @returns envelopes, oldest first, none of them checked
   * @throws {PeerUnreachableError}
   */
  history(
    peer: string,
    room: string,
    options: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]>;
}
