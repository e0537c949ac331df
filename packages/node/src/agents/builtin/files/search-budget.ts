import type { Clock } from '../../../ports/clock.ts';

/** What a search may cost. */
export interface SearchLimits {
  readonly results: number;
  /** Levels of folders below the first. */
  readonly depth: number;
  /** Files and folders looked at. */
  readonly entries: number;
  /** Of one file; what comes after is not searched. */
  readonly fileBytes: number;
  /** Of all files. */
  readonly totalBytes: number;
  readonly milliseconds: number;
}

/** What a search has left, and which of its limits it has come up against. */
export class SearchBudget {
  readonly limits: SearchLimits;
  readonly #clock: Clock;
  readonly #deadline: number;
  readonly #reached = new Set<keyof SearchLimits>();
  #entries = 0;
  #bytes = 0;

  constructor(limits: SearchLimits, clock: Clock) {
    this.limits = limits;
    this.#clock = clock;
    this.#deadline = clock.now() + limits.milliseconds;
  }

  /** Limits that kept something from being looked at. */
  get reached(): readonly (keyof SearchLimits)[] {
    return [...this.#reached];
  }

  /** Bytes that may be read of the next file. */
  get readable(): number {
    return Math.min(this.limits.fileBytes, this.limits.totalBytes - this.#bytes);
  }

  /** Asks to look at one more entry. If not granted, the search is over. */
  take(results: number): boolean {
    const { limits } = this;
    if (results >= limits.results) return this.miss('results');
    if (this.#entries >= limits.entries) return this.miss('entries');
    if (this.#bytes >= limits.totalBytes) return this.miss('totalBytes');
    if (this.#clock.now() >= this.#deadline) return this.miss('milliseconds');
    this.#entries += 1;
    return true;
  }

  spendBytes(count: number): void {
    this.#bytes += count;
  }

  /** Notes that a limit kept something from being looked at. */
  miss(limit: keyof SearchLimits): false {
    this.#reached.add(limit);
    return false;
  }
}
