import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { systemClock, type Clock } from '../ports/clock.ts';
import type { Store } from '../ports/store.ts';
import type { WriteLostError } from './errors.ts';
import { breakerChangeStore } from './breaker-changes.ts';
import { escalationStore } from './escalations.ts';
import { explained } from './explained.ts';
import { interventionStore } from './interventions.ts';
import { jobStore } from './jobs.ts';
import { messageStore } from './messages.ts';
import { noticeStore } from './notices.ts';
import { outcomeStore } from './outcomes.ts';
import { postStore } from './posts.ts';
import { pruner } from './prune.ts';
import { sizeQuota } from './quota.ts';
import { recentMessages } from './recent.ts';
import { refusalStore } from './refusals.ts';
import { roomStore } from './rooms.ts';
import { migrate } from './schema.ts';
import { messageSearch } from './search.ts';
import { settlementStore } from './settlements.ts';
import { spendStore } from './spends.ts';
import { stateStore } from './state.ts';
import { usageStore } from './usage.ts';
import { WriteGroups } from './write-group.ts';

export interface SqliteStoreInit {
  /** Path of the database, made when it is not there; or `:memory:`, which is forgotten when it is closed. */
  readonly file: string;
  /**
   * How long a job is kept after it ended and expired, an escalation after it was resolved, and what was used after its
   * day, in milliseconds.
   *
   * @default 2592000000 (30 days)
   */
  readonly keepJobsMs?: number;
  /**
   * How large what is kept may get, in bytes, without the log of writes. Above nine tenths of it the oldest history is
   * forgotten before its time; above all of it the store is full, see {@link Store.isFull}. The file does not shrink.
   *
   * @default 1073741824 (1 GiB)
   */
  readonly maxBytes?: number;
  /**
   * Says when a turn of the event loop is over, and with it a group of writes.
   *
   * @default the system's
   */
  readonly clock?: Clock;
  /**
   * Told of writes that were lost when nobody waits for them with {@link Store.written}, at the end of their turn.
   *
   * @default nothing: they are lost in silence
   */
  readonly onLost?: (error: WriteLostError) => void;
}

export const DEFAULT_KEEP_JOBS_MS = 30 * 24 * 60 * 60 * 1000;
const DEFAULT_MAX_BYTES = 1024 ** 3;

/** How long a write waits for another process, such as a backup, to release the file. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * The log is copied into the database every this many pages of 4 KiB, which is about 2,000 messages. It costs two syncs of
 * the disk, tens of milliseconds; SQLite's own 1,000 pages nearly double the mean cost of a write.
 */
const CHECKPOINT_PAGES = 10_000;

/**
 * Opens the store of one node. Only its owner may read the file: what agents said to each other is in it.
 *
 * What has been written survives a crash of the process. A power loss may cost the last writes, never the consistency
 * of the file (https://sqlite.org/wal.html, `synchronous=NORMAL`).
 *
 * @throws {StoreCorruptError} when the file is damaged or not ours; it is left as it is
 * @throws {StoreVersionError} when a newer Hoplite wrote it; it is left as it is
 * @throws {StoreUnavailableError} when it cannot be opened
 */
export function openSqliteStore(init: SqliteStoreInit): Store {
  return explained(init.file, () => {
    makePrivate(init.file);
    const db = new DatabaseSync(init.file, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    try {
      return storeOf(db, init);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * A store in a database that somebody else has opened, and keeps open when the store is closed: a simulated disk, say.
 * How it syncs is for its owner to say. Writes of a store that is given up without being closed have to be rolled back.
 *
 * @throws {StoreCorruptError} when the database is not ours; it is left as it is
 * @throws {StoreVersionError} when a newer Hoplite wrote it; it is left as it is
 */
export function openStoreOn(db: DatabaseSync, init: Omit<SqliteStoreInit, 'file'> = {}): Store {
  migrate(db, ':memory:');
  return assembleStore(db, init, () => undefined);
}

function storeOf(db: DatabaseSync, init: SqliteStoreInit): Store {
  migrate(db, init.file);
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
  `);
  return assembleStore(db, init, () => db.close());
}

/** @param close what is done when everything has been written */
function assembleStore(db: DatabaseSync, init: Omit<SqliteStoreInit, 'file'>, close: () => void): Store {
  const { keepJobsMs = DEFAULT_KEEP_JOBS_MS, maxBytes = DEFAULT_MAX_BYTES } = init;
  const { clock = systemClock, onLost = () => undefined } = init;
  const writes = new WriteGroups({ db, clock, onLost });
  const quota = sizeQuota(db, writes, maxBytes);
  return {
    written: () => writes.written(),
    ...messageStore(db, writes),
    ...postStore(db),
    ...messageSearch(db),
    ...recentMessages(db),
    ...outcomeStore(db, writes),
    ...roomStore(db, writes),
    ...jobStore(db, writes),
    ...refusalStore(db, writes),
    ...noticeStore(db, writes),
    ...escalationStore(db, writes),
    ...settlementStore(db, writes),
    ...usageStore(db, writes),
    ...spendStore(db, writes),
    ...stateStore(db, writes),
    ...breakerChangeStore(db, writes),
    ...interventionStore(db, writes),
    isFull: quota.isFull,
    prune: pruner(db, writes, keepJobsMs, quota),
    close: () => {
      if (db.isOpen) {
        writes.flush();
        close();
      }
    },
  };
}

/** SQLite gives its log files the mode of the database, so this is done first. */
function makePrivate(file: string): void {
  if (file !== ':memory:') {
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  }
}
