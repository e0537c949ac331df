import type { Store, StoredUsage, UsageSum } from '../src/ports/store.ts';

type Amounts = Pick<StoredUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'costMicroUsd'>;

const MAX_MODELS = 64;

/** No number gets larger than JavaScript can say exactly. */
const plus = (a: number, b: number): number => Math.min(a + b, Number.MAX_SAFE_INTEGER);

function sum(a: Amounts, b: Amounts): Amounts {
  return {
    inputTokens: plus(a.inputTokens, b.inputTokens),
    outputTokens: plus(a.outputTokens, b.outputTokens),
    cachedTokens: plus(a.cachedTokens, b.cachedTokens),
    costMicroUsd: plus(a.costMicroUsd, b.costMicroUsd),
  };
}

/** What was used so far, with some more of it. */
export function withUsage(rows: readonly StoredUsage[], more: StoredUsage): readonly StoredUsage[] {
  const ofJob = rows.filter((row) => row.day === more.day && row.jobId === more.jobId && row.agent === more.agent);
  const others = ofJob.filter(({ model }) => model !== '' && model !== more.model);
  const usage = others.length < MAX_MODELS ? { ...more } : { ...more, model: '' };
  const before = ofJob.find(({ model }) => model === usage.model);
  return before === undefined
    ? [...rows, usage]
    : rows.map((row) => (row === before ? { ...row, ...sum(row, usage) } : row));
}

/** See {@link Store.usage}. */
export function usageOf(
  rows: readonly StoredUsage[],
  { by, since = '', jobId, limit }: Parameters<Store['usage']>[0],
): readonly UsageSum[] {
  const keyOf = ({ day, jobId: job, agent, model }: StoredUsage): string => ({ day, job, agent, model })[by];
  const sums = new Map<string, UsageSum>();
  for (const row of rows) {
    if (row.day >= since && (jobId === undefined || row.jobId === jobId)) {
      const { day, inputTokens, outputTokens, cachedTokens, costMicroUsd } = row;
      const amounts = { inputTokens, outputTokens, cachedTokens, costMicroUsd };
      const key = keyOf(row);
      const known = sums.get(key);
      sums.set(
        key,
        known === undefined
          ? { key, day, ...amounts }
          : { key, day: known.day > day ? known.day : day, ...sum(known, amounts) },
      );
    }
  }
  const before = (a: string, b: string): number => Number(a > b) - Number(a < b);
  return [...sums.values()].sort((a, b) => before(b.day, a.day) || before(a.key, b.key)).slice(0, limit);
}
