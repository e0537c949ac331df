import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/ports/clock.ts';
import { escalationStore } from '../../src/store/escalations.ts';
import { messageStore } from '../../src/store/messages.ts';
import { noticeStore } from '../../src/store/notices.ts';
import { outcomeStore } from '../../src/store/outcomes.ts';
import { postStore } from '../../src/store/posts.ts';
import { pruner } from '../../src/store/prune.ts';
import { sizeQuota } from '../../src/store/quota.ts';
import { migrate } from '../../src/store/schema.ts';
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
