import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { TRIPS, adviceFor, judge, type Limits, type Signals } from '../../../src/watch/breaker/trips.ts';

verifies('breaker.trips', 'breaker.order');

const QUIET: Signals = {
  repeats: 0,
  period: 1,
  errors: 0,
  ownTokens: 0,
  floorCostUsd: 0,
  floorTokens: 0,
  outputPerMinute: 0,
  outputTokens: 0,
  hasProgressed: false,
};

const LIMITS: Limits = {
  repeatedToolLimit: 8,
  errorStormLimit: 5,
  agentTokenCap: 1_000_000,
  costCapUsd: 10,
  costCapTokens: 5_000_000,
  tokenVelocityPerMin: 60_000,
};

const reasonOf = (signals: Partial<Signals>, limits: Limits = LIMITS): string | undefined =>
  judge({ ...QUIET, ...signals }, limits).reason;

/** What each trip looks at, its threshold, whether the threshold itself trips, and its reason one above. */
const THRESHOLDS = [
  ['repeats', 8, true, 'looping: 9 identical tool calls'],
  ['errors', 5, true, 'error storm: 6 errors'],
  ['ownTokens', 1_000_000, false, 'token limit: 1000001 over the agent cap'],
  ['floorCostUsd', 10, false, 'cost cap: floor total over $10'],
  ['floorTokens', 5_000_000, false, 'token cap: floor total over 5000000 tokens'],
  ['outputPerMinute', 60_000, false, 'token velocity 60001/min > 60000/min'],
] as const satisfies readonly (readonly [keyof Signals, number, boolean, string])[];

/** What makes each trip hold, in their order. */
const TRIPPING: readonly Partial<Signals>[] = [
  { repeats: 8 },
  { errors: 5 },
  { ownTokens: 1_000_001 },
  { floorCostUsd: 10.01 },
  { floorTokens: 5_000_001 },
  { outputPerMinute: 60_001 },
  { outputTokens: 1 },
];

const together = (signals: readonly Partial<Signals>[]): Partial<Signals> =>
  signals.reduce((all, some) => ({ ...all, ...some }), {});

describe.each(THRESHOLDS)('%s at its threshold of %i', (signal, threshold, isInclusive, reason) => {
  test('does not trip one below', () => {
    expect(reasonOf({ [signal]: threshold - 1 })).toBeUndefined();
  });

  test(isInclusive ? 'trips' : 'does not trip yet', () => {
    expect(reasonOf({ [signal]: threshold }) !== undefined).toBe(isInclusive);
  });

  test('trips one above, and says so as in the text', () => {
    expect(reasonOf({ [signal]: threshold + 1 })).toBe(reason);
  });

  test('has exactly its operator for any value', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (value) => {
        const holds = isInclusive ? value >= threshold : value > threshold;
        expect(reasonOf({ [signal]: value }) !== undefined).toBe(holds);
      }),
    );
  });
});

describe('tokens without progress', () => {
  test.each([
    [0, false, false],
    [1, false, true],
    [1, true, false],
    [2, false, true],
  ])('%i tokens, progress %s: trips %s', (outputTokens, hasProgressed, trips) => {
    expect(reasonOf({ outputTokens, hasProgressed })).toBe(
      trips ? 'no-progress: generating tokens without coordinating' : undefined,
    );
  });
});

test('a cap that is not set is none', () => {
  const { repeatedToolLimit, errorStormLimit, tokenVelocityPerMin } = LIMITS;
  const most = Number.MAX_SAFE_INTEGER;
  const limits = { repeatedToolLimit, errorStormLimit, tokenVelocityPerMin };
  expect(reasonOf({ ownTokens: most, floorCostUsd: most, floorTokens: most }, limits)).toBeUndefined();
});

test('a cap of nothing is over with the first token', () => {
  expect(reasonOf({ ownTokens: 0 }, { ...LIMITS, agentTokenCap: 0 })).toBeUndefined();
  expect(reasonOf({ ownTokens: 1 }, { ...LIMITS, agentTokenCap: 0 })).toBe('token limit: 1 over the agent cap');
});

test('rounds of several calls are said to be that', () => {
  expect(reasonOf({ repeats: 8, period: 2 })).toBe('looping: 8 rounds of 2 identical tool calls');
});

describe('when several hold', () => {
  test.each(TRIPS.map((trip, index) => [trip.begins, index] as const))(
    'the reason is that of "%s" while none before it holds',
    (begins, index) => {
      const all = together(TRIPPING.slice(index));
      expect(reasonOf(all)?.startsWith(begins)).toBe(true);
    },
  );

  test('the first of any selection is the reason, and it is the agent that trips unless only the floor does', () => {
    fc.assert(
      fc.property(fc.subarray([...TRIPPING.keys()], { minLength: 1 }), (chosen) => {
        const signals = together(chosen.map((index) => TRIPPING[index] ?? {}));
        const verdict = judge({ ...QUIET, ...signals }, LIMITS);
        expect(verdict.reason?.startsWith(TRIPS[chosen[0] ?? 0]?.begins ?? '')).toBe(true);
        const isFloorOnly = chosen.every((index) => TRIPS[index]?.by === 'floor');
        expect(verdict.by).toBe(isFloorOnly ? 'floor' : 'agent');
      }),
    );
  });

  test('of none the beat is clean', () => {
    expect(judge(QUIET, LIMITS)).toEqual({ by: 'clean' });
  });
});

test('only the two caps of the whole mesh are the floor’s', () => {
  expect(TRIPS.filter(({ by }) => by === 'floor').map(({ begins }) => begins)).toEqual(['cost cap: ', 'token cap: ']);
});

test('every reason comes with advice for the agent', () => {
  for (const signals of TRIPPING) {
    expect(adviceFor(reasonOf(signals) ?? '')).toMatch(/\.$/);
  }
  expect(adviceFor('something else')).toBeUndefined();
});
