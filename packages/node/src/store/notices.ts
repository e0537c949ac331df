import type { DatabaseSync } from 'node:sqlite';
import type { Store, StoredNotice } from '../ports/store.ts';
import { putInto, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

const COLUMNS = ['key', 'sender', 'at', 'until', 'bytes'];

/** Keys that one query takes. Every message asks for a few, and a prepared statement takes a fixed number. */
const KEYS_PER_QUERY = 8;

export function toNotice(row: Row): StoredNotice {
  return {
    key: row['key'] as string,
    from: row['sender'] as string,
    at: row['at'] as number,
    until: row['until'] as number,
    bytes: row['bytes'] as Uint8Array,
  };
}

/** Notices that still count, one for each thing that they are about. */
export function noticeStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'putNotice' | 'noticesOf' | 'notices'> {
  const put = db.prepare(putInto('notice', COLUMNS));
  const places = Array.from({ length: KEYS_PER_QUERY }, () => '?').join(', ');
  const ofKeys = db.prepare(`SELECT * FROM notice WHERE key IN (${places})`);
  const newest = db.prepare('SELECT * FROM notice ORDER BY at DESC, rowid DESC LIMIT ?');
  // No text has the byte ff: what begins so comes before it, however it goes on.
  const newestWith = db.prepare(
    `SELECT * FROM notice WHERE key >= :prefix AND key < :prefix || CAST(x'ff' AS TEXT)
     ORDER BY at DESC, rowid DESC LIMIT :limit`,
  );

  const chunk = (keys: readonly string[]): StoredNotice[] => {
    const missing = Array.from({ length: KEYS_PER_QUERY - keys.length }, () => null);
    return ofKeys.all(...keys, ...missing).map(toNotice);
  };

  return {
    putNotice: ({ key, from, at, until, bytes }) => void writes.write(() => put.run(key, from, at, until, bytes)),
    noticesOf: (keys) => {
      if (keys.length <= KEYS_PER_QUERY) {
        return chunk(keys);
      }
      const each = [...new Set(keys)];
      const queries = Array.from(
        { length: Math.ceil(each.length / KEYS_PER_QUERY) },
        (_, index) => index * KEYS_PER_QUERY,
      );
      return queries.flatMap((start) => chunk(each.slice(start, start + KEYS_PER_QUERY)));
    },
    notices: (limit, prefix) =>
      (prefix === undefined ? newest.all(limit) : newestWith.all({ prefix, limit })).map(toNotice),
  };
}
