import type { Clock, Timer } from '../../src/ports/clock.ts';

/** A clock that a test moves by hand. Timers fire when their time is reached, in the order of their times. */
export class HandClock implements Clock {
  #now: number;
  /** How often a timer has been cleared. */
  cleared = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  /** Timers that have neither fired nor been cleared. */
  get timers(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  soon(callback: () => void): void {
    setImmediate(callback);
  }

  after(ms: number, callback: () => void): Timer {
    const timer = { at: this.#now + Math.max(0, ms), callback };
    this.#timers.push(timer);
    const clear = (): void => {
      this.cleared += 1;
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
    return { clear };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Whether a promise has resolved by now. */
export async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false;
  promise.then(
    () => (done = true),
    () => (done = true),
  );
  await settled();
  return done;
}
