import { MAX_ID_LENGTH } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { MAX_TICK_COUNT, MAX_TICK_WAITS, type ProgressTick } from '../progress-tick.ts';
import { boundedText, decodeWith, pb, timestamp, wholeNumber } from './protobuf.ts';
import { readablePath } from './reported.ts';

/** Larger ones are not looked at: bounds what is made of them, whatever they hold. */
const MAX_TICK_BYTES = 4096;

const { GOAL_REPORTED, GOAL_OBLIGATIONS } = pb.Goal;

/** The bytes of a tick, cut to what a reader takes. What no cutting mends is for the reader to drop. */
export function encodeTick(tick: ProgressTick): Uint8Array {
  const { enabledTransitions, fired, goal, waitFor } = tick;
  return pb.Tick.encode({
    ...tick,
    enabledTransitions: count(enabledTransitions),
    fired: count(fired),
    goal: goal === 'reported' ? GOAL_REPORTED : GOAL_OBLIGATIONS,
    waitFor: readablePath(waitFor).slice(0, MAX_TICK_WAITS),
  }).finish();
}

function count(value: number): number {
  return Math.min(Math.max(0, Math.trunc(value)), MAX_TICK_COUNT);
}

/**
 * Reads a tick, all of it or nothing: half a tick would look like a participant that waits for nobody, or has nothing left
 * to do.
 *
 * @throws {MalformedMessageError}
 */
export function decodeTick(bytes: Uint8Array): ProgressTick {
  const raw = decodeWith(pb.Tick, bytes, 'tick', MAX_TICK_BYTES);
  if (raw.waitFor.length > MAX_TICK_WAITS) {
    throw new MalformedMessageError('tick.waitFor', `names more than ${MAX_TICK_WAITS} peers`);
  }
  if (raw.state.byteLength !== 32) {
    throw new MalformedMessageError('tick.state', 'is not a SHA-256 hash');
  }
  return {
    peer: boundedText('tick.peer', raw.peer, MAX_ID_LENGTH),
    at: timestamp('tick.at', raw.at),
    enabledTransitions: wholeNumber('tick.enabledTransitions', raw.enabledTransitions, { most: MAX_TICK_COUNT }),
    fired: wholeNumber('tick.fired', raw.fired, { most: MAX_TICK_COUNT }),
    // A copy: windows keep it, and would keep the bytes of its whole frame.
    state: Uint8Array.from(raw.state),
    goalDistance: distance(raw.goalDistance),
    goal: goalOf(raw.goal),
    waitFor: raw.waitFor.map((peer) => boundedText('tick.waitFor', peer, MAX_ID_LENGTH)),
  };
}

function distance(value: number): number {
  if (!Number.isFinite(value) || value < 0 || value > Number.MAX_SAFE_INTEGER) {
    throw new MalformedMessageError('tick.goalDistance', 'is not a distance');
  }
  return value;
}

function goalOf(goal: number): ProgressTick['goal'] {
  switch (goal) {
    case GOAL_REPORTED:
      return 'reported';
    case GOAL_OBLIGATIONS:
      return 'obligations';
    default:
      throw new MalformedMessageError('tick.goal', 'is of no kind that this version knows');
  }
}
