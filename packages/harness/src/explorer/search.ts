import type { Violation } from '../record.ts';
import { beginning } from './changes.ts';
import { Names } from './encode.ts';
import { RULES, unfinished } from './rules.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';
import { successorsOf } from './successors.ts';
import type { ExploredWorld } from './world.ts';

/** How far a search has come. */
export interface Progress {
  /** Different states so far. */
  readonly states: number;
  /** States that are known, and not yet looked at. */
  readonly frontier: number;
  /** Steps from the beginning. */
  readonly depth: number;
}

export interface SearchOptions {
  readonly maxStates: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Lets others have a turn: a key press must be heard. */
  readonly pause: () => Promise<void>;
}

/** What a search has found. */
export interface Found {
  readonly verdict: 'proved' | 'violated' | 'interrupted' | 'bounded';
  readonly states: number;
  readonly transitions: number;
  /** Steps of the longest run; of the longest that was looked at, when the search did not come to its end. */
  readonly longest: number;
  readonly turnsAtMost: number;
  /** Hops of the deepest turn. */
  readonly depthAtMost: number;
  readonly violation?: Violation;
  /** What leads to the violation: a shortest way. */
  readonly path?: readonly Moment[];
}

/** One step, and what it leads to. */
export interface Moment {
  readonly step: Step;
  readonly state: State;
}

/** States between two pauses. */
const PAUSE_EVERY = 4096;

/**
 * Looks at every state that can come about, those that take fewer steps first: so the first violation is met on a
 * shortest way. When it comes to its end without one, every run has been looked at, and the rules hold in all of them.
 */
export async function search(world: ExploredWorld, options: SearchOptions): Promise<Found> {
  const { maxStates, onProgress, pause, signal } = options;
  const names = new Names(world);
  const graph = new Graph();
  const first = beginning(world.bounds);
  const known = new Map<string, number>([[names.of(first), graph.add(-1, -1)]]);
  let layer: State[] = [first];
  let [looked, transitions, depth, turnsAtMost, depthAtMost] = [0, 0, 0, 0, 0];
  const found = (verdict: Found['verdict'], longest = depth) => {
    return { verdict, states: graph.size, transitions, longest, turnsAtMost, depthAtMost };
  };
  const violated = (violation: Violation, longest: number, steps: readonly number[]): Found => {
    return { ...found('violated', longest), violation, path: retrace(world, steps) };
  };
  while (layer.length > 0) {
    const next: State[] = [];
    for (const state of layer) {
      const successors = successorsOf(world, state);
      const stuck = successors.length === 0 ? unfinished(state) : undefined;
      if (stuck !== undefined) {
        return violated(stuck, depth, graph.stepsTo(looked));
      }
      graph.open(looked);
      for (const [ordinal, { step, state: after, violation }] of successors.entries()) {
        transitions += 1;
        turnsAtMost = Math.max(turnsAtMost, after.begun);
        depthAtMost = step.kind === 'wakes' ? Math.max(depthAtMost, step.hop.hops) : depthAtMost;
        if (violation !== undefined) {
          return violated(violation, depth + 1, [...graph.stepsTo(looked), ordinal]);
        }
        const name = names.of(after);
        let index = known.get(name);
        if (index === undefined) {
          index = graph.add(looked, ordinal);
          known.set(name, index);
          next.push(after);
        }
        graph.link(index);
      }
      looked += 1;
      if (looked % PAUSE_EVERY === 0) {
        onProgress?.({ states: graph.size, frontier: graph.size - looked, depth });
        await pause();
        if (signal?.aborted === true) {
          return found('interrupted');
        }
        if (graph.size > maxStates) {
          return found('bounded');
        }
      }
    }
    layer = next;
    depth += next.length > 0 ? 1 : 0;
  }
  onProgress?.({ states: graph.size, frontier: 0, depth });
  const { longest, cycle } = graph.longestRun();
  const endless = { rule: 'I10', detail: `a run comes back to where it was: ${RULES.I10.toLowerCase()}` };
  return cycle === undefined ? found('proved', longest) : violated(endless, depth, cycle);
}

/** The moments that these choices lead through. */
export function retrace(world: ExploredWorld, steps: readonly number[]): readonly Moment[] {
  const moments: Moment[] = [];
  let state = beginning(world.bounds);
  for (const ordinal of steps) {
    const next = successorsOf(world, state)[ordinal];
    if (next === undefined) {
      throw new RangeError('there is no such choice');
    }
    moments.push({ step: next.step, state: next.state });
    state = next.state;
  }
  return moments;
}

/** The states that were found, by number, and what leads from which to which. */
class Graph {
  #parents = new Int32Array(1024);
  #ordinals = new Int16Array(1024);
  /** Where the links of a state begin; they are added state by state. */
  #starts = new Int32Array(1024);
  #targets = new Int32Array(1024);
  #links = 0;
  #opened = 0;
  size = 0;

  add(parent: number, ordinal: number): number {
    if (this.size === this.#parents.length) {
      this.#parents = grown(this.#parents, new Int32Array(this.size * 2));
      this.#starts = grown(this.#starts, new Int32Array(this.size * 2));
      this.#ordinals = grown(this.#ordinals, new Int16Array(this.size * 2));
    }
    this.#parents[this.size] = parent;
    this.#ordinals[this.size] = ordinal;
    this.size += 1;
    return this.size - 1;
  }

  /** From now on links are those of this state. */
  open(state: number): void {
    this.#starts[state] = this.#links;
    this.#opened = state + 1;
  }

  link(target: number): void {
    if (this.#links === this.#targets.length) {
      this.#targets = grown(this.#targets, new Int32Array(this.#links * 2));
    }
    this.#targets[this.#links] = target;
    this.#links += 1;
  }

  /** The choices that led to a state first. */
  stepsTo(state: number): readonly number[] {
    const steps: number[] = [];
    for (let at = state; (this.#parents[at] ?? -1) >= 0; at = this.#parents[at] ?? -1) {
      steps.push(this.#ordinals[at] ?? 0);
    }
    return steps.reverse();
  }

  /**
   * Steps of the longest run, if every run ends; else the choices that lead to a state which comes back to itself.
   * (A. B. Kahn, Topological sorting of large networks, 1962.)
   */
  longestRun(): { readonly longest: number; readonly cycle?: readonly number[] } {
    const missing = new Int32Array(this.size);
    for (let link = 0; link < this.#links; link += 1) {
      const target = this.#targets[link] ?? 0;
      missing[target] = (missing[target] ?? 0) + 1;
    }
    const lengths = new Int32Array(this.size);
    const ready = [0];
    let done = 0;
    let longest = 0;
    for (let state = ready.pop(); state !== undefined; state = ready.pop()) {
      done += 1;
      const length = lengths[state] ?? 0;
      longest = Math.max(longest, length);
      for (const target of this.#targetsOf(state)) {
        lengths[target] = Math.max(lengths[target] ?? 0, length + 1);
        missing[target] = (missing[target] ?? 0) - 1;
        if (missing[target] === 0) {
          ready.push(target);
        }
      }
    }
    return done === this.size ? { longest } : { longest, cycle: this.#cycle(missing) };
  }

  /** Leads to a state on a cycle, and once round it. @param missing of states that a cycle comes before: more than 0 */
  #cycle(missing: Int32Array): readonly number[] {
    const places = new Map<number, number>();
    const walk: { readonly state: number; readonly ordinal: number }[] = [];
    let state = missing.findIndex((count) => count > 0);
    // Backwards: whatever is missing has a predecessor that is missing too.
    const before = new Map<number, { readonly state: number; readonly ordinal: number }>();
    for (let from = 0; from < this.#opened; from += 1) {
      if ((missing[from] ?? 0) > 0) {
        for (const [ordinal, target] of this.#targetsOf(from).entries()) {
          before.set(target, { state: from, ordinal });
        }
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

  #targetsOf(state: number): Int32Array {
    const end = state + 1 < this.#opened ? (this.#starts[state + 1] ?? this.#links) : this.#links;
    return this.#targets.subarray(this.#starts[state] ?? 0, end);
  }
}

function grown<T extends Int32Array | Int16Array>(from: T, into: T): T {
  into.set(from);
  return into;
}
