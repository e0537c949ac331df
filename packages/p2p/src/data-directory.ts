import { mkdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DataDirectoryLockedError } from './errors.ts';
import { isAlive, markOf, type ProcessMark } from './process-alive.ts';
import { isErrno, writeSecret } from './secret-file.ts';

/** A directory that belongs to this process alone. */
export interface DataDirectory {
  /** Absolute. */
  readonly path: string;
  /** Lets other processes have it. Safe to call twice. */
  release(): void;
}

const LOCK = 'node.lock';
/** Held while a dead process's lock is being replaced, so that only one process replaces it. */
const TAKEOVER = 'node.lock.takeover';

/**
 * Makes the directory if need be (mode 0700) and locks it. The lock of a process that no longer runs is taken over.
 *
 * @throws {DataDirectoryLockedError} when another process holds it; names that process
 */
export function openDataDirectory(directory: string): DataDirectory {
  const path = resolve(directory);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const lock = join(path, LOCK);
  const mine = JSON.stringify(markOf(process.pid));
  if (!writeSecret(lock, mine)) {
    takeOver(path, lock, mine);
  }
  let held = true;
  return {
    path,
    release() {
      if (held && readText(lock) === mine) {
        unlinkSync(lock);
      }
      held = false;
    },
  };
}

function takeOver(path: string, lock: string, mine: string): void {
  refuseIfAlive(path, lock);
  const takeover = join(path, TAKEOVER);
  if (!writeSecret(takeover, mine)) {
    refuseIfAlive(path, takeover);
    removeIfThere(takeover); // Its process died in the few microseconds of a takeover.
    if (!writeSecret(takeover, mine)) {
      throw new DataDirectoryLockedError(path, holderOf(takeover)?.pid ?? 0);
    }
  }
  try {
    refuseIfAlive(path, lock); // Again: another process may have taken over in the meantime.
    removeIfThere(lock);
    if (!writeSecret(lock, mine)) {
      throw new DataDirectoryLockedError(path, holderOf(lock)?.pid ?? 0);
    }
  } finally {
    removeIfThere(takeover);
  }
}

function refuseIfAlive(path: string, lock: string): void {
  const holder = holderOf(lock);
  if (holder !== undefined && isAlive(holder)) {
    throw new DataDirectoryLockedError(path, holder.pid);
  }
}

/** Who holds a lock; undefined when nobody does or the file says nothing (a crash of the machine can leave it empty). */
function holderOf(lock: string): ProcessMark | undefined {
  try {
    const mark: unknown = JSON.parse(readText(lock) ?? '');
    if (typeof mark !== 'object' || mark === null || !('pid' in mark) || !Number.isSafeInteger(mark.pid)) {
      return undefined;
    }
    const began = 'began' in mark && typeof mark.began === 'string' ? { began: mark.began } : {};
    return { pid: Number(mark.pid), ...began };
  } catch {
    return undefined;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

function removeIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) {
      throw error;
    }
  }
}
