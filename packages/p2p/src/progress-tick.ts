/** A step that a participant of a job has made: telemetry for the monitor at the job's origin. From the runtime, not the agent. */
export interface ProgressTick {
  /** Peer ID of the participant. It is passed on from peer to peer, and so is a claim: it decides about nothing but its own job. */
  readonly peer: string;
  /** Milliseconds since the Unix epoch, by the participant's clock. */
  readonly at: number;
  /** Turns of the job that can go on there; a turn that waits cannot. At most {@link MAX_TICK_COUNT}. */
  readonly enabledTransitions: number;
  /** Steps since its last tick. At most {@link MAX_TICK_COUNT}. */
  readonly fired: number;
  /** SHA-256 of the canonical state that the last step led to: 32 bytes. */
  readonly state: Uint8Array;
  /** What is left to do: as the agent says, or else open obligations. Finite and not negative. */
  readonly goalDistance: number;
  readonly goal: 'reported' | 'obligations';
  /** Peer IDs that turns of the job wait for there; at most {@link MAX_TICK_WAITS}, more are not carried. */
  readonly waitFor: readonly string[];
}

/** Peers that a tick names as waited for, at most. */
export const MAX_TICK_WAITS = 16;

/** Turns or steps that one tick counts, at most; of more it says this. */
export const MAX_TICK_COUNT = 1_000_000;
