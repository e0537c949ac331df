/** Bounds on a scenario file. They hold before anything is allocated for what it says. */
export const LIMITS = {
  /** Of the file, in bytes. */
  fileBytes: 4 * 1024 * 1024,
  peers: 500,
  /** In one list. */
  steps: 1000,
  /** Of one loop, and of loops within loops together. */
  rounds: 10_000,
  /** Of one call of an agent: peers times `times`. */
  sentAtOnce: 1000,
  /** Characters of a text that is made by `$text`. */
  madeText: 4 * 1024 * 1024,
  /** Steps within steps, and values within values. */
  nesting: 48,
  /** Values in a file, however small. */
  values: 200_000,
  /** Violations that are told of one run. */
  violations: 100,
  /** Calls of agents whose outcomes are kept. */
  calls: 100_000,
} as const;
