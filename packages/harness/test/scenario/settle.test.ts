import { expect, test } from 'vitest';
import { after } from '../../src/scenario/play/settle.ts';
import { ToldWorld } from '../invariants/told-world.ts';

/** A world without a clock that can be asked: it gives up when it is told to, and looks when its time has moved. */
class Unclocked extends ToldWorld {
  times = 0;
  #open: { condition: () => boolean; resolve: () => void; reject: (error: Error) => void }[] = [];

  override until = ((condition: () => boolean): Promise<void> => {
    this.times += 1;
    if (condition()) return Promise.resolve();
    return new Promise((resolve, reject) => this.#open.push({ condition, resolve, reject }));
  }) as never;

  look(): void {
    for (const { condition, resolve } of this.#open) if (condition()) resolve();
  }

  giveUp(): void {
    for (const { reject } of this.#open.splice(0)) reject(new Error('it did not come about'));
  }
}

function begin(world: Unclocked): {
  readonly outcome: Promise<unknown>;
  readonly ending: AbortController;
  readonly isCalled: () => boolean;
} {
  const { promise: outcome, resolve } = Promise.withResolvers<unknown>();
  const ending = new AbortController();
  let called = false;
  const callback = (): void => {
    called = true;
    resolve('called');
  };
  after(world, 1000, { callback, onError: resolve, signal: ending.signal });
  return { outcome, ending, isCalled: () => called };
}

/** Lets everything happen that does not wait for something outside. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('in a world without a clock it waits on when the world gives up before the time has gone by', async () => {
  const world = new Unclocked();
  const { outcome, isCalled } = begin(world);
  await world.advance(500);
  world.giveUp();
  await settled();
  expect([world.times, isCalled()]).toEqual([2, false]);
  await world.advance(500);
  world.look();
  expect(await outcome).toBe('called');
});

test('it ends with the scenario, and asks no more', async () => {
  const world = new Unclocked();
  const { ending, isCalled } = begin(world);
  ending.abort();
  await world.advance(500);
  world.giveUp();
  await settled();
  expect([world.times, isCalled()]).toEqual([1, false]);
});

test('when time stands still, the error of the world is passed on', async () => {
  const world = new Unclocked();
  const { outcome } = begin(world);
  world.giveUp();
  expect(await outcome).toEqual(new Error('it did not come about'));
});
