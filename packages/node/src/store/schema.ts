import type { DatabaseSync } from 'node:sqlite';
import { StoreCorruptError, StoreOutdatedError, StoreVersionError } from './errors.ts';
import { STEP_2 } from './schema-2.ts';
import { STEP_3 } from './schema-3.ts';

/** Stands in the file's header (`PRAGMA application_id`) and marks a database as ours: "hopl". */
const APPLICATION_ID = 0x686f706c;

/**
 * What leads from each schema version to the next. A step that was released is never changed: add one.
 *
 * Every index costs about 4 µs per message, and random keys dirty a page each, so there are few. Rows are in order of
 * arrival (rowid), the long columns stand last: a scan that does not want them does not read them.
 */
export const STEPS: readonly string[] = [
  `
  CREATE TABLE message (
    author      TEXT    NOT NULL,
    message_id  TEXT    NOT NULL,
    peer        TEXT    NOT NULL,
    direction   TEXT    NOT NULL,
    channel     TEXT    NOT NULL,
    act         TEXT    NOT NULL,
    job_id      TEXT    NOT NULL,
    room        TEXT,
    in_reply_to TEXT,
    at          INTEGER NOT NULL,
    keep_until  INTEGER NOT NULL,
    started     INTEGER NOT NULL,
    body_hash   BLOB    NOT NULL,
    content     TEXT    NOT NULL,
    envelope    BLOB    NOT NULL,
    PRIMARY KEY (author, message_id)
  ) STRICT;
  CREATE INDEX message_in_reply_to ON message (in_reply_to) WHERE in_reply_to IS NOT NULL;
  CREATE INDEX message_job ON message (job_id);
  CREATE INDEX message_room ON message (room, at) WHERE room IS NOT NULL;

  CREATE TABLE room (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE job (
    job_id     TEXT    PRIMARY KEY,
    state      TEXT    NOT NULL,
    reason     TEXT,
    detail     TEXT,
    target     TEXT    NOT NULL,
    channel    TEXT    NOT NULL,
    path       TEXT    NOT NULL,
    max_depth  INTEGER NOT NULL,
    credit     INTEGER NOT NULL,
    left       INTEGER NOT NULL,
    turns      INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    expires_at INTEGER NOT NULL,
    brief      TEXT    NOT NULL,
    result     TEXT
  ) STRICT;
  CREATE INDEX job_started ON job (started_at);

  CREATE TABLE halted (job_id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT, WITHOUT ROWID;

  PRAGMA application_id = ${APPLICATION_ID};
  `,
  STEP_2,
  STEP_3,
];

/**
 * Brings a database to the newest version, one transaction per step.
 *
 * @throws {StoreVersionError} when it is newer than `steps`
 * @throws {StoreCorruptError} when it is another program's
 */
export function migrate(db: DatabaseSync, file: string, steps: readonly string[] = STEPS): void {
  const found = versionOf(db, file, steps);
  for (const [index, step] of steps.entries()) {
    if (index >= found) {
      inTransaction(db, `${step}; PRAGMA user_version = ${index + 1};`);
    }
  }
}

/**
 * Checks that a database has the newest version already.
 *
 * @throws {StoreVersionError} when it is newer
 * @throws {StoreOutdatedError} when it is older
 * @throws {StoreCorruptError} when it is another program's, or empty
 */
export function checkVersion(db: DatabaseSync, file: string): void {
  const found = versionOf(db, file, STEPS);
  if (found === 0) {
    throw new StoreCorruptError(file, 'it is empty');
  }
  if (found < STEPS.length) {
    throw new StoreOutdatedError(file, found, STEPS.length);
  }
}

/** Schema version of a database that is ours, or empty: 0. */
function versionOf(db: DatabaseSync, file: string, steps: readonly string[]): number {
  const found = pragma(db, 'user_version');
  if (found > steps.length) {
    throw new StoreVersionError(file, found, steps.length);
  }
  if (found === 0 ? hasTables(db) : pragma(db, 'application_id') !== APPLICATION_ID) {
    throw new StoreCorruptError(file, 'it is a database of another program');
  }
  return found;
}

function inTransaction(db: DatabaseSync, sql: string): void {
  try {
    db.exec(`BEGIN IMMEDIATE; ${sql} COMMIT;`);
  } catch (error) {
    if (db.isTransaction) {
      db.exec('ROLLBACK');
    }
    throw error;
  }
}

function pragma(db: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(db.prepare(`PRAGMA ${name}`).get()?.[name]);
}

function hasTables(db: DatabaseSync): boolean {
  return db.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
