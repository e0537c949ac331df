import type { RunRecord } from '../record.ts';

/**
 * A record of several jobs as one a job, so that each can be read by itself. What broke without being of a job
 * stands in one by itself; escalations without a job are left out.
 */
export function jobRecords(record: RunRecord): readonly RunRecord[] {
  const parts = {
    messages: byJob(record.messages),
    turns: byJob(record.turns),
    jobs: byJob(record.jobs),
    waits: byJob(record.waits),
    escalations: byJob(record.escalations),
    violations: byJob(record.violations),
  };
  const ids = new Set(Object.values(parts).flatMap((part) => [...part.keys()]));
  ids.delete(undefined);
  const violations = parts.violations.get(undefined) ?? [];
  const rest = violations.length === 0 ? [] : [{ ...record, ...NOTHING, says: 'what is of no single job', violations }];
  return [...ids]
    .map((jobId): RunRecord => {
      const messages = parts.messages.get(jobId) ?? [];
      const turns = parts.turns.get(jobId) ?? [];
      const starts = [...messages.map(({ at }) => at), ...turns.map(({ startedAt }) => startedAt)];
      const ends = [...messages, ...turns].flatMap(({ endedAt }) => (endedAt === undefined ? [] : [endedAt]));
      const [job] = parts.jobs.get(jobId) ?? [];
      const peers = new Set(messages.flatMap(({ from, to }) => [from, to]));
      return {
        ...record,
        id: jobId ?? '',
        says: job === undefined ? 'a job of which its origin told nothing' : `${job.origin} asked ${job.target}`,
        peers: record.peers.filter((peer) => peers.has(peer)),
        startedAt: least(starts, record.startedAt),
        endedAt: -least(
          [...starts, ...ends].map((at) => -at),
          -record.endedAt,
        ),
        messages,
        turns,
        jobs: parts.jobs.get(jobId) ?? [],
        waits: parts.waits.get(jobId) ?? [],
        escalations: parts.escalations.get(jobId) ?? [],
        violations: parts.violations.get(jobId) ?? [],
        effort: { steps: messages.length },
      };
    })
    .concat(rest);
}

const NOTHING = { messages: [], turns: [], jobs: [], waits: [], escalations: [], effort: { steps: 0 } } as const;

function byJob<T extends { readonly jobId?: string }>(
  items: readonly T[],
): ReadonlyMap<string | undefined, readonly T[]> {
  return Map.groupBy(items, ({ jobId }) => jobId);
}

function least(numbers: readonly number[], otherwise: number): number {
  return numbers.length === 0 ? otherwise : numbers.reduce((one, other) => Math.min(one, other));
}
