import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { CallRepeats, MAX_PERIOD } from '../../../src/watch/breaker/call-repeats.ts';
import { RepeatsByJob } from '../../../src/watch/breaker/repeats-by-job.ts';

verifies('breaker.repeats');

function repeatsOf(calls: Iterable<string>): CallRepeats {
  const repeats = new CallRepeats();
  for (const call of calls) repeats.add(call);
  return repeats;
}

describe('what is counted', () => {
  test.each([
    ['', 0, 1],
    ['A', 1, 1],
    ['AB', 1, 1],
    ['AA', 2, 1],
    ['AAAAAAAA', 8, 1],
    ['ABAB', 2, 2],
    ['ABABABABABABABAB', 8, 2],
    ['ABABABABABABABA', 7, 2],
    ['ABCABCABC', 3, 3],
    ['ABCDEFABCDEFABCDEF', 3, 6],
    ['AABAABAAB', 3, 3],
    ['XYZABAB', 2, 2],
    ['ABABX', 1, 1],
  ])('%s is %i rounds of %i', (calls, count, period) => {
    expect(repeatsOf(calls).worst).toEqual({ count, period });
  });

  test('a round of more than the longest period is not seen', () => {
    expect(repeatsOf('ABCDEFG'.repeat(9)).worst.count).toBe(1);
  });

  test('test–edit–test with edits that change is no round', () => {
    const calls = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'test' : `edit ${index}`));
    expect(repeatsOf(calls).worst.count).toBe(1);
  });

  test('n rounds of any few different calls are n', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_PERIOD }), fc.integer({ min: 2, max: 40 }), (period, rounds) => {
        const round = Array.from({ length: period }, (_, index) => `call ${index}`);
        const repeats = repeatsOf(Array.from({ length: rounds }, () => round).flat());
        expect(repeats.worst).toEqual({ count: rounds, period });
      }),
    );
  });

  test('calls that are all different never repeat, however many', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { maxLength: 200 }), (calls) => {
        expect(repeatsOf(calls).worst.count).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('over time', () => {
  test('half is forgotten with each beat, until all is', () => {
    const repeats = repeatsOf('A'.repeat(9));
    const counts = Array.from({ length: 5 }, () => (repeats.decay(), repeats.worst.count));
    expect(counts).toEqual([5, 3, 2, 1, 1]);
    expect(repeats.isAtRest).toBe(true);
  });

  test('polling a few times a beat never adds up to the limit', () => {
    const repeats = new CallRepeats();
    let most = 0;
    for (let beat = 0; beat < 100; beat += 1) {
      for (const call of 'AAA') repeats.add(call);
      most = Math.max(most, repeats.worst.count);
      repeats.decay();
    }
    expect(most).toBeLessThan(8);
  });

  test('after a reset what was done before is not remembered', () => {
    const repeats = repeatsOf('A'.repeat(7));
    repeats.reset();
    repeats.add('A');
    expect(repeats.worst).toEqual({ count: 1, period: 1 });
  });
});

describe('by job', () => {
  test('turns side by side may do the same', () => {
    const jobs = new RepeatsByJob();
    const turns = Array.from({ length: 9 }, () => jobs.begin('job'));
    for (const turn of turns) turn.add('A');
    expect(jobs.worst.count).toBe(1);
  });

  test('turns of one job, one after another, are one stream', () => {
    const jobs = new RepeatsByJob();
    for (let turns = 0; turns < 9; turns += 1) {
      const turn = jobs.begin('job');
      turn.add('A');
      jobs.end('job', turn);
    }
    expect(jobs.worst.count).toBe(9);
  });

  test('turns of different jobs are not', () => {
    const jobs = new RepeatsByJob();
    for (let turns = 0; turns < 9; turns += 1) {
      const turn = jobs.begin(`job ${turns}`);
      turn.add('A');
      jobs.end(`job ${turns}`, turn);
    }
    expect(jobs.worst.count).toBe(1);
    expect(jobs.isAtRest).toBe(true);
  });

  test('a loop that thousands of other turns have followed still counts in its beat, and no longer', () => {
    const jobs = new RepeatsByJob();
    const turn = jobs.begin('looping');
    for (const call of 'AAAAAAAA') turn.add(call);
    jobs.end('looping', turn);
    for (let turns = 0; turns < 2000; turns += 1) jobs.end(`job ${turns}`, jobs.begin(`job ${turns}`));
    expect(jobs.worst.count).toBe(8);
    jobs.decay();
    expect(jobs.worst.count).toBe(0);
  });
});
