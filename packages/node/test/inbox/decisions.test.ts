import { describe, expect, onTestFinished, test } from 'vitest';
import { encodeEnvelope, type HaltScope, type MeshPeer, type Notice, type NoticeContent } from '@hoplite/p2p';
import { A, B, C, HOUR, NOW, PEERS, peer } from '../admission/crossings.ts';
import type { Store } from '../../src/ports/store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { answerTo, atRest, firstOf, messageOf, nodeAt, settlement, type NodeAt } from '../turns/node-at.ts';
import { verifies } from '@hoplite/test/requirements';

const STOP = { reason: 'max_hops' as const, path: [A.peerId, B.peerId, C.peerId] };

function openStore(): Store {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  return store;
}

function onlyItem({ escalations }: NodeAt) {
  const [item, ...others] = escalations.list();
  if (item === undefined || others.length > 0) throw new Error(`${others.length + 1} items, not one`);
  return item;
}

/** A's job that was stopped at B, and waits for a person. */
async function stoppedJob(options: { readonly maxDepth?: number } = {}) {
  const at = nodeAt(A, { peers: { beta: B } });
  const running = at.operator.delegate('beta', 'x', { credit: 4, ...options });
  await atRest();
  firstOf(at.sent).answer({ kind: 'refused', refusal: { ...STOP, detail: 'too deep' } });
  const { jobId, state } = await running;
  expect(state).toBe('stopped');
  return { at, jobId, item: onlyItem(at) };
}

describe('a job that a person releases', () => {
  test('keeps the lower cap on its depth that it began with', async () => {
    verifies('node.escalation.release');
    const { at, jobId, item } = await stoppedJob({ maxDepth: 2 });
    await at.escalations.release(item.id, { credit: 4 });
    await atRest();
    expect(at.store.job(jobId)).toMatchObject({ epoch: 1, maxDepth: 2 });
    expect(at.sent.map((sent) => messageOf(sent).lineage.job.maxDepth)).toEqual([2, 2]);
  });

  test.each([
    ['it', (jobId: string): HaltScope => ({ kind: 'job', jobId })],
    ['everything', (): HaltScope => ({ kind: 'all' })],
    ['this node’s agent', (): HaltScope => ({ kind: 'peer', peer: A.peerId })],
    ['the agent that it is for', (): HaltScope => ({ kind: 'peer', peer: B.peerId })],
  ] as const)('is not while %s is halted: the item stays open, and a resume lets it be released', async (_, of) => {
    verifies('node.escalation.release', 'node.escalation.only-a-person');
    const { at, jobId, item } = await stoppedJob();
    const { threads } = at.runtime;
    await threads.halt('halt', of(jobId), '');
    await expect(at.escalations.release(item.id, { credit: 4 })).rejects.toThrow('resume it first');
    expect([onlyItem(at).state, at.store.job(jobId)?.epoch, at.sent.length]).toEqual(['open', 0, 1]);
    await threads.halt('resume', of(jobId), '');
    expect(await at.escalations.release(item.id, { credit: 4 })).toMatchObject({ state: 'released' });
    await atRest();
    expect(at.sent).toHaveLength(2);
  });
});

describe('of two decisions about one stop', () => {
  const answer = ({ escalations }: NodeAt, id: string) => escalations.answer(id, 'forty-two');
  const release = ({ escalations }: NodeAt, id: string) => escalations.release(id, { credit: 4 });
  const stop = ({ escalations }: NodeAt, id: string) => escalations.stop(id, 'enough');

  const decisions = { 'an answer': answer, 'a release': release, 'a stop': stop } as const;

  test.each([
    ['an answer', 'a release', 'answered', 'done'],
    ['a release', 'an answer', 'released', 'open'],
    ['a release', 'a release', 'released', 'open'],
    ['a stop', 'a release', 'stopped', 'stopped'],
    ['an answer', 'a stop', 'answered', 'done'],
  ] as const)('at once, %s and %s, only the first is made', async (one, two, itemState, jobState) => {
    verifies('node.escalation.only-a-person');
    const { at, jobId, item } = await stoppedJob();
    const both = await Promise.allSettled([one, two].map((decision) => decisions[decision](at, item.id)));
    await atRest();
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(at.escalations.find(item.id)?.state).toBe(itemState);
    expect(at.store.job(jobId)?.state).toBe(jobState);
    expect(at.sent).toHaveLength(jobState === 'open' ? 2 : 1);
  });
});

test('a person’s answer stands at once, and after a restart, also while credit is out', async () => {
  verifies('node.escalation.answer', 'node.credit.job-done');
  const store = openStore();
  const at = nodeAt(A, { store, peers: { beta: B } });
  const running = at.operator.delegate('beta', 'x', { credit: 8 });
  await atRest();
  const asked = messageOf(firstOf(at.sent));
  const out = settlement({ returned: 1, burnt: 1, open: asked.link.credit - 2, stops: [STOP], stopCount: 1 });
  firstOf(at.sent).answer({ kind: 'answer', envelope: encodeEnvelope(answerTo(asked, B, { settlement: out })) });
  await running;
  const item = onlyItem(at);
  expect(await at.escalations.answer(item.id, 'forty-two')).toMatchObject({ state: 'answered' });
  const answered = { state: 'done', result: '"forty-two"' };
  expect(store.job(item.jobId)).toMatchObject(answered);
  at.clock.advance(HOUR); // What was out is written off.
  await atRest();
  expect(store.job(item.jobId)).toMatchObject(answered);

  const again = nodeAt(A, { store, clock: at.clock, peers: { beta: B } });
  again.resumption.begin(Promise.resolve());
  await atRest();
  again.clock.advance(HOUR);
  await atRest();
  expect(store.job(item.jobId)).toMatchObject(answered);
  expect([again.sent, again.escalations.list()]).toEqual([[], []]);
});

test('supervisors and operators are told of an item when it is on disk, and not before', async () => {
  verifies('node.escalation.supervisors');
  const store = openStore();
  const written = Promise.withResolvers<void>();
  const supervisor: MeshPeer = {
    peerId: C.peerId,
    card: { name: 'gamma', description: '', skills: [], version: '1' },
    addresses: [],
  };
  const at = nodeAt(A, {
    store: { ...store, written: () => written.promise },
    config: { supervisors: [C.peerId] },
    mesh: { peers: () => [supervisor] },
  });
  const job = at.jobs.open({ channel: 'task', target: B.peerId, brief: '"x"', burns: 0, options: {} });
  at.jobs.begun(job);
  at.runtime.threads.stopped(job.lineage, STOP);
  await atRest();
  const told = () => [
    at.told.notified.map((one) => one.peer),
    at.events.filter(({ event }) => event === 'escalation').length,
  ];
  expect(told()).toEqual([[], 0]);
  await store.written();
  written.resolve();
  await atRest();
  expect(told()).toEqual([[C.peerId], 1]);
});

describe('the inbox of a supervisor', () => {
  /** The notice of a peer that it asks this node’s operator about a job of its own. */
  function bring(node: NodeAt, from = B, n = 0, at = NOW): void {
    const content: Extract<NoticeContent, { kind: 'escalation' }> = {
      ...{ kind: 'escalation', jobId: `job-${n}`, epoch: 0, detail: '' },
      ...STOP,
    };
    const stamp = { id: `notice-${n}`, at, until: Number.MAX_SAFE_INTEGER };
    const notice: Notice = { ...stamp, from: from.peerId, content };
    node.escalations.onNotice(notice, content);
  }

  test('takes up to 100 open items of one peer, and still those of others', () => {
    verifies('node.store.bounded');
    const at = nodeAt(A, { peers: { beta: B, gamma: C } });
    for (let n = 0; n < 150; n += 1) bring(at, B, n);
    expect(at.escalations.list({ limit: 1000 })).toHaveLength(100);
    bring(at, C);
    expect(at.escalations.list({ limit: 1000 })).toHaveLength(101);
  });

  test('takes none of peers that it has never met, however many names they take', () => {
    verifies('node.store.bounded');
    const at = nodeAt(A, { peers: { beta: B } });
    for (const stranger of PEERS.slice(2)) bring(at, stranger);
    expect(at.escalations.list()).toEqual([]);
  });

  test('takes no old notice for news, whatever end it gives itself, and none from the future', () => {
    verifies('node.store.bounded');
    const at = nodeAt(A, { peers: { beta: B, mallory: peer(5) } });
    bring(at, B, 1, NOW - 25 * HOUR);
    bring(at, B, 2, NOW + HOUR);
    expect(at.escalations.list()).toEqual([]);
    bring(at, B, 3, NOW - 23 * HOUR);
    expect(at.escalations.list()).toHaveLength(1);
  });
});
