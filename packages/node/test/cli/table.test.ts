import { describe, expect, test, vi } from 'vitest';
import { excerpt } from '../../src/cli/excerpt.ts';
import { MAX_CHARACTER_UNITS, count, cut, duration, shortPeerId, table } from '../../src/cli/table.ts';

describe('a table', () => {
  test('is aligned by what people see: colours and accents take no room', () => {
    expect(
      table([
        ['NAME', 'STATE', 'X'],
        ['\u001B[32mann\u001B[39m', 'here', '1'],
        ['Zoe\u0308', 'away', ''],
      ]),
    ).toBe('NAME  STATE  X\n\u001B[32mann\u001B[39m   here   1\nZoe\u0308   away');
  });

  test('may have no rows', () => {
    expect(table([['A', 'B']])).toBe('A  B');
  });
});

test('texts are cut between characters', () => {
  expect(cut('abc', 3)).toBe('abc');
  expect(cut('abcd', 3)).toBe('ab…');
  expect(cut('👩‍👧👩‍👧👩‍👧', 2)).toBe('👩‍👧…');
});

test('of a long text only what may be shown is looked at, and heaps of accents are no way out', () => {
  const post = '👩‍👧'.repeat(400_000);
  using segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  expect(cut(post, 3)).toBe('👩‍👧👩‍👧…');
  expect(excerpt(post, 3)).toBe('👩‍👧👩‍👧…');
  expect(segmented.mock.calls.map(([text]) => text.length)).toEqual([3, 3].map((width) => width * MAX_CHARACTER_UNITS));
  expect(cut(`a${'\u0301'.repeat(1000)}`, 3)).toBe(`a${'\u0301'.repeat(47)}…`);
  expect(cut(`${'\u0301'.repeat(47)}👩`, 3)).toBe(`${'\u0301'.repeat(47)}\uFFFD…`);
});

test.each([
  ['ab\u001B[2J\nc', 'ab c'],
  ['abcdef', 'abc…'],
  ['\u200B'.repeat(100), '…'],
  [`abc${'\u200B'.repeat(100)}`, 'abc…'],
  [`abcd${'\u200B'.repeat(100)}`, 'abc…'],
])('an excerpt of %j is on one line, harmless, and says whether it is all', (text, shown) => {
  expect(excerpt(text, 4)).toBe(shown);
});

test.each([
  [0, '0 s'],
  [-3, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [7200, '2 h'],
  [200_000, '2 d'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

test('one is not many, and peer IDs are told apart by their ends', () => {
  expect([count(1, 'turn'), count(2, 'turn'), count(0, 'turn')]).toEqual(['1 turn', '2 turns', '0 turns']);
  expect(shortPeerId('12D3KooW9wRpbs793rqjWcgm4w9aKpakpsoVZrU7HJGcwBev5E6p')).toBe('…wBev5E6p');
  expect(shortPeerId('short')).toBe('short');
});
