import { lstat, opendir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { openInside } from './confined.ts';

/** A file or folder met on a walk. */
export interface WalkEntry {
  readonly name: string;
  /** Relative to the root, with slashes. */
  readonly path: string;
  /** Levels below the folder where the walk began: 0 for what is in it. */
  readonly depth: number;
  readonly kind: 'file' | 'directory' | 'other';
  stats(): Promise<{ readonly bytes: number; readonly modified: Date } | undefined>;
}

/**
 * Walks through a folder of the root, on its own file system, in no particular order. Follows no links, and passes over
 * what cannot be read.
 *
 * @param descend whether to go on into a folder that was met
 */
export async function* walk(
  root: string,
  under: string,
  descend: (folder: WalkEntry) => boolean,
): AsyncGenerator<WalkEntry, void, undefined> {
  const pending = [{ path: under, depth: 0 }];
  let device: bigint | undefined;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const opening = await openInside(root, next.path, 'directory');
    if (!opening.ok) continue;
    await using folder = opening.opened;
    device ??= folder.stats.dev;
    const listing = folder.stats.dev === device ? await opendir(folder.location).catch(() => undefined) : undefined;
    // The listing closes itself when the loop ends, however that is.
    for await (const dirent of listing ?? []) {
      const entry = entryOf(dirent, folder, next.depth);
      if (entry.kind === 'directory' && descend(entry)) pending.push({ path: entry.path, depth: next.depth + 1 });
      yield entry;
    }
  }
}

function entryOf(
  dirent: Dirent,
  folder: { readonly path: string; readonly location: string },
  depth: number,
): WalkEntry {
  const { name } = dirent;
  const kind = dirent.isFile() ? 'file' : dirent.isDirectory() ? 'directory' : 'other';
  return {
    name,
    path: folder.path === '.' ? name : `${folder.path}/${name}`,
    depth,
    kind,
    async stats() {
      // By the open folder, not by its path: that may mean another one by now.
      const stats = await lstat(join(folder.location, name)).catch(() => undefined);
      return stats?.isFile() ? { bytes: stats.size, modified: stats.mtime } : undefined;
    },
  };
}
