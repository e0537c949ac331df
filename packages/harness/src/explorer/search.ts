import type { Violation } from '../record.ts';
import { beginning } from './changes.ts';
import { Names } from './encode.ts';
import { Graph } from './graph.ts';
import { Likeness } from './likeness.ts';
import { Visited } from './visited.ts';
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

/** States between two pauses: some hundredths of a second. */
const PAUSE_EVERY = 256;

/**
 * Looks at every state that can come about, those that take fewer steps first: so the first violation is met on a
 * shortest way. When it comes to its end without one, every run has been looked at, and the rules hold in all of them.
 *
 * States are known by their fingerprints, see `Sums`, and kept whole only until they were looked at. How one has come about
 * is found out by making the same choices again.
 */
export async function search(world: ExploredWorld, options: SearchOptions): Promise<Found> {
  const { maxStates, onProgress, pause, signal } = options;
  const fingerprints = world.isPlain ? new Likeness(world) : new Names(world);
  const graph = new Graph();
  const known = new Visited();
  const first = beginning(world.bounds);
  graph.add(known.numberOf(fingerprints.of(first)), -1, 0);
  let layer: (State | undefined)[] = [first];
  let [looked, transitions, depth, turnsAtMost, depthAtMost] = [0, 0, 0, 0, 0];
  const found = (verdict: Found['verdict'], longest = depth) => {
    return { verdict, states: known.size, transitions, longest, turnsAtMost, depthAtMost };
  };
  const violated = (violation: Violation, longest: number, steps: readonly number[]): Found => {
    return { ...found('violated', longest), violation, path: retrace(world, steps) };
  };
  while (layer.length > 0) {
    const next: State[] = [];
    for (const [at, state] of layer.entries()) {
      if (state === undefined) {
        continue;
      }
      layer[at] = undefined; // So that it is not kept.
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
        const before = known.size;
        const index = known.numberOf(fingerprints.of(after));
        if (index === before) {
          graph.add(index, looked, ordinal);
          next.push(after);
        }
        graph.link(index);
      }
      looked += 1;
      if (looked % PAUSE_EVERY === 0) {
        onProgress?.({ states: known.size, frontier: known.size - looked, depth });
        await pause();
        if (signal?.aborted === true) {
          return found('interrupted');
        }
        if (known.size > maxStates) {
          return found('bounded');
        }
      }
    }
    layer = next;
    depth += next.length > 0 ? 1 : 0;
  }
  onProgress?.({ states: known.size, frontier: 0, depth });
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
