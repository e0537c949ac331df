import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { walk } from '../../src/explorer/index.ts';
import { guardAfterAgent, waiterMatchedByPeerOnly } from './planted-bugs.ts';

const CROWD = { peers: 200, credit: 500, losses: 2, halts: 1, duplicates: 2 } as const;

test('a walk through a world of hundreds of peers breaks no rule', async () => {
  verifies('harness.explorer.walks');
  const found = await walk({ ...CROWD, seed: 1, steps: 4_000 });
  expect(found).toMatchObject({ verdict: 'bounded', states: 4_001 });
  expect(found.turnsAtMost).toBeGreaterThan(10);
  expect(found.depthAtMost).toBe(3);
});

test('the same seed takes the same way, and another one another', async () => {
  verifies('harness.explorer.walks');
  const way = async (seed: number) => walk({ ...CROWD, seed, steps: 4_000, decisions: guardAfterAgent });
  const [first, again, other] = [await way(7), await way(7), await way(8)];
  expect(first.verdict).toBe('violated');
  expect(again).toEqual(first);
  expect(other.steps).not.toEqual(first.steps);
});

test('a walk finds a bug in a crowd, and shows the job in which it was', async () => {
  verifies('harness.explorer.walks');
  const found = await walk({ peers: 100, credit: 200, seed: 3, steps: 20_000, decisions: waiterMatchedByPeerOnly });
  expect(found.violation?.rule).toBe('I4');
  expect(found.counterexample).toMatchObject({ kind: 'walk', seed: 3 });
  expect(found.counterexample?.peers).toHaveLength(100);
  expect(found.counterexample?.effort.steps).toBe(found.steps?.length);
});

test('a walk tells how far it is, and ends when it is told to with what it has found', async () => {
  const end = new AbortController();
  const seen: number[] = [];
  const onProgress = ({ steps }: { readonly steps: number }): void => {
    seen.push(steps);
    end.abort();
  };
  const found = await walk({ ...CROWD, seed: 1, steps: 1_000_000, signal: end.signal, onProgress });
  expect(found).toMatchObject({ verdict: 'interrupted', transitions: seen[0] });
  expect(seen).toHaveLength(1);
});

test('a walk ends when it is told to', async () => {
  const found = await walk({ ...CROWD, seed: 1, steps: 1_000_000, signal: AbortSignal.abort() });
  expect(found.verdict).toBe('interrupted');
  expect(found.states).toBeLessThan(10_000);
});
