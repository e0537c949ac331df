import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { playWorlds } from '../../src/cli/random-worlds.ts';
import { parseScenario, type ScenarioFile } from '../../src/scenario/index.ts';

const quiet = { say: () => {}, end: () => {} };

/** Worlds of which the third expects what does not come about, after a step that does not matter. */
function world(seed: number): ScenarioFile {
  return parseScenario({
    id: `world-${seed}`,
    source: 'a test',
    says: 'one asks the other',
    seed,
    peers: ['alpha', 'beta'],
    steps: [
      { rest: true },
      { delegate: { from: 'alpha', to: 'beta', brief: 'hello' }, expect: { state: seed === 12 ? 'stopped' : 'done' } },
    ],
  });
}

describe('random worlds', () => {
  test('are played until one fails, which is made small while it breaks the same rule', async () => {
    verifies('harness.scenario.shrinks');
    const { signal } = new AbortController();
    const { played, smallest } = await playWorlds(
      { randomScenario: world, seed: 10, worlds: 9 },
      { signal, progress: quiet },
    );
    expect(played.map(({ seed, violations }) => [seed, violations.length])).toEqual([
      [10, 0],
      [11, 0],
      [12, 1],
    ]);
    expect(smallest?.scenario.steps).toHaveLength(1);
    expect(smallest?.shown.violations).toMatchObject([{ rule: 'expected' }]);
  });

  test('of which none fails are all played', async () => {
    const { signal } = new AbortController();
    const worlds = { randomScenario: world, seed: 1, worlds: 3 };
    const { played, smallest } = await playWorlds(worlds, { signal, progress: quiet });
    expect(played).toHaveLength(3);
    expect(smallest).toBeUndefined();
  });

  test('that were played before Ctrl+C are kept', async () => {
    const controller = new AbortController();
    const randomScenario = (seed: number): ScenarioFile => {
      if (seed === 3) controller.abort(new Error('enough'));
      return world(seed);
    };
    const worlds = { randomScenario, seed: 1, worlds: 9 };
    const { played } = await playWorlds(worlds, { signal: controller.signal, progress: quiet });
    expect(played).toHaveLength(2);
  });
});
