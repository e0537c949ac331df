/** What a monitor knows of a system of agents at one step. What is not known is absent, and then nothing is concluded. */
export interface Tick {
  /** Milliseconds since the Unix epoch. */
  readonly t: number;
  /** Transitions that could be taken, in all, or by agent. */
  readonly enabledTransitions?: number | Readonly<Record<string, number>>;
  /** Transitions that were taken since the last tick. */
  readonly fired?: number;
  /** The canonical state, or what `options.canonicalise` makes canonical. */
  readonly state?: string;
  /** What is left to do; less is better. */
  readonly goalDistance?: number;
  /** Who waits for whom, by agent. */
  readonly waitFor?: Readonly<Record<string, readonly string[]>>;
  /** Whose step it was. */
  readonly agent?: string;
}
