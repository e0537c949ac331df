import { ScenarioStepError } from '../../errors.ts';
import type { Step } from '../schema/step.ts';
import type { Scope } from '../scope.ts';
import { actorOf } from './background.ts';
import { controlVerbs } from './control.ts';
import { forgeVerbs } from './forge.ts';
import { jobVerbs } from './jobs.ts';
import { peopleVerbs } from './people.ts';
import { processVerbs } from './processes.ts';
import type { At, Verbs } from './verbs.ts';
import { settle } from './settle.ts';
import { conclude, type Stage } from './stage.ts';

const VERBS: Verbs = { ...controlVerbs, ...jobVerbs, ...peopleVerbs, ...processVerbs, ...forgeVerbs };

const NAMES = Object.keys(VERBS) as (keyof Verbs)[];

/** Verbs that wait for something that a node does. The others see to the world themselves, or wait for nothing. */
const WAITING: ReadonlySet<string> = new Set<keyof Verbs>([
  ...(['delegate', 'send', 'post', 'ask', 'await', 'inbox', 'halt', 'resume', 'connect', 'forge', 'deliver'] as const),
]);

/** The verb of a step. */
export function verbOf(step: Step): keyof Verbs {
  const verb = NAMES.find((name) => name in step);
  if (verb === undefined) throw new ScenarioStepError(`no verb is known of ${Object.keys(step).join(', ')}`);
  return verb;
}

/** Takes steps one after the other, and `after` each of them. */
export async function takeSteps(
  stage: Stage,
  steps: readonly Step[],
  scope: Scope,
  where: string,
  after: () => void,
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await takeStep(step, { stage, scope, where: `${where}[${index}]`, after });
    after();
  }
}

/** Takes one step: does what its verb says, compares what comes of it, and binds it. */
export async function takeStep(step: Step, at: At): Promise<void> {
  const verb = verbOf(step);
  const where = `${at.where} ${verb}`;
  const cancel = new AbortController();
  // A table of functions, each for the steps with its own verb.
  const act = VERBS[verb] as (step: Step, at: At, signal: AbortSignal) => Promise<unknown>;
  const value = act(step, { ...at, where }, cancel.signal);
  const failed = 'error' in step ? step.error : undefined;
  try {
    if ('background' in step) {
      const { background } = at.stage;
      background.begin(step.as, { value, cancel, where, actor: at.scope.word(actorOf(step)) });
      return;
    }
    const given = await (WAITING.has(verb) ? settle(at.stage.world, value) : value);
    conclude(at.stage, at.scope, where, given, concluded(step));
  } catch (error) {
    if (failed !== undefined && error instanceof Error && error.name === failed) return;
    if ('mayFail' in step && error instanceof Error && step.mayFail.includes(error.name)) return;
    throw error instanceof StepFailedError ? error : new StepFailedError(where, error);
  }
  if (failed !== undefined) at.stage.fail(`${where}: it should have failed with ${failed}, and did not`);
}

/** Thrown when a step cannot be ended, with the place; the scenario goes no further. */
export class StepFailedError extends Error {
  override readonly name = 'StepFailedError';
  readonly code = 'ERR_STEP_FAILED';

  constructor(where: string, cause: unknown) {
    super(`${where}: ${cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)}`, { cause });
  }
}

/** What verbs that conclude by themselves leave: nothing. */
function concluded(step: Step): Parameters<typeof conclude>[4] {
  if ('until' in step || 'look' in step) return {};
  return step as Parameters<typeof conclude>[4];
}
