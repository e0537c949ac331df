import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const STALE_AFTER_MS = 30 * 60_000;
const POLL_MS = 200;

/**
 * Runs `work` while holding the lock file `path`; waits for another live holder. The file names its holder's process, so
 * that one left by a crash is recognised and taken over.
 *
 * @template T
 * @param {string} path
 * @param {(holder: number) => void} onWait called once if there is somebody to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(path, onWait, work) {
  mkdirSync(dirname(path), { recursive: true });
  let told = false;
  while (!tryAcquire(path)) {
    const holder = holderOf(path);
    if (holder === undefined) continue;
    if (isStale(path, holder)) {
      breakLock(path, holder);
      continue;
    }
    if (!told) onWait(holder);
    told = true;
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (holderOf(path) === process.pid) rmSync(path, { force: true });
  }
}

/**
 * `link` makes the file appear with its content at once: nobody can see a lock that does not name its holder yet.
 *
 * @param {string} path
 */
function tryAcquire(path) {
  const mine = `${path}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    unlinkSync(mine);
  }
}

/**
 * Takes a dead holder's lock away. Two processes may try: whoever moved aside a lock that is not the dead one's puts it
 * back.
 *
 * @param {string} path
 * @param {number} holder
 */
function breakLock(path, holder) {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch {
    return; // Another process broke it first.
  }
  try {
    if (holderOf(aside) !== holder) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(aside);
  }
}

/**
 * @param {string} path
 * @returns {number | undefined} the holder's process id, if the lock is held
 */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @param {number} holder
 */
function isStale(path, holder) {
  // After a reboot or in a new container the number may belong to somebody else: then age decides.
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > STALE_AFTER_MS) return true;
  try {
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/**
 * @param {unknown} error
 * @returns {unknown}
 */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
