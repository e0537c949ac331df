import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../src/ports/clock.ts';

export interface ClockUnderTest {
  readonly clock: Clock;
  /** Lets `ms` milliseconds pass, and what falls due in them happen. @default waits for as long */
  advance?(ms: number): Promise<void>;
}

/** A timer of Node.js may fire a little before the wall clock says so: the two do not tick together. */
const EARLY_MS = 2;

/** What every implementation of the Clock port must do. */
export function clockCompliance(name: string, make: () => ClockUnderTest): void {
  describe(`${name}, as a Clock`, () => {
    function setUp() {
      const { clock, advance } = make();
      const happened: string[] = [];
      return {
        clock,
        happened,
        note: (what: string) => (): void => void happened.push(what),
        pass: async (ms: number): Promise<void> => {
          // A real timer needs the slack to be sure to have fired.
          await (advance === undefined ? sleep(ms + 30) : advance(ms));
        },
      };
    }

    test('counts milliseconds and never goes back', async () => {
      const { clock, pass } = setUp();
      const before = clock.now();
      await pass(20);
      const after = clock.now();
      expect(Number.isSafeInteger(before)).toBe(true);
      expect(after - before).toBeGreaterThanOrEqual(20 - EARLY_MS);
    });

    test('calls back once, and not before its time', async () => {
      const { clock, happened, pass } = setUp();
      const due = clock.now() + 20;
      clock.after(20, () => void happened.push(clock.now() >= due - EARLY_MS ? 'in time' : 'too early'));
      expect(happened).toEqual([]);
      await pass(20);
      await pass(40);
      expect(happened).toEqual(['in time']);
    });

    test('calls back in the order of time, and of asking when the time is the same', async () => {
      const { clock, happened, note, pass } = setUp();
      clock.after(60, note('third'));
      clock.after(10, note('first'));
      clock.after(10, note('second'));
      await pass(60);
      expect(happened).toEqual(['first', 'second', 'third']);
    });

    test('calls back soon: not now, but at the end of this turn of the event loop', async () => {
      const { clock, happened, note } = setUp();
      clock.soon(note('first'));
      clock.soon(note('second'));
      await Promise.resolve();
      expect(happened).toEqual([]);
      await new Promise((resolve) => setImmediate(resolve));
      expect(happened).toEqual(['first', 'second']);
    });

    test('does not call back what was cleared', async () => {
      const { clock, happened, note, pass } = setUp();
      const timer = clock.after(10, note('cleared'));
      clock.after(10, note('kept'));
      timer.clear();
      timer.clear();
      await pass(10);
      expect(happened).toEqual(['kept']);
    });

    test('may be cleared after it has fired, and while it fires', async () => {
      const { clock, happened, note, pass } = setUp();
      const timer = clock.after(5, () => {
        timer.clear();
        note('fired')();
      });
      await pass(5);
      timer.clear();
      expect(happened).toEqual(['fired']);
    });

    test('lets a callback clear another one', async () => {
      const { clock, happened, note, pass } = setUp();
      clock.after(5, () => later.clear());
      const later = clock.after(80, note('later'));
      await pass(80);
      expect(happened).toEqual([]);
    });

    test.each([0, -5])('calls back after %i ms soon, but not at once', async (ms) => {
      const { clock, happened, note, pass } = setUp();
      clock.after(ms, note('fired'));
      expect(happened).toEqual([]);
      await pass(1);
      expect(happened).toEqual(['fired']);
    });

    test('lets a callback ask for the next one', async () => {
      const { clock, happened, note, pass } = setUp();
      clock.after(5, () => void clock.after(5, note('second')));
      await pass(5);
      await pass(5);
      expect(happened).toEqual(['second']);
    });

    test.each([2 ** 31, Number.MAX_SAFE_INTEGER])('does not take %i ms for none', async (ms) => {
      const { clock, happened, note, pass } = setUp();
      const timer = clock.after(ms, note('fired'));
      await pass(20);
      timer.clear();
      expect(happened).toEqual([]);
    });
  });
}
