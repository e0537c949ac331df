import type { JsonValue } from '@hoplite/tools';
import { select } from '../selecting.ts';
import { untilHeld } from './holds.ts';
import { lookAt, untilLook, valueOf } from './look.ts';
import { roundsIn } from './rounds.ts';
import { selectionIn } from './stage.ts';
import { takeStep, takeSteps } from './steps.ts';
import type { StepWith, Verbs } from './verbs.ts';

type Control =
  | 'until'
  | 'look'
  | 'await'
  | 'cancel'
  | 'advance'
  | 'rest'
  | 'meet'
  | 'value'
  | 'together'
  | 'repeat'
  | 'each'
  | 'held'
  | 'release'
  | 'fault';

/** Time, looks, and steps made of steps. */
export const controlVerbs: Pick<Verbs, Control> = {
  until: (step, { stage, scope }) => untilLook(stage, scope, step),

  look: async (step, { stage, scope, where }) => {
    const { values, names } = lookAt(stage, scope, step.look, step);
    const selection = selectionIn(scope, step);
    const selected = values.map((value) => select(value, selection));
    const expected = step.expect === undefined ? undefined : scope.json(step.expect);
    for (const [index, value] of selected.entries()) {
      stage.compare(names === undefined ? where : `${where} at ${names[index] ?? ''}`, value, expected);
    }
    const value = valueOf({ values: selected, ...(names === undefined ? {} : { names }) });
    scope.bind(step.as, value);
    return value;
  },

  await: async (step, { stage }) => {
    if (!Array.isArray(step.await)) return stage.background.awaited(step.await);
    const awaited = step.await.map((name) => stage.background.awaited(name));
    return step.first === true ? Promise.race(awaited) : Promise.all(awaited);
  },

  cancel: async (step, { stage }) => stage.background.of(step.cancel).cancel.abort(),
  advance: (step, { stage, scope }) => stage.world.advance(scope.number(step.advance)),
  rest: (_, { stage }) => stage.world.rest(),
  meet: (_, { stage }) => stage.world.meet(),
  value: async (step, { scope }) => scope.json(step.value),
  held: (step, { stage }) => untilHeld(stage, step.held),
  release: async (step, { stage, scope }) => stage.holds.release(step.release, scope.json(step.with ?? 'released')),
  fault: async (step, { stage }) => stage.world.fault(step.fault),

  together: (step, at) =>
    Promise.all(step.together.map((each, index) => takeStep(each, { ...at, where: `${at.where}[${index}]` }))),
  repeat: (step, at) => rounds(step, at),
  each: (step, at) => rounds(step, at),
};

async function rounds(step: StepWith<'repeat'> | StepWith<'each'>, at: Parameters<Verbs['repeat']>[1]): Promise<void> {
  for (const values of roundsIn(step)) {
    const words = Object.entries(values).map(([name, value]) => `${name}=${wordOf(value)}`);
    const where = `${at.where} (${words.join(', ')})`;
    await takeSteps(at.stage, step.do, at.scope.inner(values), where, at.after);
  }
}

function wordOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
