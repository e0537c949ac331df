import {
  CLOCK_SKEW_MS,
  Lineage,
  composeNotice,
  witnessFault,
  type Notice,
  type NoticeContent,
  type ProgressTick,
  type Refusal,
} from '@hoplite/p2p';
import { TokenBuckets } from '../../admission/rates.ts';
import type { StoredIntervention, StoredJob } from '../../ports/store.ts';
import type { Runtime } from '../../runtime.ts';
import type { JobWatch } from '../../sdk.ts';
import { StallKind } from '../stall/stall-kind.ts';
import { goalOf } from './job-window.ts';
import { JUDGED_TICKS, judge, type Judgement } from './judge.ts';
import type { TelemetryInit, TurnTelemetry } from './participant.ts';
import { Participants } from './participants.ts';
import { recordedWindow } from './recorded-window.ts';
import { interventionView, namedTicks } from './views.ts';
import { WatchedJob } from './watched-job.ts';

export type { TurnTelemetry } from './participant.ts';

type StallContent = Extract<NoticeContent, { readonly kind: 'stall' }>;

/** A turn that begins. */
export interface TurnToWatch extends TelemetryInit {
  readonly lineage: Lineage;
}

/** A wait here was in a circle, and has been failed. */
export interface BrokenDeadlock {
  /** Of the turn that waited. */
  readonly lineage: Lineage;
  readonly refusal: Refusal;
}

/** Jobs that are watched at once; the one heard from longest ago gives way. */
const MAX_WATCHED = 1024;

/** Peers of a path that a record names. */
const MAX_PATH = 32;

/** Ticks of one job that are judged: those of its participants, and what a dishonest one may add. */
const TICKS_PER_JOB = { burst: 512, perMinute: 6000 };

/** Stalls that one peer may tell of. */
const TOLD_PER_PEER = { burst: 20, perMinute: 10 };

/**
 * Watches the jobs that began here by the ticks of all who take part in them, and makes ticks of what this node does in the
 * jobs of others. Of a livelock a person is told while the work goes on, and when it recurs in the same epoch the job is
 * frozen. Of a deadlock it only keeps what was done: the waits themselves see it, and break it. Of all else nothing is done.
 */
export class Monitor {
  readonly #runtime: Runtime;
  readonly #participants: Participants;
  readonly #watched = new Map<string, WatchedJob>();
  readonly #told = new TokenBuckets(TOLD_PER_PEER);
  readonly #ticks = new TokenBuckets(TICKS_PER_JOB);
  readonly #listeners: ((intervention: StoredIntervention) => void)[] = [];

  constructor({ runtime }: { readonly runtime: Runtime }) {
    this.#runtime = runtime;
    this.#participants = new Participants(runtime.clock, runtime.mesh.localPeer);
  }

  /** Calls `listener` with every intervention in a job that began here, when it has been recorded. */
  onIntervention(listener: (intervention: StoredIntervention) => void): void {
    this.#listeners.push(listener);
  }

  /** A turn begins here, of whatever job. */
  begin({ lineage, ...init }: TurnToWatch): TurnTelemetry {
    return this.#participants.begin(lineage, init);
  }

  /** A participant of a job that began here has made a step. What comes of a job that is over is passed over. */
  onTick(jobId: string, epoch: number, tick: ProgressTick): void {
    const watched = this.#ticks.tryTake(jobId, this.#runtime.clock.now()) ? this.#watchedAt(jobId, epoch) : undefined;
    if (watched === undefined || watched.isFrozen) {
      return;
    }
    const livelock = watched.take(tick);
    const job = livelock && this.#openJob(jobId, epoch);
    if (livelock === undefined || job === undefined) {
      return;
    }
    const isAgain = this.#interventions(jobId, epoch).some(({ kind }) => kind === StallKind.LIVELOCK);
    watched.isFrozen = isAgain;
    const detail = `${livelock.why}. ${isAgain ? FROZEN : PERTURBED}`;
    this.#intervene(job, livelock, isAgain ? 'freeze' : 'perturb', detail);
    if (isAgain) {
      this.#runtime.threads.stopped(rootOf(job), { reason: 'livelock', path: livelock.path, detail });
    }
  }

  /** Another peer has broken a deadlock in a job that began here, as it says. */
  onStall(notice: Notice, content: StallContent): void {
    const { clock, mesh, peers } = this.#runtime;
    const { jobId, epoch, path, reason, witness } = content;
    const { from, at, until } = notice;
    const now = clock.now();
    const job = witness.origin === mesh.localPeer ? this.#runtime.store.job(jobId) : undefined;
    const isNews = until >= now && at <= now + CLOCK_SKEW_MS;
    if (job?.epoch !== epoch || reason !== 'deadlock' || !isNews || !this.#told.tryTake(from, now)) {
      return;
    }
    const fault = witnessFault(notice, { now, verify: mesh.verify });
    if (fault === undefined) {
      this.#broken(job, from, path, `${peers.nameOf(from)} failed a wait, since it was in a circle`);
    } else if (fault.reason === 'malformed') {
      mesh.charge(from, `a stall that shows no part in the job: ${fault.detail}`);
    }
  }

  /** A wait of a turn here was in a circle, and has been failed: the job's origin is told. */
  deadlocked({ lineage, refusal }: BrokenDeadlock): void {
    const { clock, ids, mesh, store } = this.#runtime;
    const { jobId, epoch, expiresAt } = lineage.job;
    const origin = lineage.origin ?? mesh.localPeer;
    const { reason, detail } = refusal;
    const path = refusal.path.slice(0, MAX_PATH);
    if (origin === mesh.localPeer) {
      const job = store.job(jobId);
      if (job?.epoch === epoch) {
        this.#broken(job, mesh.localPeer, path, detail);
      }
      return;
    }
    const stamp = { id: ids.next(), at: clock.now(), until: expiresAt + CLOCK_SKEW_MS };
    const content: StallContent = { kind: 'stall', jobId, epoch, reason, detail, path, witness: lineage };
    mesh.notify(origin, composeNotice(content, stamp, mesh.signer));
  }

  /** A job that began here is over. When its time ran out, a person sees what it did until then. */
  ended({ jobId, epoch, reason }: Pick<StoredJob, 'jobId' | 'epoch' | 'reason'>): void {
    const watched = this.#watched.get(jobId);
    if (watched?.epoch !== epoch) {
      return;
    }
    this.#watched.delete(jobId);
    const ticks = watched.window.all();
    if ((reason !== 'deadline' && reason !== 'expired') || ticks.length === 0 || watched.isFrozen) {
      return;
    }
    const judgement = judge(ticks);
    const words = `the time of the job ran out (${reason}); ${judgement.why}. Nothing was done about it`;
    this.#intervene({ jobId, epoch }, judgement, 'none', words);
  }

  /** What is known of a job that began here; undefined when nothing is. */
  watch(jobId: string): JobWatch | undefined {
    const { peers, store } = this.#runtime;
    const ticks = this.#watched.get(jobId)?.window.all() ?? [];
    const interventions = store.interventions(jobId).map((intervention) => interventionView(intervention, peers));
    if (ticks.length === 0 && interventions.length === 0) {
      return undefined;
    }
    const { kind, why } = judge(ticks.slice(-JUDGED_TICKS));
    return {
      window: namedTicks(judge(ticks).window, peers),
      verdict: { kind, why },
      goal: goalOf(ticks),
      interventions,
    };
  }

  /** @returns undefined when the job did not begin here, is over, or is in another epoch */
  #watchedAt(jobId: string, epoch: number): WatchedJob | undefined {
    const known = this.#watched.get(jobId);
    if (known?.epoch !== epoch && this.#openJob(jobId, epoch) === undefined) {
      return undefined;
    }
    const watched = known?.epoch === epoch ? known : new WatchedJob(epoch);
    this.#watched.delete(jobId); // To the end, as the newest.
    this.#watched.set(jobId, watched);
    const [oldest] = this.#watched.keys();
    if (oldest !== undefined && this.#watched.size > MAX_WATCHED) {
      this.#watched.delete(oldest);
    }
    return watched;
  }

  #openJob(jobId: string, epoch: number): StoredJob | undefined {
    const job = this.#runtime.store.job(jobId);
    return job?.state === 'open' && job.epoch === epoch ? job : undefined;
  }

  #interventions(jobId: string, epoch: number): readonly StoredIntervention[] {
    return this.#runtime.store.interventions(jobId).filter((intervention) => intervention.epoch === epoch);
  }

  /** Keeps that a deadlock was broken, once: each peer of the circle may tell of it. */
  #broken({ jobId, epoch }: StoredJob, by: string, path: readonly string[], detail: string): void {
    const members = membersOf(path);
    const isKnown = this.#interventions(jobId, epoch).some(
      (known) => known.kind === StallKind.DEADLOCK && membersOf(known.path) === members,
    );
    if (!isKnown) {
      this.#record({ jobId, epoch, by, kind: StallKind.DEADLOCK, action: 'break_cycle', detail, path });
    }
  }

  #intervene(
    { jobId, epoch }: Pick<StoredJob, 'jobId' | 'epoch'>,
    { kind, path, window }: Judgement,
    action: StoredIntervention['action'],
    detail: string,
  ): void {
    const by = this.#runtime.mesh.localPeer;
    this.#record({ jobId, epoch, by, kind, action, detail, path, window: recordedWindow(window) });
  }

  #record(seen: Omit<StoredIntervention, 'at'>): void {
    const { clock, emit, log, metrics, peers, store } = this.#runtime;
    const intervention: StoredIntervention = { ...seen, at: clock.now() };
    const { jobId, kind, action } = intervention;
    store.addIntervention(intervention);
    metrics.stalled(kind);
    log.warn({ job: jobId, kind, action }, 'a job has stalled');
    for (const listener of this.#listeners) {
      listener(intervention);
    }
    store.written().then(
      () => emit({ event: 'stall', jobId, intervention: interventionView(intervention, peers) }),
      (error: unknown) => log.error({ err: error, job: jobId }, 'a stall could not be recorded'),
    );
  }
}

/** The peers of a circle, whoever is named first. */
function membersOf(path: readonly string[]): string {
  return [...new Set(path)].sort().join();
}

/** The lineage of a job's root turn, which shows that it began here. */
function rootOf({ jobId, epoch, maxDepth, credit, startedAt, expiresAt }: StoredJob): Lineage {
  return Lineage.root({ jobId, epoch, maxDepth, credit, issuedAt: startedAt, expiresAt });
}

const PERTURBED =
  'The job goes on within its credit, and is frozen if this recurs: look at what the agents say to each other, or stop it';

const FROZEN = 'It had been told of before, and recurred, so the job is frozen: only a person can move it on';
