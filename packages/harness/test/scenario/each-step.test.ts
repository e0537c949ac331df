import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { parseScenario, playScenario, simulate } from '../../src/scenario/index.ts';
import { SimulatedWorld } from '../../src/simulation/index.ts';
import type { Seen, World } from '../../src/world/world.ts';

verifies('harness.scenario.invariants-each-step');

/** Breaks an invariant, and leaves no trace of it: whoever looks only in the end sees nothing. */
async function breakForAWhile(world: World, events: Seen[], meanwhile: () => Promise<void>): Promise<void> {
  const turn = { event: 'turn:started', node: 'beta', at: world.now(), jobId: 'j1', epoch: 0 } as const;
  const planted: Seen = { ...turn, channel: 'task', depth: 1, messageId: 'm1' };
  const { length } = events;
  events.push(planted, planted);
  await meanwhile();
  events.splice(length, 2);
}

const TWICE = { rule: 'I3', detail: 'message m1 woke the agent of beta 2 times' };

test('what breaks while something happens is found then, by its time', async () => {
  let brokenAt = 0;
  const { violations, endedAt } = await simulate({
    agents: { alpha: () => 'ok', beta: () => 'ok' },
    run: async (world) => {
      await world.advance(60_000);
      brokenAt = world.now();
      await breakForAWhile(world, world.events as Seen[], () => world.advance(60_000));
    },
  });
  expect(violations).toContainEqual(expect.objectContaining({ ...TWICE, at: brokenAt }));
  expect(brokenAt).toBeLessThan(endedAt);
});

test.each([
  ['a world that tells of its steps', true, [{ advance: 60_000 }]],
  ['a world that does not, after the step', false, [{ meet: true }, { value: 1 }]],
] as const)('what breaks in the middle of a scenario is found, in %s', async (_, isStepping, steps) => {
  await using simulated = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  let mend: () => void = () => undefined;
  // The invariant is broken while time goes by in the one world, and from the first step to the second in the other.
  const world = new Proxy(simulated, {
    get(target, key) {
      if (key === 'onStep' && !isStepping) return undefined;
      if (key === 'advance') {
        return (ms: number) => breakForAWhile(target, target.events, () => target.advance(ms));
      }
      if (key === 'meet') {
        return () => {
          void breakForAWhile(target, target.events, () => new Promise((resolve) => (mend = resolve)));
          return Promise.resolve();
        };
      }
      if (key === 'rest') {
        return async () => {
          mend();
          await target.rest();
        };
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const about = { id: 'T', source: 'a test', says: 'what is right', peers: ['alpha', 'beta'] };
  expect(await playScenario(parseScenario({ ...about, steps }), world)).toContainEqual(expect.objectContaining(TWICE));
});
