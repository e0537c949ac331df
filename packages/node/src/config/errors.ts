/** One thing that is wrong with a config. */
export interface ConfigProblem {
  /** Where, as `http.port` or `peers[2]`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Thrown when a config cannot be read or is not valid. It names the file and everything that is wrong. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'ERR_CONFIG';
  readonly file: string;
  /** At least one. */
  readonly problems: readonly ConfigProblem[];

  constructor(file: string, problems: readonly ConfigProblem[], cause?: unknown) {
    const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`${file} is not valid\n  ${lines.join('\n  ')}`, { cause });
    this.file = file;
    this.problems = problems;
  }
}
