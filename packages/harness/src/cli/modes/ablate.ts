import { count, table } from '@hoplite/node/cli';
import { ablate, type AblationRow } from '../../ablation/index.ts';
import type { Analysis, Task, Verdict } from '../analysis.ts';

/** Takes away one brake after the other. What breaks without a brake is what the brake is for: no violation of anything. */
export async function analyzeAblation({ signal, progress }: Task): Promise<Analysis> {
  const rows = await ablate({
    signal,
    onProgress: ({ brake, world, states }) =>
      progress.say(`without ${brake}, in a world of ${world}: ${states} states`),
  });
  const unnoticed = rows.filter(({ breaks }) => breaks === undefined).map(({ brake }) => brake);
  const records = rows.flatMap(({ brake, breaks }) =>
    breaks === undefined ? [] : [{ ...breaks.counterexample, id: `without-${brake}` }],
  );
  return {
    verdict: signal.aborted ? 'interrupted' : ablationVerdict(rows),
    text: [
      tableOf(rows),
      unnoticed.length === 0
        ? `${count(rows.length, 'brake')}: something breaks without each of them`
        : `${count(unnoticed.length, 'brake')} that nobody missed in these worlds: ${unnoticed.join(', ')}. Untested here, or needless.`,
    ].join('\n\n'),
    found: { rows, unnoticed },
    records,
    title: 'What breaks without each brake',
    from: () => ['--ablate'],
  };
}

/** A brake that nobody misses is untested, or needless: that it is good for something is not shown. */
export function ablationVerdict(rows: readonly Pick<AblationRow, 'breaks'>[]): Verdict {
  return rows.every(({ breaks }) => breaks !== undefined) ? 'held' : 'unproved';
}

function tableOf(rows: readonly AblationRow[]): string {
  const lines = rows.map(({ brake, breaks }) =>
    breaks === undefined
      ? [brake, '', '', 'nothing noticed it']
      : [brake, breaks.rule, String(breaks.steps), `${breaks.says} (a world of ${breaks.world})`],
  );
  return table([['without', 'breaks', 'steps', 'which says'], ...lines]);
}
