import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { randomScenario } from '../../src/random-world/index.ts';
import { runScenario } from '../../src/scenario/index.ts';

/** Where the seeds begin. Another one walks through other worlds: HOPLITE_WALK_SEED=5000. */
const FIRST = Number(process.env['HOPLITE_WALK_SEED'] ?? 1);

const WORLDS = 80;

/** Worlds of one test: it tells which seed it was. */
const AT_ONCE = 10;

describe('random worlds come to rest and break no invariant', () => {
  verifies('harness.scenario.random');

  test.each(Array.from({ length: WORLDS / AT_ONCE }, (_, index) => FIRST + index * AT_ONCE))(
    'ten worlds, seeds from %d',
    async (first) => {
      for (let seed = first; seed < first + AT_ONCE; seed += 1) {
        const { violations } = await runScenario(randomScenario(seed, { peers: 4, steps: 10 }));
        expect(violations, `hoplite analyze --walk --seed ${seed} plays the like of it`).toEqual([]);
      }
    },
  );

  test('and much happens in them: agents run, on all channels, and every second world has a brake fire', async () => {
    const records = await Promise.all(
      Array.from({ length: 20 }, (_, index) => runScenario(randomScenario(FIRST + index))),
    );
    const channels = new Set(records.flatMap(({ turns }) => turns.map(({ channel }) => channel)));
    const stopped = records.filter(({ messages }) => messages.some(({ fate }) => fate.kind === 'refused'));
    expect([...channels].sort()).toEqual(['room', 'session', 'task']);
    expect(stopped.length).toBeGreaterThanOrEqual(10);
  });
});
