import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OBLIGING_ACTS, TERMINAL_ACTS } from '@hoplite/p2p';
import type { Store, StoredJob, StoredMessage } from '../src/ports/store.ts';
import { MemoryStore } from './memory-store.ts';
import { BETA, GAMMA, job, ME, request } from './store-samples.ts';
import type { StoreUnderTest } from './store.ts';

/** One call, the same on both stores; a wait for what was written; or the end of the process. */
type Step = { readonly says: string; readonly call: (store: Store) => unknown } | 'written' | 'reopen';

// Few names, so that messages meet: the same ID again, from another author, asked, answered, forgotten.
const peer = fc.constantFrom(ME, BETA, GAMMA);
const id = fc.constantFrom('a', 'b', 'c', 'd');
const room = fc.constantFrom('lobby', 'den');
const time = fc.nat({ max: 50 });
const limit = fc.nat({ max: 6 });
const text = fc.array(fc.constantFrom('disk', 'Disk', 'full', '100%', 'ä', 'Ä'), { maxLength: 3 });

const message: fc.Arbitrary<StoredMessage> = fc
  .record({
    author: peer,
    messageId: id,
    other: fc.oneof(peer, fc.constant('/hoplite/room/1/lobby')),
    act: fc.constantFrom(...OBLIGING_ACTS, ...TERMINAL_ACTS),
    jobId: fc.constantFrom('j1', 'j2'),
    inRoom: fc.option(room, { nil: undefined }),
    replyTo: fc.option(id, { nil: undefined }),
    content: text.map((words) => words.join(' ')),
    envelope: fc.uint8Array({ maxLength: 8 }),
    at: time,
    keepUntil: time,
    started: fc.boolean(),
  })
  .map(({ other, inRoom, replyTo, ...rest }) =>
    request({
      ...rest,
      direction: rest.author === ME ? 'out' : 'in',
      peer: rest.author === ME || other.startsWith('/') ? other : rest.author,
      ...(inRoom === undefined ? {} : { room: inRoom }),
      ...(replyTo === undefined ? {} : { inReplyTo: replyTo }),
    }),
  );

const storedJob: fc.Arbitrary<StoredJob> = fc
  .record({ jobId: id, state: fc.constantFrom('open', 'done', 'failed'), startedAt: time, path: fc.array(peer) })
  .map(({ state, ...rest }) => job({ ...rest, state, ...(state === 'open' ? {} : { endedAt: 60, result: 'x' }) }));

const now = fc.oneof({ weight: 5, arbitrary: time }, fc.constant(Date.UTC(3000, 0)));

const single: fc.Arbitrary<Exclude<Step, string>> = fc.oneof(
  { weight: 8, arbitrary: message.map((it) => step('addMessage', (store) => store.addMessage(it), it)) },
  fc
    .tuple(peer, id)
    .map(([author, key]) => step('markStarted', (store) => store.markStarted(author, key), author, key)),
  now.map((at) => step('prune', (store) => store.prune(at), at)),
  room.map((name) => step('joinRoom', (store) => store.joinRoom(name), name)),
  room.map((name) => step('leaveRoom', (store) => store.leaveRoom(name), name)),
  storedJob.map((it) => step('putJob', (store) => store.putJob(it), it)),
  fc.tuple(id, time).map(([jobId, at]) => step('haltJob', (store) => store.haltJob(jobId, at), jobId, at)),
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

function step(name: string, call: (store: Store) => unknown, ...args: readonly unknown[]): Exclude<Step, string> {
  return { says: `${name}(${args.map((arg) => fc.stringify(arg)).join(', ')})`, call };
}

/** What a call returned, or that it threw. */
function outcome(call: () => unknown): unknown {
  try {
    return { returned: call() };
  } catch {
    return 'threw';
  }
}

/** Everything that can be asked of a store that holds these names. */
function everything(store: Store): unknown {
  const [peers, keys] = [
    [ME, BETA, GAMMA],
    ['a', 'b', 'c', 'd'],
  ];
  return {
    messages: peers.map((author) => keys.map((key) => store.message(author, key))),
    answers: peers.map((author) => peers.map((asker) => keys.map((key) => store.answer(author, asker, key)))),
    unanswered: store.unanswered(100),
    ofJobs: ['j1', 'j2'].map((jobId) => store.messagesOfJob(jobId)),
    posts: ['lobby', 'den'].map((name) => [store.posts(name, 100), store.countPosts(name)]),
    search: store.search('', 100),
    rooms: store.rooms(),
    jobs: [store.jobs(100), store.openJobs(), keys.map((key) => store.job(key))],
    halted: keys.map((key) => store.isHalted(key)),
  };
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
                outcome(() => each.call(store)),
                each.says,
              ).toStrictEqual(outcome(() => each.call(model)));
            }
          }
          expect(everything(store)).toStrictEqual(everything(model));
        } finally {
          await under.dispose();
        }
      };
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: 100 });
    }, 120_000);

    test('never forgets an unanswered message, an unexpired ID or an open job', async () => {
      const run = async (messages: StoredMessage[], jobs: StoredJob[], times: number[]): Promise<void> => {
        const under = await open();
        try {
          const { store } = under;
          messages.forEach((it) => void store.addMessage(it));
          jobs.forEach((it) => store.putJob(it));
          for (const at of times) {
            const before = everything(store) as { search: StoredMessage[] };
            const owed = store.unanswered(100);
            const open = store.openJobs();
            store.prune(at);
            expect(store.unanswered(100)).toStrictEqual(owed);
            expect(store.openJobs()).toStrictEqual(open);
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
