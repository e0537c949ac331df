import type { Reason } from '@hoplite/p2p';

/** Reasons of the brakes that stop a job: where one fires, the job ends `stopped`, not `done` (design.md section 6). */
const STOPPING: ReadonlySet<Reason> = new Set([
  'max_hops',
  'cannot: ping-pong',
  'cannot: cycle',
  'illegal_edge',
  'max_turns',
]);

/** Reasons of the other brakes: they refuse one message. */
const REFUSING: ReadonlySet<Reason> = new Set([
  'malformed',
  'unauthorized',
  'no_local_id',
  'expired',
  'duplicate',
  'terminal',
  'halted',
  'frozen',
  'rate_limited',
  'breaker',
  'busy',
  'not_in_room',
]);

/** Whether a refusal for this reason stops the whole job. */
export function stopsJob(reason: Reason): boolean {
  return STOPPING.has(reason);
}

/** Whether a job may be frozen for this reason: by a brake, the monitor or the circuit breaker. */
export function freezesJob(reason: Reason): boolean {
  return stopsJob(reason) || reason === 'livelock' || reason === 'breaker';
}

/** Whether this is the reason of a brake, rather than of an agent or of the network. */
export function isBrakeReason(reason: Reason): boolean {
  return STOPPING.has(reason) || REFUSING.has(reason);
}

/** Reasons that pass: the same may be sent again later. All others are final for the same attempt. */
const RETRYABLE: ReadonlySet<Reason> = new Set(['busy', 'rate_limited', 'unreachable', 'nobody_listening']);

/** Whether the same message may get through later. */
export function isRetryable(reason: Reason): boolean {
  return RETRYABLE.has(reason);
}
