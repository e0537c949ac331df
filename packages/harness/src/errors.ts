/** Thrown when a world is to be explored whose bounds the explorer cannot take on. */
export class UnexplorableWorldError extends Error {
  override readonly name = 'UnexplorableWorldError';
  readonly code = 'ERR_UNEXPLORABLE_WORLD';
  /** Which bound is wrong. */
  readonly bound: string;

  constructor(bound: string, problem: string) {
    super(`${bound} ${problem}`);
    this.bound = bound;
  }
}
/** One thing that is wrong with a scenario file. */
export interface ScenarioProblem {
  /** Where, as `steps[2].delegate.from`; empty for the file as a whole. */
  readonly path: string;
  readonly message: string;
}

/** Thrown when a scenario file cannot be read or is not valid. It names the file and everything that is wrong. */
export class ScenarioFileError extends Error {
  override readonly name = 'ScenarioFileError';
  readonly code = 'ERR_SCENARIO_FILE';
  readonly file: string;
  /** At least one. */
  readonly problems: readonly ScenarioProblem[];

  constructor(file: string, problems: readonly ScenarioProblem[], cause?: unknown) {
    const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(`${file} is no scenario\n  ${lines.join('\n  ')}`, { cause });
    this.file = file;
    this.problems = problems;
  }
}

/** Thrown when a step of a scenario cannot be taken as it is written: a name that stands for nothing, a wrong kind of value. */
export class ScenarioStepError extends Error {
  override readonly name = 'ScenarioStepError';
  readonly code = 'ERR_SCENARIO_STEP';
}

/** Thrown when nothing more can happen in a simulated world that would bring about what is waited for. */
export class NothingLeftToHappenError extends Error {
  override readonly name = 'NothingLeftToHappenError';
  readonly code = 'ERR_NOTHING_LEFT_TO_HAPPEN';
  /** What is waited for. */
  readonly awaited: string;
  /** Milliseconds since the Unix epoch, by the clock of the world. */
  readonly at: number;

  constructor(awaited: string, why: string, at: number) {
    super(`did not come about by ${new Date(at).toISOString()} of the world, because ${why}: ${awaited}`);
    this.awaited = awaited;
    this.at = at;
  }
}

/** Thrown when a peer of a world is named that does not run, or is to be started and runs already. */
export class WrongPeerError extends Error {
  override readonly name = 'WrongPeerError';
  readonly code = 'ERR_WRONG_PEER';
  readonly peer: string;

  constructor(peer: string, problem: string) {
    super(`${JSON.stringify(peer)} ${problem}`);
    this.peer = peer;
  }
}

/** Thrown when a scenario that says `only: real` is to be played in the simulator. */
export class OnlyInRealWorldError extends Error {
  override readonly name = 'OnlyInRealWorldError';
  readonly code = 'ERR_ONLY_IN_REAL_WORLD';
  readonly id: string;

  constructor(id: string, because: string) {
    super(`scenario ${id} can only be played over real nodes: ${because}`);
    this.id = id;
  }
}
