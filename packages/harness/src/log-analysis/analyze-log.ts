import type { EscalationSeen, JobSeen, MessageSeen, RunRecord, TurnSeen, Violation, WaitSeen } from '../record.ts';
import { checkRecord } from '../invariants/index.ts';
import { violation } from '../invariants/invariant.ts';
import { settled } from '../simulation/event-loop.ts';
import { classify, type Classification } from './classify.ts';
import { FREEZE_GRACE_MS, freezesIn, type Freeze } from './freezes.ts';
import { loopReport, type LoopBugReport } from './loop-report.ts';
import { mergeJob, type MergedJob } from './merged-job.ts';
import { Names } from './names.ts';
import { closeLogs, openLogs, type NodeLog } from './node-log.ts';
import { recordJob } from './recorded-job.ts';
import { Signatures } from './signatures.ts';

export interface AnalyzeLogOptions {
  /** Jobs that are looked at, the newest. @default 1000 */
  readonly jobs?: number;
  /** Messages of one job that are read in each store. @default 2000 */
  readonly messagesPerJob?: number;
  /** When it is, in milliseconds since the Unix epoch. @default what the newest record says */
  readonly now?: number;
  /** Ends the analysis; what was found until then is returned. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
}

/** A job of real nodes, and what it was. */
export interface AnalyzedJob extends Classification {
  readonly jobId: string;
  /** Name of the peer where it began, if that is known. */
  readonly origin?: string;
  /** Of this job. */
  readonly violations: readonly Violation[];
  /** Of one that a brake stopped, or in which something was violated. */
  readonly report?: LoopBugReport;
}

export interface LogAnalysis {
  /** With the violations. */
  readonly record: RunRecord;
  /** Newest first. */
  readonly jobs: readonly AnalyzedJob[];
  /** What the stores do not tell: sentences. */
  readonly partial: readonly string[];
  readonly isInterrupted: boolean;
}

/** Verdicts for which a loop bug report is filled. */
const REPORTED = new Set(['loop stopped', 'ping-pong stopped', 'chain stopped', 'storm stopped', 'policy']);

/** Jobs between two looks at whether to go on. */
const JOBS_AT_ONCE = 16;

const MAX_ESCALATIONS = 10_000;

/**
 * Puts together what real nodes have kept, checks the invariants on what happened, and says of each job what it was. The
 * stores are only read, and may be those of nodes that run.
 *
 * @throws {StoreMissingError} @throws {StoreCorruptError} @throws {StoreVersionError} @throws {StoreOutdatedError}
 * @throws {StoreUnavailableError}
 */
export async function analyzeLog(
  directories: readonly string[],
  options: AnalyzeLogOptions = {},
): Promise<LogAnalysis> {
  const logs = openLogs(directories);
  try {
    return await new LogReader(logs, options).read();
  } finally {
    closeLogs(logs);
  }
}

class LogReader {
  readonly #logs: readonly NodeLog[];
  readonly #options: AnalyzeLogOptions;
  readonly #names = new Names();
  readonly #own: ReadonlySet<string>;
  readonly #freezes: ReadonlyMap<string, Freeze>;
  readonly #signatures = new Signatures();
  readonly #strangers = new Map<string, number>();
  readonly #partial: string[] = [];

  constructor(logs: readonly NodeLog[], options: AnalyzeLogOptions) {
    this.#logs = logs;
    this.#options = options;
    this.#own = new Set(logs.map(({ peerId, name }) => (peerId === undefined ? name : this.#names.add(peerId, name))));
    this.#freezes = freezesIn(logs);
  }

  async read(): Promise<LogAnalysis> {
    const { jobs: limit = 1000, onProgress, signal } = this.#options;
    const ids = newestOf(this.#logs, limit);
    const found: { readonly job: AnalyzedJob; readonly record: JobRecord }[] = [];
    let done = 0;
    for (const [index, jobId] of ids.entries()) {
      if (index % JOBS_AT_ONCE === 0) {
        onProgress?.({ done: index, of: ids.length });
        await settled();
      }
      if (signal?.aborted === true) break;
      const merged = mergeJob(this.#logs, jobId, this.#options.messagesPerJob ?? 2000);
      done += 1;
      if (hasContent(merged)) found.push(this.#analyze(merged));
    }
    onProgress?.({ done, of: ids.length });
    const isInterrupted = done < ids.length;
    return {
      record: this.#record(found.map(({ record }) => record)),
      jobs: found.map(({ job }) => job),
      partial: [...this.#partial, ...this.#unknownPeers()],
      isInterrupted,
    };
  }

  #analyze(merged: MergedJob): { readonly job: AnalyzedJob; readonly record: JobRecord } {
    const { jobId } = merged;
    const recorded = recordJob(merged, this.#names, this.#options.now ?? this.#latest(merged));
    const escalations = this.#escalationsOf(jobId);
    this.#note(merged);
    const part = { ...recorded, jobs: recorded.job === undefined ? [] : [recorded.job], escalations };
    const violations = [
      // What is of the record as a whole is of this job: there is no other in it.
      ...checkRecord({ ...EMPTY, ...part }, { knows: (peer) => this.#own.has(peer) }).map((one) => ({ jobId, ...one })),
      ...this.#forged(merged),
      ...this.#afterFreeze(merged),
    ];
    const freeze = this.#freezes.get(jobId);
    const stop = freeze && { reason: freeze.reason, path: this.#names.path(freeze.path) };
    const classification = classify({ ...recorded, ...(stop === undefined ? {} : { stop }) });
    const newcomer = this.#newcomerOf(recorded.messages);
    const isReported = REPORTED.has(classification.verdict) || violations.length > 0;
    const report = loopReport({
      jobId,
      classification,
      messages: recorded.messages,
      violations,
      files: this.#logs.map(({ store }) => store.file),
      ...(newcomer === undefined ? {} : { newcomer }),
    });
    return {
      record: { ...part, violations },
      job: {
        ...classification,
        jobId,
        violations,
        ...(merged.origin === undefined ? {} : { origin: this.#names.of(merged.origin) }),
        ...(isReported ? { report } : {}),
      },
    };
  }

  #record(parts: readonly JobRecord[]): RunRecord {
    const messages = parts.flatMap((part) => part.messages).sort((a, b) => a.at - b.at);
    const turns = parts.flatMap((part) => part.turns).sort((a, b) => a.startedAt - b.startedAt);
    const times = messages.flatMap(({ at, endedAt = at }) => [at, endedAt]);
    return {
      id: 'log',
      source: this.#logs.map(({ directory }) => directory).join(', '),
      says: `what ${this.#logs.map(({ name }) => name).join(', ')} have kept`,
      kind: 'log',
      peers: [...new Set([...this.#own, ...messages.flatMap(({ from, to }) => [from, to])])],
      startedAt: times.reduce((least, at) => Math.min(least, at), times[0] ?? 0),
      endedAt: times.reduce((most, at) => Math.max(most, at), times[0] ?? 0),
      messages,
      turns,
      jobs: parts.flatMap((part) => part.jobs),
      waits: parts.flatMap((part) => part.waits),
      escalations: parts.flatMap((part) => part.escalations),
      faults: [],
      violations: parts.flatMap((part) => part.violations),
      effort: { steps: messages.length },
    };
  }

  /** When it is, as far as the logs know: the time of the newest that is kept of a job. */
  #latest({ messages, record }: MergedJob): number {
    let latest = record?.endedAt ?? 0;
    for (const { message } of messages.values()) latest = Math.max(latest, message.link.at);
    return latest;
  }

  #escalationsOf(jobId: string): readonly EscalationSeen[] {
    return this.#escalations().get(jobId) ?? [];
  }

  #byJob: ReadonlyMap<string, readonly EscalationSeen[]> | undefined;

  #escalations(): ReadonlyMap<string, readonly EscalationSeen[]> {
    this.#byJob ??= Map.groupBy(
      this.#logs.flatMap(({ store, peerId = '' }) =>
        store.escalations(MAX_ESCALATIONS).map(({ at, jobId, kind, path, reason }) => ({
          ...{ at, jobId, kind, reason },
          peer: this.#names.of(peerId),
          path: this.#names.path(path),
        })),
      ),
      ({ jobId }) => jobId,
    );
    return this.#byJob;
  }

  /** I9: what is kept must be what was signed. */
  #forged({ jobId, messages, unreadable }: MergedJob): readonly Violation[] {
    const forged = [...messages.values()].flatMap(({ message }) => {
      const by = this.#signatures.forgedIn(message.lineage);
      const { from, messageId, at } = message.link;
      const detail = `message ${messageId} has a link that does not bear the signature of ${this.#names.of(by ?? '')}`;
      return by === undefined ? [] : [violation('I9', detail, { jobId, peer: this.#names.of(from), at })];
    });
    const altered = unreadable.map(({ at, messageId, problem }) =>
      violation('I9', `message ${messageId}, as ${this.#names.of(at)} has it: ${problem}`, {
        jobId,
        peer: this.#names.of(at),
      }),
    );
    return [...forged, ...altered];
  }

  /** I7: who has signed a freeze begins nothing more of the job. */
  #afterFreeze({ jobId, messages }: MergedJob): readonly Violation[] {
    const freeze = this.#freezes.get(jobId);
    if (freeze === undefined) return [];
    return [...messages.values()].flatMap(({ arrived, message: { lineage, link } }) => {
      const isLate = lineage.job.epoch <= freeze.epoch && link.at > freeze.at + FREEZE_GRACE_MS;
      const peer = this.#names.of(freeze.by);
      return isLate && (arrived.get(freeze.by) ?? 0) > 0
        ? [violation('I7', `a turn began at ${peer} after it had frozen the job`, { jobId, peer, at: link.at })]
        : [];
    });
  }

  #newcomerOf(messages: readonly MessageSeen[]): string | undefined {
    const [first] = messages;
    const newcomer = this.#logs.find(
      ({ oldestAt }) => first !== undefined && oldestAt !== undefined && oldestAt >= first.at,
    );
    return newcomer?.name;
  }

  /** Notes what is not known of a job. */
  #note({ isCut, jobId, messages, origin, record }: MergedJob): void {
    if (isCut) this.#partial.push(`job ${jobId} has more messages than were read`);
    const parts = [...messages.values()].flatMap(({ message }) => [
      message.link.from,
      ...(message.body.wake?.map(({ peer }) => peer) ?? [message.link.to]),
    ]);
    const unknown = new Set(
      [
        ...parts,
        ...(record?.path ?? []),
        ...(this.#freezes.get(jobId)?.path ?? []),
        ...(record === undefined && origin !== undefined ? [origin] : []),
      ]
        .map((peer) => this.#names.of(peer))
        .filter((peer) => !peer.startsWith('#') && !this.#own.has(peer)),
    );
    for (const peer of unknown) this.#strangers.set(peer, (this.#strangers.get(peer) ?? 0) + 1);
  }

  #unknownPeers(): readonly string[] {
    return [...this.#strangers].map(
      ([peer, jobs]) =>
        `${peer} took part in ${jobs} ${jobs === 1 ? 'job' : 'jobs'}, and its directory was not given: ` +
        'what it did is known from others only',
    );
  }
}

interface JobRecord {
  readonly messages: readonly MessageSeen[];
  readonly turns: readonly TurnSeen[];
  readonly jobs: readonly JobSeen[];
  readonly waits: readonly WaitSeen[];
  readonly escalations: readonly EscalationSeen[];
  readonly violations: readonly Violation[];
}

const EMPTY = {
  ...{ id: 'log', source: '', says: '', peers: [], startedAt: 0, endedAt: 0, faults: [], violations: [] },
  kind: 'log',
  effort: { steps: 0 },
} as const;

/** Whether anything is known of a job: of what the self-test has kept, nothing is. */
function hasContent({ messages, record, refusals, unreadable }: MergedJob): boolean {
  return record !== undefined || messages.size > 0 || refusals.length > 0 || unreadable.length > 0;
}

/** The newest jobs of all logs, taken from each in turn. */
function newestOf(logs: readonly NodeLog[], limit: number): readonly string[] {
  const lists = logs.map(({ store }) => store.newestJobs(limit));
  const newest = new Set<string>();
  for (let rank = 0; newest.size < limit && lists.some((list) => rank < list.length); rank += 1) {
    for (const list of lists) {
      const jobId = list[rank];
      if (jobId !== undefined && newest.size < limit) newest.add(jobId);
    }
  }
  return [...newest];
}
