import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { StoreOutdatedError } from '../../src/store/errors.ts';
import { openStoreReadOnly } from '../../src/store/open-read-only.ts';
import { migrate, STEPS } from '../../src/store/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { BETA, change, escalation, GAMMA, intervention, job, ME } from '../../compliance/store-samples.ts';
import { notice, outcome, refusal, request, settlement, spend, usage } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

let temporary: ReturnType<typeof temporaryDirectory>;
let file: string;
let store: Store | undefined;
beforeEach(() => {
  temporary = temporaryDirectory();
  file = join(temporary.directory, 'hoplite.db');
  writeSecondVersion();
});
afterEach(() => {
  store?.close();
  temporary.remove();
});

/** A file as the second version wrote it, with a row of each kind. */
function writeSecondVersion(): void {
  const db = new DatabaseSync(file);
  migrate(db, file, STEPS.slice(0, 2));
  db.exec('PRAGMA journal_mode = WAL');
  const path = `["${ME}","${BETA}","${GAMMA}"]`;
  db.exec(`
    INSERT INTO message VALUES ('${BETA}', 'm1', '${BETA}', 'in', 'task', 'request', 'job1', '${BETA}', 2, x'0102', NULL, NULL,
                                1000, 1500, 2000, 1, zeroblob(32), 'hello', x'00ff');
    INSERT INTO room VALUES ('lobby');
    INSERT INTO job (job_id, epoch, state, target, channel, path, max_depth, credit, left, turns, started_at, expires_at, brief)
      VALUES ('job1', 1, 'frozen', '${BETA}', 'task', '[]', 4, 32, 5, 2, 1000, 601000, 'brief');
    INSERT INTO outcome VALUES ('${ME}', 'm1', '${GAMMA}', 'expired', 0, 1200, '["${ME}","${GAMMA}"]', 'not reached in time');
    INSERT INTO refusal VALUES (1000, 'in', 'task', '${BETA}', 'job1', NULL, NULL, 'malformed', NULL, '[]', 'not a message');
    INSERT INTO notice VALUES ('freeze job1', '${BETA}', 1000, 2000, x'0001ff');
    INSERT INTO escalation VALUES ('e1', 'stop', 'open', 1000, 'job1', 0, '${GAMMA}', 'max_hops', NULL, 1, NULL, '${path}',
                                   'depth 4 of 4', NULL, NULL);
    INSERT INTO settlement VALUES ('${BETA}', 'm1', 'task', 2000,
      '{"returned":3,"burnt":1,"open":4,"path":["${BETA}","${ME}"],"stops":[],"stopCount":0}');
  `);
  db.close();
}

const asked = request({
  ...{ epoch: 2, briefHash: Uint8Array.of(1, 2), starts: 1, bodyHash: new Uint8Array(32), content: 'hello' },
  envelope: Uint8Array.of(0, 255),
});

test('a store of the second version is read as it was, and knows nothing of what it could not keep', () => {
  store = openSqliteStore({ file });
  expect(store.unanswered(10)).toStrictEqual([asked]);
  expect(store.rooms()).toEqual(['lobby']);
  expect(store.openJobs()).toStrictEqual([job({ epoch: 1, state: 'frozen', left: 5, turns: 2, brief: 'brief' })]);
  expect(store.outcomes(ME, 'm1')).toStrictEqual([outcome()]);
  expect(store.refusals({ jobId: 'job1' }, 10)).toStrictEqual([refusal({ jobId: 'job1' })]);
  expect(store.notices(10)).toStrictEqual([notice()]);
  expect(store.escalations(10)).toStrictEqual([escalation()]);
  expect(store.settlementsFor(BETA)).toStrictEqual([settlement()]);
  expect(store.usage({ by: 'job', limit: 10 })).toEqual([]);
  expect([store.spends(), store.breakerChanges(10), store.interventions('job1')]).toEqual([[], [], []]);
  expect(store.state('breaker')).toBeUndefined();
});

test('a store of the second version is written on like a new one, and stays so', () => {
  store = openSqliteStore({ file });
  const ofBreaker = escalation({ id: 'e2', kind: 'breaker', jobId: '', reason: 'breaker', at: 2_000 });
  store.putEscalation(ofBreaker);
  store.addUsage(usage());
  store.putSpend(spend());
  store.putState('breaker', '{}');
  store.addBreakerChange(change());
  store.addIntervention(intervention());
  store.close();
  store = openSqliteStore({ file });
  expect(store.escalations(10)).toStrictEqual([ofBreaker, escalation()]);
  expect(store.usage({ by: 'job', limit: 10 })).toMatchObject([{ key: 'job1', inputTokens: 100 }]);
  expect(store.spends()).toStrictEqual([spend()]);
  expect(store.state('breaker')).toBe('{}');
  expect(store.breakerChanges(10)).toStrictEqual([change()]);
  expect(store.interventions('job1')).toStrictEqual([intervention()]);
});

test('a new store and one of the second version end up with the same tables', () => {
  const schemaOf = (path: string): readonly unknown[] => {
    openSqliteStore({ file: path }).close();
    const db = new DatabaseSync(path);
    const found = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    db.close();
    return found;
  };
  expect(schemaOf(file)).toEqual(schemaOf(join(temporary.directory, 'new.db')));
});

test('a store of the second version is not read by who may not write it, until its node has brought it up to date', () => {
  expect(() => openStoreReadOnly(file)).toThrow(StoreOutdatedError);
  openSqliteStore({ file }).close();
  const reader = openStoreReadOnly(file);
  expect(reader.escalations(10)).toStrictEqual([escalation()]);
  reader.close();
});
