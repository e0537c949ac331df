import type { UsageQuery, UsageReport } from '../sdk.ts';
import { dollarsOf, tokensOf } from './amounts.ts';
import { printable } from './printable.ts';
import { table } from './table.ts';

type By = NonNullable<UsageQuery['by']>;
type Sum = Omit<UsageReport, 'key' | 'day'>;

/** What was used, by what, with a last line for all of it. */
export function usageTable(list: readonly UsageReport[], by: By, total = usageTotal(list)): string {
  if (list.length === 0) return 'no agent has reported any usage here';
  const head = [by.toUpperCase(), ...(by === 'day' ? [] : ['LAST DAY']), 'INPUT', 'CACHED', 'OUTPUT', 'COST'];
  const rows = list.map((row) => [nameOf(row.key, by), ...(by === 'day' ? [] : [printable(row.day)]), ...cellsOf(row)]);
  return table([head, ...rows, ['total', ...(by === 'day' ? [] : ['']), ...cellsOf(total)]]);
}

export function usageTotal(list: readonly UsageReport[]): Sum {
  const sum = (of: keyof Sum): number => list.reduce((total, row) => total + row[of], 0);
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    cachedTokens: sum('cachedTokens'),
    costUsd: Math.round(sum('costUsd') * 1e6) / 1e6, // Each is whole millionths; what floating point adds is none.
  };
}

/** Models are named by agents, which need not. */
function nameOf(key: string, by: By): string {
  return key === '' && by === 'model' ? '(not said)' : printable(key);
}

function cellsOf({ inputTokens, cachedTokens, outputTokens, costUsd }: Sum): readonly string[] {
  return [tokensOf(inputTokens), tokensOf(cachedTokens), tokensOf(outputTokens), dollarsOf(costUsd)];
}
