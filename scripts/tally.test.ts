import { describe, expect, test } from 'vitest';
import { inWords, isGreen, tally, type TestFile } from './tally.ts';

type State = ReturnType<TestFile['state']>;

const file = (state: State, ...tests: Exclude<State, 'queued'>[]): TestFile => ({
  children: { allTests: () => tests.map((each) => ({ result: () => ({ state: each }) })) },
  state: () => state,
});

describe('tally', () => {
  test('counts the tests of all files', () => {
    const files = [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')];
    expect(tally(files, 0)).toEqual({ passed: 2, failed: 1, skipped: 1 });
  });

  test.each([
    ['a file that could not be loaded', [file('failed')], 0],
    ['a file whose hook threw', [file('failed', 'skipped')], 0],
    ['a file that never ran', [file('queued')], 0],
    ['a test that never finished', [file('pending', 'pending')], 0],
    ['an error outside any test', [file('passed', 'passed')], 1],
  ])('%s counts as one failure', (_, files, errors) => {
    expect(tally(files, errors).failed).toBe(1);
  });
});

describe('the last line', () => {
  test('names skipped tests only if there are any', () => {
    expect(inWords({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(inWords({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });

  test('only a run that passed something and failed nothing is green', () => {
    expect(isGreen({ passed: 1, failed: 0, skipped: 1 })).toBe(true);
    expect(isGreen({ passed: 1, failed: 1, skipped: 0 })).toBe(false);
    expect(isGreen({ passed: 0, failed: 0, skipped: 9 })).toBe(false);
  });
});
