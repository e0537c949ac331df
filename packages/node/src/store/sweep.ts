import type { DatabaseSync } from 'node:sqlite';

/** Neighbouring rows of a table: those with `after < rowid <= last`. */
export interface Window {
  readonly after: number;
  readonly last: number;
  /** Whether no row follows it. */
  readonly atEnd: boolean;
}

export interface Windows {
  /** The rows that follow the last window, or the first ones again after the end; undefined when there are none. */
  next(): Window | undefined;
  /** Begins anew with the oldest rows. */
  restart(): void;
}

/** A table in order of arrival, a bounded number of rows at a time. */
export function windowsOf(db: DatabaseSync, table: string, rows: number): Windows {
  const read = db.prepare(
    `SELECT max(rowid) AS last FROM (SELECT rowid FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?)`,
  );
  const lastOf = (after: number, count: number): number | undefined => {
    const last = read.get(after, count)?.['last'];
    return typeof last === 'number' ? last : undefined;
  };
  let after = 0;

  const next = (): Window | undefined => {
    const last = lastOf(after, rows);
    if (last === undefined) {
      const wasAtStart = after === 0;
      after = 0;
      return wasAtStart ? undefined : next();
    }
    const window = { after, last, atEnd: lastOf(last, 1) === undefined };
    after = window.atEnd ? 0 : last;
    return window;
  };
  return {
    next,
    restart: () => {
      after = 0;
    },
  };
}

/**
 * Deletes the rows of a table for which a condition holds, one window a call: an index for that would cost every write.
 *
 * @param condition - SQL; each call gives a value for each of its `?`. @returns how many rows went
 */
export function sweeper(
  db: DatabaseSync,
  table: string,
  rows: number,
  condition: string,
): (...values: readonly number[]) => number {
  const windows = windowsOf(db, table, rows);
  const forget = db.prepare(`DELETE FROM ${table} WHERE rowid > ? AND rowid <= ? AND ${condition}`);
  return (...values) => {
    const window = windows.next();
    return window === undefined ? 0 : Number(forget.run(window.after, window.last, ...values).changes);
  };
}
