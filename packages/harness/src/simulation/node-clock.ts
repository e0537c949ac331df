import type { Clock, Timer } from '@hoplite/node';

/** A node's clock: the world's, ahead or behind, for as long as the node lives. */
export class NodeClock implements Clock {
  readonly #world: Clock;
  readonly #skew: () => number;
  #isDead = false;

  /** @param skew milliseconds that it is ahead now; negative is behind */
  constructor(world: Clock, skew: () => number = () => 0) {
    this.#world = world;
    this.#skew = skew;
  }

  now(): number {
    return this.#world.now() + this.#skew();
  }

  after(ms: number, callback: () => void): Timer {
    return this.#world.after(ms, () => this.#call(callback));
  }

  soon(callback: () => void): void {
    this.#world.soon(() => this.#call(callback));
  }

  /** The node has crashed: nothing calls back any more. */
  kill(): void {
    this.#isDead = true;
  }

  #call(callback: () => void): void {
    if (!this.#isDead) {
      callback();
    }
  }
}
