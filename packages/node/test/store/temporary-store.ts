import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StoreUnderTest } from '../../compliance/store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';

/** A directory for one test, and how to get rid of it. */
export function temporaryDirectory(): { readonly directory: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-store-'));
  return { directory, remove: () => rmSync(directory, { recursive: true }) };
}

/** A store in a file of its own. */
export async function openTemporaryStore(): Promise<StoreUnderTest> {
  const { directory, remove } = temporaryDirectory();
  const file = join(directory, 'hoplite.db');
  let store = openSqliteStore({ file });
  return {
    store,
    reopen: async () => {
      store.close();
      store = openSqliteStore({ file });
      return store;
    },
    dispose: async () => {
      store.close();
      remove();
    },
  };
}
