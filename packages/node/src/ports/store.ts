import type { Act, Channel, Reason } from '@hoplite/p2p';

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
  /** Until when it must be remembered, milliseconds since the Unix epoch. */
  readonly keepUntil: number;
  /** Whether the turn that it wakes had begun: after a crash such a turn is not silently run again. */
  readonly started: boolean;
}

/** What a node knows of a job that began at it. */
export interface StoredJob {
  readonly jobId: string;
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

/** `done`: answered, and no brake fired. `stopped`: a brake fired. `failed`: anything else. */
export type JobState = 'open' | 'done' | 'stopped' | 'failed';

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
   * Notes that a post, which was only kept until now, is owed an answer: its other side is its author from now on.
   * `started` as in {@link StoredMessage}.
   */
  markOwed(author: string, messageId: string, started: boolean): void;
  /** Notes that the turn woken by a message begins. */
  markStarted(author: string, messageId: string): void;
  /** Inbound obliging messages that have no answer yet, oldest first, at most `limit`. */
  unanswered(limit: number): readonly StoredMessage[];
  /** All messages of a job that this node sent or got, oldest first, at most 10,000. */
  messagesOfJob(jobId: string): readonly StoredMessage[];
  /** The newest posts of a room, oldest first. */
  posts(room: string, limit: number): readonly StoredMessage[];
  countPosts(room: string): number;
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
  /** All jobs whose state is `open`, oldest first, at most 10,000. */
  openJobs(): readonly StoredJob[];

  /** No turn or message of a halted job is begun, sent or accepted any more, until `until`. */
  haltJob(jobId: string, until: number): void;
  isHalted(jobId: string): boolean;

  /** Forgets what is past its time, but no open job and nothing unanswered. @returns how many rows went */
  prune(now: number): number;
  /** Writes what is not written yet. Safe to call twice. Every other call throws afterwards. */
  close(): void;
}
