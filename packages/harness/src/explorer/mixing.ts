/** Words of a fingerprint: four of 32 bits. */
export const WORDS = 4;

/**
 * Sums of fingerprints, one for each level of a tree. What stands beside each other is added up, so that its order makes no
 * difference; what stands above is mixed with the sum of what is below.
 *
 * A fingerprint has 128 bits, in four lanes with factors of their own. Two of 20 million different states have the same one
 * with a probability of about 10^-24: less than that of a bit of memory that flips. Nobody here chooses what is hashed, so
 * nothing has to withstand malice. (After A. Appleby, MurmurHash3, 2011.)
 */
export class Sums {
  readonly #sums: Int32Array;

  /** @param levels of the tree, at most */
  constructor(levels: number) {
    this.#sums = new Int32Array((levels + 1) * WORDS);
  }

  /** Puts a part to those beside it, with all that was put below it, of which then nothing is left. */
  add(level: number, one: number, other: number): void {
    const sums = this.#sums;
    const at = level * WORDS;
    const below = at + WORDS;
    const first = mixed(sums[below] ?? 0, one, other, 0x85ebca6b, 0x9e3779b1, 0x7feb352d);
    const second = mixed(sums[below + 1] ?? 0, one, other, 0xc2b2ae35, 0xcc9e2d51, 0x846ca68b);
    const third = mixed(sums[below + 2] ?? 0, one, other, 0x27d4eb2f, 0x1b873593, 0x31848bab);
    const fourth = mixed(sums[below + 3] ?? 0, one, other, 0x165667b1, 0xe6546b65, 0x2127599b);
    sums[below] = 0;
    sums[below + 1] = 0;
    sums[below + 2] = 0;
    sums[below + 3] = 0;
    sums[at] = ((sums[at] ?? 0) + first) | 0;
    sums[at + 1] = ((sums[at + 1] ?? 0) + second) | 0;
    sums[at + 2] = ((sums[at + 2] ?? 0) + third) | 0;
    sums[at + 3] = ((sums[at + 3] ?? 0) + fourth) | 0;
  }

  /** Takes what is at the top, if it is less than what is there. */
  takeLeast(into: Int32Array, isFirst: boolean): void {
    const sums = this.#sums;
    let isLess = isFirst;
    for (let word = 0; word < WORDS && !isLess; word += 1) {
      const difference = (sums[word] ?? 0) - (into[word] ?? 0);
      if (difference > 0) {
        break;
      }
      isLess = difference < 0;
    }
    for (let word = 0; word < WORDS; word += 1) {
      if (isLess) {
        into[word] = sums[word] ?? 0;
      }
      sums[word] = 0;
    }
  }
}

/** The fingerprint of a text. */
export function fingerprintOf(text: string, into: Int32Array): void {
  let [first, second, third, fourth] = [text.length, ~text.length, text.length + 1, ~text.length - 1];
  for (let at = 0; at < text.length; at += 2) {
    const one = text.charCodeAt(at);
    const other = at + 1 < text.length ? text.charCodeAt(at + 1) : -1;
    first = mixed(first, one, other, 0x85ebca6b, 0x9e3779b1, 0x7feb352d);
    second = mixed(second, one, other, 0xc2b2ae35, 0xcc9e2d51, 0x846ca68b);
    third = mixed(third, one, other, 0x27d4eb2f, 0x1b873593, 0x31848bab);
    fourth = mixed(fourth, one, other, 0x165667b1, 0xe6546b65, 0x2127599b);
  }
  into[0] = first;
  into[1] = second;
  into[2] = third;
  into[3] = fourth;
}

/** One word more of a lane. Each step can be undone, so of two words that differ in one place none comes to the same. */
function mixed(before: number, one: number, other: number, a: number, b: number, c: number): number {
  let mix = Math.imul(before ^ b, a);
  mix = Math.imul(mix ^ (mix >>> 15) ^ one, b);
  mix = Math.imul(mix ^ (mix >>> 13) ^ other, c);
  mix = Math.imul(mix ^ (mix >>> 16), a);
  return mix ^ (mix >>> 15);
}
