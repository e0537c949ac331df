import {
  CLOCK_SKEW_MS,
  decodeNotice,
  witnessFault,
  type HaltScope,
  type Lineage,
  type Notice,
  type NoticeContent,
  type Reason,
} from '@hoplite/p2p';
import type { Ban } from '../admission/crossing.ts';
import { freezesJob } from '../admission/reasons.ts';
import type { Platform } from '../runtime.ts';
import type { HaltView } from '../sdk.ts';
import { Halts } from './halts.ts';
import { freezeKey } from './keys.ts';
import { NoticeBoard } from './notice-board.ts';
import { originOf } from './origin.ts';

type Freeze = Extract<NoticeContent, { kind: 'freeze' }>;

/** What stopped a job, as far as is known where it is told. */
export interface Stopped {
  readonly reason: Reason;
  /** Peer IDs, the one that was not reached last. */
  readonly path: readonly string[];
  readonly briefHash?: Uint8Array;
  /** A sentence for a person; not told to others. */
  readonly detail?: string;
  /** The beginning of what was to be said; not told to others. */
  readonly payload?: string;
}

/** What stopped a job, and where. */
export type StoppedJob = Stopped & {
  readonly jobId: string;
  /** Peer ID of where it began: others may use the same job ID. */
  readonly origin: string;
  readonly epoch: number;
  /** Peer ID of who reports it. */
  readonly by: string;
};

/** A freeze of a job, by whom it was reported. */
export type Frozen = Pick<Freeze, 'jobId' | 'epoch' | 'reason' | 'path' | 'briefHash'> & {
  /** Peer ID. */
  readonly by: string;
};

/**
 * What has been decided about jobs as a whole: frozen by a brake, halted by a person. It is signed and gossiped, kept
 * until it no longer matters, and told to every peer that comes.
 */
export class Threads {
  readonly #runtime: Platform;
  readonly #board: NoticeBoard;
  readonly #halts: Halts;
  readonly #onStopped: ((stopped: StoppedJob) => void)[] = [];

  constructor(runtime: Platform) {
    this.#runtime = runtime;
    this.#board = new NoticeBoard(runtime);
    this.#halts = new Halts(runtime, this.#board);
  }

  /** Calls `listener` whenever it is reported that a job was stopped; the same stop may be reported several times. */
  onStopped(listener: (stopped: StoppedJob) => void): void {
    this.#onStopped.push(listener);
  }

  /**
   * Why no obliging message of a job crosses any more, if so.
   *
   * @param lineage the message's, or what it will extend
   * @param peers whose agents have a part in it, besides this node's own
   */
  ban(lineage: Lineage, peers: readonly string[]): Ban | undefined {
    const { jobId, epoch } = lineage.job;
    const origin = lineage.origin ?? this.#runtime.mesh.localPeer;
    const key = freezeKey(jobId, origin);
    const found = this.#board.of([key, ...this.#halts.keysOf(jobId, origin, peers)]);
    if (found.length === 0) {
      return undefined;
    }
    const halted = this.#halts.among(found, origin);
    if (halted !== undefined) {
      return { reason: 'halted', detail: halted };
    }
    const frozen = this.frozen(jobId, origin);
    return frozen !== undefined && frozen.epoch >= epoch
      ? { reason: 'frozen', detail: `the job was stopped (${frozen.reason}); only a person can move it on` }
      : undefined;
  }

  /**
   * The freeze of a job's newest epoch that is known here.
   *
   * @param origin peer ID of where the job began, when it is known; by default as far as the store knows it
   */
  frozen(jobId: string, origin = originOf(this.#runtime, jobId)): Frozen | undefined {
    const [stored] = origin === undefined ? [] : this.#board.of([freezeKey(jobId, origin)]);
    const content = stored && decodeNotice(stored.bytes)?.content;
    return stored !== undefined && content?.kind === 'freeze' ? asFrozen(content, stored.from) : undefined;
  }

  /** The halt of a job that is in force here. */
  haltOf(jobId: string): HaltView | undefined {
    return this.halts().find(({ scope }) => scope.kind === 'job' && scope.jobId === jobId);
  }

  /** Halts that are in force here, newest first. */
  halts(): readonly HaltView[] {
    return this.#halts.list();
  }

  /** Halts, or resumes, in the name of this node's operator. @returns when it outlives a crash, and is on its way */
  halt(kind: 'halt' | 'resume', scope: HaltScope, note: string): Promise<HaltView> {
    return this.#halts.say(kind, scope, note);
  }

  /**
   * A brake has stopped a job. It is frozen: from now on no obliging message of this epoch is sent or accepted here, and
   * soon at every peer.
   *
   * @param witness what shows that this peer has a part in the job: the lineage of the message that reached it
   */
  stopped(witness: Lineage, stopped: Stopped): void {
    const { jobId, epoch, expiresAt } = witness.job;
    const by = this.#runtime.mesh.localPeer;
    const origin = witness.origin ?? by;
    const known = this.frozen(jobId, origin);
    if (known === undefined || known.epoch < epoch) {
      const { reason, path, briefHash } = stopped;
      const hash = briefHash === undefined ? {} : { briefHash };
      const content: Freeze = { kind: 'freeze', jobId, epoch, reason, path: path.slice(0, MAX_PATH), witness, ...hash };
      this.#board.say(freezeKey(jobId, origin), content, expiresAt + CLOCK_SKEW_MS);
      this.#frozen(content);
    }
    this.#report({ ...stopped, jobId, origin, epoch, by });
  }

  /** A notice of another peer came in. What it has no right to say is passed over. */
  onNotice(notice: Notice, bytes: Uint8Array): void {
    const { clock, mesh } = this.#runtime;
    const { at, until, content, from } = notice;
    const now = clock.now();
    if (until < now || from === mesh.localPeer) {
      return;
    }
    if (content.kind === 'freeze' && freezesJob(content.reason) && at <= now + CLOCK_SKEW_MS) {
      this.#onFreeze(notice, content, bytes);
    } else if (content.kind === 'halt' || content.kind === 'resume') {
      this.#halts.onNotice(notice, content, bytes);
    }
  }

  /** Tells a peer that has come what it may have missed. */
  tell(peer: string): void {
    this.#board.tell(peer);
  }

  #onFreeze(notice: Notice, content: Freeze, bytes: Uint8Array): void {
    const { clock, mesh, store } = this.#runtime;
    const { jobId, epoch, reason, path, briefHash, witness } = content;
    const { from } = notice;
    const origin = witness.origin ?? from;
    const known = this.frozen(jobId, origin);
    if (known !== undefined && known.epoch >= epoch) {
      return;
    }
    const fault = witnessFault(notice, { now: clock.now(), verify: mesh.verify });
    if (fault !== undefined) {
      if (fault.reason === 'malformed') {
        mesh.charge(from, `a freeze that shows no part in the job: ${fault.detail}`);
      }
      return; // One that was long under way is nobody's fault.
    }
    // It counts for as long as the job may live anywhere, whatever its author says.
    const until = witness.job.expiresAt + CLOCK_SKEW_MS;
    if (store.isFull() || !this.#board.keepFrom({ ...notice, until }, freezeKey(jobId, origin), bytes)) {
      return;
    }
    this.#frozen(content);
    const hash = briefHash === undefined ? {} : { briefHash };
    this.#report({ jobId, origin, epoch, reason, path, by: from, ...hash });
  }

  #frozen({ jobId, epoch, reason, path }: Freeze): void {
    const { emit, peers, work } = this.#runtime;
    emit({ event: 'frozen', jobId, epoch, reason, path: peers.names(path) });
    work.nudge(jobId); // Whoever waits for credit waits in vain.
  }

  #report(stopped: StoppedJob): void {
    for (const listener of this.#onStopped) {
      listener(stopped);
    }
  }
}

function asFrozen({ jobId, epoch, reason, path, briefHash }: Freeze, by: string): Frozen {
  return { jobId, epoch, reason, path, by, ...(briefHash === undefined ? {} : { briefHash }) };
}

/** Peers of a path that a notice names. */
const MAX_PATH = 32;
