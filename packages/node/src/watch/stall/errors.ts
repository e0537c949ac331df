import type { Tick } from './tick.ts';

/** Why nothing is said of a stall. */
export type Abstention =
  /** Fewer ticks than a verdict needs. */
  | 'too_short'
  /** Something that the verdict needs is absent, or is no number that it could be. */
  | 'missing_telemetry'
  /** What makes states canonical says different things of the same state. */
  | 'unstable_canonical_form'
  /** All wait for one that does nothing: a fault of one node, and not of how they work together. */
  | 'single_unresponsive'
  /** Neither a livelock nor a deadlock. */
  | 'no_invariant'
  /** Somebody wants to act on no verdict. */
  | 'indeterminate';

/**
 * Thrown when a stall is not known to be a livelock or a deadlock. Then nothing is done about it, and a person is shown what
 * was seen: the wrong intervention harms.
 */
export class StallClassificationError extends Error {
  override readonly name = 'StallClassificationError';
  readonly code = 'ERR_STALL_CLASSIFICATION';
  readonly why: Abstention;
  /** What was to be classified, as it was given; empty when there was nothing of the kind. */
  readonly window: readonly Tick[];

  constructor(why: Abstention, window: readonly Tick[]) {
    super(MESSAGES[why]);
    this.why = why;
    this.window = window;
  }
}

const MESSAGES: Readonly<Record<Abstention, string>> = {
  too_short: 'too few ticks to classify a stall: watch it for longer',
  missing_telemetry:
    'ticks lack what tells a livelock from a deadlock: each needs its enabled and fired transitions, its state and its goal distance, or else whom it waits for',
  unstable_canonical_form:
    'the canonical form is not stable: applied again, or to the same state again, it says something else, so that no recurrence can be trusted',
  single_unresponsive:
    'all wait for one agent that takes no transition: that is a liveness fault of one node and no multi-agent stall; look at that node',
  no_invariant:
    'stall did not satisfy any classification invariant; abstain and surface raw window rather than firing an intervention',
  indeterminate: 'cannot act on an indeterminate classification',
};
