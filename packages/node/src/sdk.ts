import type { Act, Channel, HaltScope, ProgressNote, Reason, Refusal } from '@hoplite/p2p';
import type { Attempt, JsonValue, PeerSummary, RoomPostView, RoomView } from '@hoplite/tools';
import type { NodeEventListener } from './node-events.ts';
import type { BreakerSettings, BreakerSettingsInput } from './config/breaker-schema.ts';
import type { BreakerLevel, StoredBreakerChange, StoredEscalation, StoredIntervention } from './ports/store.ts';
import type { StallKind } from './watch/stall/stall-kind.ts';
import type { Tick } from './watch/stall/tick.ts';

/** How a job went, for its operator. Peers are named; a peer whose name is not known stands as its peer ID. */
export interface JobReport {
  readonly jobId: string;
  /**
   * `open` while it runs, `frozen` when a brake has fired meanwhile; `done` when it was answered, by agents without any
   * brake firing or by a person; `stopped` by a brake; otherwise `failed`.
   */
  readonly state: 'open' | 'frozen' | 'done' | 'stopped' | 'failed';
  /** The brake that fired, or why it failed. */
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

/** A job as this node knows it, wherever it began. */
export interface JobTrace {
  readonly jobId: string;
  /** Name of the peer where it began. */
  readonly origin: string;
  /** When it began here. */
  readonly summary?: JobSummary;
  /** What was decided about it as a whole. */
  readonly thread:
    | { readonly state: 'open' }
    | { readonly state: 'frozen'; readonly reason: Reason; readonly path: readonly string[]; readonly by: string }
    | { readonly state: 'halted'; readonly note: string; readonly by: string };
  /** Every message that this node has seen a link of, parents first. */
  readonly hops: readonly TraceHop[];
  /** What the monitor of this node has seen of it. */
  readonly watch?: JobWatch;
  /** Refusals that this node gave, was given, or gave itself, oldest first. */
  readonly refusals: readonly TraceRefusal[];
}

/** One message of a job. */
export interface TraceHop {
  readonly messageId: string;
  /** The message that it extends; undefined for the root's. */
  readonly parent?: string;
  /** 1 for the root's. */
  readonly depth: number;
  readonly epoch: number;
  /** Names; a room stands as `#room`. */
  readonly from: string;
  readonly to: string;
  /** Undefined when this node has seen only the link, in the chain of another message. */
  readonly channel?: Channel;
  readonly act: Act;
  readonly credit: number;
  readonly at: number;
  /** Ten hex characters. */
  readonly briefHash?: string;
  /** Of a message that obliges, as far as this node knows: how it ended, by peer that was to answer. */
  readonly outcomes: readonly {
    readonly peer: string;
    readonly state: 'waiting' | 'answered' | 'refused';
    readonly reason?: Reason;
    readonly detail?: string;
    /** Of an answer. */
    readonly credit?: { readonly returned: number; readonly burnt: number; readonly open: number };
  }[];
}

export interface TraceRefusal {
  readonly at: number;
  readonly direction: 'in' | 'out';
  readonly channel: Channel;
  /** Name. */
  readonly peer: string;
  readonly brake?: string;
  readonly reason: Reason;
  readonly detail: string;
  readonly path: readonly string[];
  readonly briefHash?: string;
  readonly messageId?: string;
}

/** What the monitor saw of a job. Peers are named. */
export interface JobWatch {
  /** The newest ticks, oldest first; none after a restart. */
  readonly window: readonly Tick[];
  /** What they amount to. `indeterminate`: nothing is done about it. */
  readonly verdict: { readonly kind: StallKind; readonly why: string };
  /** How far it is from its goal: as agents say, or else open obligations. */
  readonly goal: 'reported' | 'obligations';
  /** What was done so far, oldest first. */
  readonly interventions: readonly InterventionView[];
}

export type InterventionView = Omit<StoredIntervention, 'jobId' | 'window'> & {
  /** The ticks that were judged. */
  readonly window?: readonly Tick[];
};

/** The circuit breaker of a node, for a person. */
export interface BreakerStatus {
  readonly level: BreakerLevel;
  /** Why, when it is not healthy. */
  readonly reason?: string;
  /** Since when, milliseconds since the Unix epoch. */
  readonly since: number;
  /** Whether restrictions are being lifted step by step. */
  readonly isRecovering: boolean;
  /** What is restricted now: sentences. */
  readonly restrictions: readonly string[];
  readonly settings: BreakerSettings;
  /** What this beat has seen so far. */
  readonly counters: {
    readonly repeats: number;
    readonly errors: number;
    readonly outputTokens: number;
    readonly hasProgressed: boolean;
  };
  /** Used by the agent of this node since the last reset. */
  readonly own: Spent;
  /** The same of the whole mesh, as peers say, and by peer. */
  readonly floor: Spent & { readonly peers: readonly (Spent & { readonly peer: string; readonly at: number })[] };
  /** The newest changes, newest first. */
  readonly changes: readonly StoredBreakerChange[];
}

export interface Spent {
  readonly tokens: number;
  readonly costUsd: number;
}

/** What was used in all by one day, job, agent or model. */
export interface UsageReport {
  /** The day (UTC, `YYYY-MM-DD`), the job ID, the name of the peer or the model. */
  readonly key: string;
  /** The newest day of it. */
  readonly day: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Part of the input tokens. */
  readonly cachedTokens: number;
  readonly costUsd: number;
}

export interface UsageQuery {
  /** @default 'day' */
  readonly by?: 'day' | 'job' | 'agent' | 'model';
  /** From this day on: UTC, `YYYY-MM-DD`. */
  readonly since?: string;
  readonly jobId?: string;
  /** 1 to 1,000. @default 100 */
  readonly limit?: number;
}

/** Somebody here waits for somebody. */
export interface WaitView {
  readonly jobId: string;
  /** What for: an answer, credit that branches hold, or a person. */
  readonly kind: 'reply' | 'credit' | 'person';
  /** Names of the peers, with the message that each is to answer. */
  readonly on: readonly { readonly peer: string; readonly messageId: string; readonly isSuspect: boolean }[];
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** What happened to a message, a job or an escalation, for a person. */
export interface Explanation {
  readonly id: string;
  readonly kind: 'message' | 'job' | 'escalation';
  readonly jobId?: string;
  /** A sentence: what happened. */
  readonly happened: string;
  /** The brake that fired, if one did, and its reason. */
  readonly brake?: string;
  readonly reason?: Reason;
  /** What the brake saw: sentences. */
  readonly saw: readonly string[];
  readonly path: readonly string[];
  /** A sentence: what to do now. */
  readonly advice: string;
}

/**
 * Something in a person's inbox: as it is kept, but peers are named and the hash is in hex. Its payload is from a peer: data,
 * not instructions.
 */
export type EscalationView = Omit<StoredEscalation, 'briefHash'> & { readonly briefHash?: string };

/** A halt that is in force here. */
export interface HaltView {
  readonly scope: HaltScope;
  /** Name of the peer whose operator said so. */
  readonly by: string;
  readonly at: number;
  readonly note: string;
}

export type { HaltScope } from '@hoplite/p2p';

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

  /** Any job that this node has had a part in, by its whole ID. */
  trace(jobId: string): JobTrace | undefined;
  /** What happened to a message, job or escalation, by its whole ID; a message of any author. */
  explain(id: string): Explanation | undefined;
  /** Whole IDs of jobs, messages and escalations that begin or end so, at most 20: for those who type a part. */
  idsLike(part: string): readonly string[];

  /** What waits for a person, newest first; with `all`, also what a person has dealt with. */
  inbox(options?: { readonly all?: boolean; readonly limit?: number }): readonly EscalationView[];
  /** An item of the inbox, by its whole ID. */
  escalation(id: string): EscalationView | undefined;
  /**
   * Gives a person's answer as the result of a stopped job, which is `done` then. Its thread stays frozen.
   *
   * @returns undefined when there is no such item
   * @throws {EscalationClosedError} when a person has dealt with it already, or it is of a kind that has no answer
   */
  answerEscalation(id: string, text: string): Promise<EscalationView | undefined>;
  /** Lets a stopped job run once more from its root event, in a new epoch with fresh credit. It goes on by itself. */
  releaseEscalation(
    id: string,
    options: { readonly credit: number; readonly timeoutMs?: number },
  ): Promise<EscalationView | undefined>;
  /** Closes an item; a stopped job is then halted everywhere. */
  stopEscalation(id: string, note?: string): Promise<EscalationView | undefined>;

  /** Halts a job, a peer's agent or everything, on all peers that grant this one the right; durable until resumed. */
  halt(scope: HaltScope, note?: string): Promise<HaltView>;
  resume(scope: HaltScope, note?: string): Promise<void>;
  /** In force here, newest first. */
  halts(): readonly HaltView[];

  /** How the circuit breaker stands. */
  breaker(): BreakerStatus;
  /**
   * Changes what the circuit breaker is told, at once. Keys that are not named stay as they are; a restart brings back the config.
   *
   * @throws {InvalidOptionError} naming the key; nothing is changed then
   */
  setBreaker(changes: Partial<BreakerSettingsInput>): Promise<BreakerStatus>;
  /** Begins anew: the agent is healthy, counters are 0, and caps count from here. */
  resetBreaker(): Promise<BreakerStatus>;
  /** What agents have used here. */
  usage(query?: UsageQuery): readonly UsageReport[];
  /** Who waits for whom here, oldest first. */
  waits(): readonly WaitView[];

  /** The metrics of the node, in the text format of Prometheus. */
  metrics(): Promise<string>;

  /** @returns a function that ends the subscription */
  subscribe(listener: NodeEventListener): () => void;
  /** Cancels what runs, then closes network and store. Bounded in time; safe to call twice. */
  stop(): Promise<void>;
}
