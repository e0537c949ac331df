import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { LARGEST, boundsOf, type Bounds } from '../../src/explorer/bounds.ts';
import { beginning } from '../../src/explorer/changes.ts';
import { Names } from '../../src/explorer/encode.ts';
import { PRODUCTION } from '../../src/explorer/index.ts';
import { Likeness } from '../../src/explorer/likeness.ts';
import { settledDown } from '../../src/explorer/settling.ts';
import type { State } from '../../src/explorer/state.ts';
import { successorsOf } from '../../src/explorer/successors.ts';
import { ExploredWorld } from '../../src/explorer/world.ts';

const WORLDS: readonly (readonly [string, Partial<Bounds>])[] = [
  ['two peers', { peers: 2, credit: 3 }],
  ['two peers, new briefs only, and credit for replies that are gone on from', { peers: 2, credit: 4, repeats: false }],
  ['two peers and few hops', { peers: 2, credit: 4, depth: 2 }],
  ['two peers that only post', { peers: 2, credit: 4, channels: ['room'], roots: ['turn', 'room'] }],
  [
    'two peers that share out more credit by sessions',
    { peers: 2, credit: 6, channels: ['session'], roots: ['session'], repeats: false },
  ],
  [
    'two peers that share out more credit by tasks and sessions',
    { peers: 2, credit: 6, channels: ['task', 'session'], roots: ['task'], repeats: false },
  ],
  [
    'two peers that go on from replies with more credit',
    { peers: 2, credit: 5, channels: ['session'], roots: ['turn'], repeats: false },
  ],
  ['three peers', { peers: 3, credit: 3, repeats: false }],
  ['three peers and everything that was said', { peers: 3, credit: 3, channels: ['task', 'room'] }],
  ['four peers', { peers: 4, credit: 2 }],
];

/**
 * Looks at every state of a world without any reduction. States that are alike must lead to states which are alike, by what
 * changes anything: so whatever holds or breaks in one of them does so in all of them.
 *
 * @returns how many states there are, how many kinds of them, and how many lead elsewhere than others of their kind
 */
function compared(given: Partial<Bounds>) {
  const bounds = boundsOf(given, LARGEST);
  const whole = new ExploredWorld(bounds, PRODUCTION, { isReduced: false });
  const plain = new ExploredWorld(bounds, PRODUCTION);
  const [names, likeness] = [new Names(whole), new Likeness(plain)];
  const kindOf = (state: State): string => likeness.of(settledDown(plain, state)).join();
  const first = beginning(bounds);
  const known = new Set([names.of(first).join()]);
  const leadsTo = new Map<string, string>();
  let differing = 0;
  const open = [first];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const kind = kindOf(state);
    const next = new Set<string>();
    for (const { state: after, violation } of successorsOf(whole, state)) {
      expect(violation).toBeUndefined();
      next.add(kindOf(after));
      const name = names.of(after).join();
      if (!known.has(name)) {
        known.add(name);
        open.push(after);
      }
    }
    next.delete(kind);
    const kinds = [...next].sort().join(';');
    differing += (leadsTo.get(kind) ?? kinds) === kinds ? 0 : 1;
    leadsTo.set(kind, kinds);
  }
  return { states: known.size, kinds: leadsTo.size, differing };
}

describe('states that are taken for the same', () => {
  test('are of plain worlds, and no others', () => {
    const isPlain = (given: Partial<Bounds>, decisions = PRODUCTION, isReduced = true): boolean =>
      new ExploredWorld(boundsOf(given, LARGEST), decisions, { isReduced }).isPlain;
    expect(isPlain({})).toBe(true);
    expect(isPlain({}, { ...PRODUCTION })).toBe(false);
    expect(isPlain({}, PRODUCTION, false)).toBe(false);
    for (const special of [{ losses: 1 }, { halts: 1 }, { duplicates: 1 }, { burst: 1 }, { edges: [] }, { held: 1 }]) {
      expect(isPlain(special)).toBe(false);
    }
    for (const special of [{ capacity: 1 }, { nameless: 1 }, { rightless: 1 }, { lies: ['gibberish'] as const }]) {
      expect(isPlain(special)).toBe(false);
    }
  });

  test.for(WORLDS)('lead to the same, in a world of %s', { timeout: 120_000 }, ([, bounds]) => {
    verifies('harness.explorer.reduction');
    const { differing, kinds, states } = compared(bounds);
    expect(differing).toBe(0);
    expect(kinds).toBeLessThan(states);
  });
});
