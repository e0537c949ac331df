/** Why a message was not accepted, or an accepted one not carried out. Operators search for these; spelled exactly so. */
export const REASONS = [
  // The brakes, in their order (docs/stop-reasons.md).
  'malformed',
  'unauthorized',
  'no_local_id',
  'expired',
  'duplicate',
  'terminal',
  'halted',
  'frozen',
  'max_hops',
  'cannot: ping-pong',
  'cannot: cycle',
  'illegal_edge',
  'max_turns',
  'rate_limited',
  'breaker',
  'busy',
  // What became of an accepted message that its agent did not answer.
  'deadline',
  'agent_error',
  'agent_refused',
  'interrupted',
  'cancelled',
  'deadlock',
  'livelock',
  // What a sender is told by its own runtime.
  'unknown_peer',
  'ambiguous_peer',
  'unreachable',
  'nobody_listening',
  'not_in_room',
  'too_large',
] as const;

export type Reason = (typeof REASONS)[number];

const known: ReadonlySet<string> = new Set(REASONS);

/** Whether `text` is a reason that this version knows. */
export function isReason(text: string): text is Reason {
  return known.has(text);
}

/** A typed, terminal "no": data for the sender's runtime, never text for a model to reply to. */
export interface Refusal {
  readonly reason: Reason;
  /** A sentence for a person: what was seen, and what to do. */
  readonly detail: string;
  /** The peers along which it went, as peer IDs, the one that was not reached last. */
  readonly path: readonly string[];
  /** Milliseconds before a *different* attempt is worth it. */
  readonly retryAfter?: number;
}
