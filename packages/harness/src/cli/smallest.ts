import { count, printableLines } from '@hoplite/node/cli';
import type { RunRecord } from '../record.ts';
import { reportText } from '../report/index.ts';
import { runScenario, type ScenarioFile } from '../scenario/index.ts';
import { failsLike, scenarioText, shrink } from '../shrink/index.ts';
import type { Task } from './analysis.ts';

/** The smallest scenario that was found to fail as a run did, and what it showed. */
export interface Smallest {
  readonly scenario: ScenarioFile;
  readonly shown: RunRecord;
}

/** Makes a scenario small that failed, while it fails in the same way. Ctrl+C: as small as it has got. */
export async function smallestLike(
  scenario: ScenarioFile,
  failed: RunRecord,
  { signal, progress }: Pick<Task, 'signal' | 'progress'>,
): Promise<Smallest | undefined> {
  try {
    const seeded = failed.seed === undefined ? scenario : { ...scenario, seed: failed.seed };
    progress.say(`${scenario.id} fails: making it small`);
    const smallest = await shrink(seeded, failsLike(failed, { signal }), {
      signal,
      onProgress: ({ runs }) => progress.say(`${scenario.id} fails: making it small, ${count(runs, 'run')}`),
    });
    return { scenario: smallest, shown: await runScenario(smallest, { signal }) };
  } catch (error) {
    if (!signal.aborted) throw error;
    return undefined;
  }
}

/** What it showed, and the file to keep it in. */
export function smallestText({ scenario, shown }: Smallest): string {
  const text = printableLines(scenarioText(scenario)).trimEnd();
  return `${reportText(shown, { from: ['smallest.json'] })}\n\nsmallest.json, a scenario that fails so:\n${text}`;
}
