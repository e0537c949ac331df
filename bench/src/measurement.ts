/** What one measurement gave. */
export interface Measured {
  /** By the names that the issue gives them. */
  readonly ratios: Readonly<Record<string, number>>;
  /** The medians they were made of, with their units in their names. */
  readonly details: Readonly<Record<string, number>>;
}

export interface MeasureOptions {
  readonly rounds: number;
  /** Whether to warm up hardly at all. */
  readonly quick: boolean;
  /** Told after each round. */
  readonly onRound: (round: number) => void;
}

/** One comparison: starts its own peers, and ends them. */
export interface Measurement {
  readonly name: string;
  /** What is compared, for whoever watches. */
  readonly title: string;
  measure(options: MeasureOptions): Promise<Measured>;
}
