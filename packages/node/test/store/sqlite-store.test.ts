import { chmodSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { StoreCorruptError, StoreUnavailableError, StoreVersionError } from '../../src/store/errors.ts';
import { STEPS } from '../../src/store/schema.ts';
import { openSqliteStore, type SqliteStoreInit } from '../../src/store/sqlite-store.ts';
import { answerTo, BETA, escalation, job, post, request } from '../../compliance/store-samples.ts';
import { intervention, notice, outcome, settlement, usage } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

let temporary: ReturnType<typeof temporaryDirectory>;
let file: string;
let stores: Store[];
beforeEach(() => {
  temporary = temporaryDirectory();
  file = join(temporary.directory, 'hoplite.db');
  stores = [];
});
afterEach(() => {
  stores.forEach((store) => store.close());
  temporary.remove();
});

function open(init: Partial<SqliteStoreInit> = {}): Store {
  const store = openSqliteStore({ file, ...init });
  stores.push(store);
  return store;
}

function failure(): unknown {
  try {
    return open();
  } catch (error) {
    return error;
  }
}

describe('the file', () => {
  const mode = (path: string): number => statSync(path).mode & 0o777;

  test('and its logs may be read by their owner only', () => {
    open().addMessage(request());
    expect([file, `${file}-wal`, `${file}-shm`].map(mode)).toEqual([0o600, 0o600, 0o600]);
  });

  test('that others could read is closed to them', () => {
    open().close();
    chmodSync(file, 0o644);
    open();
    expect(mode(file)).toBe(0o600);
  });

  test('keeps a log of its writes, and holds all of them when it is closed', () => {
    const store = open();
    store.addMessage(request());
    expect(existsSync(`${file}-wal`)).toBe(true);
    store.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(open().message(BETA, 'm1')).toBeDefined();
  });

  test('may be read by another process meanwhile', async () => {
    const [writer, reader] = [open(), open()];
    writer.addMessage(request());
    expect(reader.message(BETA, 'm1')).toBeUndefined();
    await writer.written();
    expect(reader.message(BETA, 'm1')).toBeDefined();
  });

  test('may be none', () => {
    const store = open({ file: ':memory:' });
    store.addMessage(request());
    expect(store.message(BETA, 'm1')).toBeDefined();
    expect(existsSync(file)).toBe(false);
  });
});

describe('what cannot be opened is left as it is', () => {
  test('a file that is no database', () => {
    writeFileSync(file, 'a shopping list, '.repeat(500));
    const error = failure();
    expect(error).toBeInstanceOf(StoreCorruptError);
    expect(error).toMatchObject({ code: 'ERR_STORE_CORRUPT', file });
    expect((error as Error).message).toMatch(/restore the file from a backup, or move it/);
    expect(readFileSync(file, 'utf8')).toBe('a shopping list, '.repeat(500));
  });

  test('a database that was cut short', () => {
    const store = open();
    store.addMessage(request({ content: 'x'.repeat(100_000) }));
    store.close();
    truncateSync(file, 8192);
    expect(failure()).toBeInstanceOf(StoreCorruptError);
    expect(statSync(file).size).toBe(8192);
  });

  test.each(['CREATE TABLE photo (id)', 'CREATE TABLE photo (id); PRAGMA user_version = 1'])(
    'a database of another program: %s',
    (sql) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
      const before = readFileSync(file);
      expect(failure()).toBeInstanceOf(StoreCorruptError);
      expect(readFileSync(file)).toEqual(before);
    },
  );

  test('a store of a newer version', () => {
    open().close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 99');
    db.close();
    const error = failure();
    expect(error).toBeInstanceOf(StoreVersionError);
    expect(error).toMatchObject({ code: 'ERR_STORE_VERSION', file, found: 99, known: STEPS.length });
    expect((error as Error).message).toMatch(/version 99, .* up to \d+: update Hoplite/);
  });

  test('a directory that is not there', () => {
    file = join(temporary.directory, 'nowhere', 'hoplite.db');
    expect(failure()).toBeInstanceOf(StoreUnavailableError);
    expect(failure()).toMatchObject({ code: 'ERR_STORE_UNAVAILABLE', file });
  });

  test('a directory in its place', () => {
    file = temporary.directory;
    expect(failure()).toBeInstanceOf(StoreUnavailableError);
  });
});

describe('a long history', () => {
  const MANY = 25_000;

  test('is forgotten in several calls, each bounded, whatever was answered when', () => {
    const store = open({ file: ':memory:' });
    for (let index = 0; index < MANY; index += 1) {
      const question = request({ messageId: `q${index}`, keepUntil: index % 3 });
      store.addMessage(question);
      store.addMessage(answerTo(question, { keepUntil: index % 2 }));
    }
    store.addMessage(request({ messageId: 'owed' }));
    let [calls, forgotten] = [0, 0];
    while (forgotten < 2 * MANY && calls < 100) {
      const count = store.prune(Number.MAX_SAFE_INTEGER);
      expect(count).toBeLessThanOrEqual(2_000);
      expect(store.unanswered(10).map(({ messageId }) => messageId)).toEqual(['owed']);
      [calls, forgotten] = [calls + 1, forgotten + count];
    }
    expect(forgotten).toBe(2 * MANY);
    expect(calls).toBeLessThan(30);
    expect(store.search('', 10).map(({ messageId }) => messageId)).toEqual(['owed']);
  });

  test('of notices, outcomes and settlements is forgotten in several calls too', () => {
    const store = open({ file: ':memory:' });
    for (let index = 0; index < 2_500; index += 1) {
      store.putNotice(notice({ key: `n${index}` }));
      store.addOutcome(outcome({ messageId: `m${index}` }));
      store.putSettlement(settlement({ messageId: `m${index}` }));
    }
    const counts = Array.from({ length: 4 }, () => store.prune(Number.MAX_SAFE_INTEGER));
    expect(counts).toEqual([3_000, 3_000, 1_500, 0]);
  });

  test('of usage and interventions is forgotten in several calls too', () => {
    const store = open({ file: ':memory:' });
    for (let index = 0; index < 2_500; index += 1) {
      store.addUsage(usage({ jobId: `j${index}` }));
      store.addIntervention(intervention({ jobId: `j${index}` }));
    }
    const counts = Array.from({ length: 4 }, () => store.prune(Number.MAX_SAFE_INTEGER));
    expect(counts).toEqual([2_000, 2_000, 1_000, 0]);
  });

  test('is searched among its newest messages', () => {
    const store = open({ file: ':memory:' });
    for (let index = 0; index < MANY; index += 1) {
      store.addMessage(post(`p${index}`, index, { content: index === 0 || index === MANY - 1 ? 'needle' : 'hay' }));
    }
    expect(store.search('needle', 10).map(({ messageId }) => messageId)).toEqual([`p${MANY - 1}`]);
  });

  test('of one job is read up to 10,000 messages', () => {
    const store = open({ file: ':memory:' });
    for (let index = 0; index < 10_001; index += 1) store.addMessage(request({ messageId: `m${index}` }));
    expect(store.messagesOfJob('job1')).toHaveLength(10_000);
  });
});

test('a job is kept for as long as was asked, after its end and after its expiry', () => {
  const store = open({ keepJobsMs: 100 });
  store.putJob(job({ jobId: 'early', state: 'done', endedAt: 10, expiresAt: 50 }));
  store.putJob(job({ jobId: 'late', state: 'failed', endedAt: 60, expiresAt: 50 }));
  expect(store.prune(150)).toBe(0);
  expect(store.prune(151)).toBe(1);
  expect(store.jobs(10).map(({ jobId }) => jobId)).toEqual(['late']);
  expect(store.prune(161)).toBe(1);
});

test('a resolved escalation is kept for as long as a job', () => {
  const store = open({ keepJobsMs: 100 });
  store.putEscalation(escalation({ state: 'answered', resolvedAt: 50 }));
  expect(store.prune(150)).toBe(0);
  expect(store.prune(151)).toBe(1);
});

test('what was used is kept for as long as a job after its day', () => {
  const day = 24 * 60 * 60 * 1000;
  const store = open({ keepJobsMs: 2 * day });
  store.addUsage(usage({ day: '2026-03-01' }));
  expect(store.prune(Date.UTC(2026, 2, 2) + 2 * day - 1)).toBe(0);
  expect(store.prune(Date.UTC(2026, 2, 2) + 2 * day)).toBe(1);
});
