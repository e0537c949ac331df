import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Permits, type Release } from '../../src/turns/permits.ts';
import { settled } from './hand-clock.ts';

/** Asks for a permit and notes when it comes. */
function asking(permits: Permits, kind: 'beginning' | 'returning', name: string, got: string[]): { release: Release } {
  const asked: { release: Release } = { release: () => undefined };
  permits.acquire(kind).then(
    (release) => {
      asked.release = release;
      got.push(name);
    },
    () => got.push('failed'),
  );
  return asked;
}

test('as many as the limit run at once, and one more waits', async () => {
  const permits = new Permits(2);
  expect([permits.held, permits.isFree]).toEqual([0, true]);
  const first = permits.tryAcquire();
  expect([permits.held, permits.isFree]).toEqual([1, true]);
  const second = permits.tryAcquire();
  expect([permits.held, permits.isFree]).toEqual([2, false]);
  expect(permits.tryAcquire()).toBeUndefined();
  const got: string[] = [];
  asking(permits, 'beginning', 'third', got);
  await settled();
  expect([got, permits.held, permits.queued]).toEqual([[], 2, 1]);
  second?.();
  await settled();
  expect([got, permits.held, permits.queued]).toEqual([['third'], 2, 0]);
  first?.();
  expect([permits.held, permits.isFree]).toEqual([1, true]);
});

test('giving back twice gives back once', async () => {
  const permits = new Permits(1);
  const first = permits.tryAcquire();
  first?.();
  first?.();
  expect(permits.held).toBe(0);
  const second = permits.tryAcquire();
  first?.();
  expect([permits.held, second === undefined]).toEqual([1, false]);
  // Nor does it let a second one in that waits.
  const got: string[] = [];
  asking(permits, 'beginning', 'third', got);
  first?.();
  await settled();
  expect(got).toEqual([]);
});

describe('who waits gets a permit', () => {
  test('in the order of asking', async () => {
    const permits = new Permits(1);
    const first = permits.tryAcquire();
    const got: string[] = [];
    const asked = ['a', 'b', 'c'].map((name) => asking(permits, 'beginning', name, got));
    first?.();
    for (const one of asked) {
      await settled();
      one.release();
    }
    expect(got).toEqual(['a', 'b', 'c']);
    expect(permits.held).toBe(0);
  });

  test('before one who begins, if it comes back: what has begun gets finished', async () => {
    verifies('node.turns.permit-released');
    const permits = new Permits(1);
    const first = permits.tryAcquire();
    const got: string[] = [];
    const begins = asking(permits, 'beginning', 'begins', got);
    const returns = asking(permits, 'returning', 'returns', got);
    const later = asking(permits, 'returning', 'returns later', got);
    expect(permits.queued).toBe(1);
    first?.();
    for (const one of [returns, later, begins]) {
      await settled();
      one.release();
    }
    expect(got).toEqual(['returns', 'returns later', 'begins']);
  });

  test('and nobody overtakes: while somebody waits none is free', async () => {
    const permits = new Permits(1);
    const first = permits.tryAcquire();
    const got: string[] = [];
    asking(permits, 'beginning', 'waits', got);
    first?.();
    // Given to who waits, though that one has not run yet.
    expect(permits.tryAcquire()).toBeUndefined();
    await settled();
    expect(got).toEqual(['waits']);
  });
});

test('the limit holds and no permit is lost, however they are asked for and given back', async () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('begin', 'return', 'try', 'release', 'wait'), fc.nat({ max: 20 })), {
    maxLength: 40,
    size: 'max',
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), steps, async (limit, steps) => {
      const permits = new Permits(limit);
      const running: Release[] = [];
      let [asked, got] = [0, 0];
      const take = (release: Release): void => {
        got += 1;
        running.push(release);
        expect(running.length).toBeLessThanOrEqual(limit);
      };
      for (const [what, which] of steps) {
        if (what === 'begin' || what === 'return') {
          asked += 1;
          void permits.acquire(what === 'begin' ? 'beginning' : 'returning').then(take);
        } else if (what === 'try') {
          const release = permits.tryAcquire();
          if (release !== undefined) {
            asked += 1;
            take(release);
          }
        } else if (what === 'release') {
          const [release] = running.splice(which % Math.max(1, running.length), 1);
          release?.();
          release?.();
        } else {
          await settled();
          expect(permits.held).toBe(Math.min(limit, running.length + (asked - got)));
        }
        expect(permits.held).toBeLessThanOrEqual(limit);
      }
      // Everyone gets one in the end, and all come back.
      for (let rounds = 0; rounds <= steps.length; rounds += 1) {
        await settled();
        for (const release of running.splice(0)) release();
      }
      expect([got, permits.held, permits.queued]).toEqual([asked, 0, 0]);
    }),
    { numRuns: 200 },
  );
});
