/** How many of how many signs of life must be missing. */
export interface SuspicionRule {
  readonly k: number;
  readonly n: number;
}

export const DEFAULT_RULE: SuspicionRule = { k: 3, n: 4 };

/** Signs of life of one beat period that has passed. */
export interface Period {
  /** A beat, a progress note or an answer came. */
  readonly wasHeard: boolean;
  /** There was a connection, at least for some of the time. */
  readonly wasUp: boolean;
}

/** Signs that a peer should give in each period. */
const SIGNS_PER_PERIOD = 2;

/**
 * Whether a peer is to be suspected: of the last `n` signs of life that it should have given, two each period, at least
 * `k` are missing. A period in which nothing was expected of it is none. What its agent does, and how fast, is no part of
 * it; nor is silence alone, by the usual rule, while the connection stands.
 *
 * @param periods those that have passed, oldest first
 */
export function isSuspicious(periods: readonly Period[], { k, n }: SuspicionRule = DEFAULT_RULE): boolean {
  const signs = periods.flatMap(({ wasHeard, wasUp }) => [wasHeard, wasUp]).slice(-n);
  return signs.filter((isThere) => !isThere).length >= k;
}

/** How many of the last periods matter. */
export function periodsOf({ n }: SuspicionRule): number {
  return Math.ceil(n / SIGNS_PER_PERIOD);
}
