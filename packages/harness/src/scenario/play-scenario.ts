import { jobsOf, watchInvariants } from '../invariants/index.ts';
import type { Violation } from '../record.ts';
import type { World } from '../world/world.ts';
import { agentOf, peersOf } from './cast.ts';
import { checkOutcome } from './outcome.ts';
import { cast } from './play/agent-script.ts';
import { Stage } from './play/stage.ts';
import { StepFailedError, takeSteps } from './play/steps.ts';
import { timeFaults } from './play/timed-faults.ts';
import type { ScenarioFile } from './schema/scenario.ts';

/** A world that tells when something has happened in it: a simulated one. */
interface Stepping {
  onStep?(listener: () => void): () => void;
}

/**
 * Plays a scenario in a world whose peers have been started, with the configs of the scenario, and have met: see
 * `configOf` and `peersOf`. Invariants are checked after every step, in a simulated world whenever something has happened,
 * and when it has come to rest.
 *
 * @returns what broke; a step that cannot be ended ends the scenario and is a violation, too
 */
export async function playScenario(scenario: ScenarioFile, world: World & Stepping): Promise<Violation[]> {
  const stage = new Stage(world);
  const watch = watchInvariants(world, { isLegit: scenario.legit ?? false });
  const broken: Violation[] = [];
  const look = (): void => void broken.push(...watch.always());
  const unwatch = world.onStep?.(look);
  try {
    for (const name of peersOf(scenario).all) cast(stage, stage.scope, name, agentOf(scenario, name) ?? 'echo');
    const faultsHaveCome = timeFaults(stage, scenario.faults ?? []);
    await takeSteps(stage, scenario.steps, stage.scope, 'steps', look);
    await faultsHaveCome(); // What never comes would hold for nothing.
    await world.rest();
    if (stage.strangers.size > 0) await strangersEnd(world);
    broken.push(...watch.atRest());
    if (scenario.expect !== undefined) checkOutcome(stage, scenario.expect);
  } catch (error) {
    if (error instanceof StepFailedError) stage.fail(error.message);
    else broken.push(unrest(error, world));
  } finally {
    unwatch?.();
    stage.ending.abort();
  }
  for (const failure of stage.background.unheard()) stage.fail(failure);
  return [...stage.violations, ...broken];
}

/** How long a job of a stranger lives, and a minute for clocks that differ, in milliseconds. */
const STRANGERS_JOB_MS = 120_000;

/**
 * A world rests when no job of its nodes is open. What they still ask in the job of a stranger, who may answer never, ends
 * with that job.
 */
async function strangersEnd(world: World): Promise<void> {
  const isWaiting = world.running.some((name) =>
    jobsOf(world).some((jobId) =>
      world
        .node(name)
        .trace(jobId)
        ?.hops.some(({ outcomes }) => outcomes.some(({ state }) => state === 'waiting')),
    ),
  );
  if (!isWaiting) return;
  await world.advance(STRANGERS_JOB_MS);
  await world.rest();
}

/** What is said of a world that does not come to rest. */
function unrest(error: unknown, world: World): Violation {
  const detail = error instanceof Error ? error.message : String(error);
  return { rule: 'I10', detail: `the world did not come to rest: ${detail}`, at: world.now() };
}
