import type { Act, Channel, Reason, Settlement } from '@hoplite/p2p';

/** A message that this node sent or accepted, whole, with what people and repeats ask of it. Written once. */
export interface StoredMessage {
  /** Peer ID of the sender. With `messageId` the key: two authors may use the same ID. */
  readonly author: string;
  readonly messageId: string;
  /** Peer ID of the other side; for a gossiped post that is to wake nobody, the room's topic. */
  readonly peer: string;
  readonly direction: 'in' | 'out';
  readonly channel: Channel;
  readonly act: Act;
  readonly jobId: string;
  /** Peer ID of the job's origin. */
  readonly origin: string;
  /** The job's epoch, see `JobHeader`. */
  readonly epoch: number;
  /** Of a message that obliges: SHA-256 of whom it is for and what it says, see `briefHash`. */
  readonly briefHash?: Uint8Array;
  /** The room of a post. */
  readonly room?: string;
  readonly inReplyTo?: string;
  /** What it says, as text. */
  readonly content: string;
  /** SHA-256 of the body: a repeat with another body is an alarm. */
  readonly bodyHash: Uint8Array;
  /** The envelope as it stood on the wire. */
  readonly envelope: Uint8Array;
  /** When its author stamped it, milliseconds since the Unix epoch. */
  readonly at: number;
  /** Until when its ID must be remembered, because a copy could be taken for fresh; milliseconds since the Unix epoch. */
  readonly neededUntil: number;
  /** Until when it is kept as history, not before `neededUntil`; milliseconds since the Unix epoch. */
  readonly keepUntil: number;
  /** How often the turn that it wakes has begun: after a crash such a turn is not silently run again. */
  readonly starts: number;
}

/** Why a message that this node sent was not answered by a peer: refused by it, or given up. */
export interface StoredOutcome {
  readonly author: string;
  readonly messageId: string;
  /** Peer ID of the one that was to answer. */
  readonly peer: string;
  readonly reason: Reason;
  readonly detail: string;
  /** Peer IDs. */
  readonly path: readonly string[];
  /** Whether sending the same again is worth it later: it does not count as said. */
  readonly retryable: boolean;
  readonly at: number;
}

/** A message that a brake refused, here or on its way out. */
export interface StoredRefusal {
  readonly at: number;
  readonly direction: 'in' | 'out';
  readonly channel: Channel;
  /** Peer ID of the other side, or a room's topic. */
  readonly peer: string;
  /** Name of the brake; of none when the other side refused. */
  readonly brake?: string;
  readonly reason: Reason;
  readonly detail: string;
  /** Peer IDs. */
  readonly path: readonly string[];
  /** Unknown when the message could not be read. */
  readonly jobId?: string;
  /** Unknown when the message could not be read, or had not been made yet. */
  readonly messageId?: string;
  readonly briefHash?: Uint8Array;
}

/** A signed notice that still counts, newest of its key. */
export interface StoredNotice {
  /** What it is about: a later one about the same takes its place. */
  readonly key: string;
  readonly from: string;
  readonly at: number;
  /** It is forgotten afterwards; milliseconds since the Unix epoch. */
  readonly until: number;
  readonly bytes: Uint8Array;
}

/** Something that a person must know, or decide. */
export interface StoredEscalation {
  readonly id: string;
  /**
   * `stop`: a brake stopped a job that began here. `supervisor`: one that began elsewhere, and whose origin asks a person
   * there. `quarantine`: a message crashed this node too often. `evidence`: a peer was caught cheating. `stall`: a job that
   * began here goes in circles, or a wait in it was in one, or nobody knows what it does. `breaker`: the circuit breaker has
   * changed its mind about the agent of this node; of no job.
   */
  readonly kind: 'stop' | 'supervisor' | 'quarantine' | 'evidence' | 'stall' | 'breaker';
  /** Only a person moves it on from `open`. */
  readonly state: 'open' | 'answered' | 'released' | 'stopped';
  readonly at: number;
  readonly jobId: string;
  readonly epoch: number;
  /** Peer ID of the one that it is about: where the brake fired, or who cheated. */
  readonly peer: string;
  readonly reason: Reason;
  readonly detail: string;
  /** Peer IDs. */
  readonly path: readonly string[];
  readonly briefHash?: Uint8Array;
  /** The beginning of what was to be said; for evidence, JSON. */
  readonly payload?: string;
  /** How often this happened. */
  readonly count: number;
  /** What the person said. */
  readonly resolution?: string;
  readonly resolvedAt?: number;
}

/** Tokens and money that an agent has used, by day, job, agent and model. */
export interface StoredUsage {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly jobId: string;
  /** Peer ID of the node whose agent it was. */
  readonly agent: string;
  /** Empty when the agent did not say. */
  readonly model: string;
  /** Whole numbers; `cachedTokens` is a part of `inputTokens`. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  /** Millionths of a US dollar. */
  readonly costMicroUsd: number;
}

/** What a peer's agent has used in all, as it says itself, and since when that counts. */
export interface StoredSpend {
  /** Peer ID. */
  readonly peer: string;
  readonly tokens: number;
  readonly costMicroUsd: number;
  /** What it had used when a person last reset the caps of this node. */
  readonly baseTokens: number;
  readonly baseCostMicroUsd: number;
  /** When it said so, milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A change of the circuit breaker: what it did, and why. */
export interface StoredBreakerChange {
  readonly at: number;
  readonly from: BreakerLevel;
  readonly to: BreakerLevel;
  /** `lift` is a step down; `settings` and `reset` are a person's. */
  readonly action: 'steer' | 'constrain' | 'stop' | 'lift' | 'settings' | 'reset';
  /** A sentence. */
  readonly reason: string;
}

export type BreakerLevel = 'healthy' | 'steering' | 'constrained' | 'stopped';

/** What the monitor saw in a job, and did about it. */
export interface StoredIntervention {
  readonly jobId: string;
  readonly epoch: number;
  readonly at: number;
  /** Peer ID of the one that saw it. */
  readonly by: string;
  readonly kind: 'livelock' | 'deadlock' | 'indeterminate';
  readonly action: 'perturb' | 'break_cycle' | 'freeze' | 'none';
  /** A sentence. */
  readonly detail: string;
  /** Peer IDs: the circle of waits, or the peers of the orbit. */
  readonly path: readonly string[];
  /** The ticks that were judged, JSON, at most 64 KiB. */
  readonly window?: string;
}

/** What became of credit that was open when this node answered: owed to the asker until it is certain to have it. */
export interface StoredSettlement {
  /** Peer ID of the asker. */
  readonly peer: string;
  readonly channel: Channel;
  /** What was asked. */
  readonly messageId: string;
  readonly settlement: Settlement;
  /** It is forgotten afterwards, milliseconds since the Unix epoch. */
  readonly until: number;
}

/** What a node knows of a job that began at it. */
export interface StoredJob {
  readonly jobId: string;
  /** How often a person has released it. */
  readonly epoch: number;
  /** `open` until all credit is accounted for, or the job ended otherwise. */
  readonly state: JobState;
  readonly reason?: Reason;
  /** A sentence for a person. */
  readonly detail?: string;
  /** Peer ID to which the root event was addressed, or a room's topic. */
  readonly target: string;
  readonly channel: Channel;
  /** What was asked, as text. */
  readonly brief: string;
  /** What came back, as text. */
  readonly result?: string;
  /** Peer IDs: the longest path taken, or, when stopped, the one that was refused. */
  readonly path: readonly string[];
  readonly maxDepth: number;
  /** Turns that the job may cause. */
  readonly credit: number;
  /** Credit that has come back unspent. */
  readonly left: number;
  /** Turns that ran. */
  readonly turns: number;
  readonly startedAt: number;
  readonly endedAt?: number;
  readonly expiresAt: number;
}

/**
 * `frozen`: a brake fired, and something of the job still runs. `done`: answered, by the agents with no brake firing, or
 * else by a person. `stopped`: a brake fired, and all has come to rest. `failed`: anything else.
 */
export type JobState = 'open' | 'frozen' | 'done' | 'stopped' | 'failed';

/** What was used in all by one day, job, agent or model. */
export interface UsageSum extends Omit<StoredUsage, 'day' | 'jobId' | 'agent' | 'model'> {
  /** The day, the job ID, the peer ID or the model. */
  readonly key: string;
  /** The newest day of the sum. */
  readonly day: string;
}

/**
 * What survives a restart. A write can be read back at once. It outlives a crash of the process from when
 * {@link Store.written} resolves, and at the latest from the end of the event loop's turn; what is written in one turn
 * without asking for that in between is one unit. (See docs/decisions on power loss.) The compliance suite defines it.
 */
export interface Store {
  /**
   * Resolves when everything written so far outlives a crash. What tells others of a write waits for this.
   *
   * @throws when it could not be written: then none of it was
   */
  written(): Promise<void>;

  /** Records a message. @returns false when one with this author and ID is there already; nothing is changed then */
  addMessage(message: StoredMessage): boolean;
  message(author: string, messageId: string): StoredMessage | undefined;
  /** The terminal message by `author` that answers `messageId` of `asker`. */
  answer(author: string, asker: string, messageId: string): StoredMessage | undefined;
  /**
   * Notes that a post, which was only kept until now, is for this node: a question that it owes an answer, or an answer
   * that it was owed. Its other side is its author from now on. `starts` as in {@link StoredMessage}.
   */
  markAddressed(author: string, messageId: string, starts: 0 | 1): void;
  /** Notes that the turn woken by a message begins, once more. */
  markStarted(author: string, messageId: string): void;
  /** Inbound obliging messages that have no answer yet, oldest first, at most `limit`. */
  unanswered(limit: number): readonly StoredMessage[];
  /** Obliging messages of this node whose IDs are still needed at `now`, oldest first, at most `limit`. */
  sent(now: number, limit: number): readonly StoredMessage[];
  /** Messages of a job that this node sent or got, oldest first, at most `limit`; 10,000 by default. */
  messagesOfJob(jobId: string, limit?: number): readonly StoredMessage[];
  /**
   * Whether `author` has said the same in this epoch of the job, in another message than `messageId`. What came to
   * retryable outcomes only, and was answered by nobody, was not said.
   */
  hasSaid(said: {
    readonly jobId: string;
    readonly epoch: number;
    readonly author: string;
    readonly briefHash: Uint8Array;
    /** Not given for what has no ID yet. */
    readonly messageId?: string;
  }): boolean;
  /** Records why a message was not answered by a peer. @returns false when that is known already */
  addOutcome(outcome: StoredOutcome): boolean;
  /** Why a message that this node sent was not answered, by peer. */
  outcomes(author: string, messageId: string): readonly StoredOutcome[];
  /** Inbound obliging messages among the newest 10,000 that were stamped at or after `since`, by author and origin. */
  countRecent(since: number): readonly { readonly author: string; readonly origin: string; readonly count: number }[];
  /** Whole IDs of jobs, messages and escalations that begin or end with `part`, among the newest 10,000 of each. */
  idsLike(part: string, limit: number): readonly string[];
  /** The newest posts of a room, oldest first. */
  posts(room: string, limit: number): readonly StoredMessage[];
  countPosts(room: string): number;
  /**
   * Envelopes of the newest posts of a room that were stamped at or after `since`, oldest first, without refusals: at most
   * `limit`, and at most `maxBytes` of them all; no more than that is read.
   */
  postEnvelopes(
    room: string,
    options: { readonly since: number; readonly limit: number; readonly maxBytes: number },
  ): readonly Uint8Array[];
  /** The newest messages whose content contains all words of `query`, without regard to case, newest first. */
  search(query: string, limit: number): readonly StoredMessage[];

  joinRoom(room: string): void;
  leaveRoom(room: string): void;
  /** Rooms that this node is in, sorted. */
  rooms(): readonly string[];

  /** Inserts a job, or replaces the one of the same ID. */
  putJob(job: StoredJob): void;
  job(jobId: string): StoredJob | undefined;
  /** Newest first. */
  jobs(limit: number): readonly StoredJob[];
  /** All jobs whose state is `open` or `frozen`, oldest first, at most 10,000. */
  openJobs(): readonly StoredJob[];

  /** Keeps a refusal among the newest 10,000. */
  addRefusal(refusal: StoredRefusal): void;
  /** Refusals of one job, or of messages with one ID, oldest first, at most `limit` of the newest. */
  refusals(of: { readonly jobId: string } | { readonly messageId: string }, limit: number): readonly StoredRefusal[];

  /** Keeps a notice in place of the one with its key. */
  putNotice(notice: StoredNotice): void;
  /** Those with one of these keys, in any order. */
  noticesOf(keys: readonly string[]): readonly StoredNotice[];
  /** The newest notices, newest first; only those whose key begins with `prefix`, when it is given. */
  notices(limit: number, prefix?: string): readonly StoredNotice[];

  /** Inserts an escalation, or replaces the one of the same ID. */
  putEscalation(escalation: StoredEscalation): void;
  escalation(id: string): StoredEscalation | undefined;
  /** How many open ones are about a peer. */
  countOpenEscalations(peer: string): number;
  /** Newest first. */
  escalations(limit: number, options?: { readonly open?: boolean }): readonly StoredEscalation[];

  /**
   * Adds to what its day, job, agent and model have used so far. Of one job, day and agent 64 models are told apart, the
   * others count under `''`; a sum stays at 2^53 − 1 at most.
   */
  addUsage(usage: StoredUsage): void;
  /** The sums of what was used on or after `since`, or in one job; the newest day first, at most `limit` rows. */
  usage(query: {
    readonly by: 'day' | 'job' | 'agent' | 'model';
    readonly since?: string;
    readonly jobId?: string;
    readonly limit: number;
  }): readonly UsageSum[];
  /** Keeps what a peer has used in place of what was known; at most 4,096 peers, the oldest go first. */
  putSpend(spend: StoredSpend): void;
  spends(): readonly StoredSpend[];
  /** Keeps a small piece of state, JSON, under a name. */
  putState(key: string, json: string): void;
  state(key: string): string | undefined;
  /** Keeps a change of the breaker among the newest 10,000. */
  addBreakerChange(change: StoredBreakerChange): void;
  /** Newest first. */
  breakerChanges(limit: number): readonly StoredBreakerChange[];
  /** Keeps an intervention with its job; of one job the newest 100. */
  addIntervention(intervention: StoredIntervention): void;
  /** Of one job, oldest first. */
  interventions(jobId: string): readonly StoredIntervention[];

  /** Keeps a settlement in place of the one of the same message. */
  putSettlement(settlement: StoredSettlement): void;
  /** All that a peer is owed, at most 10,000. */
  settlementsFor(peer: string): readonly StoredSettlement[];

  /** Whether the store is as large as it may get, and nothing can be forgotten: then nothing more should be accepted. */
  isFull(): boolean;
  /**
   * Forgets what is past its time, but no open job, no open escalation or its job, and nothing unanswered; when the store is too
   * large, also the oldest history whose IDs are no longer needed. @returns how many rows went
   */
  prune(now: number): number;
  /** Writes what is not written yet. Safe to call twice. Every other call throws afterwards. */
  close(): void;
}
