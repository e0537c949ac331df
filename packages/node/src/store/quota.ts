import type { DatabaseSync } from 'node:sqlite';
import { messageForgetter } from './forget.ts';
import { IS_LEFT_OVER } from './interventions.ts';
import { IS_OVER } from './jobs.ts';
import { sweeper, windowsOf } from './sweep.ts';
import type { WriteGroups } from './write-group.ts';

/** What keeps a store from growing without end. */
export interface SizeQuota {
  /** See {@link Store.isFull}. Every inbound message asks, so the size is measured anew once in a few writes only. */
  readonly isFull: () => boolean;
  /** Forgets old history when the store is too large, a bounded part of it. @returns how many rows went */
  readonly shed: (now: number) => number;
}

/** History is forgotten early above this part of the quota, so that there is room before nothing more is accepted. */
const SHED_ABOVE = 0.9;

/** Writes that the size may be behind: with messages of 1 MiB each a store gets that many MiB too large. */
const WRITES_PER_MEASURE = 32;

/** Rows between two looks at the size. */
const ROWS_PER_STEP = 32;

/** Rows that one call looks at, and bytes that it gives up, at most: a few milliseconds. */
const ROWS_PER_CALL = 2_000;
const BYTES_PER_CALL = 16 * 1024 * 1024;

/**
 * Measures what is used and not the file: SQLite uses the pages of deleted rows again, but does not give them back.
 *
 * @param maxBytes - see {@link SqliteStoreInit.maxBytes}
 */
export function sizeQuota(db: DatabaseSync, writes: WriteGroups, maxBytes: number): SizeQuota {
  const pages = db.prepare('PRAGMA page_count');
  const free = db.prepare('PRAGMA freelist_count');
  const pageSize = Number(db.prepare('PRAGMA page_size').get()?.['page_size']);
  const used = (): number => (Number(pages.get()?.['page_count']) - Number(free.get()?.['freelist_count'])) * pageSize;

  const messages = windowsOf(db, 'message', ROWS_PER_STEP);
  const forgetMessages = messageForgetter(db, 'needed_until');
  const forgetJobs = sweeper(db, 'job', ROWS_PER_STEP, IS_OVER);
  const forgetInterventions = sweeper(db, 'intervention', ROWS_PER_STEP, IS_LEFT_OVER);
  let measured = used();
  let measuredAt = writes.count;
  /** Messages that went since the sweep began with the oldest. */
  let wentThisRound = 0;

  const measure = (): number => {
    measuredAt = writes.count;
    return (measured = used());
  };

  /** One step of the sweep; jobs only go when no message can, and take what was done about them with them. */
  const step = (now: number): number => {
    const window = messages.next();
    const count = window === undefined ? 0 : forgetMessages(window, now);
    wentThisRound += count;
    if (window !== undefined && !window.atEnd) {
      return count;
    }
    const nothingLeft = wentThisRound === 0;
    wentThisRound = 0;
    return nothingLeft ? forgetJobs(now) + forgetInterventions() : count;
  };

  const shed = (now: number): number => {
    const before = measure();
    let count = 0;
    for (let rows = 0; rows < ROWS_PER_CALL && before - measured < BYTES_PER_CALL; rows += ROWS_PER_STEP) {
      if (measured <= maxBytes * SHED_ABOVE) {
        messages.restart();
        wentThisRound = 0;
        break;
      }
      count += step(now);
      measure();
    }
    return count;
  };

  return {
    isFull: () => {
      if (!db.isOpen || writes.count - measuredAt >= WRITES_PER_MEASURE) {
        measure();
      }
      return measured > maxBytes;
    },
    shed,
  };
}
