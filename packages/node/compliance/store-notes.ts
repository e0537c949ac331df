import { describe, expect, test } from 'vitest';
import type { Store, StoredEscalation } from '../src/ports/store.ts';
import { DEFAULT_KEEP_JOBS_MS } from '../src/store/sqlite-store.ts';
import { BETA, escalation, GAMMA, ME, notice, refusal, settlement } from './store-samples.ts';

/** So late that everything is past its time. */
const FAR_FUTURE = Date.UTC(3000, 0);
const BRIEF = new Uint8Array(32).fill(1);

/** What every store must keep of brakes that fired: for people, for other peers, and for those who are owed credit. */
export function storeNotesCompliance(current: () => Store, reopen: () => Promise<void>): void {
  describe('refusals', () => {
    const whole = refusal({
      ...{ direction: 'out', channel: 'room', peer: '/hoplite/room/1/lobby', brake: 'not-visited' },
      ...{ reason: 'cannot: cycle', path: [ME, BETA, ME], jobId: 'job1', messageId: 'm1', briefHash: BRIEF },
    });
    const details = (of: Parameters<Store['refusals']>[0], limit = 10): readonly string[] =>
      current()
        .refusals(of, limit)
        .map(({ detail }) => detail);

    test('are read back as they were, also after a restart', async () => {
      const bare = refusal({ messageId: 'm2' });
      current().addRefusal(whole);
      current().addRefusal(bare);
      await reopen();
      expect(current().refusals({ jobId: 'job1' }, 10)).toStrictEqual([whole]);
      expect(current().refusals({ messageId: 'm1' }, 10)).toStrictEqual([whole]);
      expect(current().refusals({ messageId: 'm2' }, 10)).toStrictEqual([bare]);
      expect(current().refusals({ jobId: 'job2' }, 10)).toEqual([]);
    });

    test('are the newest ones, oldest first', () => {
      for (const [index, detail] of ['a', 'b', 'c'].entries()) {
        current().addRefusal(refusal({ detail, jobId: 'job1', messageId: 'm1', at: 100 - index }));
      }
      current().addRefusal(refusal({ detail: 'unread' }));
      expect(details({ jobId: 'job1' })).toEqual(['a', 'b', 'c']);
      expect(details({ messageId: 'm1' }, 2)).toEqual(['b', 'c']);
      expect(details({ messageId: 'm1' }, 0)).toEqual([]);
    });

    test('are kept up to 10,000 in all, whatever their time', () => {
      current().addRefusal(refusal({ jobId: 'job1', detail: 'too old' }));
      current().addRefusal(refusal({ jobId: 'job1', detail: 'just kept' }));
      for (let index = 0; index < 9_999; index += 1) current().addRefusal(refusal());
      expect(current().prune(FAR_FUTURE)).toBe(0);
      expect(details({ jobId: 'job1' })).toEqual(['just kept']);
    });
  });

  describe('notices', () => {
    const keysOf = (keys: readonly string[]): readonly string[] =>
      current()
        .noticesOf(keys)
        .map(({ key }) => key)
        .sort();
    const newest = (limit: number, prefix?: string): readonly string[] =>
      current()
        .notices(limit, prefix)
        .map(({ key }) => key);

    test('are read back as they were, also after a restart', async () => {
      current().putNotice(notice());
      await reopen();
      expect(current().noticesOf(['freeze job1'])).toStrictEqual([notice()]);
      expect(current().notices(10)).toStrictEqual([notice()]);
    });

    test('take the place of the one about the same', () => {
      const later = notice({ from: GAMMA, at: 1_500, until: 1_800, bytes: new Uint8Array(0) });
      current().putNotice(notice());
      current().putNotice(later);
      expect(current().noticesOf(['freeze job1'])).toStrictEqual([later]);
      expect(current().notices(10)).toHaveLength(1);
    });

    test('are found by any number of keys, each once', () => {
      const keys = Array.from({ length: 20 }, (_, index) => `key${index}`).sort();
      keys.forEach((key) => current().putNotice(notice({ key })));
      expect(keysOf([])).toEqual([]);
      expect(keysOf(['key3', 'nothing', 'KEY4'])).toEqual(['key3']);
      expect(keysOf(['key3', 'key3'])).toEqual(['key3']);
      expect(keysOf(keys.slice(0, 8))).toEqual(keys.slice(0, 8));
      expect(keysOf([...keys, ...keys])).toEqual(keys);
    });

    test('come newest first, at most as many as asked for', () => {
      for (const [key, at] of Object.entries({ b: 5, a: 5, old: 4, new: 6 })) {
        current().putNotice(notice({ key, at }));
      }
      current().putNotice(notice({ key: 'b', at: 5 }));
      expect(newest(10)).toEqual(['new', 'a', 'b', 'old']);
      expect(newest(1)).toEqual(['new']);
    });

    test('are found by how their keys begin, to the letter, newest first', async () => {
      const keys = ['halt/', 'halt/peer/é', 'halt/\u{10ffff}\u{10ffff}', 'halt', 'halt0', 'HALT/all', 'freeze/halt/'];
      keys.forEach((key, index) => current().putNotice(notice({ key, at: 100 - index })));
      await reopen();
      expect(newest(10, 'halt/')).toEqual(keys.slice(0, 3));
      expect(newest(2, 'halt/')).toEqual(keys.slice(0, 2));
      expect(newest(10, 'halt/peer/é')).toEqual(['halt/peer/é']);
      expect(newest(10, 'halt/\u{10ffff}')).toEqual(['halt/\u{10ffff}\u{10ffff}']);
      expect(newest(10, '%')).toEqual([]);
      expect(newest(10, '')).toEqual(keys);
    });

    test('are forgotten once their time is over', () => {
      current().putNotice(notice({ key: 'a', until: 99 }));
      current().putNotice(notice({ key: 'b', until: 100 }));
      expect(current().prune(100)).toBe(1);
      expect(newest(10)).toEqual(['b']);
    });
  });

  describe('escalations', () => {
    const resolved = escalation({
      ...{ id: 'e2', kind: 'evidence', state: 'released', epoch: 3, count: 7, briefHash: BRIEF },
      ...{ payload: '{"chain":[]}', resolution: 'go on', resolvedAt: 1_700, path: [] },
    });
    const idsOf = (limit: number, options?: Parameters<Store['escalations']>[1]): readonly string[] =>
      current()
        .escalations(limit, options)
        .map(({ id }) => id);
    const put = (...all: readonly Partial<StoredEscalation>[]): void =>
      all.forEach((over) => current().putEscalation(escalation(over)));

    test('are read back as they were, also after a restart', async () => {
      for (const each of [escalation(), resolved]) {
        current().putEscalation(each);
        expect(current().escalation(each.id)).toStrictEqual(each);
      }
      await reopen();
      expect(current().escalations(10)).toStrictEqual([resolved, escalation()]);
      expect(current().escalation('e3')).toBeUndefined();
    });

    test('of a stall and of the circuit breaker, which is of no job, are kept like the others', async () => {
      const stall = escalation({ id: 'stall', kind: 'stall', reason: 'livelock', path: [BETA, GAMMA], count: 2 });
      const breaker = escalation({ id: 'breaker', kind: 'breaker', jobId: '', reason: 'breaker', peer: ME, path: [] });
      [stall, breaker].forEach((each) => current().putEscalation(each));
      await reopen();
      expect(current().escalations(10, { open: true })).toStrictEqual([breaker, stall]);
      expect(current().countOpenEscalations(ME)).toBe(1);
      current().putEscalation({ ...breaker, state: 'answered', resolvedAt: 1_000 });
      expect(current().prune(FAR_FUTURE)).toBe(1);
      expect(idsOf(10)).toEqual(['stall']);
    });

    test('are replaced whole', () => {
      put(resolved, { id: 'e2' });
      expect(current().escalations(10)).toStrictEqual([escalation({ id: 'e2' })]);
    });

    test('come newest first, and stay in their place when replaced', () => {
      put({ id: 'b', at: 5 }, { id: 'a', at: 5 }, { id: 'old', at: 4 }, { id: 'b', at: 5, count: 2 });
      expect(idsOf(10)).toEqual(['a', 'b', 'old']);
      expect(idsOf(1)).toEqual(['a']);
    });

    test('that are open are asked for by themselves, or all', () => {
      put({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'b', state: 'answered', resolvedAt: 1_100 });
      expect(idsOf(10, { open: true })).toEqual(['c', 'a']);
      expect(idsOf(1, { open: true })).toEqual(['c']);
      expect(idsOf(10, { open: false })).toEqual(['c', 'b', 'a']);
      expect(idsOf(10, {})).toEqual(['c', 'b', 'a']);
    });

    test('that are open are counted by the peer that they are about', () => {
      put({ id: 'a' }, { id: 'b' }, { id: 'c', peer: BETA }, { id: 'b', state: 'stopped', resolvedAt: 1_100 });
      expect([GAMMA, BETA, ME].map((peer) => current().countOpenEscalations(peer))).toEqual([1, 1, 0]);
      put({ id: 'd' }, { id: 'c', peer: GAMMA });
      expect([GAMMA, BETA, ME].map((peer) => current().countOpenEscalations(peer))).toEqual([3, 0, 0]);
    });

    test('are kept while they are open, and for as long as a job after they were resolved', () => {
      put({ id: 'open' }, { id: 'early', state: 'stopped', resolvedAt: 1_000 });
      put({ id: 'late', state: 'answered', resolvedAt: 2_000 });
      expect(current().prune(1_000 + DEFAULT_KEEP_JOBS_MS)).toBe(0);
      expect(current().prune(1_001 + DEFAULT_KEEP_JOBS_MS)).toBe(1);
      expect(idsOf(10)).toEqual(['late', 'open']);
      expect(current().prune(FAR_FUTURE)).toBe(1);
      expect(idsOf(10)).toEqual(['open']);
    });
  });

  describe('settlements', () => {
    const stopped = settlement({
      ...{ messageId: 'm2', channel: 'room' },
      settlement: {
        ...{ returned: 0, burnt: 2, open: 0, path: [], stopCount: 9 },
        stops: [
          { reason: 'max_hops', path: [BETA, ME], briefHash: Uint8Array.from([0, 1, 254, 255]), payload: 'Grüße "😀"' },
          { reason: 'cannot: cycle', path: [] },
        ],
      },
    });

    test('are read back as they were, also after a restart', async () => {
      current().putSettlement(settlement());
      current().putSettlement(stopped);
      expect(current().settlementsFor(BETA)).toStrictEqual([settlement(), stopped]);
      await reopen();
      expect(current().settlementsFor(BETA)).toStrictEqual([settlement(), stopped]);
      expect(current().settlementsFor(GAMMA)).toEqual([]);
    });

    test('take the place of the one of the same message, and of no other', () => {
      const later = settlement({ settlement: stopped.settlement, until: 3_000, channel: 'session' });
      const ofGamma = settlement({ peer: GAMMA });
      for (const each of [settlement(), ofGamma, stopped, later]) {
        current().putSettlement(each);
      }
      expect(current().settlementsFor(BETA)).toStrictEqual([later, stopped]);
      expect(current().settlementsFor(GAMMA)).toStrictEqual([ofGamma]);
    });

    test('are listed up to 10,000', () => {
      for (let index = 0; index < 10_001; index += 1) current().putSettlement(settlement({ messageId: `m${index}` }));
      expect(current().settlementsFor(BETA)).toHaveLength(10_000);
    });

    test('are forgotten once their time is over', () => {
      current().putSettlement(settlement({ messageId: 'm1', until: 99 }));
      current().putSettlement(settlement({ messageId: 'm2', until: 100 }));
      expect(current().prune(100)).toBe(1);
      expect(current().settlementsFor(BETA)).toStrictEqual([settlement({ messageId: 'm2', until: 100 })]);
    });
  });
}
