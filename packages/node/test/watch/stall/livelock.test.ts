import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classifyStall, diagnoseStall } from '../../../src/watch/stall/classify.ts';
import { canonicalState } from '../../../src/watch/stall/canonical-state.ts';
import type { Tick } from '../../../src/watch/stall/tick.ts';
import { abstention } from './abstains.ts';
import { AGENTS, changed, orbiting, tickAt, unknown } from './windows.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.classify');

const orbits = fc.uniqueArray(fc.string({ maxLength: 8 }), { minLength: 2, maxLength: 6 });

/** An orbit and a window that shows it twice at least. */
const orbitings = orbits.chain((orbit) =>
  fc.record({
    orbit: fc.constant(orbit),
    window: fc.integer({ min: Math.max(6, 2 * orbit.length), max: 40 }).map((count) => orbiting(orbit, count)),
  }),
);

/** A tick of such a window. */
const ticks = fc.record({ orbiting: orbitings, at: fc.nat() }).map(({ orbiting: { window }, at }) => ({
  window,
  at: at % window.length,
}));

describe('the worked example: proposer, critic and arbiter', () => {
  /** Each round the same proposal, the same critique, the same verdict, for 40 minutes. */
  const ROUND = ['proposal 1, no critique', 'proposal 1, "too dear"', 'proposal 1, "too dear", redo'];
  const window = orbiting(ROUND, 36);

  test('is a livelock of period 3, although it looks healthy: enabled at all times, six messages a second', () => {
    const seconds = ((window.at(-1)?.t ?? 0) - (window[0]?.t ?? 0)) / 1000;
    expect((window.length - 1) / seconds).toBeCloseTo(6, 1);
    expect(diagnoseStall(window)).toEqual({ kind: 'livelock', period: 3, orbit: ROUND, agents: AGENTS });
    expect(classifyStall(window)).toBe('livelock');
  });

  test('is none while one tick has nothing enabled', () => {
    expect(abstention(changed(window, 20, { enabledTransitions: 0 }))).toBe('no_invariant');
  });

  test('is none while one tick fires nothing', () => {
    expect(abstention(changed(window, 20, { fired: 0 }))).toBe('no_invariant');
  });

  test('is none while one round is different', () => {
    expect(abstention(changed(window, 20, { state: 'proposal 2' }))).toBe('no_invariant');
  });

  test('is none while the goal comes nearer', () => {
    expect(abstention(changed(window, 35, { goalDistance: 3 }))).toBe('no_invariant');
  });
});

test('any orbit of 2 to 6 distinct states is a livelock, with its period', () => {
  fc.assert(
    fc.property(orbitings, ({ orbit, window }) => {
      expect(diagnoseStall(window)).toMatchObject({ kind: 'livelock', period: orbit.length, orbit });
    }),
  );
});

test('breaking any one condition at any tick abstains', () => {
  const breaks = fc.constantFrom<(window: readonly Tick[], at: number) => readonly Tick[]>(
    (window, at) => changed(window, at, { enabledTransitions: 0 }),
    (window, at) => changed(window, at, { enabledTransitions: { proposer: 0, critic: 0 } }),
    (window, at) => changed(window, at, { fired: 0 }),
    (window, at) => changed(window, at, { fired: 0.99 }),
    (window, at) => changed(window, at, { state: 'something that was never there' }),
    (window) => window.map((tick) => ({ ...tick, state: 'always the same' })),
    (window) => window.map((tick, step) => ({ ...tick, goalDistance: 100 - step })),
  );
  fc.assert(
    fc.property(ticks, breaks, ({ window, at }, break_) => {
      expect(abstention(break_(window, at))).toBe('no_invariant');
    }),
  );
});

test('anything that is not known, at any tick, abstains', () => {
  const fields = fc.constantFrom<keyof Tick>('t', 'enabledTransitions', 'fired', 'state', 'goalDistance');
  fc.assert(
    fc.property(ticks, fields, ({ window, at }, field) => {
      expect(abstention(unknown(window, at, field))).toBe('missing_telemetry');
    }),
  );
});

test.each<[string, Partial<Tick>]>([
  ['fired', { fired: Number.NaN }],
  ['fired', { fired: -1 }],
  ['goal distance', { goalDistance: Number.NaN }],
  ['goal distance', { goalDistance: -1 }],
  ['goal distance', { goalDistance: Number.POSITIVE_INFINITY }],
  ['enabled transitions', { enabledTransitions: -1 }],
  ['enabled transitions', { enabledTransitions: { critic: 1, proposer: Number.NaN } }],
  ['enabled transitions', { enabledTransitions: {} }],
  ['time', { t: Number.NaN }],
])('a number of %s that cannot be counts as not known: %o', (_, changes) => {
  expect(abstention(changed(orbiting(['a', 'b'], 8), 3, changes))).toBe('missing_telemetry');
});

test('timestamps alone abstain, however regular they are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), (count) => {
      const window = Array.from({ length: count }, (_, step) => ({ t: step * 100 }));
      expect(abstention(window)).toBe('missing_telemetry');
    }),
  );
});

describe('how long it must be watched', () => {
  test('six ticks by default, and not five; none at all say nothing', () => {
    expect(abstention([])).toBe('too_short');
    expect(abstention(orbiting(['a', 'b'], 5))).toBe('too_short');
    expect(classifyStall(orbiting(['a', 'b'], 6))).toBe('livelock');
  });

  test('as many ticks as are asked for', () => {
    expect(abstention(orbiting(['a', 'b'], 7), { minTicks: 8 })).toBe('too_short');
    expect(classifyStall(orbiting(['a', 'b'], 8), { minTicks: 8 })).toBe('livelock');
  });

  test('two whole periods: of period 6 twelve ticks, and not eleven', () => {
    const orbit = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(abstention(orbiting(orbit, 11))).toBe('no_invariant');
    expect(diagnoseStall(orbiting(orbit, 12))).toMatchObject({ period: 6 });
    expect(diagnoseStall(orbiting(orbit, 13))).toMatchObject({ period: 6 });
  });
});

describe('the period', () => {
  test('of one is none: a state that never changes is no orbit', () => {
    expect(abstention(orbiting(['a'], 20))).toBe('no_invariant');
    expect(abstention(orbiting(['a', 'a', 'a'], 20))).toBe('no_invariant');
  });

  test('of seven is not looked for, unless it is asked for', () => {
    const window = orbiting(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 42);
    expect(abstention(window)).toBe('no_invariant');
    expect(diagnoseStall(window, { maxPeriod: 7 })).toMatchObject({ period: 7 });
  });

  test('is the smallest: a-b-a-b is of period 2, and a-a-b of 3', () => {
    expect(diagnoseStall(orbiting(['a', 'b', 'a', 'b'], 16))).toMatchObject({ period: 2, orbit: ['a', 'b'] });
    expect(diagnoseStall(orbiting(['a', 'a', 'b'], 12))).toMatchObject({ period: 3, orbit: ['a', 'a', 'b'] });
  });
});

describe('the goal distance', () => {
  const from = (distances: readonly number[]) =>
    orbiting(['a', 'b'], 8).map((tick, at) => ({ ...tick, goalDistance: distances[at] ?? 0 }));

  test('may improve by epsilon, and not by more', () => {
    const window = from([4, 4, 4, 4, 4, 4, 3, 3]);
    expect(abstention(window)).toBe('no_invariant');
    expect(abstention(window, { epsilon: 0.999 })).toBe('no_invariant');
    expect(classifyStall(window, { epsilon: 1 })).toBe('livelock');
    expect(classifyStall(window, { epsilon: 1.001 })).toBe('livelock');
  });

  test('is the best of a period, so that swinging to and fro is no improvement, and getting worse is none', () => {
    expect(classifyStall(from([2, 4, 2, 4, 2, 4, 2, 4]))).toBe('livelock');
    expect(classifyStall(from([2, 4, 4, 2, 4, 2, 4, 2]))).toBe('livelock');
    expect(classifyStall(from([2, 2, 3, 3, 4, 4, 5, 5]))).toBe('livelock');
  });
});

test('enabled transitions may be told by agent: one that can move is enough', () => {
  const window = orbiting(['a', 'b'], 8).map((tick) => ({ ...tick, enabledTransitions: { critic: 0, arbiter: 1 } }));
  expect(classifyStall(window)).toBe('livelock');
});

describe('the canonical form', () => {
  test('makes distinct text that says the same no progress', () => {
    const window = Array.from({ length: 12 }, (_, step) => {
      const [act, other] = step % 2 === 0 ? ['Propose', 'no'] : ['REJECT', 'yes'];
      return tickAt(step, { state: JSON.stringify({ act, other, id: `m-${step}`, at: 1_700_000_000_000 + step }) });
    });
    expect(abstention(window)).toBe('no_invariant');
    expect(diagnoseStall(window, { canonicalise: canonicalState })).toMatchObject({ kind: 'livelock', period: 2 });
  });

  test('that says something else when it is applied again is not trusted', () => {
    const window = orbiting(['a', 'b'], 8);
    expect(abstention(window, { canonicalise: (state) => `${state}.` })).toBe('unstable_canonical_form');
  });

  test('that says something else of the same state later is not trusted', () => {
    let calls = 0;
    const forgetful = (state: string): string => (state === 'a' && (calls += 1) > 4 ? 'b' : state);
    expect(abstention(orbiting(['a', 'b'], 8), { canonicalise: forgetful })).toBe('unstable_canonical_form');
  });

  test('may be any that is idempotent, and what it makes equal is equal', () => {
    fc.assert(
      fc.property(orbitings, ({ window }) => {
        const constant = { canonicalise: () => 'same' };
        expect(abstention(window, constant)).toBe('no_invariant');
      }),
    );
  });
});

describe('legitimate repetition', () => {
  test('test, edit, test, edit with edits that change is no livelock', () => {
    const window = Array.from({ length: 20 }, (_, step) =>
      tickAt(step, { state: step % 2 === 0 ? 'test: 1 failed' : `edit: line ${step}` }),
    );
    expect(abstention(window)).toBe('no_invariant');
  });

  test('polling a long job whose result changes is no livelock', () => {
    const window = Array.from({ length: 20 }, (_, step) =>
      tickAt(step, { state: step % 2 === 0 ? 'wait' : `poll: ${step * 5} % done` }),
    );
    expect(abstention(window)).toBe('no_invariant');
  });
});
