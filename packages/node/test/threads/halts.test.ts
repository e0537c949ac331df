import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeNotice, type HaltScope, type Signer } from '@hoplite/p2p';
import { recordOf } from '../../src/dispatch/record.ts';
import type { TurnAbortedError } from '../../src/errors.ts';
import { A, B, C, D, HOUR, NOW, message, peer, rootOf } from '../admission/crossings.ts';
import { settled } from '../turns/hand-clock.ts';
import { Net, type Node } from './net.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.halt.rights', 'node.halt.scopes', 'node.halt.durable');

const MALLORY = peer(5);
const OPERATOR = peer(6);
const NAMES = { alpha: A, beta: B, gamma: C, delta: D, mallory: MALLORY, operator: OPERATOR };

const JOB: HaltScope = { kind: 'job', jobId: 'job-1' };
const ALL: HaltScope = { kind: 'all' };
const GAMMA: HaltScope = { kind: 'peer', peer: C.peerId };

/** Only the operator's node may halt. */
const config = {
  defaultRights: ['task', 'session', 'room'] as ('task' | 'session' | 'room' | 'halt')[],
  rights: { [OPERATOR.peerId]: ['halt'] as ('task' | 'session' | 'room' | 'halt')[] },
};

const toB = message(rootOf(), { channel: 'task', from: A, to: B }).lineage;

/** Whether a message of A's job that would wake somebody is halted at a node. */
function isHalted({ threads }: Node, wakes: Signer = D, lineage = toB): boolean {
  return threads.ban(lineage, [wakes.peerId])?.reason === 'halted';
}

function said(by: Signer, kind: 'halt' | 'resume', scope: HaltScope, at = NOW): Uint8Array {
  return composeNotice({ kind, scope, note: '' }, { id: `${kind}-${at}`, at, until: NOW + HOUR }, by);
}

/** The peer has seen a message of A's job. */
function knows(node: Node): void {
  const seen = message(toB, { channel: 'task', from: B, to: node.signer });
  node.store.addMessage(recordOf({ message: seen, peer: B.peerId, direction: 'in', retentionMs: HOUR }));
}

async function ignored({ runtime }: Node, kind: 'halt' | 'resume'): Promise<number> {
  const line = `hoplite_notices_ignored_total{kind="${kind}"} `;
  const text = (await runtime.metrics.text()).split('\n').find((one) => one.startsWith(line));
  return Number(text?.slice(line.length) ?? 0);
}

describe('who may halt', () => {
  test.each([
    ['a job', JOB],
    ['an agent', GAMMA],
    ['everything', ALL],
  ] as const)('a peer with the right: %s', async (_, scope) => {
    const net = new Net(NAMES);
    const [operator, beta, delta] = ['operator', 'beta', 'delta'].map((name) => net.join(name, { config }));
    if (operator === undefined || beta === undefined || delta === undefined) throw new Error('three have joined');
    const halt = await operator.threads.halt('halt', scope, 'a note');
    expect(halt).toEqual({ scope, by: 'operator', at: NOW, note: 'a note' });
    await settled();
    for (const node of [operator, beta, delta]) {
      expect(isHalted(node, C)).toBe(true);
      expect(isHalted(node, D)).toBe(scope !== GAMMA);
      expect(isHalted(node, D, rootOf({ jobId: 'job-2' }))).toBe(scope === ALL);
      expect(node.threads.halts()).toEqual([halt]);
      expect(node.events).toEqual([{ event: 'halted', halt }]);
      expect(node.threads.ban(toB, [C.peerId])?.detail).toContain('operator');
    }
  });

  test('the origin of a job that job, and no other, whether it is known yet or not', async () => {
    for (const isKnown of [true, false]) {
      const net = new Net(NAMES);
      const delta = net.join('delta', { config });
      if (isKnown) knows(delta);
      await net.tell(said(A, 'halt', JOB));
      expect(isHalted(delta)).toBe(true);
      const ofB = message(rootOf({ jobId: 'job-1' }), { channel: 'task', from: B, to: A }).lineage;
      expect(isHalted(delta, D, ofB)).toBe(false);
    }
  });

  test('a peer its own agent, and no other', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    await net.tell(said(C, 'halt', GAMMA));
    expect([isHalted(delta, C), isHalted(delta, B)]).toEqual([true, false]);
    await net.tell(said(C, 'halt', { kind: 'peer', peer: B.peerId }));
    expect(isHalted(delta, B)).toBe(false);
    expect(await ignored(delta, 'halt')).toBe(1);
  });

  test('the local operator anything at its own node, whatever the others think of it', async () => {
    for (const scope of [JOB, ALL, { kind: 'peer', peer: D.peerId }] as const) {
      const net = new Net(NAMES);
      const [delta, beta] = [net.join('delta', { config }), net.join('beta', { config })];
      knows(beta);
      await delta.threads.halt('halt', scope, '');
      await settled();
      expect(isHalted(delta)).toBe(true);
      expect(isHalted(beta, C)).toBe(false);
    }
  });

  test('X08: nobody else: it is ignored, counted, and told to no operator', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    knows(delta);
    for (const scope of [JOB, GAMMA, ALL]) {
      await net.tell(said(MALLORY, 'halt', scope));
      await net.tell(said(MALLORY, 'resume', scope));
    }
    expect([isHalted(delta, C), isHalted(delta)]).toEqual([false, false]);
    expect([await ignored(delta, 'halt'), await ignored(delta, 'resume')]).toEqual([3, 3]);
    expect([delta.events, delta.threads.halts()]).toEqual([[], []]);
  });

  test('X08: nobody else, of a job that is not known yet: neither operators nor the list take it for a halt', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    await net.tell(said(MALLORY, 'halt', JOB));
    expect(isHalted(delta)).toBe(false);
    knows(delta);
    expect(isHalted(delta)).toBe(false);
    expect(delta.threads.halts()).toEqual([]);
  });

  test.each([-1000, 0, 1000])(
    'X08: a halt without the right, %i ms apart, does not stand in the way of the origin’s or the operator’s',
    async (apart) => {
      for (const by of [A, OPERATOR]) {
        const net = new Net(NAMES);
        const delta = net.join('delta', { config });
        await net.tell(said(MALLORY, 'halt', JOB, NOW + apart));
        await net.tell(said(by, 'halt', JOB));
        expect(isHalted(delta)).toBe(true);
      }
    },
  );

  test('X08: nobody without the right resumes what was halted', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    knows(delta);
    for (const scope of [JOB, ALL, GAMMA]) {
      await net.tell(said(OPERATOR, 'halt', scope));
      await net.tell(said(MALLORY, 'resume', scope, NOW + 1));
    }
    expect(delta.threads.halts()).toHaveLength(3);
    expect(await ignored(delta, 'resume')).toBe(3);
  });
});

describe('of two decisions about the same', () => {
  test('the later one counts, in whatever order they come', async () => {
    const at = fc.integer({ min: 0, max: 1000 });
    const decisions = fc.uniqueArray(fc.tuple(at, fc.constantFrom('halt' as const, 'resume' as const)), {
      selector: ([at]) => at,
      minLength: 1,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(decisions, fc.constantFrom(JOB, ALL, GAMMA), async (decisions, scope) => {
        const net = new Net(NAMES);
        const delta = net.join('delta', { config });
        for (const [at, kind] of decisions) await net.tell(said(OPERATOR, kind, scope, NOW + at));
        const [last] = [...decisions].sort(([a], [b]) => b - a);
        expect(isHalted(delta, C)).toBe(last?.[1] === 'halt');
        expect(delta.threads.halts()).toHaveLength(last?.[1] === 'halt' ? 1 : 0);
      }),
      { numRuns: 50 },
    );
  });

  test('a resume lifts the halt everywhere, and only of what it names', async () => {
    const net = new Net(NAMES);
    const [operator, delta] = [net.join('operator', { config }), net.join('delta', { config })];
    await operator.threads.halt('halt', JOB, '');
    await operator.threads.halt('halt', GAMMA, '');
    net.advance(1);
    await operator.threads.halt('resume', JOB, 'go on');
    await settled();
    for (const node of [operator, delta]) {
      expect([isHalted(node), isHalted(node, C)]).toEqual([false, true]);
      expect(node.threads.halts().map(({ scope }) => scope)).toEqual([GAMMA]);
      expect(node.threads.haltOf('job-1')).toBeUndefined();
    }
    expect(delta.events.map(({ event }) => event)).toEqual(['halted', 'halted', 'resumed']);
  });

  test('a resume in the same millisecond as the halt lifts it everywhere', async () => {
    const net = new Net(NAMES);
    const [operator, delta] = [net.join('operator', { config }), net.join('delta', { config })];
    await operator.threads.halt('halt', ALL, '');
    await operator.threads.halt('resume', ALL, '');
    await settled();
    expect([isHalted(operator), isHalted(delta)]).toEqual([false, false]);
  });

  test('a resume where the clock is behind lifts it everywhere, as far as clocks may differ', async () => {
    const net = new Net(NAMES);
    const both = { ...config, rights: { ...config.rights, [B.peerId]: ['halt'] as 'halt'[] } };
    const [operator, delta] = [net.join('operator', { config: both }), net.join('delta', { config: both })];
    const beta = net.join('beta', { config: both, ahead: -30_000 });
    await operator.threads.halt('halt', ALL, '');
    await settled();
    expect(isHalted(beta)).toBe(true);
    net.advance(10_000);
    await beta.threads.halt('resume', ALL, '');
    await settled();
    expect([beta, operator, delta].map((node) => isHalted(node))).toEqual([false, false, false]);
  });

  test('a halt by a peer whose clock is far ahead is obeyed, and a later resume lifts it, whoever gives that', async () => {
    const both = { ...config, rights: { ...config.rights, [B.peerId]: ['halt'] as 'halt'[] } };
    for (const resumes of ['the same', 'another'] as const) {
      const net = new Net(NAMES);
      const [operator, delta] = [net.join('operator', { config: both }), net.join('delta', { config: both })];
      const beta = net.join('beta', { config: both, ahead: 2 * HOUR });
      await beta.threads.halt('halt', ALL, 'stop!');
      await settled();
      expect([beta, operator, delta].map((node) => isHalted(node))).toEqual([true, true, true]);
      net.advance(1000);
      await (resumes === 'the same' ? beta : operator).threads.halt('resume', ALL, '');
      await settled();
      expect([operator, delta].map((node) => isHalted(node))).toEqual([false, false]);
      expect(delta.threads.halts()).toEqual([]);
    }
  });
});

describe('work in hand', () => {
  /** What is aborted at a node, and why. */
  function watch({ runtime }: Node): (readonly [jobId: string, why: TurnAbortedError])[] {
    const aborted: (readonly [string, TurnAbortedError])[] = [];
    for (const jobId of ['job-1', 'job-2']) {
      runtime.work.begin({ jobId, origin: A.peerId, abort: (reason) => void aborted.push([jobId, reason]) });
    }
    return aborted;
  }

  test.each([
    ['a job', JOB, ['job-1'], ['job-1']],
    ['one agent', GAMMA, ['job-1', 'job-2'], []],
    ['everything', ALL, ['job-1', 'job-2'], ['job-1', 'job-2']],
  ] as const)('is ended by a halt of %s there and nowhere else', async (_, scope, atGamma, atDelta) => {
    const net = new Net(NAMES);
    const [operator, gamma, delta] = [net.join('operator'), net.join('gamma'), net.join('delta')];
    const [here, there] = [watch(gamma), watch(delta)];
    await operator.threads.halt('halt', scope, 'enough');
    await settled();
    expect(here.map(([jobId]) => jobId)).toEqual(atGamma);
    expect(there.map(([jobId]) => jobId)).toEqual(atDelta);
    for (const [, why] of here) {
      expect(why).toMatchObject({ reason: 'halted', message: 'halted by operator: enough' });
    }
  });

  test('is left alone by a resume, and by a halt that is not obeyed', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    knows(delta);
    const aborted = watch(delta);
    await net.tell(said(OPERATOR, 'resume', ALL));
    await net.tell(said(MALLORY, 'halt', ALL, NOW + 1));
    await net.tell(said(MALLORY, 'halt', JOB, NOW + 1));
    expect(aborted).toEqual([]);
  });

  test('is ended once, though the notice comes again and again', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta', { config });
    const aborted = watch(delta);
    for (let count = 0; count < 3; count += 1) await net.tell(said(OPERATOR, 'halt', ALL));
    expect(aborted).toHaveLength(2);
    expect(delta.events).toHaveLength(1);
  });

  test('that is done is not ended', async () => {
    const net = new Net(NAMES);
    const [operator, delta] = [net.join('operator'), net.join('delta')];
    const aborted: string[] = [];
    const done = delta.runtime.work.begin({
      jobId: 'job-1',
      origin: A.peerId,
      abort: () => void aborted.push('first'),
    });
    delta.runtime.work.begin({ jobId: 'job-1', origin: A.peerId, abort: () => void aborted.push('second') });
    done();
    done();
    await operator.threads.halt('halt', JOB, '');
    await settled();
    expect(aborted).toEqual(['second']);
  });
});

describe('what was halted', () => {
  test('stays so after a restart on the same store, and what was resumed stays resumed', async () => {
    const net = new Net(NAMES);
    const [operator, delta] = [net.join('operator', { config }), net.join('delta', { config })];
    for (const scope of [JOB, GAMMA, ALL]) await operator.threads.halt('halt', scope, 'a note');
    net.advance(1);
    await operator.threads.halt('resume', ALL, '');
    await settled();
    for (const [name, node] of [
      ['operator', operator],
      ['delta', delta],
    ] as const) {
      const state = (at: Node) => [isHalted(at), isHalted(at, C), at.threads.halts(), at.threads.haltOf('job-1')];
      const again = net.join(name, { config, store: node.store });
      expect(state(again)).toEqual(state(node));
      expect(again.threads.halts()).toHaveLength(2);
    }
  });

  test('is told to a peer that comes later; it obeys, and what it has in hand ends', async () => {
    const net = new Net(NAMES);
    const [operator, beta] = [net.join('operator', { config }), net.join('beta', { config })];
    await operator.threads.halt('halt', JOB, '');
    await settled();
    net.leave(operator);
    const delta = net.join('delta', { config });
    const aborted: string[] = [];
    delta.runtime.work.begin({ jobId: 'job-1', origin: A.peerId, abort: () => void aborted.push('job-1') });
    beta.threads.tell(D.peerId);
    expect([isHalted(delta), aborted]).toEqual([true, ['job-1']]);
  });

  test('is told to it also when a thousand newer freezes are kept', async () => {
    const net = new Net(NAMES);
    const operator = net.join('operator', { config });
    await operator.threads.halt('halt', ALL, '');
    for (let n = 0; n < 1000; n += 1) {
      const kept = { from: B.peerId, at: NOW + n + 1, until: NOW + HOUR, bytes: new Uint8Array([n % 256]) };
      operator.store.putNotice({ key: `freeze/${n}`, ...kept });
    }
    const late = net.join('delta', { config });
    operator.threads.tell(D.peerId);
    await settled();
    expect([isHalted(late), operator.threads.halts().length]).toEqual([true, 1]);
  });

  test('is told as resumed to a peer that was away meanwhile', async () => {
    const net = new Net(NAMES);
    const [operator, delta] = [net.join('operator', { config }), net.join('delta', { config })];
    await operator.threads.halt('halt', ALL, '');
    await settled();
    net.leave(delta);
    net.advance(1);
    await operator.threads.halt('resume', ALL, '');
    await settled();
    const back = net.join('delta', { config, store: delta.store });
    expect(isHalted(back)).toBe(true);
    operator.threads.tell(D.peerId);
    expect(isHalted(back)).toBe(false);
  });

  test('beats what was frozen: the reason is that a person has halted it', async () => {
    const net = new Net(NAMES);
    const beta = net.join('beta');
    beta.threads.stopped(toB, { reason: 'max_hops', path: [] });
    expect(beta.threads.ban(toB, [])?.reason).toBe('frozen');
    await beta.threads.halt('halt', JOB, '');
    expect(beta.threads.ban(toB, [])?.reason).toBe('halted');
    net.advance(1);
    await beta.threads.halt('resume', JOB, '');
    expect(beta.threads.ban(toB, [])?.reason).toBe('frozen');
  });
});
