import {
  CLOCK_SKEW_MS,
  composeNotice,
  decodeNotice,
  obliges,
  witnessFault,
  type HaltScope,
  type Lineage,
  type Notice,
  type NoticeContent,
  type Reason,
} from '@hoplite/p2p';
import type { Ban } from '../admission/crossing.ts';
import { hasRight } from '../admission/policy.ts';
import { TurnAbortedError } from '../errors.ts';
import type { StoredNotice } from '../ports/store.ts';
import type { Platform } from '../runtime.ts';
import type { HaltView } from '../sdk.ts';
import { freezeKey, haltKey, ownHaltKey } from './keys.ts';

type Freeze = Extract<NoticeContent, { kind: 'freeze' }>;
type Halt = Extract<NoticeContent, { kind: 'halt' | 'resume' }>;

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
  readonly epoch: number;
  /** Peer ID of who reports it. */
  readonly by: string;
};

/** A freeze of a job, by whom it was reported. */
export type Frozen = Pick<Freeze, 'jobId' | 'epoch' | 'reason' | 'path' | 'briefHash'> & {
  /** Peer ID. */
  readonly by: string;
  /** Whether it shows that its author has a part in the job. */
  readonly isWitnessed: boolean;
};

/** Halts of one peer or of all have no end: they last until they are resumed. */
const FOREVER = Number.MAX_SAFE_INTEGER;

/** Halts of a job outlast any job that runs now. */
const HALTED_JOB_MS = 25 * 60 * 60 * 1000;

/** Notices that a peer is told of when it comes. */
const MAX_TOLD = 1000;

/** Keys that are remembered; when there are more, the store is asked every time, until the next start. */
const MAX_KEYS = 10_000;

/** Notices that are listed. */
const MAX_LISTED = 1000;

/**
 * What has been decided about jobs as a whole: frozen by a brake, halted by a person. It is signed and gossiped, kept
 * until it no longer matters, and told to every peer that comes.
 */
export class Threads {
  readonly #runtime: Platform;
  readonly #onStopped: ((stopped: StoppedJob) => void)[] = [];
  /** Keys under which something may be kept: most messages need no look at the store. */
  readonly #keys: Set<string>;

  constructor(runtime: Platform) {
    this.#runtime = runtime;
    this.#keys = new Set(runtime.store.notices(MAX_KEYS).map(({ key }) => key));
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
    const { mesh, peers: directory } = this.#runtime;
    const { jobId, epoch } = lineage.job;
    const origin = lineage.origin ?? mesh.localPeer;
    const agents = [...new Set([mesh.localPeer, ...peers])];
    const scopes: HaltScope[] = [{ kind: 'all' }, ...agents.map((peer): HaltScope => ({ kind: 'peer', peer }))];
    const ofJob = [haltKey({ kind: 'job', jobId }), ownHaltKey(jobId, origin)];
    const found = this.#kept([freezeKey(jobId, origin), ...ofJob, ...scopes.map(haltKey)]);
    // The later of two decisions about the same comes first, and hides the others.
    const decided = new Set<string>();
    let ban: Ban | undefined;
    for (const { bytes, from } of [...found].sort((a, b) => b.at - a.at)) {
      const { content } = decodeNotice(bytes) ?? {};
      if (content?.kind === 'freeze' && content.epoch >= epoch) {
        const detail = `the job was stopped (${content.reason}); only a person can move it on`;
        ban ??= { reason: 'frozen', detail };
      }
      if (content?.kind !== 'halt' && content?.kind !== 'resume') {
        continue;
      }
      const { scope } = content;
      if (decided.has(haltKey(scope)) || !this.#mayHalt(from, scope, origin)) {
        continue;
      }
      decided.add(haltKey(scope));
      if (content.kind === 'halt') {
        const what = scope.kind === 'job' ? 'the job' : scope.kind === 'all' ? 'everything' : 'the agent';
        const detail = `${what} has been halted by ${directory.nameOf(from)}; only a person can resume it`;
        return { reason: 'halted', detail };
      }
    }
    return ban;
  }

  /**
   * The freeze of a job's newest epoch that is known here.
   *
   * @param origin peer ID of where the job began, when it is known; by default as far as the store knows it
   */
  frozen(jobId: string, origin = this.#originOf(jobId)): Frozen | undefined {
    const [stored] = origin === undefined ? [] : this.#kept([freezeKey(jobId, origin)]);
    const content = stored && decodeNotice(stored.bytes)?.content;
    return stored !== undefined && content?.kind === 'freeze' ? asFrozen(content, stored.from) : undefined;
  }

  /** The halt of a job that is in force here. */
  haltOf(jobId: string): HaltView | undefined {
    return this.halts().find(({ scope }) => scope.kind === 'job' && scope.jobId === jobId);
  }

  /** Halts that are in force here, newest first. */
  halts(): readonly HaltView[] {
    return this.#runtime.store.notices(MAX_LISTED).flatMap(({ bytes }) => {
      const notice = decodeNotice(bytes);
      return notice?.content.kind === 'halt' && this.#isInForce(notice, notice.content)
        ? [this.#view(notice, notice.content)]
        : [];
    });
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
      this.#say(freezeKey(jobId, origin), content, expiresAt + 2 * CLOCK_SKEW_MS);
      this.#frozen(content);
    }
    this.#report({ ...stopped, jobId, epoch, by });
  }

  /** Halts, or resumes, in the name of this node's operator. @returns when it outlives a crash, and is on its way */
  async halt(kind: 'halt' | 'resume', scope: HaltScope, note: string): Promise<HaltView> {
    const { clock, store } = this.#runtime;
    const content: Halt = { kind, scope, note };
    const until = scope.kind === 'job' ? clock.now() + HALTED_JOB_MS : FOREVER;
    const notice = this.#say(haltKey(scope), content, until);
    this.#obey(notice, content);
    await store.written();
    return this.#view(notice, content);
  }

  /** A notice of another peer came in. What it has no right to say is passed over. */
  onNotice(notice: Notice, bytes: Uint8Array): void {
    const { clock, log } = this.#runtime;
    const { at, until, content, from } = notice;
    if (until < clock.now() || at > clock.now() + CLOCK_SKEW_MS || from === this.#runtime.mesh.localPeer) {
      return;
    }
    if (content.kind === 'freeze') {
      this.#onFreeze(notice, content, bytes);
    } else if (content.kind === 'halt' || content.kind === 'resume') {
      const { scope } = content;
      const origin = scope.kind === 'job' ? this.#originOf(scope.jobId) : undefined;
      // Of a job that is not known yet it is kept, until it is seen who began that.
      const isOwn = scope.kind === 'job' && !hasRight(this.#runtime.policy, from, 'halt');
      const key = isOwn ? ownHaltKey(scope.jobId, from) : haltKey(scope);
      if (!this.#isNews([haltKey(scope), key], at)) {
        return;
      }
      const mayHalt = this.#mayHalt(from, scope, origin);
      if (!mayHalt && !(isOwn && origin === undefined)) {
        log.warn({ peer: from, scope: content.scope }, `a ${content.kind} by a peer without the right was not obeyed`);
        this.#runtime.metrics.ignoredNotice(content.kind);
        return;
      }
      this.#keep(key, notice, bytes);
      if (mayHalt) {
        this.#obey(notice, content);
      }
    }
  }

  /** Tells a peer that has come what it may have missed. */
  tell(peer: string): void {
    const { clock, mesh, store } = this.#runtime;
    const now = clock.now();
    // Halts first: they may be older than what there are too many of.
    const halts = this.#kept([...this.#keys].filter((key) => key.startsWith('halt/')).slice(0, MAX_TOLD));
    const others = store.notices(MAX_TOLD).filter(({ key }) => !key.startsWith('halt/'));
    for (const { bytes, until } of [...halts, ...others].slice(0, MAX_TOLD)) {
      if (until >= now) {
        mesh.notify(peer, bytes);
      }
    }
  }

  #onFreeze(notice: Notice, content: Freeze, bytes: Uint8Array): void {
    const { clock, mesh } = this.#runtime;
    const origin = content.witness.origin ?? notice.from;
    const known = this.frozen(content.jobId, origin);
    if (known !== undefined && known.epoch >= content.epoch) {
      return;
    }
    const fault = witnessFault(notice, { now: clock.now(), verify: mesh.verify });
    if (fault !== undefined) {
      mesh.charge(notice.from, `a freeze that shows no part in the job: ${fault.detail}`);
      return;
    }
    if ((this.#originOf(content.jobId) ?? origin) !== origin) {
      return; // It says that the job began there; it did not.
    }
    this.#keep(freezeKey(content.jobId, origin), notice, bytes);
    this.#frozen(content);
    const { jobId, epoch, reason, path, briefHash } = content;
    this.#report({ jobId, epoch, reason, path, by: notice.from, ...(briefHash === undefined ? {} : { briefHash }) });
  }

  #frozen({ jobId, reason, path }: Freeze): void {
    const { emit, peers, work } = this.#runtime;
    emit({ event: 'frozen', jobId, reason, path: peers.names(path) });
    work.nudge(jobId); // Whoever waits for credit waits in vain.
  }

  #report(stopped: StoppedJob): void {
    for (const listener of this.#onStopped) {
      listener(stopped);
    }
  }

  #obey(notice: Notice, content: Halt): void {
    const { emit, mesh, work } = this.#runtime;
    const { scope } = content;
    const halt = this.#view(notice, content);
    if (content.kind === 'resume') {
      emit({ event: 'resumed', halt });
      return;
    }
    emit({ event: 'halted', halt });
    if (scope.kind === 'peer' && scope.peer !== mesh.localPeer) {
      return;
    }
    const words = content.note === '' ? '' : `: ${content.note}`;
    const reason = new TurnAbortedError('halted', `halted by ${halt.by}${words}`);
    work.abort(reason, scope.kind === 'job' ? scope.jobId : undefined);
  }

  /** Signs, keeps and gossips a notice. */
  #say(key: string, content: NoticeContent, until: number): Notice {
    const { clock, ids, log, mesh, store } = this.#runtime;
    const own = content.kind === 'halt' || content.kind === 'resume' ? this.#ownKey(content.scope) : [];
    const known = this.#kept([key, ...own]).reduce((latest, { at }) => Math.max(latest, at), 0);
    // The later of two counts: this one comes after what is known, also when the other's clock is ahead.
    const at = Math.max(clock.now(), known + 1);
    const stamp = { id: ids.next(), at, until };
    const bytes = composeNotice(content, stamp, mesh.signer);
    const notice: Notice = { ...stamp, from: mesh.localPeer, content };
    this.#keep(key, notice, bytes);
    store.written().then(
      () => mesh.broadcast(bytes),
      (error: unknown) => log.error({ err: error, key }, 'a notice could not be recorded, and was not sent'),
    );
    return notice;
  }

  #ownKey(scope: HaltScope): readonly string[] {
    const origin = scope.kind === 'job' ? this.#originOf(scope.jobId) : undefined;
    return scope.kind === 'job' && origin !== undefined ? [ownHaltKey(scope.jobId, origin)] : [];
  }

  /** What the store keeps under these keys. */
  #kept(keys: readonly string[]): readonly StoredNotice[] {
    const asked = this.#keys.size >= MAX_KEYS ? keys : keys.filter((key) => this.#keys.has(key));
    return asked.length === 0 ? [] : this.#runtime.store.noticesOf(asked);
  }

  #keep(key: string, { from, at, until }: Notice, bytes: Uint8Array): void {
    const stored: StoredNotice = { key, from, at, until, bytes };
    this.#keys.add(key);
    this.#runtime.store.putNotice(stored);
  }

  #isNews(keys: readonly string[], at: number): boolean {
    return this.#kept(keys).every((known) => known.at < at);
  }

  /** Whether a halt that is kept is by one who may, and no later word of another has lifted it. */
  #isInForce({ from, at }: Notice, { scope }: Halt): boolean {
    if (scope.kind !== 'job') {
      return this.#mayHalt(from, scope, undefined);
    }
    const origin = this.#originOf(scope.jobId);
    const keys = [haltKey(scope), ...(origin === undefined ? [] : [ownHaltKey(scope.jobId, origin)])];
    return this.#mayHalt(from, scope, origin) && this.#kept(keys).every((known) => known.at <= at);
  }

  /** Whoever has the right may halt anything; a job's origin that job; a peer itself. */
  #mayHalt(from: string, scope: HaltScope, origin: string | undefined): boolean {
    return (
      from === this.#runtime.mesh.localPeer ||
      hasRight(this.#runtime.policy, from, 'halt') ||
      (scope.kind === 'job' && from === origin) ||
      (scope.kind === 'peer' && from === scope.peer)
    );
  }

  #originOf(jobId: string): string | undefined {
    const { mesh, store } = this.#runtime;
    return store.job(jobId) === undefined ? store.messagesOfJob(jobId, 1)[0]?.origin : mesh.localPeer;
  }

  #view({ from, at }: Notice, { scope, note }: Halt): HaltView {
    return { scope, by: this.#runtime.peers.nameOf(from), at, note };
  }
}

function asFrozen({ jobId, epoch, reason, path, briefHash, ...rest }: Freeze, by: string): Frozen {
  const hash = briefHash === undefined ? {} : { briefHash };
  return { jobId, epoch, reason, path, by, isWitnessed: isWitnessed({ ...rest, jobId, epoch, reason, path }), ...hash };
}

/** Peers of a path that a notice names. */
const MAX_PATH = 32;

/** Whether a freeze shows by its witness that its author has a part in the job. Otherwise its author must be the origin. */
function isWitnessed({ witness }: Freeze): boolean {
  return witness.links.some(({ act }) => obliges(act));
}
