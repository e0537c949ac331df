/** Thrown when a store's file is not a database, is damaged, or belongs to another program. It is never deleted. */
export class StoreCorruptError extends Error {
  override readonly name = 'StoreCorruptError';
  readonly code = 'ERR_STORE_CORRUPT';
  readonly file: string;

  constructor(file: string, problem: string, cause?: unknown) {
    super(
      `${file} cannot be read: ${problem}. Nothing was changed. Stop the node, then restore the file from a backup, ` +
        'or move it and its -wal and -shm files away to start with an empty history',
      { cause },
    );
    this.file = file;
  }
}

/** Thrown when a store was written by a newer version of Hoplite, whose records this one could misread. */
export class StoreVersionError extends Error {
  override readonly name = 'StoreVersionError';
  readonly code = 'ERR_STORE_VERSION';
  readonly file: string;
  /** Schema version of the file. */
  readonly found: number;
  /** Newest schema version that this program knows. */
  readonly known: number;

  constructor(file: string, found: number, known: number) {
    super(`${file} has schema version ${found}, and this Hoplite knows versions up to ${known}: update Hoplite`);
    this.file = file;
    this.found = found;
    this.known = known;
  }
}

/** Thrown when a store that is only to be read was written by an older version of Hoplite, and is not up to date. */
export class StoreOutdatedError extends Error {
  override readonly name = 'StoreOutdatedError';
  readonly code = 'ERR_STORE_OUTDATED';
  readonly file: string;
  /** Schema version of the file. */
  readonly found: number;
  /** Schema version that this program reads. */
  readonly known: number;

  constructor(file: string, found: number, known: number) {
    super(
      `${file} has schema version ${found}, and this Hoplite reads version ${known}: start its node once with this ` +
        'version, which brings it up to date',
    );
    this.file = file;
    this.found = found;
    this.known = known;
  }
}

/** Thrown when a store that is only to be read is not there. */
export class StoreMissingError extends Error {
  override readonly name = 'StoreMissingError';
  readonly code = 'ERR_STORE_MISSING';
  readonly file: string;

  constructor(file: string) {
    super(`there is no ${file}: give the data directory of a node that has run, such as ~/.hoplite/alpha`);
    this.file = file;
  }
}

/** Thrown when a store's file cannot be opened at all: no such directory, no permission, or locked by another program. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  readonly code = 'ERR_STORE_UNAVAILABLE';
  readonly file: string;

  constructor(file: string, problem: string, cause: unknown) {
    super(`${file} cannot be opened: ${problem}`, { cause });
    this.file = file;
  }
}

/** Thrown to those who wait for writes that were undone, all of the same turn of the event loop: the disk is full, say. */
export class WriteLostError extends Error {
  override readonly name = 'WriteLostError';
  readonly code = 'ERR_WRITE_LOST';

  constructor(cause: unknown) {
    super(`nothing was written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
