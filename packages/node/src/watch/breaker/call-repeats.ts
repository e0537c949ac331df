/** Longest round that is seen: A-B-C-D-E-F-A-B-C-D-E-F. */
export const MAX_PERIOD = 6;

/** How often the same was done in a row. */
export interface Repeats {
  /** Rounds, the first one included; 0 when nothing was done. */
  readonly count: number;
  /** Calls of one round, 1 to {@link MAX_PERIOD}. */
  readonly period: number;
}

export const NO_REPEATS: Repeats = { count: 0, period: 1 };

/** The one of two that is worse; of two alike the first. */
export function worse(one: Repeats, other: Repeats): Repeats {
  return other.count > one.count ? other : one;
}

/**
 * Finds rounds in a stream of calls as they come, each with its result: what is the same as `period` calls ago, for each
 * period at once. Takes the same small time and memory for each call, however long the stream.
 */
export class CallRepeats {
  /** Newest first. */
  #recent: readonly string[] = [];
  /** By period less one: calls in a row that were the same as the one so long before. */
  #runs: readonly number[] = NO_RUNS;

  /** The worst of all periods; of those alike the shortest. */
  get worst(): Repeats {
    if (this.#recent.length === 0) {
      return NO_REPEATS;
    }
    return this.#runs
      .map((run, index) => ({ count: Math.floor(run / (index + 1)) + 1, period: index + 1 }))
      .reduce(worse);
  }

  /** Whether nothing was done again. */
  get isAtRest(): boolean {
    return this.#runs.every((run) => run === 0);
  }

  add(call: string): void {
    this.#runs = this.#runs.map((run, index) => (this.#recent[index] === call ? run + 1 : 0));
    this.#recent = [call, ...this.#recent].slice(0, MAX_PERIOD);
  }

  /** A beat is over: half of it is forgotten, so that less than half of the limit in a beat never adds up. */
  decay(): void {
    this.#runs = this.#runs.map((run) => Math.floor(run / 2));
  }

  /** Something has come of it: what is done from now on is no repeat of what was done before. */
  reset(): void {
    this.#recent = [];
    this.#runs = NO_RUNS;
  }
}

const NO_RUNS: readonly number[] = Array.from({ length: MAX_PERIOD }, () => 0);
