import type { Clock, Ids } from '@hoplite/node';
import type { SeededRandom } from './seeded-random.ts';

/** Names from a seed. They sort by the clock, and of one moment in the order in which they were asked for. */
export class SeededIds implements Ids {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #random: SeededRandom;
  #count = 0;

  constructor(clock: Pick<Clock, 'now'>, random: SeededRandom) {
    this.#clock = clock;
    this.#random = random;
  }

  next(): string {
    const time = Math.max(0, this.#clock.now()).toString(16).padStart(12, '0');
    const count = (this.#count += 1).toString(16).padStart(8, '0');
    const rest = this.#random
      .between(0, 2 ** 31)
      .toString(16)
      .padStart(8, '0');
    return `${time}-${count}-${rest}`;
  }

  bytes(count: number): Uint8Array {
    return this.#random.bytes(count);
  }
}
