import type { Channel } from '@hoplite/p2p';
import { settled } from '../simulation/event-loop.ts';
import { SeededRandom } from '../simulation/seeded-random.ts';
import { boundsOf, type Bounds } from './bounds.ts';
import { beginning } from './changes.ts';
import { choiceOf, type Choice } from './choices.ts';
import { PRODUCTION, type Decisions } from './decisions.ts';
import type { Exploration } from './explore.ts';
import { RULES, unfinished, type Rule } from './rules.ts';
import { runRecordOf } from './run-record.ts';
import type { Moment } from './search.ts';
import type { State } from './state.ts';
import type { Successor } from './step.ts';
import { stepText } from './step-text.ts';
import { checked, ofFaults, ofFlight, ofTurn, roots } from './successors.ts';
import { ExploredWorld } from './world.ts';

export interface WalkOptions extends Partial<Bounds> {
  /** The same one takes the same way. */
  readonly seed: number;
  /** 2 to 500. */
  readonly peers: number;
  /** How far it goes. When a job has come to its end, another begins. */
  readonly steps: number;
  readonly decisions?: Decisions;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: WalkProgress) => void) | undefined;
}

/** How far a walk has come. */
export interface WalkProgress {
  readonly steps: number;
  /** Jobs that came to their end. */
  readonly jobs: number;
}

/** Most that a walk takes on. */
const MOST = { peers: 500, credit: 10_000 };

/** Messages that an agent thinks of before it chooses. */
const THOUGHTS = 6;

/** Steps between two pauses. */
const PAUSE_EVERY = 256;

/**
 * Takes one way at random through a world of many peers: the same model as that of the explorer. It proves nothing; what it
 * finds is real.
 *
 * @returns with verdict `violated`, `interrupted`, or `bounded` when nothing was found; the counterexample holds the job in
 * which the rule broke, and is as long as the walk has made it
 * @throws {UnexplorableWorldError} when a bound is out of range
 */
export async function walk({
  seed,
  steps,
  decisions = PRODUCTION,
  signal,
  onProgress,
  ...given
}: WalkOptions): Promise<Exploration> {
  const world = new ExploredWorld(boundsOf(given, MOST), decisions, { isReduced: false, choices: 'unlisted' });
  const walker = new Walker(world, new SeededRandom(seed, 'walk'));
  let path: Moment[] = [];
  let state = beginning(world.bounds);
  let [longest, turnsAtMost, depthAtMost, jobs] = [0, 0, 0, 0];
  const found = (verdict: Exploration['verdict'], taken: number) => {
    return { verdict, states: taken + 1, transitions: taken, longest, turnsAtMost, depthAtMost };
  };
  for (let taken = 0; taken < steps; taken += 1) {
    const next = walker.next(state);
    const violation = next === undefined ? unfinished(state) : next.violation;
    if (next !== undefined) {
      const { step, state: after } = next;
      state = after;
      path.push({ step, state });
      longest = Math.max(longest, path.length);
      turnsAtMost = Math.max(turnsAtMost, after.begun);
      depthAtMost = step.kind === 'wakes' ? Math.max(depthAtMost, step.hop.hops) : depthAtMost;
    }
    if (violation !== undefined) {
      const says = RULES[violation.rule as Rule];
      const about = { id: `walk-${seed}`, says, kind: 'walk', seed, states: taken + 1, violation } as const;
      const counterexample = runRecordOf(world, path, about);
      return {
        ...found('violated', taken + 1),
        violation,
        counterexample,
        steps: path.map(({ step }) => stepText(step)),
      };
    }
    if (next === undefined) {
      jobs += 1;
      path = []; // The job has come to its end.
      state = beginning(world.bounds);
    }
    if (taken % PAUSE_EVERY === PAUSE_EVERY - 1) {
      onProgress?.({ steps: taken + 1, jobs });
      await settled();
      if (signal?.aborted === true) {
        return found('interrupted', taken + 1);
      }
    }
  }
  return found('bounded', steps);
}

/** Chooses what happens next. */
class Walker {
  readonly #world: ExploredWorld;
  readonly #random: SeededRandom;

  constructor(world: ExploredWorld, random: SeededRandom) {
    this.#world = world;
    this.#random = random;
  }

  /** Undefined when nothing can happen any more. */
  next(state: State): Successor | undefined {
    const found = this.#successors(state);
    const next = found === undefined ? undefined : this.#one(found);
    return next && checked(this.#world, next);
  }

  #successors(state: State): readonly Successor[] | undefined {
    const world = this.#world;
    if (state.phase === 'new') {
      return this.#untilSome(() => roots(world, state, this.#thoughts(0, [])));
    }
    const running = [...state.turns.entries()].filter(([, { status }]) => status === 'running');
    const ways: (() => readonly Successor[])[] = [];
    if (running.length > 0) {
      ways.push(() => this.#ofTurn(state, this.#one(running)?.[0] ?? 0));
    }
    if (state.flights.length > 0) {
      ways.push(() => {
        const at = this.#random.between(0, state.flights.length - 1);
        const flight = state.flights[at];
        return flight === undefined ? [] : ofFlight(world, state, at, flight);
      });
    }
    const faults = ofFaults(world, state);
    if (faults.length > 0 && (ways.length === 0 || this.#random.chance(0.3))) {
      return faults;
    }
    return this.#one(ways)?.();
  }

  /** An agent goes on more often than not, and seldom does what stops the job. */
  #ofTurn(state: State, index: number): readonly Successor[] {
    const turn = state.turns[index];
    const all = turn === undefined ? [] : ofTurn(this.#world, state, index, this.#thoughts(turn.peer, turn.hop.named));
    const sends = all.filter(({ step }) => step.kind === 'sends');
    const ends = all.filter(({ step }) => step.kind === 'ends');
    const others = all.filter(({ step }) => step.kind !== 'sends' && step.kind !== 'ends');
    if (others.length > 0 && (others.some(({ violation }) => violation !== undefined) || this.#random.chance(0.01))) {
      return others;
    }
    return sends.length > 0 && this.#random.chance(0.7) ? sends : ends;
  }

  /** Messages that an agent may think of, some of them to those who have been there. */
  #thoughts(from: number, visited: readonly number[]): readonly Choice[] {
    const { channels } = this.#world.bounds;
    return Array.from({ length: THOUGHTS }, () => {
      const channel: Channel = this.#one(channels) ?? 'task';
      const back = this.#random.chance(0.2) ? this.#one(visited) : undefined;
      const wakes = channel === 'room' ? this.#others(from) : [back ?? this.#others(from)[0] ?? from];
      return choiceOf({ number: -1, from, channel, wakes, isSaidAgain: this.#random.chance(0.5) });
    });
  }

  /** One to four other peers. */
  #others(from: number): readonly number[] {
    const { peers } = this.#world.bounds;
    const chosen = new Set<number>();
    for (let count = this.#random.between(1, 4); count > 0; count -= 1) {
      chosen.add((from + this.#random.between(1, peers - 1)) % peers);
    }
    return [...chosen].sort((a, b) => a - b);
  }

  /** Not everything that is thought of can be sent. */
  #untilSome(find: () => readonly Successor[]): readonly Successor[] | undefined {
    for (let tries = 0; tries < 100; tries += 1) {
      const found = find();
      if (found.length > 0) {
        return found;
      }
    }
    return undefined;
  }

  #one<T>(all: readonly T[]): T | undefined {
    return all[this.#random.between(0, all.length - 1)];
  }
}
