import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf } from '../../src/store/day.ts';

test.each([
  [0, '1970-01-01'],
  [Date.UTC(2026, 2, 2) - 1, '2026-03-01'],
  [Date.UTC(2026, 2, 2), '2026-03-02'],
  [-1, '1970-01-01'],
  [Date.UTC(10_000, 0) - 1, '9999-12-31'],
  [Date.UTC(10_000, 0), '9999-12-31'],
  [Number.MAX_SAFE_INTEGER, '9999-12-31'],
])('the day of %d is %s', (at, day) => {
  expect(dayOf(at)).toBe(day);
});

test('a later time is never of an earlier day', () => {
  const times = fc.tuple(fc.maxSafeInteger(), fc.maxSafeInteger());
  fc.assert(fc.property(times, ([a, b]) => dayOf(Math.max(a, b)) >= dayOf(Math.min(a, b))));
});
