import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparable, isNearDuplicate, similarity } from '../../../src/watch/stall/similarity.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.canonical');

function areNear(one: string, other: string): boolean {
  const [a, b] = [comparable(one), comparable(other)];
  return a !== undefined && b !== undefined && isNearDuplicate(a, b);
}

test('the overlap is 1 for equal texts, 0 for those with nothing in common, and the same both ways', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 200 }), (a, b) => {
      expect(similarity(a, a)).toBe(1);
      expect(similarity(a, b)).toBe(similarity(b, a));
      expect(similarity(a, b)).toBeGreaterThanOrEqual(0);
      expect(similarity(a, b)).toBeLessThanOrEqual(1);
    }),
  );
  expect(similarity('a'.repeat(20), 'b'.repeat(20))).toBe(0);
});

test('it is that of ten-character shingles: 11 and 12 characters share 2 of 3', () => {
  expect(similarity('abcdefghijk', 'abcdefghijkl')).toBeCloseTo(2 / 3);
  expect(similarity('short', 'short')).toBe(1);
  expect(similarity('short', 'shore')).toBe(0);
});

describe('near-duplicates', () => {
  const SAID = 'i am afraid that i cannot accept this proposal, since it is far too expensive for all of us';

  test('share 0.65 of their shingles, and not less', () => {
    // Letters of which no ten stand together twice: n more at the end make (n - 9) / length different.
    const text = Array.from({ length: 109 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
    const more = (count: number): string =>
      text + Array.from({ length: count }, (_, at) => String.fromCodePoint(0x6000 + at)).join('');
    expect(similarity(text, more(53))).toBeGreaterThanOrEqual(0.65);
    expect(areNear(text, more(53))).toBe(true);
    expect(similarity(text, more(54))).toBeLessThan(0.65);
    expect(areNear(text, more(54))).toBe(false);
  });

  test('are not the same when one word stands in the place of another', () => {
    const asked = (country: string): string =>
      `write a summary of the exports of ${country} on one page, for all of us who were not there last time`;
    expect(similarity(asked('france'), asked('greece'))).toBeGreaterThanOrEqual(0.65);
    expect(areNear(asked('france'), asked('greece'))).toBe(false);
  });

  test('are the same said in other words', () => {
    expect(areNear(SAID, SAID.replace('i am afraid that', 'sorry, but'))).toBe(true);
    expect(areNear(SAID, 'that is a splendid idea, and all of us are very happy to go on with it today')).toBe(false);
  });

  test.each([
    ['a number', 'page 1', 'page 2'],
    ['a file', 'a.ts', 'b.ts'],
    ['a path', 'src/main', 'src/other'],
    ['an identifier', 'max_hops', 'max_turns'],
  ])('are not two texts that differ in %s', (_, one, other) => {
    const text = (name: string): string => `${SAID}: please look at ${name} and tell us what you think of it`;
    expect(similarity(text(one), text(other))).toBeGreaterThan(0.65);
    expect(areNear(text(one), text(other))).toBe(false);
  });

  test('have 40 to 4,096 characters', () => {
    const text = (length: number): string => 'so it goes on and on '.repeat(200).slice(0, length);
    expect([39, 40, 4096, 4097].map((length) => comparable(text(length)) !== undefined)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
