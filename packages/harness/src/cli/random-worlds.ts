import type { RunRecord } from '../record.ts';
import { isHeld } from '../report/words.ts';
import { runScenario, type ScenarioFile } from '../scenario/index.ts';
import type { Task } from './analysis.ts';

/** Where random worlds come from, and what makes a failing one small. */
export interface WorldMaker {
  readonly randomScenario: (seed: number) => ScenarioFile;
  readonly shrink: (
    scenario: ScenarioFile,
    stillFails: (candidate: ScenarioFile) => Promise<boolean>,
    options: { readonly signal: AbortSignal },
  ) => Promise<ScenarioFile>;
}

export interface PlayedWorlds {
  readonly played: readonly RunRecord[];
  /** Of the last one, if it failed: the smallest scenario that breaks one of the same rules. */
  readonly smallest?: ScenarioFile;
  /** What that one showed. */
  readonly shown?: RunRecord;
}

/** Plays worlds of whole nodes in the simulator, the first with the seed that is given, until one fails. */
export async function playWorlds(
  { randomScenario, shrink }: WorldMaker,
  { seed, worlds }: { readonly seed: number; readonly worlds: number },
  { signal, progress }: Pick<Task, 'signal' | 'progress'>,
): Promise<PlayedWorlds> {
  const played: RunRecord[] = [];
  try {
    for (let index = 0; index < worlds; index += 1) {
      progress.say(`random world ${index + 1} of ${worlds}, seed ${seed + index}`);
      const scenario = randomScenario(seed + index);
      const record = await runScenario(scenario, { signal });
      played.push(record);
      if (isHeld(record)) continue;
      const rules = new Set(record.violations.map(({ rule }) => rule));
      const smallest = await shrink(
        scenario,
        async (candidate) => {
          progress.say(`seed ${seed + index} fails: making it small, ${candidate.steps.length} steps now`);
          const { violations } = await runScenario(candidate, { signal });
          return violations.some(({ rule }) => rules.has(rule));
        },
        { signal },
      );
      return { played, smallest, shown: await runScenario(smallest, { signal }) };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { played };
}
