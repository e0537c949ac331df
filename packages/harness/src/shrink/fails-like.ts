import type { RunRecord, Violation } from '../record.ts';
import { runScenario } from '../scenario/run-scenario.ts';
import type { ScenarioFile } from '../scenario/schema/scenario.ts';

/**
 * Whether a scenario fails as a run did: the same rule breaks; of what was expected, the same step fails in the same way,
 * wherever it stands now and whatever was seen instead.
 *
 * @returns a judge for `shrink`, which plays candidates in the simulator
 */
export function failsLike(
  record: RunRecord,
  options: { readonly signal?: AbortSignal } = {},
): (candidate: ScenarioFile) => Promise<boolean> {
  const broken = new Set(record.violations.slice(0, 1).map(kindOf));
  return async (candidate) => {
    const { seed } = record;
    const { violations } = await runScenario(candidate, { ...options, ...(seed === undefined ? {} : { seed }) });
    return violations.some((violation) => broken.has(kindOf(violation)));
  };
}

/** What stays the same when a scenario gets smaller. */
function kindOf({ rule, detail }: Violation): string {
  if (rule !== 'expected') return rule;
  const what = detail
    .replace(/\[\d+\]/g, '[]')
    .replace(/ \([^)]*\)/g, '')
    .replace(/: it was .*?, and should /, ': should ');
  // An error that was thrown: its name says which, the rest is about this run.
  return `${rule} ${what.replace(/(: \w*Error): .*/s, '$1')}`;
}
