import type { JsonValue } from '@hoplite/tools';
import { ScenarioFileError } from '../errors.ts';
import { parseScenario } from '../scenario/parse.ts';
import type { ScenarioFile } from '../scenario/schema/scenario.ts';
import { REDUCTIONS, type Reductions } from './reductions.ts';

export interface ShrinkOptions {
  /** Ends it; what was the smallest so far is the result. */
  readonly signal?: AbortSignal;
  /** Told after each candidate that was tried. */
  readonly onProgress?: (progress: ShrinkProgress) => void;
  /** Candidates that are tried at most. @default 5000 */
  readonly maxRuns?: number;
}

export interface ShrinkProgress {
  readonly runs: number;
  /** The smallest so far. */
  readonly smallest: ScenarioFile;
}

const MAX_RUNS = 5000;

/**
 * Makes a scenario smaller, as long as it fails still: leaves out peers, steps, faults and keys, takes steps out of loops,
 * lowers numbers and simplifies what is said. When it has ended by itself, no single one of these can be done any more.
 * The same scenario and judge give the same result.
 *
 * @param stillFails asked of valid candidates only; each once. Not asked of `scenario` itself, which should fail.
 */
export async function shrink(
  scenario: ScenarioFile,
  stillFails: (candidate: ScenarioFile) => Promise<boolean>,
  options: ShrinkOptions = {},
): Promise<ScenarioFile> {
  const search = new Search(scenario, stillFails, options);
  let isSmaller = true;
  while (isSmaller && !search.isOver) {
    isSmaller = false;
    for (const reductions of REDUCTIONS) {
      if (await search.reduce(reductions)) isSmaller = true;
    }
  }
  return search.smallest;
}

class Search {
  smallest: ScenarioFile;
  readonly #stillFails: (candidate: ScenarioFile) => Promise<boolean>;
  readonly #options: ShrinkOptions;
  /** Candidates that were tried: as many as runs. Those that cannot be played are cheap to find again. */
  readonly #tried = new Set<string>();
  #runs = 0;

  constructor(
    scenario: ScenarioFile,
    stillFails: (candidate: ScenarioFile) => Promise<boolean>,
    options: ShrinkOptions,
  ) {
    this.smallest = scenario;
    this.#stillFails = stillFails;
    this.#options = options;
  }

  get isOver(): boolean {
    return this.#options.signal?.aborted === true || this.#runs >= (this.#options.maxRuns ?? MAX_RUNS);
  }

  /** Tries each once, going on from the same place after one that helped. @returns whether any did */
  async reduce(reductions: Reductions): Promise<boolean> {
    let hasHelped = false;
    let ways = reductions(this.smallest as JsonValue);
    for (let index = 0; index < ways.length && !this.isOver;) {
      if (await this.#try(ways[index]?.())) {
        hasHelped = true;
        ways = reductions(this.smallest as JsonValue);
      } else {
        index += 1;
      }
    }
    return hasHelped;
  }

  async #try(value: JsonValue | undefined): Promise<boolean> {
    const candidate = value === undefined ? undefined : parsed(value);
    if (candidate === undefined) return false;
    const key = JSON.stringify(candidate);
    if (this.#tried.has(key) || key === JSON.stringify(this.smallest)) return false;
    this.#tried.add(key);
    this.#runs += 1;
    const isStillFailing = await this.#fails(candidate);
    if (isStillFailing) this.smallest = candidate;
    this.#options.onProgress?.({ runs: this.#runs, smallest: this.smallest });
    return isStillFailing;
  }

  /** A run that was cut off has shown nothing. */
  async #fails(candidate: ScenarioFile): Promise<boolean> {
    const { signal } = this.#options;
    try {
      const fails = await this.#stillFails(candidate);
      return fails && signal?.aborted !== true;
    } catch (error) {
      if (signal?.aborted === true) return false;
      throw error;
    }
  }
}

/** What is left, if it can be played. */
function parsed(value: JsonValue): ScenarioFile | undefined {
  try {
    return parseScenario(value);
  } catch (error) {
    if (error instanceof ScenarioFileError) return undefined;
    throw error;
  }
}
