import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { isWithin, pathProblem } from './paths.ts';

/** Something inside the root, open for reading. */
export interface Opened extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly stats: BigIntStats;
  /** Relative to the root, with slashes, without links. */
  readonly path: string;
  /** Where the operating system finds this very file or folder, even if its path has come to mean another. */
  readonly location: string;
}

export type Kind = 'file' | 'directory';

/** What was opened, or why not, as the end of a sentence that begins with the path. Never names the root. */
export type Opening = { readonly ok: true; readonly opened: Opened } | { readonly ok: false; readonly problem: string };

/** macOS: not through a link in any place. Node.js has no name for it. */
const O_NOFOLLOW_ANY = 0x2000_0000;

const isMacOs = process.platform === 'darwin';

/** Not through a link in the last place, and not waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | (isMacOs ? O_NOFOLLOW_ANY : 0);

const KIND_FLAGS = { file: FLAGS, directory: FLAGS | constants.O_DIRECTORY } as const;

const OUTSIDE = 'leads out of the configured root';
const CHANGED = 'changed while it was opened';
const UNCONFINED = 'cannot be opened safely: this system has no /proc/self/fd';

/**
 * Opens a regular file or a folder inside `root`. Links are followed only to what is inside. What decides is where the
 * open file is, not what its path means before or after, so that nothing is read through a path that is swapped
 * meanwhile: Linux tells by `/proc/self/fd`, and macOS opens nothing through links that were not resolved before.
 * Another system has neither, and nothing is opened there.
 *
 * Hard links cannot be told from files: who can make one inside the root has opened its target to peers.
 */
export async function openInside(root: string, path: string, kind: Kind): Promise<Opening> {
  const problem = pathProblem(path);
  if (problem !== undefined) return { ok: false, problem };
  try {
    return await openReal(await realpath(root), path, kind);
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

async function openReal(root: string, path: string, kind: Kind): Promise<Opening> {
  const real = await realpath(join(root, path));
  if (!isWithin(root, real)) return { ok: false, problem: OUTSIDE };
  // Before opening, because to open a device can have effects.
  if (!isKind(await lstat(real, { bigint: true }), kind)) return { ok: false, problem: notA(kind) };

  const handle = await open(real, KIND_FLAGS[kind]);
  let kept = false;
  try {
    const stats = await handle.stat({ bigint: true });
    const own = `/proc/self/fd/${handle.fd}`;
    const now = isMacOs ? real : await readlink(own).catch(() => undefined);
    if (now === undefined) return { ok: false, problem: UNCONFINED };
    if (!isWithin(root, now)) return { ok: false, problem: OUTSIDE };
    if (!isKind(stats, kind)) return { ok: false, problem: notA(kind) };
    kept = true;
    const opened: Opened = {
      handle,
      stats,
      path: relative(root, now).split(sep).join('/') || '.',
      location: isMacOs ? real : own,
      [Symbol.asyncDispose]: () => handle.close(),
    };
    return { ok: true, opened };
  } finally {
    if (!kept) await handle.close();
  }
}

function isKind(stats: BigIntStats, kind: Kind): boolean {
  return kind === 'file' ? stats.isFile() : stats.isDirectory();
}

function notA(kind: Kind): string {
  return kind === 'file' ? 'is not a regular file' : 'is not a folder';
}

/** Only the error's code: its message would name the root. */
function problemOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this agent';
    case 'ELOOP':
      return CHANGED;
    default:
      return `cannot be opened (${code})`;
  }
}
