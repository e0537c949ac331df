import type { RunRecord, Violation, WaitSeen } from '../record.ts';
import { violation } from './invariant.ts';
import { jobsIn } from './record-index.ts';
import { RECORD_LAWS, type Known } from './record-laws.ts';
import { cycleViolations } from './waits.ts';

export interface CheckRecordOptions {
  /**
   * Whether the record holds everything that a peer sent and got; what a peer unknown to it did is not judged.
   *
   * @default all do
   */
  readonly knows?: Known['knows'];
}

/**
 * The invariants on what was seen: of a log, a counterexample, a run. Pure, and linear in the record. What the record had as
 * `violations` before is not looked at.
 */
export function checkRecord(record: RunRecord, options: CheckRecordOptions = {}): readonly Violation[] {
  const known: Known = { record, knows: options.knows ?? (() => true) };
  return [
    ...jobsIn(record).flatMap((job) => RECORD_LAWS.flatMap((law) => law(job, known))),
    ...waitsEnd(record),
    ...comesToRest(record),
  ];
}

/** I6: of what waits still in the end. In a log, what runs still may wait: only jobs that are over count. */
function waitsEnd({ jobs, kind, messages, waits }: RunRecord): readonly Violation[] {
  const over = new Set(jobs.flatMap(({ jobId, state }) => (state === 'open' || state === 'frozen' ? [] : [jobId])));
  const edges = new Map<string, Set<string>>();
  const add = ({ from, to, jobId }: Pick<WaitSeen, 'from' | 'to' | 'jobId'>): void => {
    if (kind !== 'log' || over.has(jobId)) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  };
  for (const wait of waits) if (wait.until === undefined) add(wait);
  for (const message of messages) if (message.fate.kind === 'waiting') add(message);
  return cycleViolations(edges);
}

/** I10: of runs that were played to their end. */
function comesToRest({ jobs, kind }: RunRecord): readonly Violation[] {
  if (kind !== 'scenario' && kind !== 'walk') return [];
  return jobs
    .filter(({ state }) => state === 'open' || state === 'frozen')
    .map(({ jobId, origin, state }) =>
      violation('I10', `the run is over, and a job of ${origin} is ${state}`, { jobId, peer: origin }),
    );
}
