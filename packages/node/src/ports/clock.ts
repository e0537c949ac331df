/** Time as a node sees it: real, or the harness's virtual one. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls back once, after `ms` milliseconds, unless cleared. Does not keep the process alive. */
  after(ms: number, callback: () => void): Timer;
  /** Calls back once, at the end of this turn of the event loop: what happens in it can be dealt with together. */
  soon(callback: () => void): void;
}

export interface Timer {
  clear(): void;
}

/** Longest delay that a Node.js timer takes; longer ones fire at once. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, Math.min(Math.max(0, ms), MAX_DELAY_MS));
    timer.unref();
    return { clear: () => clearTimeout(timer) };
  },
  soon: (callback) => void setImmediate(callback),
};
