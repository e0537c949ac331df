import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Sender } from '../../src/dispatch/sender.ts';
import { Ledger } from '../../src/turns/ledger.ts';
import { settled } from '../turns/hand-clock.ts';
import { inboundAt } from '../turns/inbound-at.ts';
import { A, B, C, message, rootOf } from './crossings.ts';

const JOB = { kind: 'job', jobId: 'job-1' } as const;

const toB = (epoch = 0, content = '{"skill":"echo"}') =>
  message(rootOf({ epoch }), { channel: 'task', from: A, to: B, content });

type NodeOfB = ReturnType<typeof inboundAt>;

/** How a person, or a brake, ends job 1 at a node. */
const BANS = [
  [
    'halted',
    async ({ runtime }: NodeOfB) => {
      await runtime.threads.halt('halt', JOB, '');
    },
  ],
  [
    'frozen',
    async ({ runtime }: NodeOfB) => {
      runtime.threads.stopped(toB().lineage, { reason: 'max_hops', path: [] });
    },
  ],
] as const;

describe.each(BANS)('a job that is %s', (reason, ban) => {
  const banned = async () => {
    const node = inboundAt(B);
    await ban(node);
    return node;
  };

  test('wakes nobody any more, whatever the channel', async () => {
    verifies('node.brakes.halted', 'node.brakes.before-agent');
    const { arrive, ran } = await banned();
    for (const channel of ['task', 'session'] as const) {
      const refused = arrive(message(rootOf(), { channel, from: A, to: B })).refusals;
      expect(refused).toMatchObject([{ reason, path: [A.peerId, B.peerId] }]);
    }
    await settled();
    expect(ran).toEqual([]);
  });

  test('sends nothing any more that obliges, and reserves no credit for it', async () => {
    verifies('node.brakes.halted');
    const { dispatch, runtime, sent } = await banned();
    const ledger = new Ledger(8, 1, []);
    const signal = new AbortController().signal;
    const sender = new Sender({ lineage: toB().lineage, ledger, signal, permits: runtime.permits });
    const out = { channel: 'session', to: C.peerId, act: 'query', content: 'hello' } as const;
    expect(await dispatch.request(sender, out)).toMatchObject({ ok: false, refusal: { reason } });
    expect([sent, ledger.available, ledger.open]).toEqual([[], 7, 0]);
  });

  test('still takes its answers, which wake nobody', async () => {
    const { arrive } = await banned();
    const answer = message(rootOf(), { channel: 'session', from: A, to: B, act: 'inform', inReplyTo: 'x' });
    expect(arrive(answer).refusals).toMatchObject([{ reason: 'terminal' }]);
  });

  test('leaves other jobs alone', async () => {
    const { arrive, ran } = await banned();
    expect(arrive(message(rootOf({ jobId: 'job-2' }), { channel: 'task', from: A, to: B })).accepts).toBe(true);
    await settled();
    expect(ran).toHaveLength(1);
  });

  test(`is ${reason === 'frozen' ? 'free again once a person has released it' : 'as halted in every epoch'}`, async () => {
    const { arrive } = await banned();
    expect(arrive(toB(1)).accepts).toBe(reason === 'frozen');
  });
});

test('a brake that fires on what comes in freezes its job: nothing else of it is taken', () => {
  const { arrive, runtime } = inboundAt(B);
  const [first, second] = [toB(0, '1'), toB(0, '2')];
  expect(arrive(first).accepts).toBe(true);
  const wandered = message(first.lineage, { channel: 'task', from: B, to: A });
  expect(arrive(message(wandered.lineage, { channel: 'task', from: A, to: B })).refusals).toMatchObject([
    { reason: 'cannot: cycle' },
  ]);
  expect(runtime.threads.frozen('job-1')).toMatchObject({ reason: 'cannot: cycle', epoch: 0, by: B.peerId });
  expect(arrive(second).refusals).toMatchObject([{ reason: 'frozen' }]);
});

test('a repeat of what was answered before its job was stopped still gets that answer', async () => {
  const { arrive, runtime } = inboundAt(B);
  const first = toB();
  const { answers } = arrive(first);
  await settled();
  expect(answers).toHaveLength(1);
  await runtime.threads.halt('halt', JOB, '');
  expect(arrive(first).answers.map((answer) => Buffer.from(answer))).toEqual(
    answers.map((answer) => Buffer.from(answer)),
  );
});
