import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyStall, diagnoseStall } from '../../../src/watch/stall/classify.ts';
import type { Tick } from '../../../src/watch/stall/tick.ts';
import { abstention } from './abstains.ts';
import { orbiting, stuck, tickAt, unknown } from './windows.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.classify');

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Any graph of waits, and who has something enabled. */
const systems = fc.record({
  waitFor: fc.dictionary(fc.constantFrom(...NAMES), fc.uniqueArray(fc.constantFrom(...NAMES), { maxLength: 3 })),
  enabled: fc.tuple(...NAMES.map(() => fc.constantFrom(0, 0, 0, 1))),
});

describe('a circle of waits whose members can do nothing', () => {
  test('is a deadlock, of two and of more, and names the circle', () => {
    expect(diagnoseStall(stuck({ a: ['b'], b: ['a'] }))).toEqual({ kind: 'deadlock', cycle: ['a', 'b', 'a'] });
    const ring = stuck({ b: ['c'], c: ['a'], a: ['b'] });
    expect(diagnoseStall(ring)).toEqual({ kind: 'deadlock', cycle: ['a', 'b', 'c', 'a'] });
    expect(classifyStall(ring)).toBe('deadlock');
  });

  test('may be of one that waits for itself', () => {
    expect(diagnoseStall(stuck({ a: ['a'] }))).toMatchObject({ cycle: ['a', 'a'] });
  });

  test('is found among others that move, when it is known who can', () => {
    const window = stuck({ a: ['b'], b: ['a'], c: ['a'] }, { a: 0, b: 0, c: 0, d: 2 });
    expect(diagnoseStall(window)).toMatchObject({ cycle: ['a', 'b', 'a'] });
  });

  test('needs nothing to be known of states and goals', () => {
    expect(Object.keys(stuck({})[0] ?? {})).not.toContain('state');
    expect(classifyStall(stuck({ a: ['b'], b: ['a'] }))).toBe('deadlock');
  });

  test('must have been there for two ticks', () => {
    const [tick] = stuck({ a: ['b'], b: ['a'] });
    if (tick === undefined) throw new Error('no tick');
    expect(abstention([tick])).toBe('missing_telemetry');
    expect(abstention([{ ...tick, waitFor: { a: ['b'], b: [] } }, tick])).toBe('missing_telemetry');
    expect(abstention([{ ...tick, enabledTransitions: 1 }, tick])).toBe('missing_telemetry');
    expect(abstention([tick, { ...tick, waitFor: { a: ['b'] } }])).toBe('missing_telemetry');
    expect(classifyStall([{ t: 0 }, tick, tick])).toBe('deadlock');
  });
});

test.each<[string, readonly Tick[]]>([
  ['one member can move', stuck({ a: ['b'], b: ['a'] }, { a: 0, b: 1 })],
  ['somebody can move, and nobody knows who', stuck({ a: ['b'], b: ['a'] }, 1)],
  ['of one member nothing is known', stuck({ a: ['b'], b: ['a'] }, { a: 0 })],
  ['a number cannot be', stuck({ a: ['b'], b: ['a'] }, -0.5)],
  ['the waits are no circle', stuck({ a: ['b'], b: ['c'] })],
])('it is none while %s', (_, window) => {
  expect(abstention(window)).toBe('missing_telemetry');
});

test('what is not known of the last two ticks abstains', () => {
  const window = stuck({ a: ['b'], b: ['a'] });
  for (const at of [0, 1]) {
    for (const field of ['t', 'enabledTransitions', 'waitFor'] as const) {
      expect(abstention(unknown(window, at, field))).toBe('missing_telemetry');
    }
  }
});

test('it is a deadlock exactly when a circle of agents without an enabled transition can be walked', () => {
  fc.assert(
    fc.property(systems, ({ waitFor, enabled }) => {
      const window = stuck(waitFor, Object.fromEntries(NAMES.map((name, at) => [name, enabled[at] ?? 0])));
      const isStuck = (name: string): boolean => enabled[NAMES.indexOf(name)] === 0;
      const next = (name: string): readonly string[] => (isStuck(name) ? (waitFor[name] ?? []).filter(isStuck) : []);
      const reached = (from: string): ReadonlySet<string> => {
        const found = new Set(next(from));
        for (const name of found) next(name).forEach((other) => found.add(other)); // Grows while it is walked.
        return found;
      };
      if (NAMES.some((name) => reached(name).has(name))) {
        const verdict = diagnoseStall(window);
        if (verdict.kind !== 'deadlock') throw new Error('no deadlock');
        const { cycle } = verdict;
        expect(cycle.at(-1)).toBe(cycle[0]);
        expect(new Set(cycle).size).toBe(cycle.length - 1);
        cycle.slice(1).forEach((name, at) => expect(next(cycle[at] ?? '')).toContain(name));
      } else {
        abstention(window);
      }
    }),
    { numRuns: 500 },
  );
});

test('the order in which waits are told makes no difference', () => {
  fc.assert(
    fc.property(systems, ({ waitFor }) => {
      const turned = Object.fromEntries(
        Object.entries(waitFor)
          .toReversed()
          .map(([name, on]) => [name, on.toReversed()]),
      );
      const said = (window: readonly Tick[]): unknown => {
        try {
          return diagnoseStall(window);
        } catch {
          return 'nothing';
        }
      };
      expect(said(stuck(turned))).toEqual(said(stuck(waitFor)));
    }),
  );
});

describe('a livelock and a deadlock', () => {
  test('are never both: where some orbit and others wait in a circle, the circle is what must be broken', () => {
    const enabledTransitions = { a: 0, b: 0, c: 1, d: 1 };
    const window = orbiting(['x', 'y'], 12).map((tick) => ({
      ...tick,
      enabledTransitions,
      waitFor: { a: ['b'], b: ['a'] },
    }));
    expect(diagnoseStall(window)).toEqual({ kind: 'deadlock', cycle: ['a', 'b', 'a'] });
  });

  test('are told apart by what is enabled alone, all else being equal', () => {
    const waitFor = { a: ['b'], b: ['a'] };
    const of = (enabled: number, fired: number) =>
      orbiting(['x', 'y'], 12).map((tick) => ({ ...tick, waitFor, enabledTransitions: enabled, fired }));
    expect(classifyStall(of(0, 0))).toBe('deadlock');
    expect(classifyStall(of(1, 1))).toBe('livelock');
    expect(abstention(of(1, 0))).toBe('no_invariant');
  });
});

describe('one peer that does not respond', () => {
  const waiting = (changes: Partial<Tick> = {}) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((step) => {
      const { agent: _, ...tick } = tickAt(step, { state: 'waiting', fired: 0, enabledTransitions: 0 });
      return { ...tick, waitFor: { a: ['c'], b: ['a', 'c'] }, ...changes };
    });

  test('is a fault of that one, and nothing is said of the others', () => {
    expect(abstention(waiting())).toBe('single_unresponsive');
  });

  test('is not what it is when two are waited for, or the one moves', () => {
    expect(abstention(waiting({ waitFor: { a: ['c'], b: ['d'] } }))).toBe('no_invariant');
    expect(abstention(waiting({ fired: 1, agent: 'c' }))).toBe('no_invariant');
    expect(abstention(waiting({ fired: 1 }))).toBe('no_invariant');
    expect(abstention(waiting({ fired: 1, agent: 'a' }))).toBe('single_unresponsive');
    expect(abstention(waiting({ waitFor: {} }))).toBe('no_invariant');
  });
});
