/* eslint-disable no-restricted-globals -- The only file of the simulation that touches the real event loop. */

/** How often it is looked whether input or output is still under way, in real milliseconds. */
const LOOK_EVERY_MS = 2;

/** Resolves in the next turn of the event loop, when all that this turn had left to do has been done. */
export function settled(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Calls back in the next turn of the event loop. */
export function nextTurn(callback: () => void): void {
  setImmediate(callback);
}

let least = Number.MAX_SAFE_INTEGER;

/**
 * How much this process has asked of the world outside: sockets, files, timers. What an agent does for real shows here, and
 * what the simulation does itself does not.
 */
export function underWay(): number {
  const now = process.getActiveResourcesInfo().filter((kind) => kind !== 'Immediate').length;
  least = Math.min(least, now);
  return now;
}

/** The least that has been seen under way: what is always there, as the pipes of a test runner. */
export function leastUnderWay(): number {
  return least;
}

/**
 * Waits in real time until no more is under way than `usual`, or patience runs out.
 *
 * @param patience real milliseconds
 * @returns the milliseconds that it took
 */
export async function untilQuiet(usual: number, patience: number): Promise<number> {
  const begun = performance.now();
  let waited = 0;
  while (underWay() > usual && waited < patience) {
    await new Promise((resolve) => void setTimeout(resolve, LOOK_EVERY_MS));
    waited = performance.now() - begun;
  }
  return waited;
}
