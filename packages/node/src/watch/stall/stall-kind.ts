/** What a multi-agent stall is (design.md section 7). */
export const StallKind = {
  /** Transitions are enabled and taken, and the state comes back: perturb. */
  LIVELOCK: 'livelock',
  /** A circle of waits, and nobody in it can go on: break the cycle. */
  DEADLOCK: 'deadlock',
  /** It is not known: nothing is done. */
  INDETERMINATE: 'indeterminate',
} as const;

export type StallKind = (typeof StallKind)[keyof typeof StallKind];
