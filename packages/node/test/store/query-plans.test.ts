import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/ports/clock.ts';
import { escalationStore } from '../../src/store/escalations.ts';
import { interventionStore } from '../../src/store/interventions.ts';
import { messageStore } from '../../src/store/messages.ts';
import { noticeStore } from '../../src/store/notices.ts';
import { outcomeStore } from '../../src/store/outcomes.ts';
import { postStore } from '../../src/store/posts.ts';
import { pruner } from '../../src/store/prune.ts';
import { sizeQuota } from '../../src/store/quota.ts';
import { migrate } from '../../src/store/schema.ts';
import { usageForgetter, usageReader, usageStore } from '../../src/store/usage.ts';
import { WriteGroups } from '../../src/store/write-group.ts';

/** Remembers the statements that were prepared. */
class RecordingDatabase extends DatabaseSync {
  readonly statements: string[] = [];

  override prepare(sql: string): StatementSync {
    this.statements.push(sql);
    return super.prepare(sql);
  }
}

let db: RecordingDatabase;
let writes: WriteGroups;
beforeEach(() => {
  db = new RecordingDatabase(':memory:');
  migrate(db, 'file');
  writes = new WriteGroups({ db, clock: systemClock, onLost: () => undefined });
});
afterEach(() => {
  db.close();
});

/** How SQLite goes about the statements prepared so far that contain `part`. */
function plansOf(part: string): readonly string[] {
  const found = db.statements.filter((sql) => sql.includes(part));
  return found.flatMap((sql) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
}

test('whether the same was said is looked up, however much was said in the job', () => {
  outcomeStore(db, writes);
  expect(plansOf(':briefHash')).toContain('SEARCH message USING INDEX message_job (job_id=? AND brief_hash=?)');
});

test('messages of a job are sorted by their row IDs alone, and no others are read', () => {
  messageStore(db, writes);
  expect(plansOf('WHERE job_id = ?')).toEqual([
    'SEARCH message USING INTEGER PRIMARY KEY (rowid=?)',
    'LIST SUBQUERY 1',
    'SEARCH message USING COVERING INDEX message_job (job_id=?)',
    'USE TEMP B-TREE FOR ORDER BY',
  ]);
});

test('envelopes of posts are found by room and time, in their order', () => {
  postStore(db);
  expect(plansOf('length(envelope)')).toEqual(['SEARCH message USING INDEX message_room (room=? AND at>?)']);
});

test('notices are found by how their keys begin', () => {
  noticeStore(db, writes);
  expect(plansOf(':prefix')).toContain('SEARCH notice USING INDEX sqlite_autoindex_notice_1 (key>? AND key<?)');
});

test('open escalations are counted by their peer, and not looked at', () => {
  escalationStore(db, writes);
  expect(plansOf('count(*)')).toEqual(['SEARCH escalation USING COVERING INDEX escalation_open_peer (peer=?)']);
});

test('whether a job has an open escalation is looked up, by time and by quota alike', () => {
  pruner(db, writes, 1, sizeQuota(db, writes, 1));
  const lookUps = plansOf('DELETE FROM job').filter((plan) => plan.includes('escalation'));
  const lookUp = 'SEARCH escalation USING COVERING INDEX escalation_open_job (job_id=?)';
  expect(lookUps).toEqual([lookUp, lookUp]);
});

test('sums of usage read no other days, and those of a job no other jobs', () => {
  usageReader(db);
  const searches = plansOf('GROUP BY').filter((plan) => plan.startsWith('SE') || plan.startsWith('SCAN'));
  const [ofDays, ofJob] = [
    'SEARCH usage USING PRIMARY KEY (day>?)',
    'SEARCH usage USING INDEX usage_job (job_id=? AND day>?)',
  ];
  expect(searches).toEqual([...Array<string>(4).fill(ofDays), ...Array<string>(4).fill(ofJob)]);
});

test('sums of usage by day come in the order of its key', () => {
  usageReader(db);
  expect(plansOf('GROUP BY day').filter((plan) => plan.includes('B-TREE'))).toEqual([]);
});

test('models that a job has named in a day are counted by themselves', () => {
  usageStore(db, writes);
  expect(plansOf('SELECT count(*)')).toEqual([
    'SEARCH usage USING COVERING INDEX usage_job (job_id=? AND day=? AND agent=?)',
  ]);
});

test('usage that is past its time is found by its day, and no more than goes', () => {
  usageForgetter(db, 10);
  expect(plansOf('DELETE FROM usage').filter((plan) => !plan.startsWith('LIST'))).toEqual([
    'SEARCH usage USING PRIMARY KEY (day=? AND job_id=? AND agent=? AND model=?)',
    'SEARCH usage USING PRIMARY KEY (day<?)',
  ]);
});

test('interventions of a job are found by it, in their order, also those that are too many', () => {
  interventionStore(db, writes);
  expect(plansOf('FROM intervention WHERE job_id')).toEqual([
    'SEARCH intervention USING INTEGER PRIMARY KEY (rowid=?)',
    'LIST SUBQUERY 1',
    'SEARCH intervention USING COVERING INDEX intervention_job (job_id=?)',
    'SEARCH intervention USING INDEX intervention_job (job_id=?)',
  ]);
});
