import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { PrivateFileError } from './errors.ts';

/**
 * The text of a file that only its owner may read.
 *
 * @returns undefined when there is none
 * @throws {PrivateFileError} when it is not a plain file, or others may read it
 */
export function readPrivateFile(file: string): string | undefined {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new PrivateFileError(file, 'is not a plain file: move it away');
  // Windows has no such bits: its files are private to the profile they lie in.
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) {
    const mode = (stat.mode & 0o777).toString(8).padStart(4, '0');
    throw new PrivateFileError(file, `can be read by others (mode ${mode}): "chmod 600 ${file}", or remove it`);
  }
  return readFileSync(file, 'utf8');
}

/** Writes a file with mode 0600 in one step: whoever reads it sees the old one or the new one, whole. */
export function writePrivateFile(file: string, text: string): void {
  // One process writes it at a time, the one that holds the directory; what a crash left behind is written over.
  const draft = `${file}.${process.pid}.draft`;
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(draft, file);
}
