import { ROOM, type Hop } from './hop.ts';

/** Numbers for messages, as they would be if the peers had changed places: the same for what is the same then. */
export class HopCodes {
  readonly #isReduced: boolean;
  readonly #numbers = new Map<string, number>();

  /** @param isReduced whether what does not matter of a message any more is left out */
  constructor(isReduced: boolean) {
    this.#isReduced = isReduced;
  }

  /**
   * Of what is only to be told from others that are still there: answers, which are entered under what they answer. Which
   * turn sent it, and which of that turn's messages it is.
   */
  name(hop: Hop, permutation: readonly number[], index: number): number {
    return this.#isReduced
      ? (hop.codes.name[index] ??= this.#number(this.#name(hop, permutation, index)))
      : this.whole(hop, permutation, index);
  }

  /**
   * Of what messages may come of: besides its name, what the brakes of those see of its lineage, which is the depth and the
   * call path, and the channel. That the links fit together was decided when it arrived; what they granted stands in ledgers.
   */
  aim(hop: Hop, permutation: readonly number[], index: number): number {
    return this.#isReduced
      ? (hop.codes.aim[index] ??= this.#number(
          `a${this.name(hop, permutation, index)},${hop.channel},${hop.hops},${hop.lineage.depth},${at(permutation, hop.named)},${at(permutation, hop.visited)}`,
        ))
      : this.whole(hop, permutation, index);
  }

  /** Of a message that has not arrived: everything. */
  whole(hop: Hop, permutation: readonly number[], index: number): number {
    return (hop.codes.whole[index] ??= this.#number(this.#whole(hop, permutation, index)));
  }

  #name({ cause, from, to, slot, lie, act }: Hop, permutation: readonly number[], index: number): string {
    const why = cause === undefined ? '' : this.name(cause, permutation, index);
    // An answer has the slot of what it answers, and is told from it by its act.
    return `n${why},${permutation[from]}>${to === ROOM ? '#' : permutation[to]},${slot},${act},${lie}`;
  }

  #whole(hop: Hop, permutation: readonly number[], index: number): string {
    const { parent, cause, from, to, channel, act, credit, wake, slot, isSaidAgain, lie } = hop;
    const before = parent === undefined ? '' : this.#before(parent, permutation, index);
    const why = cause === undefined || cause === parent ? '' : this.#before(cause, permutation, index);
    const woken = wake.map((one) => `${permutation[one.peer]}:${one.credit}`).sort();
    const ends = `${permutation[from]}>${to === ROOM ? '#' : permutation[to]}`;
    return `w${before},${why},${ends},${channel},${act},${credit},${woken.join(';')},${slot},${isSaidAgain},${lie}`;
  }

  #before(hop: Hop, permutation: readonly number[], index: number): number {
    return this.#isReduced ? this.aim(hop, permutation, index) : this.whole(hop, permutation, index);
  }

  #number(words: string): number {
    const number = this.#numbers.get(words) ?? this.#numbers.size;
    this.#numbers.set(words, number);
    return number;
  }
}

function at(permutation: readonly number[], peers: readonly number[]): string {
  return peers.map((peer) => permutation[peer]).join('.');
}
