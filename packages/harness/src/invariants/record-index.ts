import { obliges } from '@hoplite/p2p';
import type { EscalationSeen, JobSeen, MessageSeen, RunRecord, TurnSeen } from '../record.ts';

/** What a record has of one job, put in order once. */
export interface RecordedJob {
  readonly jobId: string;
  /** As its origin has it, when the record knows. */
  readonly job?: JobSeen;
  readonly messages: readonly MessageSeen[];
  readonly turns: readonly TurnSeen[];
  readonly escalations: readonly EscalationSeen[];
  /** Messages by ID: different authors may use the same one. */
  readonly byId: ReadonlyMap<string, readonly MessageSeen[]>;
  /** Whether a peer was caught spending what it did not have. */
  readonly isCheated: boolean;
  /** Whether its root event happened more than once, because a person released it: `job` is of the last time then. */
  readonly isReleased: boolean;
}

/** A record by jobs. Linear in its size. */
export function jobsIn(record: RunRecord): readonly RecordedJob[] {
  const jobs = new Map<string, JobSeen>(record.jobs.map((job) => [job.jobId, job]));
  const messages = Map.groupBy(record.messages, ({ jobId }) => jobId);
  const turns = Map.groupBy(record.turns, ({ jobId }) => jobId);
  const escalations = Map.groupBy(record.escalations, ({ jobId }) => jobId ?? '');
  const ids = new Set([...jobs.keys(), ...messages.keys(), ...turns.keys()]);
  return [...ids].map((jobId) => {
    const job = jobs.get(jobId);
    const parts = {
      jobId,
      messages: messages.get(jobId) ?? [],
      turns: turns.get(jobId) ?? [],
      escalations: escalations.get(jobId) ?? [],
      ...(job === undefined ? {} : { job }),
    };
    return {
      ...parts,
      byId: Map.groupBy(parts.messages, ({ messageId }) => messageId),
      isCheated: parts.escalations.some(({ kind }) => kind === 'evidence'),
      isReleased: rootsOf(parts) > 1,
    };
  });
}

/** How often the root event of a job happened. As a turn at its origin it may send more than one message. */
function rootsOf({ job, messages, turns }: Pick<RecordedJob, 'job' | 'messages' | 'turns'>): number {
  const ran = turns.filter(({ depth }) => depth === 0).length;
  if (job === undefined || job.target === job.origin || ran > 0) return ran;
  const sent = messages.filter(({ act, depth, from }) => depth === 1 && obliges(act) && from === job.origin);
  return new Set(sent.map(({ messageId }) => messageId)).size;
}
