import type { AgentStep } from '../scenario/schema/agent.ts';
import type { Cast } from './cast.ts';

/** What no call of a model uses, and no tool of the runtime believes. */
const NO_TOKENS = [-1, 0.5] as const;

/** What an agent says of itself to the runtime, true or not: few different things, so that it repeats itself. */
export function report({ dice }: Cast): AgentStep {
  return dice.weighted<AgentStep>([
    [
      4,
      () => ({
        usage: {
          inputTokens: dice.pick([0, 1, 1000]),
          outputTokens: dice.chance(0.1) ? dice.pick(NO_TOKENS) : dice.pick([0, 1, 400, 9000]),
          ...dice.maybe(0.3, 'cachedTokens', () => dice.pick([0, 1])),
          ...dice.maybe(0.5, 'model', () => dice.pick(['small', 'unheard of'])),
          ...dice.maybe(0.2, 'costUsd', () => dice.pick([0, 0.02, 6])),
        },
      }),
    ],
    [
      4,
      () => ({
        ownTool: {
          name: dice.pick(['read', 'test']),
          input: dice.pick(['plan', { path: 'plan', line: 1 }]),
          result: dice.pick(['the same', 'round {n}']),
          ...dice.maybe(0.2, 'isError', () => true),
        },
      }),
    ],
    [2, () => ({ error: 'unavailable' })],
    [1, () => ({ artefact: dice.pick(['a-hash', '{n}']) })],
    [1, () => ({ progress: 'some are left', goalDistance: dice.pick([0, 1, 2, 3]) })],
  ]);
}

/** Says the same again and again, over some beats: whoever does that has the circuit breaker against it. */
export function runaway(cast: Cast): AgentStep {
  const { dice } = cast;
  return {
    repeat: dice.between(1, 6),
    do: [
      { repeat: dice.between(2, 40), do: dice.list(1, 2, () => report(cast)) },
      { sleep: dice.pick([250, 1100, 6000]) },
    ],
  };
}
