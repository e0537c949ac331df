import type { RunRecord, Violation } from '../record.ts';
import { settled } from '../simulation/event-loop.ts';
import { LARGEST, boundsOf, type Bounds } from './bounds.ts';
import { PRODUCTION, type Decisions } from './decisions.ts';
import { RULES, type Rule } from './rules.ts';
import { runRecordOf } from './run-record.ts';
import { search, type Found, type Progress } from './search.ts';
import { stepText } from './step-text.ts';
import { ExploredWorld } from './world.ts';

export interface ExploreOptions extends Partial<Bounds> {
  /** What is decided, and how. @default what a node runs */
  readonly decisions?: Decisions | undefined;
  /**
   * States to find, at most. What stays of one is some 70 bytes; those that were not looked at yet are kept whole. Two million
   * of three peers took 1.2 GB in all.
   *
   * @default 5,000,000
   */
  readonly maxStates?: number | undefined;
  /** Whether states that differ in nothing that matters are taken for one. @default true */
  readonly isReduced?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** What an exploration has found. */
export interface Exploration {
  /**
   * `proved`: every run was looked at, all of them end, and the rules hold; states are known by fingerprints of 128 bits, so
   * but for a chance of less than 10^-24. `violated`: one does not. `interrupted` and
   * `bounded`: not all was looked at, and no rule was broken in what was.
   */
  readonly verdict: 'proved' | 'violated' | 'interrupted' | 'bounded';
  /** Different states. */
  readonly states: number;
  readonly transitions: number;
  /** Steps of the longest run; news that can make no difference any more is not counted. */
  readonly longest: number;
  readonly turnsAtMost: number;
  /** Hops of the deepest turn. */
  readonly depthAtMost: number;
  readonly violation?: Violation;
  /** A shortest run that leads to the violation. */
  readonly counterexample?: RunRecord;
  /** The same in sentences. */
  readonly steps?: readonly string[];
}

export const DEFAULT_MAX_STATES = 5_000_000;

/**
 * Looks at everything that can happen to one job in a small world: every interleaving, and every choice of every agent.
 *
 * @throws {UnexplorableWorldError} when a bound is out of range
 */
export async function explore(options: ExploreOptions = {}): Promise<Exploration> {
  const {
    decisions = PRODUCTION,
    maxStates = DEFAULT_MAX_STATES,
    isReduced = true,
    signal,
    onProgress,
    ...given
  } = options;
  const world = new ExploredWorld(boundsOf(given, LARGEST), decisions, { isReduced });
  const found = await search(world, { maxStates, signal, onProgress, pause: settled });
  return explorationOf(world, found);
}

/** What was found, for those who read it. */
export function explorationOf(world: ExploredWorld, { path, violation, ...found }: Found): Exploration {
  if (violation === undefined || path === undefined) {
    return found;
  }
  const says = RULES[violation.rule as Rule];
  const id = `counterexample-${violation.rule}`;
  return {
    ...found,
    violation,
    counterexample: runRecordOf(world, path, { id, says, kind: 'counterexample', states: found.states, violation }),
    steps: path.map(({ step }) => stepText(step)),
  };
}
