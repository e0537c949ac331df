import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  PeerUnreachableError,
  REASONS,
  decodeEnvelope,
  type Mesh,
  type Reason,
  type Refusal,
  type Signer,
} from '@hoplite/p2p';
import type { Breaker } from '../../src/admission/breaker.ts';
import { isRetryable } from '../../src/admission/reasons.ts';
import { Attempts, MAX_ATTEMPTS, MAX_REFUSED } from '../../src/dispatch/attempts.ts';
import { Dispatch } from '../../src/dispatch/dispatch.ts';
import { Requests } from '../../src/dispatch/requests.ts';
import { Sender } from '../../src/dispatch/sender.ts';
import type { TurnAbortedError } from '../../src/errors.ts';
import { Ledger } from '../../src/turns/ledger.ts';
import { A, B, C, D, ROOM, TOPIC, message, rootOf } from '../admission/crossings.ts';
import { settled } from './hand-clock.ts';
import { doing, inboundAt } from './inbound-at.ts';
import { runtimeAt, type RuntimeAtInit } from './runtime-at.ts';

verifies('node.refusals.repeated');

const refusalOf = (reason: Reason): Refusal => ({ reason, detail: `it is ${reason}`, path: [A.peerId, B.peerId] });

describe('what one turn has tried', () => {
  test('an attempt that was refused for good is refused again with the same, and the third time it is enough', () => {
    verifies('node.refusals.typed');
    const attempts = new Attempts();
    expect(attempts.repeat('to B')).toBeUndefined();
    const refusal = refusalOf('max_hops');
    expect(attempts.refused('to B', refusal)).toBeUndefined();
    expect(attempts.repeat('to B')).toEqual({ refusal });
    const third = attempts.repeat('to B');
    expect(third?.refusal).toBe(refusal);
    expect(third?.enough).toContain('3 times');
    expect(attempts.repeat('to C')).toBeUndefined();
  });

  test('after MAX_ATTEMPTS every further one says that it is enough, and none before', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('b', 'c', 'd'), { maxLength: 20 }), (keys) => {
        const attempts = new Attempts();
        const times = new Map<string, number>();
        for (const key of keys) {
          const before = times.get(key) ?? 0;
          times.set(key, before + 1);
          const repeated = attempts.repeat(key);
          expect(repeated === undefined).toBe(before === 0);
          if (repeated === undefined) attempts.refused(key, refusalOf('cannot: cycle'));
          else expect(repeated.enough !== undefined).toBe(before + 1 >= MAX_ATTEMPTS);
        }
      }),
    );
  });

  test('as many different ones as MAX_REFUSED are enough', () => {
    const attempts = new Attempts();
    const said = Array.from({ length: MAX_REFUSED }, (_, index) => attempts.refused(`${index}`, refusalOf('breaker')));
    expect(said.slice(0, -1).every((enough) => enough === undefined)).toBe(true);
    expect(said.at(-1)).toContain(`${MAX_REFUSED}`);
  });

  test('a brief is said from when it leaves until it turns out that it did not', () => {
    const attempts = new Attempts();
    expect(attempts.isSaid('hash')).toBe(false);
    attempts.begin('hash');
    expect([attempts.isSaid('hash'), attempts.isSaid('other')]).toEqual([true, false]);
    attempts.forget('hash');
    expect(attempts.isSaid('hash')).toBe(false);
  });
});

/** A turn at A, woken by an operator, over a scripted mesh. */
function turnAtA(init: RuntimeAtInit = {}) {
  const at = runtimeAt(A, { config: { credit: 1000 }, ...init });
  at.store.joinRoom(ROOM);
  const dispatch = new Dispatch(at.runtime, new Requests(at.runtime));
  const ledger = new Ledger(1000, 1, [A.peerId]);
  const ended: TurnAbortedError[] = [];
  const turn = (): Sender =>
    new Sender({
      lineage: rootOf({ credit: 1000 }),
      ledger,
      signal: new AbortController().signal,
      permits: at.runtime.permits,
      giveUp: (reason) => void ended.push(reason),
    });
  const sender = turn();
  /** Delegates, has the mesh end it as `end` says if it left, and tells what came of it. */
  const delegate = async (content: string, end: (sent: (typeof at.sent)[number]) => void, by = sender, to = B) => {
    const before = at.sent.length;
    const sending = await dispatch.request(by, { channel: 'task', to: to.peerId, act: 'request', content });
    if (!sending.ok) return sending.refusal;
    for (const one of at.sent.slice(before)) end(one);
    const { reply } = await sending.value.reply;
    return reply.ok ? undefined : reply.refusal;
  };
  return { ...at, dispatch, ledger, sender, turn, ended, delegate };
}

const refuse =
  (reason: Reason) =>
  ({ answer }: { readonly answer: (reply: { kind: 'refused'; refusal: Refusal }) => void }): void =>
    answer({ kind: 'refused', refusal: refusalOf(reason) });

const FINAL = (
  ['max_hops', 'unauthorized', 'cannot: cycle', 'illegal_edge', 'breaker', 'halted', 'malformed'] as const
).filter((reason) => !isRetryable(reason));

describe('a turn that tries the same again', () => {
  test.each(FINAL)(
    'after %s is answered with the same, without the network; the third time it ends',
    async (reason) => {
      verifies('node.refusals.typed');
      const { delegate, ended, ledger, sent } = turnAtA();
      const first = await delegate('{"n":1}', refuse(reason));
      expect(first).toEqual(refusalOf(reason));
      expect(await delegate('{ "n" : 1 }', refuse('busy'))).toEqual(first);
      expect(ended).toEqual([]);
      expect(await delegate('{"n":1}', refuse('busy'))).toEqual(first);
      expect(ended).toMatchObject([{ reason, message: expect.stringContaining('3 times') as string }]);
      expect(sent).toHaveLength(1);
      expect([ledger.available, ledger.open]).toEqual([999, 0]);
    },
  );

  test('S30: 1,273 retries make one call, and the turn is ended each time again', async () => {
    const { delegate, ended, sent } = turnAtA();
    for (let count = 0; count < 1273; count += 1) {
      expect((await delegate('{"n":1}', refuse('cannot: cycle')))?.reason).toBe('cannot: cycle');
    }
    expect(sent).toHaveLength(1);
    expect(ended.length).toBe(1273 - 2);
  });

  test('is answered so too when the refusal was one’s own brake’s, which is not asked again', async () => {
    let asked = 0;
    const breaker: Breaker = { check: () => ((asked += 1), 'tripped') };
    const { delegate, ended, sent } = turnAtA({ breaker });
    const refusals = [1, 2, 3].map(() => delegate('{"n":1}', refuse('busy')));
    expect((await Promise.all(refusals)).map((refusal) => refusal?.reason)).toEqual(['breaker', 'breaker', 'breaker']);
    expect([asked, ended.length, sent.length]).toEqual([1, 1, 0]);
  });

  test('while the first is on its way is a ping-pong, and nothing more leaves', async () => {
    const { dispatch, sender, sent } = turnAtA();
    const out = { channel: 'task', to: B.peerId, act: 'request', content: '{"n":1}' } as const;
    const both = await Promise.all([dispatch.request(sender, out), dispatch.request(sender, out)]);
    expect(both.map((one) => (one.ok ? 'sent' : one.refusal.reason))).toEqual(['sent', 'cannot: ping-pong']);
    expect(sent).toHaveLength(1);
  });

  test('after it was answered is a ping-pong too, also from another turn of the job at this peer', async () => {
    const { delegate, sent, turn } = turnAtA();
    await delegate('{"n":1}', ({ fail }) => fail(new Error('cut off')));
    expect(sent).toHaveLength(1);
    const other = await delegate('{"n":1}', refuse('busy'), turn());
    expect(other?.reason).toBe('cannot: ping-pong');
    expect(sent).toHaveLength(1);
  });

  test.each(['busy', 'rate_limited'] as const)('after %s gets out again: it may pass', async (reason) => {
    const { delegate, ended, sent } = turnAtA();
    for (let count = 0; count < 5; count += 1) expect((await delegate('{"n":1}', refuse(reason)))?.reason).toBe(reason);
    expect([sent.length, ended.length]).toEqual([5, 0]);
  });

  test('after the peer could not be reached gets out again', async () => {
    const { delegate, ended, sent } = turnAtA();
    const lost = ({ fail }: { readonly fail: (error: Error) => void }): void =>
      fail(new PeerUnreachableError(B.peerId));
    for (let count = 0; count < 5; count += 1) expect((await delegate('{"n":1}', lost))?.reason).toBe('unreachable');
    expect([sent.length, ended.length]).toEqual([5, 0]);
  });

  test('after nobody listened gets out again, in vain or not', async () => {
    let listeners: readonly string[] = [];
    const mesh: Partial<Mesh> = { roomPeers: () => listeners };
    const { dispatch, ended, sender, sent } = turnAtA({ mesh });
    const post = () => dispatch.post(sender, { room: ROOM, text: 'hello', wake: [B.peerId] });
    for (let count = 0; count < 5; count += 1) {
      expect(await post()).toMatchObject({ ok: false, refusal: { reason: 'nobody_listening' } });
    }
    listeners = [B.peerId];
    expect(await post()).toMatchObject({ ok: true });
    expect(await post()).toMatchObject({ ok: false, refusal: { reason: 'cannot: ping-pong' } });
    expect([sent.length, ended.length]).toEqual([1, 0]);
  });

  test('to another peer, or with another brief, is not the same', async () => {
    const { delegate, sent } = turnAtA();
    await delegate('{"n":1}', refuse('unauthorized'));
    await delegate('{"n":1}', refuse('unauthorized'), undefined, C);
    await delegate('{"n":2}', refuse('unauthorized'));
    expect(sent).toHaveLength(3);
  });

  test('by another turn of another job is not the same', async () => {
    const { delegate, runtime, sent } = turnAtA();
    await delegate('{"n":1}', refuse('unauthorized'));
    const { permits } = runtime;
    const signal = new AbortController().signal;
    const lineage = rootOf({ jobId: 'job-2' });
    const other = new Sender({ lineage, ledger: new Ledger(8, 1, []), signal, permits });
    await delegate('{"n":1}', refuse('unauthorized'), other);
    expect(sent).toHaveLength(2);
  });
});

test('S30: an agent that takes every refusal for a hiccup makes one call, and its turn is answered for it', async () => {
  let tries = 0;
  const stubborn = doing(async ({ signal, tools }) => {
    while (!signal.aborted) {
      tries += 1;
      await tools.call('delegate_task', { peer: C.peerId, brief: { n: 1 } });
    }
    return { kind: 'done', result: 'never read' };
  });
  const { arrive, runtime, sent } = inboundAt(B, { agent: stubborn, peers: { gamma: C } });
  const { answers } = arrive(message(rootOf(), { channel: 'task', from: A, to: B }));
  await settled();
  for (const one of sent) refuse('unauthorized')(one);
  await settled();
  expect(answers.map((answer) => decodeEnvelope('task', answer).body)).toMatchObject([
    {
      refusal: { reason: 'unauthorized', detail: expect.stringContaining('3 times') as string },
      settlement: { returned: 7, burnt: 1, open: 0 },
    },
  ]);
  expect([tries, sent.length, runtime.permits.held]).toEqual([3, 1, 0]);
});

test('a turn whose messages are refused again and again, each another, is ended at the hundredth', async () => {
  const { delegate, ended, sent } = turnAtA({ breaker: { check: () => 'tripped' } });
  for (let count = 1; count < MAX_REFUSED; count += 1) await delegate(`${count}`, refuse('busy'));
  expect(ended).toEqual([]);
  await delegate('one more', refuse('busy')).catch(() => undefined);
  await delegate('"one more"', refuse('busy'));
  expect(ended).toMatchObject([{ reason: 'breaker', message: expect.stringContaining('100') as string }]);
  expect(sent).toEqual([]);
});

test('which reasons are worth another attempt', () => {
  expect(REASONS.filter(isRetryable)).toEqual(['rate_limited', 'busy', 'unreachable', 'nobody_listening']);
});

describe('a post that wakes several', () => {
  const posted = async (reasons: readonly Reason[]) => {
    const at = turnAtA();
    const wake = [B, C, D].map(({ peerId }: Signer) => peerId);
    const post = () => at.dispatch.post(at.sender, { room: ROOM, text: 'hello', wake });
    expect((await post()).ok).toBe(true);
    for (const [index, reason] of reasons.entries()) {
      const sent = at.sent[index];
      if (sent !== undefined) refuse(reason)(sent);
    }
    await settled();
    return { ...at, again: await post() };
  };

  test('and is refused for good by all is not posted again', async () => {
    const { again, sent } = await posted(['unauthorized', 'unauthorized', 'unauthorized']);
    expect(again).toMatchObject({ ok: false, refusal: { reason: 'unauthorized' } });
    expect(sent).toHaveLength(3);
  });

  test('and finds all of them busy may be posted again', async () => {
    const { again, sent } = await posted(['busy', 'busy', 'busy']);
    expect(again).toMatchObject({ ok: true });
    expect(sent).toHaveLength(6);
  });

  test('and that one of them has taken is a ping-pong the second time', async () => {
    const { again, sent } = await posted(['busy', 'busy']);
    expect(again).toMatchObject({ ok: false, refusal: { reason: 'cannot: ping-pong', path: [A.peerId, TOPIC] } });
    expect(sent).toHaveLength(3);
  });
});
