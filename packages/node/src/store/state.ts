import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { putInto } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Small pieces of state, by name. */
export function stateStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'putState' | 'state'> {
  const put = db.prepare(putInto('state', ['key', 'json']));
  const byKey = db.prepare('SELECT json FROM state WHERE key = ?');

  return {
    putState: (key, json) => void writes.write(() => put.run(key, json)),
    state: (key) => byKey.get(key)?.['json'] as string | undefined,
  };
}
