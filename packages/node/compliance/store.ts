import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OBLIGING_ACTS, TERMINAL_ACTS } from '@hoplite/p2p';
import type { Store, StoredMessage } from '../src/ports/store.ts';
import { storeModelCompliance } from './store-model.ts';
import { storeNotesCompliance } from './store-notes.ts';
import { storeSaidCompliance } from './store-said.ts';
import { storeUsageCompliance } from './store-usage.ts';
import { storeWatchCompliance } from './store-watch.ts';
import { answerTo, BETA, GAMMA, job, ME, post, request } from './store-samples.ts';
import { escalation, notice, outcome, refusal, settlement } from './store-samples.ts';
import { change, intervention, spend, usage } from './store-samples.ts';

export interface StoreUnderTest {
  readonly store: Store;
  /** Closes the store and opens what it had kept, as after a restart. */
  reopen(): Promise<Store>;
  /** Closes the store and removes what it had kept. */
  dispose(): Promise<void>;
}

/** So late that everything is past its time. */
const FAR_FUTURE = Date.UTC(3000, 0);

const LARGEST = Number.MAX_SAFE_INTEGER;

const ids = (messages: readonly StoredMessage[]): readonly string[] => messages.map(({ messageId }) => messageId);

/**
 * What every implementation of the Store port must do. Messages are in the order in which they were added; only posts
 * are in the order of their stamps, so that a room reads alike on all peers.
 *
 * @param open - a new, empty store
 */
export function storeCompliance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a Store`, () => {
    let under: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.dispose());

    const reopen = async (): Promise<void> => {
      store = await under.reopen();
    };
    const add = (...messages: readonly StoredMessage[]): void => messages.forEach((it) => void store.addMessage(it));

    describe('messages', () => {
      test('a post that was only kept is owed an answer once it is marked so, and stands where it stood', () => {
        const kept = post('p', 1, { act: 'request', direction: 'in', peer: '/hoplite/room/1/lobby' });
        add(kept, post('q', 2));
        expect(store.unanswered(10)).toEqual([]);
        store.markAddressed(kept.author, 'p', 1);
        expect(store.unanswered(10)).toEqual([{ ...kept, peer: kept.author, starts: 1 }]);
        expect(store.posts(kept.room ?? '', 10).map(({ messageId }) => messageId)).toEqual(['p', 'q']);
      });

      const whole = request({
        ...{ room: 'lobby', inReplyTo: 'm0', starts: 3, content: 'Grüße \0 😀 "\'%_\n' },
        ...{ origin: GAMMA, epoch: 2, briefHash: new Uint8Array(32).fill(5) },
      });

      test.each([
        ['everything', whole],
        ['no more than it must', request()],
        ['nothing to say', request({ content: '', envelope: new Uint8Array(0), bodyHash: new Uint8Array(0) })],
        ['a megabyte', request({ content: 'x'.repeat(1_000_000), envelope: new Uint8Array(1_000_000).fill(9) })],
        ['the largest time', request({ at: LARGEST, neededUntil: LARGEST, keepUntil: LARGEST, starts: LARGEST })],
      ])('one with %s is read back as it was, also after a restart', async (_, message) => {
        expect(store.addMessage(message)).toBe(true);
        expect(store.message(message.author, message.messageId)).toStrictEqual(message);
        store = await under.reopen();
        expect(store.message(message.author, message.messageId)).toStrictEqual(message);
      });

      test('one that is not there is undefined', () => {
        add(request());
        expect(store.message(BETA, 'm2')).toBeUndefined();
        expect(store.message(GAMMA, 'm1')).toBeUndefined();
      });

      test('the same ID again is false and changes nothing, also after a restart', async () => {
        add(request());
        const other = request({ content: 'other', jobId: 'job2', bodyHash: new Uint8Array(32) });
        expect(store.addMessage(other)).toBe(false);
        store = await under.reopen();
        expect(store.addMessage(other)).toBe(false);
        expect(store.message(BETA, 'm1')).toStrictEqual(request());
        expect(store.messagesOfJob('job2')).toEqual([]);
      });

      test('two authors may use the same ID', () => {
        const other = request({ author: GAMMA, content: 'from gamma' });
        expect(store.addMessage(request())).toBe(true);
        expect(store.addMessage(other)).toBe(true);
        expect(store.message(BETA, 'm1')).toStrictEqual(request());
        expect(store.message(GAMMA, 'm1')).toStrictEqual(other);
      });

      test('IDs are told apart to the letter', () => {
        expect(store.addMessage(request({ messageId: 'a' }))).toBe(true);
        expect(store.addMessage(request({ messageId: 'A' }))).toBe(true);
        expect(store.addMessage(request({ messageId: 'a ' }))).toBe(true);
        expect(store.message(BETA, 'A')?.messageId).toBe('A');
      });

      test('what the caller does to its bytes later is not seen', () => {
        const envelope = Uint8Array.from([1, 2, 3]);
        add(request({ envelope }));
        envelope.fill(0);
        expect(store.message(BETA, 'm1')?.envelope).toEqual(Uint8Array.from([1, 2, 3]));
      });

      test('a turn that begins is counted, whose message is not there is not', async () => {
        add(request(), request({ messageId: 'm2' }));
        store.markStarted(BETA, 'm1');
        store.markStarted(GAMMA, 'm2');
        store = await under.reopen();
        store.markStarted(BETA, 'm1');
        expect(store.message(BETA, 'm1')).toStrictEqual(request({ starts: 2 }));
        expect(store.message(BETA, 'm2')?.starts).toBe(0);
      });

      test('those of a job come in the order in which they came', () => {
        add(request({ at: 9 }), request({ messageId: 'm2', jobId: 'job2' }), answerTo(request(), { at: 3 }));
        expect(ids(store.messagesOfJob('job1'))).toEqual(['m1', 're-m1']);
        expect(store.messagesOfJob('job3')).toEqual([]);
      });

      test('those of a job come in that order whatever they say, and are the oldest', () => {
        [9, undefined, 3, 9, 1].forEach((brief, index) =>
          add(request({ messageId: `m${index}`, ...(brief && { briefHash: new Uint8Array(32).fill(brief) }) })),
        );
        expect(ids(store.messagesOfJob('job1'))).toEqual(['m0', 'm1', 'm2', 'm3', 'm4']);
        expect(ids(store.messagesOfJob('job1', 2))).toEqual(['m0', 'm1']);
      });
    });

    describe('answers', () => {
      test.each(TERMINAL_ACTS)('%s answers', (act) => {
        const answer = answerTo(request(), { act });
        add(request(), answer);
        expect(store.answer(ME, BETA, 'm1')).toStrictEqual(answer);
      });

      test.each(OBLIGING_ACTS)('%s does not: it asks in turn', (act) => {
        add(request(), answerTo(request(), { act }));
        expect(store.answer(ME, BETA, 'm1')).toBeUndefined();
        expect(ids(store.unanswered(10))).toEqual(['m1']);
      });

      test('an answer belongs to one question of one asker', () => {
        const fromGamma = request({ author: GAMMA });
        add(request(), fromGamma, answerTo(fromGamma));
        expect(store.answer(ME, GAMMA, 'm1')?.messageId).toBe('re-m1');
        expect(store.answer(ME, BETA, 'm1')).toBeUndefined();
        expect(store.answer(ME, GAMMA, 'm2')).toBeUndefined();
        expect(store.answer(BETA, GAMMA, 'm1')).toBeUndefined();
        expect(store.unanswered(10)).toStrictEqual([request()]);
      });

      test('what another peer answered to this node is found too', () => {
        const asked = request({ author: ME, peer: BETA, direction: 'out' });
        const answer = request({ messageId: 'a1', act: 'done', inReplyTo: 'm1' });
        add(asked, answer);
        expect(store.answer(BETA, ME, 'm1')).toStrictEqual(answer);
        expect(store.answer(GAMMA, ME, 'm1')).toBeUndefined();
      });

      test('the first one counts', () => {
        add(request(), answerTo(request()), answerTo(request(), { messageId: 'again', act: 'refuse' }));
        expect(store.answer(ME, BETA, 'm1')?.messageId).toBe('re-m1');
      });
    });

    describe('unanswered', () => {
      test.each(OBLIGING_ACTS)('an inbound %s is, until it is answered', async (act) => {
        add(request({ act }));
        store = await under.reopen();
        expect(ids(store.unanswered(10))).toEqual(['m1']);
        add(answerTo(request()));
        expect(store.unanswered(10)).toEqual([]);
      });

      test('what obliges nobody here is not', () => {
        for (const act of TERMINAL_ACTS) {
          add(request({ messageId: act, act }));
        }
        add(request({ messageId: 'mine', author: ME, peer: BETA, direction: 'out' }));
        add(post('for others', 1, { act: 'request' }));
        expect(store.unanswered(10)).toEqual([]);
      });

      test('come oldest first, at most as many as asked for', () => {
        add(...['c', 'a', 'b'].map((messageId, index) => request({ messageId, at: 100 - index })));
        expect(ids(store.unanswered(10))).toEqual(['c', 'a', 'b']);
        expect(ids(store.unanswered(2))).toEqual(['c', 'a']);
        expect(store.unanswered(0)).toEqual([]);
      });

      test("another peer's answer does not count", () => {
        add(request(), request({ author: GAMMA, messageId: 'x', act: 'done', inReplyTo: 'm1', peer: BETA }));
        expect(ids(store.unanswered(10))).toEqual(['m1']);
      });
    });

    describe('posts', () => {
      test('are the newest by their stamps, oldest first', () => {
        add(post('c', 30), post('a', 10), post('d', 30), post('b', 20), post('x', 99, { room: 'den' }));
        expect(ids(store.posts('lobby', 10))).toEqual(['a', 'b', 'c', 'd']);
        expect(ids(store.posts('lobby', 2))).toEqual(['c', 'd']);
        expect(store.posts('lobby', 0)).toEqual([]);
        expect(store.posts('nowhere', 10)).toEqual([]);
      });

      test('are counted', () => {
        add(post('a', 1), post('a', 2), post('b', 3), post('x', 4, { room: 'den' }), request());
        expect(store.countPosts('lobby')).toBe(2);
        expect(store.countPosts('nowhere')).toBe(0);
      });

      test('stay when this node leaves the room', () => {
        store.joinRoom('lobby');
        add(post('a', 1));
        store.leaveRoom('lobby');
        expect(store.countPosts('lobby')).toBe(1);
      });
    });

    describe('envelopes of posts', () => {
      const addPost = (at: number, length: number, over: Partial<StoredMessage> = {}): boolean =>
        store.addMessage(post(`p${at}`, at, { envelope: new Uint8Array(length).fill(at), ...over }));
      /** The first bytes of those found, which are the times of their posts. */
      const found = (of: Partial<Parameters<Store['postEnvelopes']>[1]> = {}): readonly unknown[] =>
        store.postEnvelopes('lobby', { since: 0, limit: 10, maxBytes: 100, ...of }).map(([at]) => at);

      test('are the newest by their stamps, oldest first, also after a restart', async () => {
        [30, 10, 20].forEach((at) => addPost(at, 2));
        addPost(99, 2, { room: 'den' });
        expect(found()).toEqual([10, 20, 30]);
        expect(found({ since: 20 })).toEqual([20, 30]);
        expect(found({ limit: 2 })).toEqual([20, 30]);
        expect(found({ limit: 0 })).toEqual([]);
        expect(store.postEnvelopes('nowhere', { since: 0, limit: 10, maxBytes: 100 })).toEqual([]);
        store = await under.reopen();
        expect(store.postEnvelopes('lobby', { since: 30, limit: 10, maxBytes: 100 })).toStrictEqual([
          Uint8Array.from([30, 30]),
        ]);
      });

      test('are as many as fit, and end before the first that does not', () => {
        addPost(10, 1);
        addPost(20, 50);
        addPost(30, 4);
        expect(found({ maxBytes: 55 })).toEqual([10, 20, 30]);
        expect(found({ maxBytes: 54 })).toEqual([20, 30]);
        expect(found({ maxBytes: 53 })).toEqual([30]);
        expect(found({ maxBytes: 3 })).toEqual([]);
      });

      test('are of what was said in the room, and of no refusal, which counts for nothing', () => {
        addPost(10, 4, { act: 'request', direction: 'out', author: ME });
        addPost(20, 4, { act: 'done', peer: BETA });
        addPost(30, 200, { act: 'refuse', peer: BETA });
        addPost(40, 4, { channel: 'task', act: 'request' });
        expect(found({ limit: 2, maxBytes: 8 })).toEqual([10, 20]);
      });
    });

    describe('search', () => {
      beforeEach(() => {
        const texts = ['The disk of beta is full', 'beta: 100% of DISK', 'file_name', 'filename', 'ÄRGER mit Straße'];
        add(...texts.map((content, index) => request({ messageId: `m${index}`, content, at: 100 - index })));
      });

      test.each([
        ['disk', ['m1', 'm0']],
        ['  disk   BETA ', ['m1', 'm0']],
        ['full disk', ['m0']],
        ['is', ['m1', 'm0']],
        ['100%', ['m1']],
        ['%', ['m1']],
        ['file_name', ['m2']],
        ['_', ['m2']],
        ['file\\_name', []],
        ['ärger strasse', []],
        ['ärger STRAßE', ['m4']],
        ["' OR 1=1 --", []],
        ['nothing', []],
      ])('%j finds %j, newest first', (query, found) => {
        expect(ids(store.search(query, 10))).toEqual(found);
      });

      test('no words match everything, and the limit holds', () => {
        expect(ids(store.search('  ', 2))).toEqual(['m4', 'm3']);
        expect(ids(store.search('e', 1))).toEqual(['m4']);
        expect(store.search('e', 0)).toEqual([]);
      });
    });

    describe('rooms', () => {
      test('are sorted, joined once, left without fuss, and outlast a restart', async () => {
        for (const room of ['lobby', 'den', 'attic', 'den']) {
          store.joinRoom(room);
        }
        store.leaveRoom('attic');
        store.leaveRoom('nowhere');
        store = await under.reopen();
        expect(store.rooms()).toEqual(['den', 'lobby']);
      });
    });

    describe('jobs', () => {
      const ended = job({
        ...{ state: 'stopped', reason: 'cannot: cycle', detail: 'alpha was visited', result: '"late"', epoch: 1 },
        ...{ path: [ME, BETA, ME], left: 30, turns: 2, endedAt: 1_500 },
      });

      test('are read back as they were, also after a restart', async () => {
        const jobs = [ended, job({ jobId: 'job2', startedAt: 2_000 })];
        for (const each of jobs) {
          store.putJob(each);
          expect(store.job(each.jobId)).toStrictEqual(each);
        }
        store = await under.reopen();
        expect(store.jobs(10)).toStrictEqual(jobs.reverse());
        expect(store.job('job3')).toBeUndefined();
      });

      test('are replaced whole', () => {
        store.putJob(ended);
        store.putJob(job());
        expect(store.job('job1')).toStrictEqual(job());
        expect(store.jobs(10)).toHaveLength(1);
      });

      test('come newest first, at most as many as asked for, and stay in their place when replaced', () => {
        store.putJob(job({ jobId: 'b', startedAt: 5 }));
        store.putJob(job({ jobId: 'a', startedAt: 5 }));
        store.putJob(job({ jobId: 'old', startedAt: 4 }));
        store.putJob(job({ jobId: 'b', startedAt: 5, state: 'done' }));
        expect(store.jobs(10).map(({ jobId }) => jobId)).toEqual(['a', 'b', 'old']);
        expect(store.jobs(1).map(({ jobId }) => jobId)).toEqual(['a']);
      });

      test('that are open or frozen come oldest first, also after a restart', async () => {
        const states = ['open', 'frozen', 'open', 'frozen'] as const;
        const open = states.map((state, index) => job({ jobId: `open${index}`, state, startedAt: 4 + (index >> 1) }));
        for (const each of [...open, ended]) {
          store.putJob(each);
        }
        store.putJob(job({ jobId: 'now done', startedAt: 1 }));
        store.putJob(job({ jobId: 'now done', startedAt: 1, state: 'done', endedAt: 2 }));
        expect(store.openJobs()).toStrictEqual(open);
        store = await under.reopen();
        expect(store.openJobs()).toStrictEqual(open);
      });

      test('that are open are listed up to 10,000', () => {
        for (let index = 0; index < 10_001; index += 1) {
          store.putJob(job({ jobId: `job${index}`, startedAt: 20_000 - index }));
        }
        expect(store.openJobs()).toHaveLength(10_000);
        expect(store.openJobs()[0]?.jobId).toBe('job10000');
      });
    });

    describe('prune', () => {
      test('forgets what is past its time, and says how much', async () => {
        add(post('a', 1, { keepUntil: 99 }), post('b', 2, { keepUntil: 100 }), post('c', 3, { keepUntil: 101 }));
        expect(store.prune(100)).toBe(1);
        expect(store.prune(100)).toBe(0);
        store = await under.reopen();
        expect(ids(store.posts('lobby', 10))).toEqual(['b', 'c']);
        expect(store.addMessage(post('a', 1))).toBe(true);
      });

      test('never forgets what is unanswered, however old', () => {
        add(request());
        expect(store.prune(FAR_FUTURE)).toBe(0);
        expect(ids(store.unanswered(10))).toEqual(['m1']);
        add(answerTo(request()));
        expect(store.prune(FAR_FUTURE)).toBe(2);
        expect(store.message(BETA, 'm1')).toBeUndefined();
      });

      test('keeps an answer for as long as its question, which would be unanswered without it', () => {
        add(request({ keepUntil: 900 }), answerTo(request(), { keepUntil: 100 }));
        store.prune(500);
        expect(store.answer(ME, BETA, 'm1')).toBeDefined();
        expect(store.unanswered(10)).toEqual([]);
        expect(store.prune(901)).toBe(2);
      });

      test('forgets requests of this node that nobody answered', () => {
        add(request({ author: ME, peer: BETA, direction: 'out' }));
        expect(store.prune(FAR_FUTURE)).toBe(1);
      });

      test('never forgets an open job, nor one that has not expired', () => {
        store.putJob(job({ jobId: 'open' }));
        store.putJob(job({ jobId: 'frozen', state: 'frozen' }));
        store.putJob(job({ jobId: 'ended', state: 'done', endedAt: 1_500, expiresAt: 601_000 }));
        expect(store.prune(600_999)).toBe(0);
        expect(store.prune(FAR_FUTURE)).toBe(1);
        expect(store.jobs(10).map(({ jobId }) => jobId)).toEqual(['frozen', 'open']);
      });

      test('keeps the job of an open escalation until that is closed', async () => {
        const over = { state: 'stopped', endedAt: 1_500 } as const;
        store.putJob(job(over));
        store.putJob(job({ jobId: 'job2', ...over }));
        store.putEscalation(escalation());
        store.putEscalation(escalation({ id: 'e2', jobId: 'job2', state: 'stopped', resolvedAt: FAR_FUTURE }));
        expect(store.prune(FAR_FUTURE)).toBe(1);
        store = await under.reopen();
        expect(store.jobs(10)).toStrictEqual([job(over)]);
        store.putEscalation(escalation({ state: 'answered', resolvedAt: FAR_FUTURE }));
        expect(store.prune(FAR_FUTURE)).toBe(1);
        expect(store.job('job1')).toBeUndefined();
      });

      test('goes by when history may go, not by when its ID is no longer needed, as long as there is room', () => {
        add(post('a', 1, { neededUntil: 50, keepUntil: 100 }));
        expect(store.isFull()).toBe(false);
        expect(store.prune(99)).toBe(0);
        expect(store.prune(101)).toBe(1);
      });
    });

    storeSaidCompliance(() => store, reopen);
    storeNotesCompliance(() => store, reopen);
    storeUsageCompliance(() => store, reopen);
    storeWatchCompliance(() => store, reopen);

    describe('closed', () => {
      const calls: readonly (readonly [string, (closed: Store) => unknown])[] = [
        ['addMessage', (closed) => closed.addMessage(request())],
        ['message', (closed) => closed.message(BETA, 'm1')],
        ['answer', (closed) => closed.answer(ME, BETA, 'm1')],
        ['markStarted', (closed) => closed.markStarted(BETA, 'm1')],
        ['unanswered', (closed) => closed.unanswered(1)],
        ['sent', (closed) => closed.sent(0, 1)],
        ['messagesOfJob', (closed) => closed.messagesOfJob('job1')],
        ['posts', (closed) => closed.posts('lobby', 1)],
        ['postEnvelopes', (closed) => closed.postEnvelopes('lobby', { since: 0, limit: 1, maxBytes: 1 })],
        ['countPosts', (closed) => closed.countPosts('lobby')],
        ['search', (closed) => closed.search('x', 1)],
        ['joinRoom', (closed) => closed.joinRoom('lobby')],
        ['leaveRoom', (closed) => closed.leaveRoom('lobby')],
        ['rooms', (closed) => closed.rooms()],
        ['putJob', (closed) => closed.putJob(job())],
        ['job', (closed) => closed.job('job1')],
        ['jobs', (closed) => closed.jobs(1)],
        ['openJobs', (closed) => closed.openJobs()],
        ['markAddressed', (closed) => closed.markAddressed(BETA, 'm1', 0)],
        ['hasSaid', (closed) => closed.hasSaid({ jobId: 'j', epoch: 0, author: ME, briefHash: new Uint8Array(32) })],
        ['addOutcome', (closed) => closed.addOutcome(outcome())],
        ['outcomes', (closed) => closed.outcomes(ME, 'm1')],
        ['countRecent', (closed) => closed.countRecent(0)],
        ['idsLike', (closed) => closed.idsLike('m', 1)],
        ['addRefusal', (closed) => closed.addRefusal(refusal())],
        ['refusals', (closed) => closed.refusals({ jobId: 'job1' }, 1)],
        ['putNotice', (closed) => closed.putNotice(notice())],
        ['noticesOf', (closed) => closed.noticesOf([])],
        ['notices', (closed) => closed.notices(1)],
        ['notices of a prefix', (closed) => closed.notices(1, 'halt/')],
        ['putEscalation', (closed) => closed.putEscalation(escalation())],
        ['escalation', (closed) => closed.escalation('e1')],
        ['countOpenEscalations', (closed) => closed.countOpenEscalations(BETA)],
        ['escalations', (closed) => closed.escalations(1)],
        ['putSettlement', (closed) => closed.putSettlement(settlement())],
        ['settlementsFor', (closed) => closed.settlementsFor(BETA)],
        ['addUsage', (closed) => closed.addUsage(usage())],
        ['usage', (closed) => closed.usage({ by: 'day', limit: 1 })],
        ['putSpend', (closed) => closed.putSpend(spend())],
        ['spends', (closed) => closed.spends()],
        ['putState', (closed) => closed.putState('breaker', '{}')],
        ['state', (closed) => closed.state('breaker')],
        ['addBreakerChange', (closed) => closed.addBreakerChange(change())],
        ['breakerChanges', (closed) => closed.breakerChanges(1)],
        ['addIntervention', (closed) => closed.addIntervention(intervention())],
        ['interventions', (closed) => closed.interventions('job1')],
        ['isFull', (closed) => closed.isFull()],
        ['prune', (closed) => closed.prune(1)],
      ];
      test.each(calls)('%s throws', (_, call) => {
        store.close();
        store.close();
        expect(() => call(store)).toThrow();
      });
    });
  });

  storeModelCompliance(name, open);
}
