import { StoreCorruptError, StoreUnavailableError } from './errors.ts';

/** Primary result codes of SQLite (https://sqlite.org/rescode.html): SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26]);

/**
 * Does something with the database in `file`, and says what went wrong in our words.
 *
 * @throws {StoreCorruptError} when SQLite finds the file damaged
 * @throws {StoreUnavailableError} for other errors of SQLite and of the file system
 */
export function explained<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !isForeign(error)) {
      throw error;
    }
    const damaged = 'errcode' in error && DAMAGED.has(Number(error.errcode) & 0xff);
    throw damaged
      ? new StoreCorruptError(file, error.message, error)
      : new StoreUnavailableError(file, error.message, error);
  }
}

/** Errors of SQLite and of the file system, as opposed to our own. */
function isForeign(error: Error): boolean {
  return 'errcode' in error || 'syscall' in error;
}
