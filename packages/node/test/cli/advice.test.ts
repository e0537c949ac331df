import { REASONS } from '@hoplite/p2p';
import { expect, test } from 'vitest';
import { advice } from '../../src/advice.ts';

test.each(REASONS)('about %s there is a sentence that says what to do', (reason) => {
  expect(advice(reason)).toMatch(/^[A-Z].{20,180}\.$/);
});

test('no two reasons have the same advice', () => {
  expect(new Set(REASONS.map(advice)).size).toBe(REASONS.length);
});
