/** How a peer that could not be reached is tried again. */
export interface BackoffOptions {
  /** Milliseconds before the second attempt. */
  readonly first: number;
  /** Most milliseconds between two attempts. */
  readonly max: number;
}

/** Attempts at a target that will not become a member: somebody else answers, or nobody knows where it is. */
export const MAX_VAIN_ATTEMPTS = 5;

/**
 * Milliseconds before the next attempt: doubling up to the maximum, give or take a half, so that peers that lost each
 * other together do not dial together.
 *
 * @param failures how many attempts have failed in a row; at least 1
 * @param random from 0 to below 1
 */
export function backoff(failures: number, { first, max }: BackoffOptions, random: number): number {
  const base = Math.min(max, first * 2 ** Math.min(failures - 1, 30));
  return Math.min(max, base * (0.5 + random));
}

/** Why a target is dialled, and what came of it so far. */
export interface DialHistory {
  /** An operator named it, or it has once been a member: it is never given up for being away. */
  readonly wanted: boolean;
  /** Somebody has said where it may be: it is told of once, so it is tried again for as long as that is remembered. */
  readonly located: boolean;
  /** Attempts in a row at which nobody could be reached. */
  readonly failures: number;
  /** Attempts in a row at which somebody answered who is no member. */
  readonly strangers: number;
}

/** Whether to stop dialling a target until something new is heard of it. */
export function isHopeless(history: DialHistory): boolean {
  return (
    history.strangers >= MAX_VAIN_ATTEMPTS ||
    (!history.wanted && !history.located && history.failures + history.strangers >= MAX_VAIN_ATTEMPTS)
  );
}
