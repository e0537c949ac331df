import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levenshtein, nearest } from '../../src/config/nearest.ts';

describe('levenshtein', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
    ['mdns', 'mdsn', 2],
    ['flaw', 'lawn', 2],
  ])('%j to %j takes %i', (a, b, distance) => {
    expect(levenshtein(a, b)).toBe(distance);
  });

  test('is a metric', () => {
    const word = fc.string({ maxLength: 12, unit: 'binary' });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(levenshtein(a, b)).toBe(levenshtein(b, a));
        expect(levenshtein(a, b) === 0).toBe(a === b);
        expect(levenshtein(a, c)).toBeLessThanOrEqual(levenshtein(a, b) + levenshtein(b, c));
      }),
    );
  });
});

describe('nearest', () => {
  test('takes the nearest of several', () => {
    expect(nearest('rigths', ['rooms', 'defaultRights', 'rights'])).toBe('rights');
  });

  test('suggests nothing when nothing is near', () => {
    expect(nearest('certificate', ['host', 'port'])).toBeUndefined();
    expect(nearest('x'.repeat(1_000_000), ['host', 'port'])).toBeUndefined();
    expect(nearest('a', [])).toBeUndefined();
  });
});
