import type { SeededRandom } from '../simulation/seeded-random.ts';

/** Choices from a seed. */
export class Dice {
  readonly #random: SeededRandom;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return this.#random.between(least, most);
  }

  /** True in a share of the cases, 0 to 1. */
  chance(share: number): boolean {
    return this.#random.chance(share);
  }

  /** One of a list that is not empty. */
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[this.between(0, items.length - 1)];
    if (item === undefined) throw new RangeError('there is nothing to pick from');
    return item;
  }

  /** So many of a list, or all, each once, in any order. */
  some<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(this.between(0, left.length - 1), 1),
    ).flat();
  }

  /** So many of whatever is made. */
  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.between(least, most) }, make);
  }

  /** Does one of these: each has a weight. */
  weighted<T>(choices: readonly (readonly [number, () => T])[]): T {
    const total = choices.reduce((sum, [weight]) => sum + weight, 0);
    let drawn = this.between(1, total);
    for (const [weight, make] of choices) {
      drawn -= weight;
      if (drawn <= 0) return make();
    }
    throw new RangeError('there is nothing to choose from');
  }

  /** A key with a value, in a share of the cases: to be spread. */
  maybe<K extends string, V>(share: number, key: K, make: () => V): Partial<Record<K, V>> {
    return this.chance(share) ? ({ [key]: make() } as Record<K, V>) : {};
  }
}
