/** Thrown when a file of the data directory that must be private is not, or cannot be used. */
export class PrivateFileError extends Error {
  override readonly name = 'PrivateFileError';
  readonly code = 'ERR_PRIVATE_FILE';
  readonly file: string;

  constructor(file: string, problem: string) {
    super(`${file} ${problem}`);
    this.file = file;
  }
}

/** Thrown when the HTTP API cannot listen where it was told to. */
export class ApiListenError extends Error {
  override readonly name = 'ApiListenError';
  readonly code = 'ERR_API_LISTEN';

  constructor(host: string, port: number, problem: string, cause?: unknown) {
    super(`the HTTP API cannot listen on ${host}:${port}: ${problem}`, { cause });
  }
}

/** Thrown by the client when no node runs on the data directory, or it stopped before it had answered. */
export class NodeNotRunningError extends Error {
  override readonly name = 'NodeNotRunningError';
  readonly code = 'ERR_NODE_NOT_RUNNING';
  readonly directory: string;

  constructor(directory: string, when: 'before' | 'meanwhile' = 'before', cause?: unknown) {
    const found = when === 'before' ? 'no node is running on' : 'the node stopped before it had answered, on';
    super(`${found} ${directory}: start it with "hoplite up --dir ${directory}"`, { cause });
    this.directory = directory;
  }
}

/** Thrown by the client when the node does not take its token. */
export class WrongTokenError extends Error {
  override readonly name = 'WrongTokenError';
  readonly code = 'ERR_WRONG_TOKEN';

  constructor(directory: string) {
    super(`the node does not take the token in ${directory}: was the file changed while it ran? Restart the node`);
  }
}

/** Thrown by the client when the node answered with an error. Refusals are not errors; they are results. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** As in the body: `bad_request`, `not_found`, `internal`, … */
  readonly code: string;
  /** The HTTP status; 0 when the error came after the answer had begun. */
  readonly status: number;
  /** The field of the request that is wrong. */
  readonly field: string | undefined;

  constructor(status: number, code: string, message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}
