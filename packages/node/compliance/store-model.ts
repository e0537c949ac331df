import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OBLIGING_ACTS, TERMINAL_ACTS } from '@hoplite/p2p';
import type { Store, StoredJob, StoredMessage } from '../src/ports/store.ts';
import { MemoryStore } from './memory-store.ts';
import { BETA, GAMMA, job, ME, request } from './store-samples.ts';
import { escalation, notice, outcome, refusal, settlement } from './store-samples.ts';
import { watchQuestions, watchSteps } from './store-model-watch.ts';
import { step, type Call, type Step } from './store-step.ts';
import type { StoreUnderTest } from './store.ts';

// Few names, so that messages meet: the same ID again, from another author, asked, answered, forgotten.
const peer = fc.constantFrom(ME, BETA, GAMMA);
const id = fc.constantFrom('a', 'b', 'c', 'd');
const jobId = fc.constantFrom('j1', 'j2');
const room = fc.constantFrom('lobby', 'den');
const time = fc.nat({ max: 50 });
const epoch = fc.nat({ max: 1 });
const BRIEFS = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)] as const;
const brief = fc.constantFrom(...BRIEFS);
const noticeKey = fc.constantFrom('a', 'b', 'ab', 'aé', 'a\u{10ffff}');
const prefix = fc.constantFrom('', 'a', 'ab', 'aé', 'c');
const limit = fc.nat({ max: 6 });
const text = fc.array(fc.constantFrom('disk', 'Disk', 'full', '100%', 'ä', 'Ä'), { maxLength: 3 });

const message: fc.Arbitrary<StoredMessage> = fc
  .record({
    author: peer,
    messageId: id,
    other: fc.oneof(peer, fc.constant('/hoplite/room/1/lobby')),
    channel: fc.constantFrom('task', 'room'),
    act: fc.constantFrom(...OBLIGING_ACTS, ...TERMINAL_ACTS),
    jobId,
    inRoom: fc.option(room, { nil: undefined }),
    replyTo: fc.option(id, { nil: undefined }),
    content: text.map((words) => words.join(' ')),
    envelope: fc.uint8Array({ maxLength: 8 }),
    origin: peer,
    epoch,
    brief: fc.option(brief, { nil: undefined }),
    at: time,
    neededUntil: time,
    keptFor: time,
    starts: fc.nat({ max: 2 }),
  })
  .map(({ other, inRoom, replyTo, brief: briefHash, keptFor, ...rest }) =>
    request({
      ...rest,
      keepUntil: rest.neededUntil + keptFor,
      direction: rest.author === ME ? 'out' : 'in',
      peer: rest.author === ME || other.startsWith('/') ? other : rest.author,
      ...(inRoom === undefined ? {} : { room: inRoom }),
      ...(replyTo === undefined ? {} : { inReplyTo: replyTo }),
      ...(briefHash === undefined ? {} : { briefHash }),
    }),
  );

const storedJob: fc.Arbitrary<StoredJob> = fc
  .record({
    jobId: id,
    epoch,
    state: fc.constantFrom('open', 'frozen', 'done', 'failed'),
    startedAt: time,
    path: fc.array(peer),
  })
  .map(({ state, ...rest }) =>
    job({ ...rest, state, ...(state === 'open' || state === 'frozen' ? {} : { endedAt: 60, result: 'x' }) }),
  );

const notes: fc.Arbitrary<Call> = fc.oneof(
  fc
    .record({ author: peer, messageId: id, peer, retryable: fc.boolean(), path: fc.array(peer), at: time })
    .map(outcome)
    .map((it) => step('addOutcome', (store) => store.addOutcome(it), it)),
  fc
    .record({ jobId, messageId: id, briefHash: brief, brake: fc.constant('known') }, { requiredKeys: [] })
    .map(refusal)
    .map((it) => step('addRefusal', (store) => store.addRefusal(it), it)),
  fc
    .record({ key: noticeKey, from: peer, at: time, until: time, bytes: fc.uint8Array({ maxLength: 4 }) })
    .map(notice)
    .map((it) => step('putNotice', (store) => store.putNotice(it), it)),
  fc
    .record({ id, jobId: id, peer, state: fc.constantFrom('open', 'answered', 'stopped'), at: time, count: time })
    .map(({ state, ...rest }) =>
      escalation({ ...rest, state, ...(state === 'open' ? {} : { resolvedAt: rest.at + 5 }) }),
    )
    .map((it) => step('putEscalation', (store) => store.putEscalation(it), it)),
  fc
    .record({ peer, messageId: id, until: time })
    .map(settlement)
    .map((it) => step('putSettlement', (store) => store.putSettlement(it), it)),
);

const now = fc.oneof({ weight: 5, arbitrary: time }, fc.constant(Date.UTC(3000, 0)));

const single: fc.Arbitrary<Call> = fc.oneof(
  { weight: 8, arbitrary: message.map((it) => step('addMessage', (store) => store.addMessage(it), it)) },
  fc
    .tuple(peer, id)
    .map(([author, key]) => step('markStarted', (store) => store.markStarted(author, key), author, key)),
  now.map((at) => step('prune', (store) => store.prune(at), at)),
  room.map((name) => step('joinRoom', (store) => store.joinRoom(name), name)),
  room.map((name) => step('leaveRoom', (store) => store.leaveRoom(name), name)),
  storedJob.map((it) => step('putJob', (store) => store.putJob(it), it)),
  { weight: 6, arbitrary: notes },
  { weight: 6, arbitrary: watchSteps },
  fc
    .tuple(peer, id, fc.constantFrom(0, 1))
    .map(([author, key, starts]) =>
      step('markAddressed', (store) => store.markAddressed(author, key, starts), author, key, starts),
    ),
  fc
    .record(
      { jobId, epoch, author: peer, briefHash: brief, messageId: id },
      { requiredKeys: ['jobId', 'epoch', 'author', 'briefHash'] },
    )
    .map((said) => step('hasSaid', (store) => store.hasSaid(said), said)),
  fc
    .tuple(fc.constantFrom('', 'a', 'j', '1', 'e'), limit)
    .map(([part, most]) => step('idsLike', (store) => store.idsLike(part, most), part, most)),
  fc
    .tuple(jobId, limit)
    .map(([key, most]) => step('refusals', (store) => store.refusals({ jobId: key }, most), key, most)),
  fc
    .tuple(limit, fc.boolean())
    .map(([most, open]) => step('escalations', (store) => store.escalations(most, { open }), most, open)),
  limit.map((most) => step('notices', (store) => store.notices(most), most)),
  fc.tuple(limit, prefix).map(([most, begin]) => step('notices', (store) => store.notices(most, begin), most, begin)),
  peer.map((about) => step('countOpenEscalations', (store) => store.countOpenEscalations(about), about)),
  fc
    .tuple(room, fc.record({ since: time, limit, maxBytes: fc.nat({ max: 20 }) }))
    .map(([name, of]) => step('postEnvelopes', (store) => store.postEnvelopes(name, of), name, of)),
  fc.tuple(text, limit).map(([words, most]) => step('search', (store) => store.search(words.join(' '), most), words)),
  limit.map((most) => step('unanswered', (store) => store.unanswered(most), most)),
  limit.map((most) => step('jobs', (store) => store.jobs(most), most)),
  fc.constant(step('openJobs', (store) => store.openJobs())),
  fc.tuple(room, limit).map(([name, most]) => step('posts', (store) => store.posts(name, most), name, most)),
);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof({ weight: 12, arbitrary: single }, fc.constant('written' as const), fc.constant('reopen' as const)),
  { maxLength: 40 },
);

/** What a call returned, or that it threw. */
function effect(call: () => unknown): unknown {
  try {
    return { returned: call() };
  } catch {
    return 'threw';
  }
}

/** Everything that can be asked of a store that holds these names. */
function everything(store: Store): unknown {
  const [peers, keys, jobIds] = [
    [ME, BETA, GAMMA],
    ['a', 'b', 'c', 'd'],
    ['j1', 'j2'],
  ];
  return {
    messages: peers.map((author) => keys.map((key) => store.message(author, key))),
    answers: peers.map((author) => peers.map((asker) => keys.map((key) => store.answer(author, asker, key)))),
    unanswered: store.unanswered(100),
    sent: [store.sent(0, 100), store.sent(25, 100), store.sent(0, 2)],
    ofJobs: jobIds.map((jobId) => [store.messagesOfJob(jobId), store.messagesOfJob(jobId, 2)]),
    posts: ['lobby', 'den'].map((name) => [store.posts(name, 100), store.countPosts(name)]),
    envelopes: ['lobby', 'den'].map((name) => store.postEnvelopes(name, { since: 5, limit: 100, maxBytes: 30 })),
    search: store.search('', 100),
    rooms: store.rooms(),
    jobs: [store.jobs(100), store.openJobs(), keys.map((key) => store.job(key))],
    said: peers.map((author) =>
      jobIds.map((jobId) => [0, 1].map((epoch) => store.hasSaid({ jobId, epoch, author, briefHash: BRIEFS[0] }))),
    ),
    outcomes: peers.map((author) => keys.map((key) => store.outcomes(author, key))),
    recent: [0, 20].map((since) => sorted(store.countRecent(since))),
    ids: store.idsLike('', 100),
    refusals: [...jobIds.map((jobId) => ({ jobId })), ...keys.map((messageId) => ({ messageId }))].map((of) =>
      store.refusals(of, 100),
    ),
    notices: [
      store.notices(100),
      store.notices(100, 'a'),
      sorted(store.noticesOf(keys)),
      sorted(store.noticesOf(['a', 'x'])),
    ],
    escalations: [
      store.escalations(100),
      store.escalations(100, { open: true }),
      keys.map((key) => store.escalation(key)),
      peers.map((about) => store.countOpenEscalations(about)),
    ],
    settlements: peers.map((of) => store.settlementsFor(of)),
    ...watchQuestions(store),
  };
}

/** What comes in any order, in one. */
function sorted<T>(items: readonly T[]): readonly T[] {
  return items.toSorted((a, b) => (fc.stringify(a) < fc.stringify(b) ? -1 : 1));
}

/** Any sequence of calls and restarts leaves a store like the plain one of {@link MemoryStore}. */
export function storeModelCompliance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name}, in any sequence of calls and restarts`, () => {
    test('does what the plain store does', async () => {
      const run = async (sequence: readonly Step[]): Promise<void> => {
        const under = await open();
        try {
          const model = new MemoryStore();
          let { store } = under;
          for (const each of sequence) {
            if (each === 'reopen') {
              store = await under.reopen();
            } else if (each === 'written') {
              await store.written();
            } else {
              expect(
                effect(() => each.call(store)),
                each.says,
              ).toStrictEqual(effect(() => each.call(model)));
            }
          }
          expect(everything(store)).toStrictEqual(everything(model));
        } finally {
          await under.dispose();
        }
      };
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: 100 });
    }, 120_000);

    test('never forgets an unanswered message, an unexpired ID, an open job or an open escalation with its job', async () => {
      const run = async (messages: StoredMessage[], jobs: StoredJob[], times: number[]): Promise<void> => {
        const under = await open();
        try {
          const { store } = under;
          messages.forEach((it) => void store.addMessage(it));
          jobs.forEach((it) => store.putJob(it));
          store.putEscalation(escalation({ jobId: 'a' }));
          for (const at of times) {
            const before = everything(store) as { search: StoredMessage[] };
            const owed = store.unanswered(100);
            const open = store.openJobs();
            const escalated = store.job('a');
            store.prune(at);
            expect(store.unanswered(100)).toStrictEqual(owed);
            expect(store.openJobs()).toStrictEqual(open);
            expect(store.escalations(100, { open: true })).toStrictEqual([escalation({ jobId: 'a' })]);
            expect(store.job('a')).toStrictEqual(escalated);
            for (const kept of before.search.filter(({ keepUntil }) => keepUntil >= at)) {
              expect(store.addMessage(kept)).toBe(false);
            }
          }
        } finally {
          await under.dispose();
        }
      };
      const prunes = fc.array(now, { minLength: 1, maxLength: 5 });
      await fc.assert(fc.asyncProperty(fc.array(message), fc.array(storedJob), prunes, run));
    }, 120_000);
  });
}
