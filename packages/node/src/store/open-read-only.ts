import { existsSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type {
  Store,
  StoredEscalation,
  StoredIntervention,
  StoredJob,
  StoredMessage,
  StoredNotice,
  StoredOutcome,
  StoredRefusal,
} from '../ports/store.ts';
import { StoreMissingError } from './errors.ts';
import { toEscalation } from './escalations.ts';
import { explained } from './explained.ts';
import { OF_JOB, toIntervention } from './interventions.ts';
import { toNotice } from './notices.ts';
import { toOutcome } from './outcomes.ts';
import { toRefusal } from './refusals.ts';
import { toJob, toMessage, type Row } from './rows.ts';
import { checkVersion } from './schema.ts';
import { usageReader } from './usage.ts';

/** What a node has kept, as it stood when the reader was opened. Every call throws once it is closed. */
export interface StoreReader {
  readonly file: string;
  /** The jobs of the newest messages and of the newest jobs that began here, at most `limit` of each, newest first. */
  newestJobs(limit: number): readonly string[];
  /** A job that began here. */
  job(jobId: string): StoredJob | undefined;
  /** Messages of a job, oldest first, at most `limit`: one after the other, as they may be long. */
  messagesOfJob(jobId: string, limit: number): Iterable<StoredMessage>;
  /** Why messages of a job, which this node sent, were not answered. */
  outcomesOfJob(jobId: string, limit: number): readonly StoredOutcome[];
  /** Of all jobs and of none, oldest first. */
  refusals(): readonly StoredRefusal[];
  /** Newest first. */
  notices(limit: number): readonly StoredNotice[];
  /** Newest first. */
  escalations(limit: number): readonly StoredEscalation[];
  /** What the monitor did about a job that began here, oldest first. */
  interventions(jobId: string): readonly StoredIntervention[];
  /** See {@link Store.usage}. */
  readonly usage: Store['usage'];
  /** When the oldest message that is kept was stamped. */
  oldestAt(): number | undefined;
  /** Peer ID of the node, if its messages show it. */
  localPeer(): string | undefined;
  close(): void;
}

/**
 * Opens the store of a node to look at it, also while the node runs. No row is written. When a process died and left a log
 * of writes without its index (`-shm`), SQLite makes the index: then the directory must be writable, or be copied first.
 *
 * @throws {StoreMissingError} when there is no such file
 * @throws {StoreCorruptError} when the file is damaged or not ours
 * @throws {StoreVersionError} when a newer Hoplite wrote it
 * @throws {StoreOutdatedError} when an older Hoplite wrote it, and it has not been brought up to date
 * @throws {StoreUnavailableError} when it cannot be opened
 */
export function openStoreReadOnly(file: string): StoreReader {
  if (!existsSync(file)) throw new StoreMissingError(file);
  return explained(file, () => {
    const db = open(file);
    try {
      db.exec('BEGIN'); // All that follows sees one moment: that of the first look, at the version.
      checkVersion(db, file);
      return readerOf(db, file);
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/**
 * A database with a log of writes is opened by someone, or was when a process died: what the log holds counts. SQLite makes
 * such a log for every reader, so without one the database is read as a file that does not change.
 */
function open(file: string): DatabaseSync {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (log !== undefined && log.size > 0) return new DatabaseSync(file, { readOnly: true });
  const url = pathToFileURL(file);
  url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true });
}

const NEWEST_JOBS = 'SELECT job_id FROM job ORDER BY started_at DESC, rowid DESC';
const NEWEST_MESSAGES = 'SELECT job_id FROM message ORDER BY rowid DESC';

function readerOf(db: DatabaseSync, file: string): StoreReader {
  const reads = <T>(read: () => T): T => explained(file, read);
  const newest = [NEWEST_JOBS, NEWEST_MESSAGES].map((sql) => db.prepare(sql));
  const job = db.prepare('SELECT * FROM job WHERE job_id = ?');
  const messages = db.prepare(
    `SELECT * FROM message
     WHERE rowid IN (SELECT rowid FROM message WHERE job_id = ? ORDER BY rowid LIMIT ?) ORDER BY rowid`,
  );
  const outcomes = db.prepare(
    `SELECT outcome.* FROM message JOIN outcome USING (author, message_id) WHERE message.job_id = ? LIMIT ?`,
  );
  const refusals = db.prepare('SELECT * FROM refusal ORDER BY rowid');
  const notices = db.prepare('SELECT * FROM notice ORDER BY at DESC, rowid DESC LIMIT ?');
  const escalations = db.prepare('SELECT * FROM escalation ORDER BY at DESC, rowid DESC LIMIT ?');
  const interventions = db.prepare(OF_JOB);
  const usage = usageReader(db);
  const oldest = db.prepare('SELECT at FROM message ORDER BY rowid LIMIT 1');
  const sent = db.prepare("SELECT author FROM message WHERE direction = 'out' ORDER BY rowid DESC LIMIT 1");
  return {
    file,
    newestJobs: (limit) => reads(() => [...new Set(newest.flatMap((source) => distinct(source, limit)))]),
    job: (jobId) => reads(() => mapped(job.get(jobId), toJob)),
    messagesOfJob: (jobId, limit) => each(file, messages, [jobId, limit]),
    outcomesOfJob: (jobId, limit) => reads(() => outcomes.all(jobId, limit).map(toOutcome)),
    refusals: () => reads(() => refusals.all().map(toRefusal)),
    notices: (limit) => reads(() => notices.all(limit).map(toNotice)),
    escalations: (limit) => reads(() => escalations.all(limit).map(toEscalation)),
    interventions: (jobId) => reads(() => interventions.all(jobId).map(toIntervention)),
    usage: (query) => reads(() => usage(query)),
    oldestAt: () => reads(() => mapped(oldest.get(), (row) => Number(row['at']))),
    localPeer: () => reads(() => mapped(sent.get(), (row) => String(row['author']))),
    close: () => {
      if (db.isOpen) db.close();
    },
  };
}

/** The first `limit` different jobs. */
function distinct(source: StatementSync, limit: number): readonly string[] {
  const found = new Set<string>();
  for (const row of source.iterate()) {
    if (found.size >= limit) break;
    found.add(String(row['job_id']));
  }
  return [...found];
}

function* each(file: string, statement: StatementSync, values: readonly [string, number]): Iterable<StoredMessage> {
  const rows = explained(file, () => statement.iterate(...values));
  for (;;) {
    const step = explained(file, () => rows.next());
    if (step.done === true) return;
    yield toMessage(step.value);
  }
}

function mapped<T>(row: Row | undefined, map: (row: Row) => T): T | undefined {
  return row === undefined ? undefined : map(row);
}
