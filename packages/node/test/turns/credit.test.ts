import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { shareOf, splitShare } from '../../src/turns/credit.ts';

const credit = fc.integer({ min: 0, max: 10_000 });

describe('the share of a child', () => {
  test('is half of what is available, rounded down, at least 1', () => {
    verifies('node.credit.bound');
    expect([0, 1, 2, 3, 4, 5, 31, 32].map((available) => shareOf(available, true))).toEqual([0, 1, 1, 1, 2, 2, 15, 16]);
  });

  test('is 1 when the child has no hop left to pass anything on', () => {
    expect([0, 1, 2, 32].map((available) => shareOf(available, false))).toEqual([0, 1, 1, 1]);
  });

  test('is never more than there is, and nothing only when there is nothing', () => {
    verifies('node.credit.bound');
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 10_000 }), fc.boolean(), (available, hopLeft) => {
        const share = shareOf(available, hopLeft);
        expect(share).toBeLessThanOrEqual(Math.max(0, available));
        expect(share > 0).toBe(available > 0);
        expect(Number.isSafeInteger(share)).toBe(true);
      }),
    );
  });

  test('leaves more for a second child the less the first one got: shares never grow', () => {
    verifies('node.credit.bound');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 300 }), fc.boolean(), (granted, hopLeft) => {
        let available = granted;
        let before = Infinity;
        let given = 0;
        for (let share = shareOf(available, hopLeft); share > 0; share = shareOf(available, hopLeft)) {
          expect(share).toBeLessThanOrEqual(before);
          before = share;
          available -= share;
          given += share;
        }
        expect(given).toBe(granted);
      }),
    );
  });
});

describe('a share split among several', () => {
  test('gives the first ones what is left over, and those for whom nothing is left nothing', () => {
    expect(splitShare(7, 3)).toEqual([3, 2, 2]);
    expect(splitShare(2, 3)).toEqual([1, 1, 0]);
    expect(splitShare(0, 2)).toEqual([0, 0]);
    expect(splitShare(5, 1)).toEqual([5]);
    expect(splitShare(5, 0)).toEqual([]);
  });

  test('adds up, differs by 1 at most, and never grows along the list', () => {
    verifies('node.credit.bound');
    fc.assert(
      fc.property(credit, fc.integer({ min: 1, max: 300 }), (share, children) => {
        const parts = splitShare(share, children);
        expect(parts).toHaveLength(children);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(share);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
        expect(parts).toEqual([...parts].sort((a, b) => b - a));
      }),
    );
  });
});
