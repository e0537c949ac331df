import { verifies } from '@hoplite/test/requirements';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { statsOf } from '../../src/agents/builtin/skills/text-stats.ts';

describe('text.stats', () => {
  test('counts characters, words, lines and bytes', () => {
    verifies('node.builtin.basic-skills');
    expect(statsOf('Grüße, 😀!\nThe cat’s well-known the\n')).toEqual({
      characters: 35,
      words: 5,
      lines: 2,
      bytes: 42,
      mostFrequent: [
        { word: 'the', count: 2 },
        { word: 'cat’s', count: 1 },
        { word: 'grüße', count: 1 },
        { word: 'well-known', count: 1 },
      ],
    });
  });

  test.each([
    ['', 0],
    ['\n', 1],
    ['a', 1],
    ['a\n', 1],
    ['a\nb', 2],
    ['\n\n', 2],
  ])('%j has %d lines', (text, lines) => {
    expect(statsOf(text).lines).toBe(lines);
  });

  test('names the ten most frequent words, also those that objects have as keys', () => {
    const text = 'constructor __proto__ toString '.repeat(3) + 'a b c d e f g h i j k l';
    const { mostFrequent } = statsOf(text);
    expect(mostFrequent).toHaveLength(10);
    expect(mostFrequent.slice(0, 3)).toEqual([
      { word: 'constructor', count: 3 },
      { word: 'proto', count: 3 },
      { word: 'tostring', count: 3 },
    ]);
  });

  test('agrees with itself about any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const stats = statsOf(text);
        expect(stats.characters).toBe(Array.from(text).length);
        expect(stats.lines).toBe(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
        expect(stats.mostFrequent.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(stats.words);
      }),
    );
  });
});
