import { int32s } from './blocks.ts';
import { WORDS } from './mixing.ts';

/** States that are known, by their fingerprints of 128 bits, in the order in which they were found: 21 to 27 bytes each. */
export class Visited {
  readonly #words = int32s();
  /** Open addressing: numbers of states, one more than they are; 0 where there is none. */
  #slots = new Int32Array(2 ** 12);
  size = 0;

  /** The number of the state with this fingerprint, which is {@link size} as it was before when it is new. */
  numberOf(fingerprint: Int32Array): number {
    const last = this.#slots.length - 1;
    const first = fingerprint[0] ?? 0;
    for (let slot = first & last; ; slot = (slot + 1) & last) {
      const found = (this.#slots[slot] ?? 0) - 1;
      if (found < 0) {
        return this.#add(fingerprint, slot);
      }
      if (this.#isAt(found, fingerprint)) {
        return found;
      }
    }
  }

  #isAt(state: number, fingerprint: Int32Array): boolean {
    const at = state * WORDS;
    return (
      this.#words.get(at) === fingerprint[0] &&
      this.#words.get(at + 1) === fingerprint[1] &&
      this.#words.get(at + 2) === fingerprint[2] &&
      this.#words.get(at + 3) === fingerprint[3]
    );
  }

  #add(fingerprint: Int32Array, slot: number): number {
    const state = this.size;
    for (let word = 0; word < WORDS; word += 1) {
      this.#words.set(state * WORDS + word, fingerprint[word] ?? 0);
    }
    this.#slots[slot] = state + 1;
    this.size += 1;
    if (this.size * 4 > this.#slots.length * 3) {
      this.#grow();
    }
    return state;
  }

  #grow(): void {
    const last = this.#slots.length * 2 - 1;
    const slots = new Int32Array(last + 1);
    for (let state = 0; state < this.size; state += 1) {
      let slot = this.#words.get(state * WORDS) & last;
      while (slots[slot] !== 0) {
        slot = (slot + 1) & last;
      }
      slots[slot] = state + 1;
    }
    this.#slots = slots;
  }
}
