import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { runLargeWorld } from '../../src/simulation/index.ts';

const GIBIBYTE = 1024 ** 3;

/** The bench runs the whole one; this one is so small that the suite does not wait for it. */
test('a random world of many peers ends by itself, in bounded memory', async () => {
  verifies('harness.sim.large-world');
  const before = process.memoryUsage().rss;
  const run = await runLargeWorld({ peers: 40, messages: 1_500, seed: 5 });
  expect(run.messages).toBeGreaterThanOrEqual(1_500);
  expect(run.turns).toBeGreaterThan(100);
  expect(run.depth).toBeGreaterThanOrEqual(2);
  expect(run.depth).toBeLessThan(4);
  expect(process.memoryUsage().rss - before).toBeLessThan(GIBIBYTE);
});

test('the same random world is the same again', async () => {
  const small = { peers: 10, messages: 300, seed: 9 };
  expect(await runLargeWorld(small)).toEqual(await runLargeWorld(small));
});
