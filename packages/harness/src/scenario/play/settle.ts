import type { World } from '../../world/world.ts';

/** A condition that errors call by these words, and not by its source: see `World.until`. */
export function inWords(words: string, condition: () => boolean): () => boolean {
  return Object.assign(condition, { toString: () => words });
}

/**
 * What a promise gives, or an error when nothing more happens in the world that could bring it about. A simulated world only
 * goes on while somebody waits for something in it; a real one gives up after a while.
 */
export function settle<T>(world: World, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  const brought = world.until(inWords('the end of this step', () => isSettled)).then(
    () => settled,
    (error: unknown) => (isSettled ? settled : Promise.reject(error as Error)),
  );
  return Promise.race([settled, brought]);
}

/** What comes of a time that goes by. */
export interface Elapsing {
  readonly callback: () => void;
  /** Told when the time does not go by; a simulated clock, and whoever waits on it, tell of that themselves. */
  readonly onError: (error: unknown) => void;
  /** Ends it: nobody is called back any more. */
  readonly signal: AbortSignal;
}

/** Calls back when so much time has gone by in the world. */
export function after(world: World & { readonly clock?: Clock }, ms: number, elapsing: Elapsing): void {
  const { callback, onError, signal } = elapsing;
  if (world.clock !== undefined) {
    world.clock.after(ms, callback);
    return;
  }
  timeGoesBy(world, ms, signal).then(() => {
    if (!signal.aborted) callback();
  }, onError);
}

/** A real world gives up what does not come about for a while: it is asked again, as long as its time moves. */
async function timeGoesBy(world: World, ms: number, signal: AbortSignal): Promise<void> {
  const due = world.now() + ms;
  const isOver = inWords(`that ${ms} ms go by`, () => signal.aborted || world.now() >= due);
  while (!isOver()) {
    const before = world.now();
    try {
      await world.until(isOver);
    } catch (error) {
      if (world.now() <= before) throw error;
    }
  }
}

/** What a simulated world has. */
interface Clock {
  after(ms: number, callback: () => void): unknown;
}
