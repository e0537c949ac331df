import { OnlyInRealWorldError } from '../errors.ts';
import type { RunRecord } from '../record.ts';
import { SimulatedWorld } from '../simulation/index.ts';
import { configOf, peersOf } from './cast.ts';
import { playScenario } from './play-scenario.ts';
import type { ScenarioFile } from './schema/scenario.ts';

export interface RunScenarioOptions {
  /** Of all chance. @default the scenario's own, or 1 */
  readonly seed?: number;
  /**
   * Real milliseconds for which what agents do for real is waited for; those of a scenario file do nothing real.
   *
   * @default 0
   */
  readonly patience?: number;
  readonly signal?: AbortSignal;
  /** Told now and then how many events of the simulation there were so far. */
  readonly onStep?: (steps: number) => void;
}

/**
 * Plays a scenario in a simulated world.
 *
 * @returns everything that was seen, with what broke; nothing is thrown for a violation
 * @throws {OnlyInRealWorldError} when the scenario says that it cannot be simulated
 * @throws the reason of the signal, when that was aborted
 */
export async function runScenario(scenario: ScenarioFile, options: RunScenarioOptions = {}): Promise<RunRecord> {
  const { id, source, says, only } = scenario;
  if (only?.world === 'real') throw new OnlyInRealWorldError(id, only.because);
  const { signal, onStep, patience = 0, seed = scenario.seed ?? 1 } = options;
  signal?.throwIfAborted();
  const { all, present } = peersOf(scenario);
  await using world = await SimulatedWorld.create({
    ...{ seed, patience },
    peers: present,
    later: all,
    config: (name) => configOf(scenario, name),
    ...(signal === undefined ? {} : { signal }),
  });
  world.onStep(() => onStep?.(world.steps));
  const violations = await playScenario(scenario, world);
  signal?.throwIfAborted();
  return { ...world.record({ id, source, says, kind: 'scenario' }), violations };
}
