import type { World } from '../../world/world.ts';

/**
 * What a promise gives, or an error when nothing more happens in the world that could bring it about. A simulated world only
 * goes on while somebody waits for something in it; a real one gives up after a while.
 */
export function settle<T>(world: World, promise: Promise<T>): Promise<T> {
  let isSettled = false;
  const settled = promise.finally(() => {
    isSettled = true;
  });
  const brought = world
    .until(() => isSettled)
    .then(
      () => settled,
      (error: unknown) => (isSettled ? settled : Promise.reject(error as Error)),
    );
  return Promise.race([settled, brought]);
}

/** Calls back when so much time has gone by in the world. */
export function after(world: World & { readonly clock?: Clock }, ms: number, callback: () => void): void {
  if (world.clock !== undefined) {
    world.clock.after(ms, callback);
    return;
  }
  const due = world.now() + ms;
  const wait = (): void => {
    world.until(() => world.now() >= due).then(callback, wait);
  };
  wait();
}

/** What a simulated world has. */
interface Clock {
  after(ms: number, callback: () => void): unknown;
}
