import type { Channel, ProgressNote, Reason, Refusal } from '@hoplite/p2p';
import type { Attempt, JsonValue, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import type { NodeEventListener } from './node-events.ts';

/** How a job went, for its operator. Peers are named; a peer whose name is not known stands as its peer ID. */
export interface JobReport {
  readonly jobId: string;
  /** `open` while it runs; `done` without any brake firing; `stopped` by a brake; otherwise `failed`. */
  readonly state: 'open' | 'done' | 'stopped' | 'failed';
  readonly reason?: Reason;
  /** A sentence for a person. */
  readonly detail?: string;
  /** The longest path that was taken, or the one at whose last peer it was stopped. */
  readonly path: readonly string[];
  /** Hops of that path. */
  readonly depth: number;
  /** Runs of agents, everywhere; a lower bound after a branch was lost to this node, which may have run or not. */
  readonly turns: number;
  /** In turns. `left` is what came back unspent; what was lost is neither there nor in `turns`. */
  readonly credit: { readonly granted: number; readonly left: number };
  readonly result?: JsonValue;
}

/** A job in the list. */
export interface JobSummary extends JobReport {
  readonly channel: Channel;
  /** Name of the peer, or the room, that the root event was addressed to. */
  readonly target: string;
  readonly brief: string;
  readonly startedAt: number;
  readonly endedAt?: number;
}

/** What an operator may set for one job. */
export interface JobOptions {
  /** Turns it may cause; the config's `credit` by default. */
  readonly credit?: number;
  /** Hops it may take; may only be lower than the config's `maxHopDepth`. */
  readonly maxDepth?: number;
  /** Milliseconds until it expires; the config's `jobTimeoutSeconds` by default. */
  readonly timeoutMs?: number;
  /** Cancels the job everywhere. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ProgressNote) => void;
}

export interface PostOptions extends JobOptions {
  /** Peers whose agents are to answer, or everyone present. */
  readonly wake?: readonly string[] | 'everyone';
}

/** A post, as its operator sees it. */
export interface PostReport {
  readonly jobId: string;
  readonly messageId: string;
  readonly room: string;
  /** Peers that it was handed to directly. */
  readonly recipients: number;
  /** What the woken peers answered, by name; empty for an ordinary post. */
  readonly replies: readonly { readonly from: string; readonly text?: string; readonly refusal?: Refusal }[];
  /** Peers that were to be woken and were not, by name. */
  readonly notWoken: readonly { readonly peer: string; readonly refusal: Refusal }[];
}

/**
 * A running Hoplite node. An operator's call is a root event: it mints a job with a hop budget and credit of its own.
 * Refusals are results; exceptions are for a node that is not running and for wrong arguments.
 */
export interface HopliteNode extends AsyncDisposable {
  readonly peerId: string;
  readonly name: string;
  /** Multiaddrs at which it listens, each with the peer ID. */
  readonly addresses: readonly string[];

  /** Known peers, the local one included. */
  peers(): readonly PeerSummary[];
  /** Dials a multiaddr. @throws {InvalidAddressError} @throws {PeerUnreachableError} */
  connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<PeerSummary>;

  /** Hands a task to a peer, by ID, unique name or unique ID prefix; one's own name runs the local agent (depth 0). */
  delegate(to: string, brief: JsonValue, options?: JobOptions): Promise<JobReport>;
  /** Says something to a peer's agent and waits for its reply, which is the report's `result`. */
  send(to: string, text: string, options?: JobOptions): Promise<JobReport>;
  /** Posts to a room. `wake` are peers whose agents are to answer, or everyone present. */
  post(room: string, text: string, options?: PostOptions): Promise<Attempt<PostReport>>;

  joinRoom(room: string): Attempt<RoomView>;
  leaveRoom(room: string): Attempt<{ readonly room: string }>;
  rooms(): readonly RoomView[];
  readRoom(room: string, options?: { readonly limit?: number }): Attempt<readonly RoomPostView[]>;

  /** Jobs that began at this node, newest first. */
  jobs(options?: { readonly limit?: number }): readonly JobSummary[];
  job(jobId: string): JobSummary | undefined;

  /** @returns a function that ends the subscription */
  subscribe(listener: NodeEventListener): () => void;
  /** Cancels what runs, then closes network and store. Bounded in time; safe to call twice. */
  stop(): Promise<void>;
}
