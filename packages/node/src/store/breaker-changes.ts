import type { DatabaseSync } from 'node:sqlite';
import type { BreakerLevel, Store, StoredBreakerChange } from '../ports/store.ts';
import { insertInto, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Changes that are kept. */
const MAX_CHANGES = 10_000;

const COLUMNS = ['at', 'from_level', 'to_level', 'action', 'reason'];

function toChange(row: Row): StoredBreakerChange {
  return {
    at: row['at'] as number,
    from: row['from_level'] as BreakerLevel,
    to: row['to_level'] as BreakerLevel,
    action: row['action'] as StoredBreakerChange['action'],
    reason: row['reason'] as string,
  };
}

/** What the circuit breaker did, in that order. Each change that is too many drives out the oldest. */
export function breakerChangeStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'addBreakerChange' | 'breakerChanges'> {
  const insert = db.prepare(insertInto('breaker_change', COLUMNS));
  const forget = db.prepare('DELETE FROM breaker_change WHERE rowid <= ?');
  const newest = db.prepare('SELECT * FROM breaker_change ORDER BY rowid DESC LIMIT ?');

  return {
    addBreakerChange: ({ at, from, to, action, reason }) =>
      writes.write(() => {
        const { lastInsertRowid } = insert.run(at, from, to, action, reason);
        forget.run(Number(lastInsertRowid) - MAX_CHANGES);
      }),
    breakerChanges: (limit) => newest.all(limit).map(toChange),
  };
}
