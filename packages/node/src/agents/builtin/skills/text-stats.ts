import { MAX_CONTENT_BYTES } from '@hoplite/p2p';
import { z } from 'zod';
import { done } from '../answers.ts';
import { defineSkill } from '../skill.ts';

/** How many of the most frequent words are named. */
const MAX_FREQUENT = 10;

/** Letters and digits of any script, with apostrophes and hyphens inside. */
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

const text = z.string().max(MAX_CONTENT_BYTES);

export const textStats = defineSkill({
  name: 'text.stats',
  description:
    'Counts characters, words, lines and bytes of a text and names its most frequent words. Input: the text.',
  input: z.union([text, z.strictObject({ text })], { error: 'must be a text, or {"text": "…"}' }),
  fromText: (words) => words,
  phrases: [/^(?:count|how many)\s+(?:the\s+)?(?:words|lines|characters)\s+(?:are\s+)?(?:in|of)\b\s*:?\s*(.+)$/is],
  async run(input) {
    return done(statsOf(typeof input === 'string' ? input : input.text));
  },
});

/** Counts of a text. Characters are Unicode code points, bytes are UTF-8, and a last line need not end in a newline. */
export function statsOf(text: string) {
  const counts = new Map<string, number>();
  let words = 0;
  for (const [word] of text.toLowerCase().matchAll(WORD)) {
    words += 1;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const newlines = occurrences(text, '\n');
  return {
    characters: codePoints(text),
    words,
    lines: text === '' || text.endsWith('\n') ? newlines : newlines + 1,
    bytes: Buffer.byteLength(text),
    mostFrequent: mostFrequent(counts),
  };
}

function mostFrequent(counts: ReadonlyMap<string, number>) {
  return [...counts]
    .sort(([wordA, a], [wordB, b]) => b - a || (wordA < wordB ? -1 : 1))
    .slice(0, MAX_FREQUENT)
    .map(([word, count]) => ({ word, count }));
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function occurrences(text: string, of: string): number {
  let count = 0;
  for (let at = text.indexOf(of); at >= 0; at = text.indexOf(of, at + of.length)) count += 1;
  return count;
}
