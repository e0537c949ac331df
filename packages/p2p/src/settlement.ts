import type { Reason } from './reasons.ts';

/** A brake that fired somewhere below a message. */
export interface Stop {
  readonly reason: Reason;
  /** Peer IDs, the one that was not reached last. */
  readonly path: readonly string[];
  /** SHA-256 of what was to be sent and to whom, see `briefHash`: 32 bytes. */
  readonly briefHash?: Uint8Array;
  /** The beginning of what was to be said, at most {@link MAX_STOP_PAYLOAD} bytes; only the first stop carries it. */
  readonly payload?: string;
}

/** Bytes of a stopped message's content that are reported, in UTF-8. */
export const MAX_STOP_PAYLOAD = 4096;

/**
 * What became of the credit that a message granted, in totals so far: `returned + burnt + open = granted`. It is final
 * when `open` is 0.
 */
export interface Settlement {
  readonly returned: number;
  readonly burnt: number;
  readonly open: number;
  /** The longest path of peer IDs that the subtree took. */
  readonly path: readonly string[];
  /** At most {@link MAX_STOPS}; `stopCount` counts them all. */
  readonly stops: readonly Stop[];
  readonly stopCount: number;
}

/** Stops that one settlement names. */
export const MAX_STOPS = 8;
