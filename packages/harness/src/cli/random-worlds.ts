import type { RunRecord } from '../record.ts';
import { isHeld } from '../report/words.ts';
import { runScenario, type ScenarioFile } from '../scenario/index.ts';
import type { Task } from './analysis.ts';
import { smallestLike, type Smallest } from './smallest.ts';

export interface PlayedWorlds {
  readonly played: readonly RunRecord[];
  /** Of the last one, if it failed. */
  readonly smallest?: Smallest;
}

export interface Worlds {
  /** What makes a world of a seed. */
  readonly randomScenario: (seed: number) => ScenarioFile;
  /** Of the first world; each after it has the next. */
  readonly seed: number;
  readonly worlds: number;
}

/** Plays worlds of whole nodes in the simulator until one fails, and makes that one small. */
export async function playWorlds(
  { randomScenario, seed, worlds }: Worlds,
  task: Pick<Task, 'signal' | 'progress'>,
): Promise<PlayedWorlds> {
  const { signal, progress } = task;
  const played: RunRecord[] = [];
  try {
    for (let index = 0; index < worlds; index += 1) {
      progress.say(`random world ${index + 1} of ${worlds}, seed ${seed + index}`);
      const scenario = randomScenario(seed + index);
      const record = await runScenario(scenario, { signal });
      played.push(record);
      if (isHeld(record)) continue;
      const smallest = await smallestLike(scenario, record, task);
      return { played, ...(smallest === undefined ? {} : { smallest }) };
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { played };
}
