import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { migrate, STEPS } from '../../src/store/schema.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { answerTo, BETA, GAMMA, job, ME, outcome, post, request } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

let temporary: ReturnType<typeof temporaryDirectory>;
let file: string;
let store: Store | undefined;
beforeEach(() => {
  temporary = temporaryDirectory();
  file = join(temporary.directory, 'hoplite.db');
});
afterEach(() => {
  store?.close();
  temporary.remove();
});

const LONG = 'x'.repeat(100_000);
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);

/** As the first version wrote them. */
const MESSAGES: readonly Record<string, SQLInputValue>[] = [
  row({ author: BETA, message_id: 'owed', started: 1, content: LONG, envelope: bytes(50_000) }),
  row({ author: GAMMA, message_id: 'forgotten' }),
  row({ author: BETA, message_id: 'asked', keep_until: 3_000 }),
  row({ author: ME, message_id: 're-asked', direction: 'out', act: 'done', in_reply_to: 'asked' }),
  row({
    author: BETA,
    message_id: 'post',
    peer: '/hoplite/room/1/lobby',
    channel: 'room',
    room: 'lobby',
    act: 'inform',
  }),
];

function row(over: Record<string, SQLInputValue>): Record<string, SQLInputValue> {
  return {
    ...{ peer: BETA, direction: 'in', channel: 'task', act: 'request', job_id: 'job1', room: null, in_reply_to: null },
    ...{ at: 1_000, keep_until: 2_000, started: 0, body_hash: bytes(32), content: 'hello', envelope: bytes(4) },
    ...over,
  };
}

/** A file of the first version, with a gap in the order of arrival. */
function writeFirstVersion(messages = MESSAGES): void {
  const db = new DatabaseSync(file);
  migrate(db, file, STEPS.slice(0, 1));
  db.exec('PRAGMA journal_mode = WAL');
  for (const each of messages) {
    const columns = Object.keys(each);
    const places = columns.map(() => '?').join(', ');
    db.prepare(`INSERT INTO message (${columns.join(', ')}) VALUES (${places})`).run(...Object.values(each));
  }
  db.exec(`
    DELETE FROM message WHERE message_id = 'forgotten';
    INSERT INTO room VALUES ('lobby');
    INSERT INTO halted VALUES ('job9', 9000);
    INSERT INTO job VALUES ('job1', 'open', NULL, NULL, '${BETA}', 'task', '["${ME}"]', 4, 32, 5, 2, 1000, NULL, 601000, 'brief', NULL);
    INSERT INTO job VALUES ('job2', 'stopped', 'max_hops', 'too deep', '${BETA}', 'task', '[]', 4, 32, 0, 2, 900, 950, 601000, 'brief', '"late"');
  `);
  db.close();
}

const old = { origin: '', bodyHash: bytes(32), envelope: bytes(4), content: 'hello', neededUntil: 2_000 };
const owed = request({ ...old, messageId: 'owed', starts: 1, content: LONG, envelope: bytes(50_000) });
const asked = request({ ...old, messageId: 'asked', neededUntil: 3_000, keepUntil: 3_000 });
const answer = answerTo(asked, old);
const posted = post('post', 1_000, old);

test('a store of the first version is read as it was, with sensible values for what it did not know', () => {
  writeFirstVersion();
  store = openSqliteStore({ file });
  expect(store.messagesOfJob('job1')).toStrictEqual([owed, asked, answer, posted]);
  expect(store.message(BETA, 'owed')).toStrictEqual(owed);
  expect(store.answer(ME, BETA, 'asked')).toStrictEqual(answer);
  expect(store.unanswered(10)).toStrictEqual([owed]);
  expect(store.posts('lobby', 10)).toStrictEqual([posted]);
  expect(store.search('', 10)).toStrictEqual([posted, answer, asked, owed]);
  expect(store.rooms()).toEqual(['lobby']);
  const running = job({ path: [ME], credit: 32, left: 5, turns: 2, brief: 'brief' });
  expect(store.openJobs()).toStrictEqual([running]);
  expect(store.job('job2')).toMatchObject({ epoch: 0, state: 'stopped', reason: 'max_hops', result: '"late"' });
});

test('a store of the first version is written on like a new one, and stays so', () => {
  writeFirstVersion();
  store = openSqliteStore({ file });
  expect(store.addMessage(asked)).toBe(false);
  const next = request({ messageId: 'next', epoch: 1, briefHash: bytes(32) });
  expect(store.addMessage(next)).toBe(true);
  expect(store.addOutcome(outcome())).toBe(true);
  store.markStarted(BETA, 'owed');
  store.close();
  store = openSqliteStore({ file });
  expect(store.message(BETA, 'owed')?.starts).toBe(2);
  expect(store.messagesOfJob('job1').map(({ messageId }) => messageId)).toEqual([
    ...['owed', 'asked', 're-asked', 'post', 'next'],
  ]);
  expect(store.hasSaid({ jobId: 'job1', epoch: 1, author: BETA, briefHash: bytes(32) })).toBe(true);
});

test('what the first version sent is needed for as long as a copy could be fresh, not for as long as it is kept', () => {
  const [stamped, needed] = [1_000, 1_000 + 24 * 3_600_000 + 4 * 60_000];
  const sent = { author: ME, direction: 'out', at: stamped };
  writeFirstVersion([
    row({ ...sent, message_id: 'long kept', keep_until: needed + 1 }),
    row({ ...sent, message_id: 'kept', keep_until: needed - 1 }),
  ]);
  store = openSqliteStore({ file });
  const idsSent = (now: number): unknown => store?.sent(now, 10).map(({ messageId }) => messageId);
  expect(idsSent(needed - 1)).toEqual(['long kept', 'kept']);
  expect(idsSent(needed)).toEqual(['long kept']);
  expect(idsSent(needed + 1)).toEqual([]);
  expect(store.message(ME, 'long kept')).toMatchObject({ origin: '', neededUntil: needed, keepUntil: needed + 1 });
});

test('what the first version kept is forgotten when its time is over', () => {
  writeFirstVersion();
  store = openSqliteStore({ file });
  expect(store.prune(2_000)).toBe(0);
  expect(store.prune(2_001)).toBe(1);
  expect(store.prune(3_001)).toBe(2);
  expect(store.search('', 10)).toStrictEqual([owed]);
});

test('a new store and one of the first version end up with the same tables', () => {
  const schemaOf = (path: string): readonly unknown[] => {
    openSqliteStore({ file: path }).close();
    const db = new DatabaseSync(path);
    const found = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all();
    db.close();
    return found;
  };
  writeFirstVersion();
  expect(schemaOf(file)).toEqual(schemaOf(join(temporary.directory, 'new.db')));
});
