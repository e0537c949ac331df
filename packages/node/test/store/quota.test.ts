import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store, StoredMessage } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { answerTo, BETA, escalation, intervention, job, ME, post, request } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.store.bounded');

const MIB = 1024 * 1024;
const MAX_BYTES = 2 * MIB;
const NOW = 10_000;
const LONG_AFTER = Number.MAX_SAFE_INTEGER;

let temporary: ReturnType<typeof temporaryDirectory>;
let store: Store;
beforeEach(() => {
  temporary = temporaryDirectory();
  reopen();
});
afterEach(() => {
  store.close();
  temporary.remove();
});

function reopen(maxBytes = MAX_BYTES): void {
  store = openSqliteStore({ file: join(temporary.directory, 'hoplite.db'), maxBytes });
}

const KIB = 'x'.repeat(1024);
/** History of 1 KiB, whose ID is no longer needed. */
const old = (messageId: string, over: Partial<StoredMessage> = {}): StoredMessage =>
  post(messageId, 1, { content: KIB, neededUntil: NOW - 1, keepUntil: LONG_AFTER, ...over });
const addMany = (count: number, make: (index: number) => StoredMessage): void => {
  for (let index = 0; index < count; index += 1) store.addMessage(make(index));
};
/** Prunes until that changes nothing any more. @returns how many rows each call forgot */
const pruneAll = (): readonly number[] => {
  const counts: number[] = [];
  do {
    counts.push(store.prune(NOW));
  } while (counts.at(-1) !== 0);
  return counts;
};

describe('a store that gets too large', () => {
  test('is full only above its quota, also after a restart, and no longer when the quota is raised', () => {
    addMany(1_000, (index) => old(`m${index}`));
    expect(store.isFull()).toBe(false);
    addMany(1_000, (index) => old(`n${index}`));
    expect(store.isFull()).toBe(true);
    store.close();
    reopen();
    expect(store.isFull()).toBe(true);
    store.close();
    reopen(4 * MIB);
    expect(store.isFull()).toBe(false);
  });

  test('forgets its oldest history until there is room again, and no more than that', () => {
    addMany(2_500, (index) => old(`m${index}`));
    expect(store.isFull()).toBe(true);
    const forgotten = pruneAll().reduce((sum, count) => sum + count);
    expect(store.isFull()).toBe(false);
    expect(forgotten).toBeGreaterThan(500);
    expect(forgotten).toBeLessThan(1_500);
    const left = store.posts('lobby', 10_000).map(({ messageId }) => messageId);
    expect(left[0]).toBe(`m${forgotten}`);
    expect(left).toHaveLength(2_500 - forgotten);
  });

  test('begins to forget before it is full', () => {
    addMany(1_330, (index) => old(`m${index}`));
    expect(store.isFull()).toBe(false);
    expect(store.prune(NOW)).toBeGreaterThan(0);
    expect(store.message(BETA, 'm0')).toBeUndefined();
  });

  test('forgets nothing early as long as there is room', () => {
    addMany(1_000, (index) => old(`m${index}`));
    expect(store.prune(NOW)).toBe(0);
  });

  test('forgets a bounded part in one call, and goes on in the next', () => {
    store.close();
    reopen(64 * MIB);
    const large = 'x'.repeat(MIB / 2);
    addMany(200, (index) => old(`m${index}`, { content: large }));
    const counts = pruneAll();
    expect(counts.length).toBeGreaterThan(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(64);
    expect(store.isFull()).toBe(false);
    expect(store.message(BETA, 'm199')).toBeDefined();
  });

  test('goes past what it may not forget, however much that is', () => {
    store.close();
    reopen(8 * MIB);
    addMany(5_000, (index) => old(`needed${index}`, { neededUntil: NOW }));
    addMany(4_000, (index) => old(`m${index}`));
    const calls = Array.from({ length: 20 }, () => store.prune(NOW));
    expect(calls[0]).toBe(0);
    expect(store.isFull()).toBe(false);
    expect(store.message(BETA, 'm0')).toBeUndefined();
    expect(store.message(BETA, 'm3999')).toBeDefined();
  });
});

describe('a store that is full', () => {
  test('keeps what is unanswered, what may come again, open jobs and open escalations, and stays full', () => {
    const unanswered = (index: number): StoredMessage => request({ messageId: `q${index}`, content: KIB });
    addMany(1_000, (index) => ({ ...unanswered(index), keepUntil: LONG_AFTER }));
    addMany(1_500, (index) => old(`needed${index}`, { neededUntil: NOW }));
    store.putJob(job());
    store.putJob(job({ jobId: 'frozen', state: 'frozen' }));
    store.putEscalation(escalation());
    expect(Array.from({ length: 10 }, () => store.prune(NOW))).toEqual(Array.from({ length: 10 }, () => 0));
    expect(store.isFull()).toBe(true);
    expect(store.unanswered(10_000)).toHaveLength(1_000);
    expect(store.openJobs()).toHaveLength(2);
    expect(store.escalations(10, { open: true })).toHaveLength(1);
  });

  test('forgets an answered question before its answer, so that it is never taken for unanswered', () => {
    const over = { content: KIB, neededUntil: NOW - 1, keepUntil: LONG_AFTER };
    for (let index = 0; index < 1_500; index += 1) {
      const question = request({ messageId: `q${index}`, ...over });
      store.addMessage(question);
      store.addMessage(answerTo(question, over));
    }
    while (store.prune(NOW) > 0) {
      expect(store.unanswered(10)).toEqual([]);
    }
    expect(store.isFull()).toBe(false);
    expect(store.message(BETA, 'q0')).toBeUndefined();
    expect(store.answer(ME, BETA, 'q0')).toBeUndefined();
  });

  test('forgets jobs that are over, and about which nobody is asked, only when no message is left to go', () => {
    const over = (jobId: string): Parameters<typeof job>[0] => ({
      jobId,
      brief: KIB,
      state: 'done',
      expiresAt: NOW - 1,
    });
    ['asked about', 'settled'].forEach((jobId) => store.putJob(job(over(jobId))));
    store.putEscalation(escalation({ jobId: 'asked about' }));
    store.putEscalation(escalation({ id: 'e2', jobId: 'settled', state: 'stopped', resolvedAt: NOW }));
    for (let index = 0; index < 2_500; index += 1) store.putJob(job(over(`j${index}`)));
    store.putJob(job({ jobId: 'open' }));
    store.putJob(job({ jobId: 'not expired', state: 'done', expiresAt: NOW }));
    addMany(10, (index) => old(`m${index}`));
    store.prune(NOW);
    expect(store.countPosts('lobby')).toBe(0);
    pruneAll();
    expect(store.isFull()).toBe(false);
    expect([store.job('j0'), store.job('settled')]).toEqual([undefined, undefined]);
    expect(store.job('asked about')).toBeDefined();
    expect([store.job('open'), store.job('not expired'), store.job('j2499')]).not.toContain(undefined);
  });

  test('forgets what was done about the jobs that it forgets, however lately, and about no others', () => {
    const window = 'x'.repeat(64 * 1024);
    for (let index = 0; index < 60; index += 1) {
      const jobId = `j${index}`;
      store.putJob(job({ jobId, state: index === 0 ? 'open' : 'done', expiresAt: NOW - 1 }));
      store.addIntervention(intervention({ jobId, at: NOW, window }));
    }
    expect(store.isFull()).toBe(true);
    for (let calls = 0; calls < 10; calls += 1) store.prune(NOW);
    expect(store.isFull()).toBe(false);
    expect(store.interventions('j0')).toHaveLength(1);
    expect(store.interventions('j1')).toEqual([]);
  });

  test('is seen to be full soon after the write that made it so, without a prune', () => {
    expect(store.isFull()).toBe(false);
    let written = 0;
    while (!store.isFull() && written < 3_000) {
      store.addMessage(old(`m${written}`));
      written += 1;
    }
    store.close();
    reopen();
    expect(store.isFull()).toBe(true);
    expect(written).toBeLessThan(2_000);
  });
});
