import { createHash } from 'node:crypto';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Chance from a seed: the same one gives the same numbers. Streams of different names are independent of each other, so that
 * what one draws does not shift what another gets.
 */
export class SeededRandom {
  readonly #seed: number;
  readonly #name: string;
  readonly #generator: RandomGenerator;

  /** @param seed an integer */
  constructor(seed: number, name = '') {
    this.#seed = seed;
    this.#name = name;
    const digest = createHash('sha256').update(`${seed}\n${name}`).digest();
    this.#generator = xoroshiro128plus(digest.readInt32BE(0));
  }

  /** A stream of its own: the same name gives the same one, whatever has been drawn from this. */
  stream(name: string): SeededRandom {
    return new SeededRandom(this.#seed, `${this.#name}/${name}`);
  }

  /** From 0 to below 1. */
  next(): number {
    return uniformFloat64(this.#generator);
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return most <= least ? least : uniformInt(this.#generator, least, most);
  }

  /** True in a share of the cases, 0 to 1. Draws nothing when that is never or always. */
  chance(share: number): boolean {
    return share > 0 && (share >= 1 || this.next() < share);
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.between(0, 255));
  }
}
