import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Progress } from '../../../src/watch/breaker/progress.ts';

verifies('breaker.trips');

test('a new outcome is progress, once', () => {
  const progress = new Progress();
  progress.acted('a');
  expect(progress.isMade).toBe(true);
  progress.endBeat();
  progress.acted('a');
  expect(progress.isMade).toBe(false);
});

test('an outcome that 64 others have followed is new again; one that 63 have is not', () => {
  for (const [others, isNew] of [
    [63, false],
    [64, true],
  ] as const) {
    const progress = new Progress();
    progress.acted('a');
    for (let index = 0; index < others; index += 1) progress.acted(`other ${index}`);
    progress.endBeat();
    progress.acted('a');
    expect(progress.isMade).toBe(isNew);
  }
});

test('going to and fro between two versions of a file is progress only the first time', () => {
  const progress = new Progress();
  expect(['v1', 'v2', 'v1', 'v2'].map((hash) => progress.artefact(hash))).toEqual([true, true, false, false]);
});

test('an acting call that is not over counts in the beat in which it began, and in no other', () => {
  const progress = new Progress();
  progress.callBegan();
  expect(progress.isMade).toBe(true);
  progress.endBeat();
  expect(progress.isMade).toBe(false);
  // When one ends it may be that one: another, which began in this beat, is not forgotten for it.
  progress.callBegan();
  progress.callEnded();
  expect(progress.isMade).toBe(true);
  progress.callEnded();
  expect(progress.isMade).toBe(false);
});
