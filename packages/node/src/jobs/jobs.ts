import { Lineage, MAX_CREDIT, MAX_JOB_LIFETIME_MS, type Channel, type ProgressTick, type Refusal } from '@hoplite/p2p';
import type { JsonValue, PeerReply } from '@hoplite/tools';
import { isBrakeReason } from '../admission/reasons.ts';
import { Sender } from '../dispatch/sender.ts';
import { InvalidOptionError, TurnAbortedError } from '../errors.ts';
import type { JobState, StoredJob } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { JobOptions, JobReport, JobSummary } from '../sdk.ts';
import type { StoppedJob } from '../threads/threads.ts';
import { Ledger } from '../turns/ledger.ts';
import type { Monitor } from '../watch/monitor/monitor.ts';

/** A job that runs and began here. */
export interface OpenJob {
  readonly record: StoredJob;
  readonly lineage: Lineage;
  readonly ledger: Ledger;
  /** The root event: on its behalf the first messages are sent. */
  readonly sender: Sender;
  /** Ends everything of the job that this node has a hand in. */
  readonly end: AbortController;
  /** How the root event was answered. */
  reply?: PeerReply;
  /** Whether it has been told that it began. */
  isTold: boolean;
  /** Takes it out of what can be halted. */
  readonly done: () => void;
}

/** A job that goes on under the name it had. */
export interface Thread {
  readonly jobId: string;
  readonly epoch: number;
}

export interface JobInit {
  readonly channel: Channel;
  /** Peer ID, or the topic of a room. */
  readonly target: string;
  /** What was asked, as text. */
  readonly brief: string;
  /** 1 when the root event is a turn of the local agent, 0 when it only sends. */
  readonly burns: 0 | 1;
  readonly options: JobOptions;
  /** Of a job that a person has released; a new one when not given. */
  readonly thread?: Thread;
}

/** The jobs that began at this node: minted, followed to their end, and kept. */
export class Jobs {
  readonly #runtime: Runtime;
  readonly #monitor: Monitor;
  readonly #open = new Map<string, OpenJob>();

  constructor(runtime: Runtime, monitor: Monitor) {
    this.#runtime = runtime;
    this.#monitor = monitor;
    runtime.threads.onStopped((stopped) => this.#frozen(stopped));
  }

  /** Mints a job: the only place where credit comes from. It is not recorded yet. @throws {InvalidOptionError} */
  open({ channel, target, brief, burns, options, thread }: JobInit): OpenJob {
    const { clock, ids, mesh, policy } = this.#runtime;
    const credit = bounded('credit', options.credit ?? policy.credit, MAX_CREDIT);
    const maxDepth = bounded('maxDepth', options.maxDepth ?? policy.maxHopDepth, policy.maxHopDepth);
    const lifetime = bounded('timeoutMs', options.timeoutMs ?? policy.jobTimeoutMs, MAX_JOB_LIFETIME_MS);
    const now = clock.now();
    const { jobId, epoch } = thread ?? { jobId: ids.next(), epoch: 0 };
    const header = { jobId, epoch, maxDepth, credit, issuedAt: now, expiresAt: now + lifetime };
    const record: StoredJob = {
      jobId,
      epoch,
      state: 'open',
      target,
      channel,
      brief,
      path: [mesh.localPeer],
      maxDepth,
      credit,
      left: credit,
      turns: 0,
      startedAt: now,
      expiresAt: header.expiresAt,
    };
    const job = this.take(record, Lineage.root(header), burns);
    this.#endWith(job, options.signal);
    return job;
  }

  /** Takes a job in hand: a new one, or one that a crash left open. */
  take(record: StoredJob, lineage: Lineage, burns: 0 | 1): OpenJob {
    const { mesh, permits, work } = this.#runtime;
    const { jobId, credit, epoch } = record;
    const ledger = new Ledger(credit, burns, [mesh.localPeer]);
    const end = new AbortController();
    const onTick = (tick: ProgressTick): void => this.#monitor.onTick(jobId, epoch, tick);
    const sender = new Sender({ lineage, ledger, signal: end.signal, permits, onTick });
    const origin = mesh.localPeer;
    const done = work.begin({ jobId, origin, abort: (reason) => end.abort(reason), nudge: () => ledger.nudge() });
    const job: OpenJob = { record, lineage, ledger, sender, end, isTold: false, done };
    this.#open.set(jobId, job);
    return job;
  }

  /** The job of this ID, while it is open. */
  inHand(jobId: string): OpenJob | undefined {
    return this.#open.get(jobId);
  }

  /** Records a job that begins; with its first message, which is recorded on its way out. */
  begun({ record }: OpenJob): void {
    this.#runtime.store.putJob(record);
  }

  /** Tells, once, that a job has begun: when its record outlives a crash. */
  tell(job: OpenJob): void {
    const { emit, peers } = this.#runtime;
    const { jobId, channel, target } = job.record;
    if (!job.isTold) {
      job.isTold = true;
      emit({ event: 'job.started', jobId, channel, target: peers.names([target])[0] ?? target });
    }
  }

  /** Enters how the root event was answered. The job stays open in the record while branches hold credit. */
  async answered(job: OpenJob, reply: PeerReply): Promise<JobReport> {
    const { ledger } = job;
    job.reply = reply;
    const { store } = this.#runtime;
    if (ledger.open > 0) {
      ledger.onChange(() => {
        if (ledger.open === 0) {
          this.#finish(job, reply).catch((error: unknown) => {
            this.#runtime.log.error({ err: error, job: job.record.jobId }, 'the end of a job could not be recorded');
          });
        }
      });
      const record = this.#closing(job, reply);
      this.#put(job, { ...record, state: record.state === 'stopped' ? 'frozen' : 'open' });
      await store.written();
      this.tell(job);
      return this.#report(record);
    }
    return this.#finish(job, reply);
  }

  /** A root event that came to nothing before anything was sent. */
  refused(job: OpenJob, refusal: Refusal): Promise<JobReport> {
    return this.answered(job, { ok: false, from: this.#runtime.mesh.localPeer, refusal });
  }

  /** Ends all jobs that run, with `interrupted`. */
  stop(): void {
    for (const { end } of this.#open.values()) {
      end.abort(new TurnAbortedError('interrupted', 'the node is stopping'));
    }
  }

  /** Closes a job that a crash left open and that cannot go on. A brake that had fired still stands in its record. */
  interrupted(job: StoredJob, detail: string): void {
    const { clock, mesh, threads } = this.#runtime;
    const stop = threads.frozen(job.jobId, mesh.localPeer);
    const ended = { ...job, detail, endedAt: clock.now() };
    const record: StoredJob =
      stop !== undefined && stop.epoch >= job.epoch
        ? { ...ended, state: 'stopped', reason: stop.reason, path: stop.path }
        : { ...ended, state: 'failed', reason: 'interrupted' };
    this.#close(record);
  }

  /** A person gives the answer: the job is done with it, whatever still runs. */
  resolve(jobId: string, text: string): void {
    const { clock, store } = this.#runtime;
    const record = store.job(jobId);
    const job = this.#open.get(jobId);
    if (record !== undefined) {
      const answer = { result: JSON.stringify(text), detail: ANSWERED, endedAt: clock.now() };
      this.#close({ ...record, ...(job && accountOf(job.ledger)), state: 'done', ...answer });
    }
    this.#open.delete(jobId); // What is still to come of it changes its record no more.
    job?.end.abort(new TurnAbortedError('cancelled', ANSWERED));
  }

  /** How a job stands, for its operator. */
  reportOf({ record }: OpenJob): JobReport {
    return this.#report(this.#runtime.store.job(record.jobId) ?? record);
  }

  list(limit: number): readonly JobSummary[] {
    return this.#runtime.store.jobs(Math.min(limit, MAX_LISTED)).map((job) => this.#summary(job));
  }

  find(jobId: string): JobSummary | undefined {
    const job = this.#runtime.store.job(jobId);
    return job && this.#summary(job);
  }

  async #finish(job: OpenJob, reply: PeerReply): Promise<JobReport> {
    const { emit, metrics, store } = this.#runtime;
    const record = this.#closing(job, reply);
    const isCurrent = this.#open.get(record.jobId) === job;
    this.#put(job, record);
    job.done();
    if (isCurrent) {
      this.#open.delete(record.jobId);
    }
    this.#monitor.ended(record);
    await store.written();
    const report = isCurrent ? this.#report(record) : this.reportOf(job);
    if (isCurrent) {
      this.tell(job);
      metrics.jobEnded(record.state);
      emit({ event: 'job.done', job: report });
    }
    return report;
  }

  /** Records the end of a job, and tells of it when that outlives a crash. */
  #close(record: StoredJob): void {
    const { emit, log, metrics, store } = this.#runtime;
    store.putJob(record);
    this.#monitor.ended(record);
    metrics.jobEnded(record.state);
    store.written().then(
      () => emit({ event: 'job.done', job: this.#report(record) }),
      (error: unknown) => log.error({ err: error, job: record.jobId }, 'the end of a job could not be recorded'),
    );
  }

  /** Records how a job stands, unless it has been released meanwhile: then it stands otherwise. */
  #put(job: OpenJob, record: StoredJob): void {
    if (this.#open.get(record.jobId) === job) {
      this.#runtime.store.putJob(record);
    }
  }

  #frozen({ jobId, origin, epoch, reason, path }: StoppedJob): void {
    const { mesh, store } = this.#runtime;
    const record = origin === mesh.localPeer ? store.job(jobId) : undefined;
    if (record?.epoch !== epoch) {
      return;
    }
    const job = this.#open.get(jobId);
    if (job !== undefined && job.reply === undefined) {
      this.#put(job, { ...job.record, state: 'frozen', reason, path });
    } else if (job === undefined && record.state === 'done' && record.detail !== ANSWERED) {
      store.putJob({ ...record, state: 'stopped', reason, path }); // It was heard of after the answer.
    }
  }

  #closing({ record, ledger }: OpenJob, reply: PeerReply): StoredJob {
    const { path, stops } = ledger.summary();
    const refusal = reply.ok ? undefined : reply.refusal;
    const frozen = this.#runtime.threads.frozen(record.jobId, this.#runtime.mesh.localPeer);
    const stop = stops[0] ?? (frozen !== undefined && frozen.epoch >= record.epoch ? frozen : undefined);
    const isStopped = stop !== undefined || (refusal !== undefined && isBrakeReason(refusal.reason));
    const state: JobState = isStopped ? 'stopped' : refusal ? 'failed' : 'done';
    const reason = stop?.reason ?? refusal?.reason;
    const detail =
      refusal?.detail ?? (stop && 'a brake stopped a part of the job; what it answered was given after that');
    const result = reply.ok ? reply.content : undefined;
    const stoppedPath = stop?.path ?? (refusal?.path.length ? refusal.path : path);
    return {
      ...record,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail }),
      ...(result === undefined ? {} : { result: JSON.stringify(result) }),
      path: isStopped || refusal ? stoppedPath : path,
      ...accountOf(ledger),
      endedAt: this.#runtime.clock.now(),
    };
  }

  #report(job: StoredJob): JobReport {
    const { jobId, state, reason, detail, turns, credit, left, result } = job;
    return {
      jobId,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail: this.#runtime.peers.sentence(detail) }),
      path: this.#runtime.peers.names(job.path),
      depth: Math.max(0, job.path.length - 1),
      turns,
      credit: { granted: credit, left },
      ...(result === undefined ? {} : { result: JSON.parse(result) as JsonValue }),
    };
  }

  #summary(job: StoredJob): JobSummary {
    const { channel, brief, startedAt, endedAt } = job;
    const [target = job.target] = this.#runtime.peers.names([job.target]);
    const end = endedAt === undefined ? {} : { endedAt };
    return { ...this.#report(job), channel, target, brief, startedAt, ...end };
  }

  #endWith({ end }: OpenJob, signal: AbortSignal | undefined): void {
    const onAbort = (): void => end.abort(new TurnAbortedError('cancelled', 'the operator cancelled the job'));
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted === true) {
      onAbort();
    }
  }
}

/** What a job's credit has come to so far. */
function accountOf(ledger: Ledger): Pick<StoredJob, 'turns' | 'left'> {
  const { burnt, returned } = ledger.summary();
  return { turns: burnt - ledger.writtenOff, left: returned };
}

const ANSWERED = 'a person gave the answer';

/** Jobs that a list holds, at most. */
const MAX_LISTED = 1000;

function bounded(option: string, value: number, max: number): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    throw new InvalidOptionError(option, `must be a whole number from 1 to ${max}, and is ${value}`);
  }
  return value;
}
