import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

/** What is wrong with a secret file. */
export type SecretFault =
  | { readonly kind: 'absent' }
  | { readonly kind: 'readable-by-others'; readonly mode: string }
  | { readonly kind: 'secret'; readonly bytes: Buffer };

/**
 * Reads a file that only its owner may read.
 *
 * @returns its bytes, or why they are not to be used
 */
export function readSecret(file: string): SecretFault {
  let mode: number;
  try {
    mode = statSync(file).mode & 0o777;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) {
      return { kind: 'absent' };
    }
    throw error;
  }
  // Windows has no such bits: its files are private to the profile they lie in.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return { kind: 'readable-by-others', mode: mode.toString(8).padStart(4, '0') };
  }
  return { kind: 'secret', bytes: readFileSync(file) };
}

/**
 * Writes a file with mode 0600 in one step: it is there whole or not at all.
 *
 * @param options.replace write over what is there; otherwise a file that is there stays
 * @returns whether it was written
 */
export function writeSecret(file: string, content: string | Uint8Array, options = { replace: false }): boolean {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, typeof content === 'string' ? Buffer.from(content) : content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  if (options.replace) {
    renameSync(draft, file);
    return true;
  }
  try {
    linkSync(draft, file); // Unlike a rename, this fails when the name is taken.
    return true;
  } catch (error) {
    if (isErrno(error, 'EEXIST')) {
      return false;
    }
    throw error;
  } finally {
    unlinkSync(draft);
  }
}

/** Whether `error` is the operating system's error `code`. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
