import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backoff, isHopeless, MAX_VAIN_ATTEMPTS } from '../src/backoff.ts';

const options = { first: 250, max: 30_000 };

describe('backoff', () => {
  test('begins with the first pause, doubles it, and ends at the longest', () => {
    const pauses = Array.from({ length: 10 }, (_, index) => backoff(index + 1, options, 0.5));
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
  });

  test('is never longer than the longest and never shorter than half the first, after any number of failures', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const pause = backoff(failures, options, random);
          expect(pause).toBeGreaterThanOrEqual(125);
          expect(pause).toBeLessThanOrEqual(30_000);
        },
      ),
    );
  });
});

describe('a peer that cannot be reached', () => {
  test('is never given up when it is wanted', () => {
    expect(isHopeless({ wanted: true, located: false, failures: 1_000_000, strangers: 0 })).toBe(false);
  });

  test('is never given up when somebody said where it is', () => {
    expect(isHopeless({ wanted: false, located: true, failures: 1_000_000, strangers: 0 })).toBe(false);
  });

  test('is given up after five attempts when nobody asked for it, nor knows where it is', () => {
    const after = (failures: number): boolean => isHopeless({ wanted: false, located: false, failures, strangers: 0 });
    expect([after(MAX_VAIN_ATTEMPTS - 1), after(MAX_VAIN_ATTEMPTS)]).toEqual([false, true]);
  });

  test('is given up after five attempts when it is no member of the network, wanted or not', () => {
    for (const wanted of [true, false]) {
      const after = (strangers: number): boolean => isHopeless({ wanted, located: true, failures: 7, strangers });
      expect([after(MAX_VAIN_ATTEMPTS - 1), after(MAX_VAIN_ATTEMPTS)]).toEqual([false, true]);
    }
  });
});
