import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['hoplite.db', 'hoplite.db-wal'];

/** What stands on a node's disk at this moment: what a power cut would leave. */
export class Disk {
  readonly #directory: string;
  readonly #files: readonly { readonly path: string; readonly bytes: Uint8Array }[];

  constructor(directory: string) {
    this.#directory = directory;
    this.#files = FILES.map((name) => join(directory, name))
      .filter((path) => existsSync(path))
      .map((path) => ({ path, bytes: readFileSync(path) }));
  }

  /** Puts it back, in place of what was written since. */
  restore(): void {
    for (const name of [...FILES, 'hoplite.db-shm']) rmSync(join(this.#directory, name), { force: true });
    for (const { path, bytes } of this.#files) writeFileSync(path, bytes);
  }
}
