import { describe, expect, test } from 'vitest';
import { OBLIGING_ACTS, TERMINAL_ACTS } from '@hoplite/p2p';
import type { Store, StoredMessage } from '../src/ports/store.ts';
import { BETA, escalation, GAMMA, job, ME, outcome, post, request } from './store-samples.ts';

const BRIEF = new Uint8Array(32).fill(1);

/** What this node asked beta and gamma. */
const asked = (messageId: string, over: Partial<StoredMessage> = {}): StoredMessage =>
  request({ author: ME, origin: ME, peer: GAMMA, direction: 'out', messageId, briefHash: BRIEF, ...over });

/** What every store must know of what was said already, in vain or not, and of what came in of late. */
export function storeSaidCompliance(current: () => Store, reopen: () => Promise<void>): void {
  const add = (...messages: readonly StoredMessage[]): void => messages.forEach((it) => void current().addMessage(it));
  const fail = (over: Parameters<typeof outcome>[0]): boolean => current().addOutcome(outcome(over));

  describe('the same said again', () => {
    const said = { jobId: 'job1', epoch: 0, author: ME, briefHash: BRIEF };
    const hasSaid = (over: Partial<Parameters<Store['hasSaid']>[0]> = {}): boolean =>
      current().hasSaid({ ...said, ...over });

    test('is known, also after a restart', async () => {
      expect(hasSaid()).toBe(false);
      add(asked('m1'));
      expect(hasSaid()).toBe(true);
      await reopen();
      expect(hasSaid()).toBe(true);
    });

    test('is not the same in another job or epoch, by another author, or to another or in other words', () => {
      add(asked('m1'));
      expect(hasSaid({ jobId: 'job2' })).toBe(false);
      expect(hasSaid({ epoch: 1 })).toBe(false);
      expect(hasSaid({ author: BETA })).toBe(false);
      expect(hasSaid({ briefHash: new Uint8Array(32).fill(2) })).toBe(false);
      expect(hasSaid({ briefHash: BRIEF.slice(1) })).toBe(false);
    });

    test('is not itself: the message that asks does not count', () => {
      add(asked('m1'));
      expect(hasSaid({ messageId: 'm1' })).toBe(false);
      add(asked('m2'));
      expect(hasSaid({ messageId: 'm1' })).toBe(true);
    });

    test('is not what has no brief', () => {
      add(request({ author: ME, direction: 'out', act: 'done' }));
      expect(hasSaid({ briefHash: new Uint8Array(0) })).toBe(false);
    });

    test('may be tried again after a retryable outcome, not after another', () => {
      add(asked('m1'));
      fail({ retryable: true });
      expect(hasSaid()).toBe(false);
      add(asked('m2'));
      fail({ messageId: 'm2', retryable: false });
      expect(hasSaid()).toBe(true);
    });

    test('was said when one of those it was for did not come to a retryable outcome', () => {
      add(asked('m1', { channel: 'room', room: 'lobby' }));
      fail({ peer: BETA, retryable: true });
      expect(hasSaid()).toBe(false);
      fail({ peer: GAMMA, retryable: false });
      expect(hasSaid()).toBe(true);
    });

    test('was said when one of those it was for has answered', () => {
      add(asked('m1', { channel: 'room', room: 'lobby' }));
      fail({ peer: BETA, retryable: true });
      add(request({ author: GAMMA, peer: GAMMA, messageId: 're-m1', act: 'inform', inReplyTo: 'm1', direction: 'in' }));
      expect(hasSaid()).toBe(true);
    });

    test('is not excused by the outcome of another message', () => {
      add(asked('m1'));
      fail({ messageId: 'm2', retryable: true });
      fail({ author: BETA, retryable: true });
      expect(hasSaid()).toBe(true);
    });
  });

  describe('outcomes', () => {
    test('are read back as they were, by peer, also after a restart', async () => {
      add(asked('m1'));
      const both = [outcome({ peer: GAMMA, path: [], detail: '' }), outcome({ peer: BETA, retryable: true })];
      expect(both.map((each) => current().addOutcome(each))).toEqual([true, true]);
      expect(current().outcomes(ME, 'm1')).toStrictEqual(both.toReversed());
      await reopen();
      expect(current().outcomes(ME, 'm1')).toStrictEqual(both.toReversed());
      expect(current().outcomes(ME, 'm2')).toEqual([]);
      expect(current().outcomes(BETA, 'm1')).toEqual([]);
    });

    test('of one message and peer are recorded once: the first stays', () => {
      expect(fail({})).toBe(true);
      expect(fail({ retryable: true, detail: 'later' })).toBe(false);
      expect(current().outcomes(ME, 'm1')).toStrictEqual([outcome()]);
    });

    test('go with their message', () => {
      add(asked('m1', { keepUntil: 100 }), asked('m2', { keepUntil: 200 }));
      fail({});
      fail({ messageId: 'm2' });
      expect(current().prune(101)).toBe(2);
      expect(current().outcomes(ME, 'm1')).toEqual([]);
      expect(current().outcomes(ME, 'm2')).toHaveLength(1);
    });
  });

  describe('what came in of late', () => {
    const counted = (since: number): readonly unknown[] =>
      current()
        .countRecent(since)
        .map(({ author, origin, count }) => `${author} for ${origin}: ${count}`)
        .sort();

    test('is counted by author and origin, from a time on', () => {
      add(request({ at: 99 }), request({ messageId: 'm2', at: 100 }), request({ messageId: 'm3', at: 101 }));
      add(request({ author: GAMMA, at: 100 }), request({ author: GAMMA, messageId: 'm2', origin: GAMMA, at: 100 }));
      expect(counted(100)).toEqual([`${BETA} for ${BETA}: 2`, `${GAMMA} for ${BETA}: 1`, `${GAMMA} for ${GAMMA}: 1`]);
      expect(counted(102)).toEqual([]);
    });

    test('is counted when it obliges this node, and only then', () => {
      OBLIGING_ACTS.forEach((act) => add(request({ messageId: act, act })));
      TERMINAL_ACTS.forEach((act) => add(request({ messageId: act, act })));
      add(asked('mine'), post('for others', 1_000, { act: 'request' }));
      expect(counted(0)).toEqual([`${BETA} for ${BETA}: ${OBLIGING_ACTS.length}`]);
    });

    test('is looked for among the newest 10,000 messages', () => {
      for (let index = 0; index < 10_001; index += 1) add(request({ messageId: `m${index}` }));
      expect(counted(0)).toEqual([`${BETA} for ${BETA}: 10000`]);
      expect(current().idsLike('m0', 10)).toEqual([]);
      expect(current().idsLike('m1000', 2)).toEqual(['m10000', 'm1000']);
    });
  });

  describe('IDs', () => {
    const like = (part: string): readonly string[] => current().idsLike(part, 10);

    test('of jobs, messages and escalations are found by how they begin or end, and not by their middle', () => {
      current().putJob(job({ jobId: 'abc-1' }));
      add(request({ messageId: 'abd-2', jobId: 'far-3' }));
      current().putEscalation(escalation({ id: 'ab-4' }));
      expect(like('ab')).toEqual(['abc-1', 'abd-2', 'ab-4']);
      expect(like('-2')).toEqual(['abd-2']);
      expect(like('abd-2')).toEqual(['abd-2']);
      expect(like('bc')).toEqual([]);
      expect(like('abc-1-and-more')).toEqual([]);
    });

    test('of jobs that began elsewhere are found by their messages, each once', () => {
      add(request({ jobId: 'far-1' }), request({ messageId: 'm2', jobId: 'far-1' }));
      expect(like('far')).toEqual(['far-1']);
    });

    test('are told apart to the letter, and no letter stands for others', () => {
      add(request({ messageId: 'Axx_' }), request({ messageId: 'axx%' }));
      expect(like('A')).toEqual(['Axx_']);
      expect(like('_')).toEqual(['Axx_']);
      expect(like('%')).toEqual(['axx%']);
    });

    test('come newest first, at most as many as asked for, and for nothing all of them', () => {
      add(...['m1', 'm2', 'm3'].map((messageId) => request({ messageId })));
      expect(current().idsLike('m', 2)).toEqual(['m3', 'm2']);
      expect(like('')).toEqual(['job1', 'm3', 'm2', 'm1']);
      expect(current().idsLike('m', 0)).toEqual([]);
    });
  });
}
