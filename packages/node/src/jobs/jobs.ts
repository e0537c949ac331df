import { Lineage, MAX_CREDIT, MAX_JOB_LIFETIME_MS, type Channel, type Refusal } from '@hoplite/p2p';
import type { JsonValue, PeerReply } from '@hoplite/tools';
import { isBrakeReason } from '../admission/reasons.ts';
import { Sender } from '../dispatch/sender.ts';
import { InvalidOptionError, TurnAbortedError } from '../errors.ts';
import type { JobState, StoredJob } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import type { JobOptions, JobReport, JobSummary } from '../sdk.ts';
import { Ledger } from '../turns/ledger.ts';

/** A job that runs and began here. */
export interface OpenJob {
  readonly record: StoredJob;
  readonly lineage: Lineage;
  readonly ledger: Ledger;
  /** The root event: on its behalf the first messages are sent. */
  readonly sender: Sender;
  /** Ends everything of the job that this node has a hand in. */
  readonly end: AbortController;
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
}

/** The jobs that began at this node: minted, followed to their end, and kept. */
export class Jobs {
  readonly #runtime: Runtime;
  readonly #open = new Map<string, OpenJob>();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Mints a job: the only place where credit comes from. It is not recorded yet. @throws {InvalidOptionError} */
  open({ channel, target, brief, burns, options }: JobInit): OpenJob {
    const { clock, ids, mesh, permits, policy } = this.#runtime;
    const credit = bounded('credit', options.credit ?? policy.credit, MAX_CREDIT);
    const maxDepth = bounded('maxDepth', options.maxDepth ?? policy.maxHopDepth, policy.maxHopDepth);
    const lifetime = bounded('timeoutMs', options.timeoutMs ?? policy.jobTimeoutMs, MAX_JOB_LIFETIME_MS);
    const now = clock.now();
    const header = { jobId: ids.next(), maxDepth, credit, issuedAt: now, expiresAt: now + lifetime };
    const lineage = Lineage.root(header);
    const ledger = new Ledger(credit, burns, [mesh.localPeer]);
    const end = new AbortController();
    const record: StoredJob = {
      jobId: header.jobId,
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
    const job = { record, lineage, ledger, sender: new Sender({ lineage, ledger, signal: end.signal, permits }), end };
    this.#open.set(header.jobId, job);
    this.#endWith(job, options.signal);
    return job;
  }

  /** Records a job that begins; with its first message, which is recorded on its way out. */
  begun({ record }: OpenJob): void {
    this.#runtime.store.putJob(record);
  }

  /** Enters how the root event was answered. The job stays open in the record while branches hold credit. */
  async answered(job: OpenJob, reply: PeerReply): Promise<JobReport> {
    const { ledger } = job;
    const { store } = this.#runtime;
    if (ledger.open > 0) {
      ledger.onChange(() => {
        if (ledger.open === 0) {
          this.#finish(job, reply);
        }
      });
      const record = this.#closing(job, reply);
      store.putJob({ ...record, state: 'open' });
      await store.written();
      return this.#report(record);
    }
    const report = this.#finish(job, reply);
    await store.written();
    return report;
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

  /** Closes the records of jobs that a crash left open. Their turns elsewhere end by their deadlines. */
  recover(): void {
    const { clock, store } = this.#runtime;
    const detail = 'the node stopped while the job ran';
    for (const job of store.openJobs()) {
      store.putJob({ ...job, state: 'failed', reason: 'interrupted', detail, endedAt: clock.now() });
    }
  }

  list(limit: number): readonly JobSummary[] {
    return this.#runtime.store.jobs(Math.min(limit, MAX_LISTED)).map((job) => this.#summary(job));
  }

  find(jobId: string): JobSummary | undefined {
    const job = this.#runtime.store.job(jobId);
    return job && this.#summary(job);
  }

  #finish(job: OpenJob, reply: PeerReply): JobReport {
    const record = this.#closing(job, reply);
    this.#runtime.store.putJob(record);
    this.#open.delete(record.jobId);
    const report = this.#report(record);
    this.#runtime.emit({ event: 'job', job: report });
    return report;
  }

  #closing({ record, ledger }: OpenJob, reply: PeerReply): StoredJob {
    const { path, stops, burnt, returned } = ledger.summary();
    const refusal = reply.ok ? undefined : reply.refusal;
    const [stop] = stops;
    const state: JobState =
      stop !== undefined || (refusal && isBrakeReason(refusal.reason)) ? 'stopped' : refusal ? 'failed' : 'done';
    const reason = stop?.reason ?? refusal?.reason;
    const detail =
      refusal?.detail ?? (stop && 'a brake stopped a part of the job; what it answered was given after that');
    const stoppedPath = stop?.path ?? (refusal?.path.length ? refusal.path : path);
    return {
      ...record,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail }),
      ...(reply.ok ? { result: JSON.stringify(reply.content) } : {}),
      path: state === 'done' ? path : stoppedPath,
      turns: burnt - ledger.writtenOff,
      left: returned,
      endedAt: this.#runtime.clock.now(),
    };
  }

  #report(job: StoredJob): JobReport {
    const { jobId, state, reason, detail, turns, credit, left, result } = job;
    return {
      jobId,
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(detail === undefined ? {} : { detail }),
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

/** Jobs that a list holds, at most. */
const MAX_LISTED = 1000;

function bounded(option: string, value: number, max: number): number {
  if (!Number.isSafeInteger(value) || value < 1 || value > max) {
    throw new InvalidOptionError(option, `must be a whole number from 1 to ${max}, and is ${value}`);
  }
  return value;
}
