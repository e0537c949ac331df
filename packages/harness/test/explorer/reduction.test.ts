import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { explore, type ExploreOptions } from '../../src/explorer/index.ts';

const WORLDS: readonly (readonly [string, ExploreOptions])[] = [
  ['two peers', { peers: 2, credit: 3 }],
  ['three peers', { peers: 3, credit: 3, repeats: false }],
  ['four peers', { peers: 4, credit: 2 }],
  ['a network that doubles', { peers: 3, credit: 2, duplicates: 1 }],
  ['a network that loses', { peers: 2, credit: 3, losses: 1, repeats: false }],
  ['a person who halts', { peers: 3, credit: 2, halts: 1 }],
  ['a liar', { peers: 3, credit: 2, repeats: false, roots: ['task'], lies: ['forgery', 'terminal'] }],
  ['a peer without rights', { peers: 3, credit: 3, rightless: 2, repeats: false }],
  [
    'a policy',
    {
      peers: 3,
      credit: 3,
      repeats: false,
      edges: [
        [0, 1],
        [1, 2],
        [0, 2],
      ],
    },
  ],
];

describe('leaving out what makes no difference', () => {
  test.for(WORLDS)('finds the same in a world with %s, in no more states', async ([, bounds]) => {
    verifies('harness.explorer.reduction');
    const reduced = await explore(bounds);
    const whole = await explore({ ...bounds, isReduced: false });
    const { depthAtMost, turnsAtMost } = whole;
    expect(whole.verdict).toBe('proved');
    expect(reduced).toMatchObject({ verdict: 'proved', depthAtMost, turnsAtMost });
    // News that nobody asks after is not waited for.
    expect(reduced.longest).toBeLessThanOrEqual(whole.longest);
    expect(reduced.longest).toBeGreaterThan(whole.longest / 2);
    expect(reduced.states).toBeLessThanOrEqual(whole.states);
  });

  test('takes peers for each other only where the world names neither', async () => {
    const free = { peers: 3, credit: 2, repeats: false } as const;
    const { states } = await explore(free);
    // The same in substance: all edges are there. But they are named, so nobody is taken for anybody else.
    const pairs = [0, 1, 2].flatMap((from) => [0, 1, 2].map((to) => [from, to] as const));
    const named = await explore({ ...free, edges: pairs });
    expect(named.states).toBeGreaterThan(states);
    expect(named.turnsAtMost).toBe(2);
  });
});
