import { int16s, int32s } from './blocks.ts';

/** What leads from which state to which, by their numbers: about 10 bytes for each state, and 4 for each step. */
export class Graph {
  /** By state: that from which it was found, and by which choice. */
  readonly #parents = int32s();
  readonly #ordinals = int16s();
  /** Where the links of a state begin; they are added state by state. */
  readonly #starts = int32s();
  readonly #targets = int32s();
  #links = 0;
  #opened = 0;

  /** @param parent -1 for the first one */
  add(state: number, parent: number, ordinal: number): void {
    this.#parents.set(state, parent);
    this.#ordinals.set(state, ordinal);
  }

  /** From now on links are those of this state. States are opened in their order. */
  open(state: number): void {
    this.#starts.set(state, this.#links);
    this.#opened = state + 1;
  }

  link(target: number): void {
    this.#targets.set(this.#links, target);
    this.#links += 1;
  }

  /** The choices that led to a state first. */
  stepsTo(state: number): readonly number[] {
    const steps: number[] = [];
    for (let at = state; at > 0; at = this.#parents.get(at)) {
      steps.push(this.#ordinals.get(at));
    }
    return steps.reverse();
  }

  /**
   * Steps of the longest run, if every run ends; else the choices that lead to a state which comes back to itself. Every state
   * must have been opened. (A. B. Kahn, Topological sorting of large networks, 1962.)
   */
  longestRun(): { readonly longest: number; readonly cycle?: readonly number[] } {
    const missing = new Int32Array(this.#opened);
    for (let link = 0; link < this.#links; link += 1) {
      const target = this.#targets.get(link);
      missing[target] = (missing[target] ?? 0) + 1;
    }
    const lengths = new Int16Array(this.#opened);
    const ready = [0];
    let done = 0;
    let longest = 0;
    for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
      done += 1;
      const length = lengths[state] ?? 0;
      longest = Math.max(longest, length);
      const end = this.#end(state);
      for (let link = this.#starts.get(state); link < end; link += 1) {
        const target = this.#targets.get(link);
        lengths[target] = Math.max(lengths[target] ?? 0, length + 1);
        missing[target] = (missing[target] ?? 0) - 1;
        if (missing[target] === 0) {
          ready.push(target);
        }
      }
    }
    return done === this.#opened ? { longest } : { longest, cycle: this.#cycle(missing) };
  }

  /** Leads to a state on a cycle, and once round it. @param missing of states that a cycle comes before: more than 0 */
  #cycle(missing: Int32Array): readonly number[] {
    const places = new Map<number, number>();
    const walk: { readonly state: number; readonly ordinal: number }[] = [];
    let state = missing.findIndex((count) => count > 0);
    // Backwards: whatever is missing has a predecessor that is missing too.
    const before = new Map<number, { readonly state: number; readonly ordinal: number }>();
    for (let from = 0; from < this.#opened; from += 1) {
      const start = this.#starts.get(from);
      const end = (missing[from] ?? 0) > 0 ? this.#end(from) : start;
      for (let link = start; link < end; link += 1) {
        before.set(this.#targets.get(link), { state: from, ordinal: link - start });
      }
    }
    while (!places.has(state)) {
      places.set(state, walk.length);
      const step = before.get(state) ?? { state, ordinal: 0 };
      walk.push(step);
      state = step.state;
    }
    const round = walk.slice(places.get(state) ?? 0).reverse();
    return [...this.stepsTo(state), ...round.map(({ ordinal }) => ordinal)];
  }

  #end(state: number): number {
    return state + 1 < this.#opened ? this.#starts.get(state + 1) : this.#links;
  }
}
