import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MAX_EPOCH,
  Lineage,
  briefHash,
  composeNotice,
  type NoticeContent,
  type Reason,
  type Signer,
} from '@hoplite/p2p';
import { MemoryStore } from '../../compliance/memory-store.ts';
import { recordOf } from '../../src/dispatch/record.ts';
import type { StoppedJob } from '../../src/threads/threads.ts';
import { A, B, C, D, HOUR, NOW, PEERS, message, peer, rootOf } from '../admission/crossings.ts';
import { settled } from '../turns/hand-clock.ts';
import { Net, type Node } from './net.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.frozen');

const MALLORY = peer(5);
const NAMES = { alpha: A, beta: B, gamma: C, delta: D, mallory: MALLORY };

/** A → B, in an epoch. */
const toB = (epoch = 0) => message(rootOf({ epoch }), { channel: 'task', from: A, to: B }).lineage;
/** A → B → C. */
const toC = (epoch = 0) => message(toB(epoch), { channel: 'task', from: B, to: C }).lineage;

const STOP = { reason: 'max_hops' as Reason, path: [A.peerId, B.peerId, C.peerId] };

/** Why a message of the job that extends A → B does not cross at a node. */
function banAt({ threads }: Node, lineage = toB()) {
  return threads.ban(lineage, [C.peerId]);
}

function frozenBy(signer: Signer, witness: Lineage, changes: Partial<Extract<NoticeContent, { kind: 'freeze' }>> = {}) {
  const { jobId, epoch } = witness.job;
  const content: NoticeContent = { kind: 'freeze', jobId, epoch, reason: 'max_hops', path: [], witness, ...changes };
  return composeNotice(content, { id: 'forged', at: NOW, until: NOW + HOUR }, signer);
}

/** A peer has seen a message of the job, so it knows where the job began. */
function knows(node: Node, lineage = toB()): void {
  const seen = message(lineage, { channel: 'task', from: B, to: node.signer });
  node.store.addMessage(recordOf({ message: seen, peer: B.peerId, direction: 'in', retentionMs: HOUR }));
}

describe('a brake that stops a job at one peer', () => {
  test('freezes it at all, in that epoch and those before, and not in a later one', async () => {
    const net = new Net(NAMES);
    const [alpha, beta] = [net.join('alpha'), net.join('beta')];
    const others = [net.join('gamma'), net.join('delta')];
    others.forEach((node) => knows(node, toB(1)));
    beta.threads.stopped(toB(1), STOP);
    await settled();
    for (const node of [alpha, beta, ...others]) {
      expect([0, 1, 2].map((epoch) => banAt(node, toB(epoch))?.reason)).toEqual(['frozen', 'frozen', undefined]);
      expect(banAt(node)?.detail).toContain('max_hops');
      expect(node.threads.ban(rootOf({ jobId: 'job-2' }), [])).toBeUndefined();
    }
    for (const node of others) {
      expect(node.threads.frozen('job-1')).toMatchObject({ ...STOP, epoch: 1, by: B.peerId });
    }
  });

  test('freezes it there at once, before anybody else knows', () => {
    const beta = new Net(NAMES).join('beta');
    beta.threads.stopped(toB(), STOP);
    expect(banAt(beta)?.reason).toBe('frozen');
  });

  test('is gossiped once, and told to every operator once', async () => {
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    beta.threads.stopped(toB(), STOP);
    beta.threads.stopped(toB(), { ...STOP, reason: 'cannot: cycle' });
    await settled();
    expect(beta.told.broadcast).toHaveLength(1);
    expect(gamma.events).toEqual([
      { event: 'frozen', jobId: 'job-1', epoch: 0, reason: 'max_hops', path: ['alpha', 'beta', 'gamma'] },
    ]);
  });

  test('that fires in several places at once leaves one freeze at each, and every stop is reported', async () => {
    const net = new Net(NAMES);
    const [alpha, beta, gamma] = [net.join('alpha'), net.join('beta'), net.join('gamma')];
    const reported: StoppedJob[] = [];
    alpha.threads.onStopped((stopped) => void reported.push(stopped));
    beta.threads.stopped(toB(), STOP);
    gamma.threads.stopped(toC(), { ...STOP, reason: 'cannot: cycle' });
    alpha.threads.stopped(rootOf(), { ...STOP, reason: 'max_turns' });
    await settled();
    for (const { events, store } of [alpha, beta, gamma]) {
      expect(events.map(({ event }) => event)).toEqual(['frozen']);
      expect(store.notices(10)).toHaveLength(1);
    }
    expect(reported).toContainEqual({
      ...STOP,
      reason: 'max_turns',
      jobId: 'job-1',
      origin: A.peerId,
      epoch: 0,
      by: A.peerId,
    });
    expect([alpha, beta, gamma].map((node) => banAt(node)?.reason)).toEqual(['frozen', 'frozen', 'frozen']);
  });

  test('tells others the hash of the brief, and never what was to be said', async () => {
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    const reported: StoppedJob[] = [];
    gamma.threads.onStopped((stopped) => void reported.push(stopped));
    const hash = briefHash(C.peerId, 'the plans', 'session');
    beta.threads.stopped(toB(), { ...STOP, briefHash: hash, payload: 'the plans', detail: 'a sentence' });
    await settled();
    expect(reported).toMatchObject([{ ...STOP, by: B.peerId, briefHash: Buffer.from(hash) }]);
    expect(reported[0]).not.toHaveProperty('payload');
    expect(Buffer.concat(beta.told.broadcast).includes('the plans')).toBe(false);
  });

  test('wakes what waits for credit in that job, and aborts nothing', async () => {
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    const done: string[] = [];
    for (const jobId of ['job-1', 'job-2']) {
      const note = (what: string) => () => void done.push(`${jobId} ${what}`);
      gamma.runtime.work.begin({ jobId, origin: A.peerId, abort: note('aborted'), nudge: note('nudged') });
    }
    beta.threads.stopped(toB(), STOP);
    await settled();
    expect(done).toEqual(['job-1 nudged']);
  });

  test('again after a release stops the next epoch too', async () => {
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    beta.threads.stopped(toB(0), STOP);
    gamma.threads.stopped(toC(1), STOP);
    await settled();
    for (const node of [beta, gamma]) {
      expect([0, 1, 2].map((epoch) => banAt(node, toB(epoch))?.reason)).toEqual(['frozen', 'frozen', undefined]);
    }
  });
});

describe('a freeze that shows no part in the job is ignored, and its author charged', () => {
  const cut = toC();
  const [first, second] = cut.links;
  if (first === undefined || second === undefined) throw new Error('the chain has two links');
  const badly = (lineage: Lineage) =>
    new Lineage(
      lineage.job,
      lineage.jobBytes,
      lineage.links.map((link, at) => (at > 0 ? link : { ...link, signature: link.signature.map((byte) => byte ^ 1) })),
    );

  test.each([
    ['of a chain that its author is not on', frozenBy(MALLORY, toC())],
    ['of a chain with a bad signature', frozenBy(C, badly(toC()))],
    ['of a chain with a link cut out', frozenBy(C, new Lineage(cut.job, cut.jobBytes, [second]))],
    ['of another job', frozenBy(C, toC(), { jobId: 'job-2' })],
    ['of another epoch', frozenBy(C, toC(), { epoch: 7 })],
  ])('%s', async (_, bytes) => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const reported: StoppedJob[] = [];
    delta.threads.onStopped((stopped) => void reported.push(stopped));
    await net.tell(bytes);
    for (const jobId of ['job-1', 'job-2']) {
      const lineage = message(rootOf({ jobId }), { channel: 'task', from: A, to: B }).lineage;
      expect(banAt(delta, lineage)).toBeUndefined();
      expect(delta.threads.frozen(jobId)).toBeUndefined();
    }
    expect(delta.told.charged).toHaveLength(1);
    expect([delta.events, reported]).toEqual([[], []]);
    // It does not stand in the way of a true one.
    await net.tell(frozenBy(C, toC()));
    expect(banAt(delta)?.reason).toBe('frozen');
  });

  test('of a job that is over is ignored too, and is nobody’s fault: it may have been long under way', async () => {
    const over = rootOf({ issuedAt: NOW - 3 * HOUR, expiresAt: NOW - HOUR });
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const bytes = frozenBy(B, message(over, { channel: 'task', from: A, to: B }).lineage);
    for (let times = 0; times < 20; times += 1) {
      await net.tell(bytes);
    }
    expect([delta.threads.frozen('job-1'), delta.told.charged, delta.events]).toEqual([undefined, [], []]);
  });

  test('that is told in its last moments to a peer that comes late charges nobody', async () => {
    const net = new Net(NAMES);
    const beta = net.join('beta');
    const job = rootOf({ expiresAt: NOW + 600_000 });
    const { lineage } = message(job, { channel: 'task', from: A, to: B });
    beta.threads.stopped(lineage, STOP);
    await settled();
    for (const ms of [600_000, 59_000, 2_000, 58_000, 2_000]) {
      net.advance(ms);
      const gamma = net.join('gamma', { store: new MemoryStore() });
      beta.threads.tell(C.peerId);
      await net.tell(beta.told.broadcast[0] ?? new Uint8Array());
      expect(gamma.told.charged).toEqual([]);
    }
  });

  test('counts as long as the job lives, whatever its author says', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const content: NoticeContent = { kind: 'freeze', jobId: 'job-1', epoch: 0, ...STOP, witness: toC() };
    await net.tell(composeNotice(content, { id: 'short', at: NOW, until: NOW + 2000 }, C));
    delta.store.prune(NOW + 3000);
    expect(banAt(delta)?.reason).toBe('frozen');
    expect(delta.store.notices(10).map(({ until }) => until)).toEqual([toC().job.expiresAt + 60_000]);
  });

  test('is kept no longer than that either, and not gossiped to who comes later', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const content: NoticeContent = { kind: 'freeze', jobId: 'job-1', epoch: 0, ...STOP, witness: toC() };
    await net.tell(composeNotice(content, { id: 'long', at: NOW, until: Number.MAX_SAFE_INTEGER }, C));
    expect(delta.store.notices(10).map(({ until }) => until)).toEqual([toC().job.expiresAt + 60_000]);
    net.advance(2 * HOUR);
    delta.threads.tell(A.peerId);
    expect(delta.told.notified).toEqual([]);
    delta.store.prune(NOW + 2 * HOUR);
    expect(delta.store.notices(10)).toEqual([]);
  });

  test('with a reason that stops no job is ignored', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const content: NoticeContent = {
      kind: 'freeze',
      jobId: 'job-1',
      epoch: 0,
      reason: 'busy',
      path: [],
      witness: toC(),
    };
    await net.tell(composeNotice(content, { id: 'busy', at: NOW, until: NOW + HOUR }, C));
    expect(banAt(delta)).toBeUndefined();
  });

  test('by one author are kept up to a rate: a flood of them does not fill the disk', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    for (let n = 0; n < 400; n += 1) {
      await net.tell(
        frozenBy(B, message(rootOf({ jobId: `flood-${n}` }), { channel: 'task', from: A, to: B }).lineage, {
          jobId: `flood-${n}`,
        }),
      );
    }
    expect(delta.store.notices(1000)).toHaveLength(300);
  });

  test('whoever is on the chain, and nobody else, is believed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PEERS), async (author) => {
        const net = new Net({ ...NAMES, zeta: peer(6) });
        const zeta = net.join('zeta');
        await net.tell(frozenBy(author, toC()));
        const isOn = [A, B, C].includes(author);
        const isSelf = author === zeta.signer;
        expect(banAt(zeta)?.reason).toBe(isOn ? 'frozen' : undefined);
        expect(zeta.told.charged).toHaveLength(isOn || isSelf ? 0 : 1);
      }),
    );
  });

  test('also one whose chain is of another origin, though the job has the same name', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    const ownJob = message(rootOf({ epoch: MAX_EPOCH }), { channel: 'task', from: MALLORY, to: peer(6) }).lineage;
    await net.tell(frozenBy(MALLORY, ownJob));
    // Only the origin can mint a later epoch, because it signs the header.
    expect(banAt(delta, toB(0))).toBeUndefined();
    expect(banAt(delta, toB(1))).toBeUndefined();
    await net.tell(frozenBy(C, toC()));
    expect(banAt(delta, toB(0))?.reason).toBe('frozen');
    expect(banAt(delta, toB(1))).toBeUndefined();
  });

  test('one that comes too late, too early, or from oneself', async () => {
    const net = new Net(NAMES);
    const gamma = net.join('gamma');
    await net.tell(frozenBy(C, toC()));
    expect(banAt(gamma)).toBeUndefined();
    const { jobId, epoch } = toB().job;
    const content: NoticeContent = { kind: 'freeze', jobId, epoch, reason: 'max_hops', path: [], witness: toB() };
    await net.tell(composeNotice(content, { id: 'late', at: NOW - HOUR, until: NOW - 1 }, B));
    await net.tell(composeNotice(content, { id: 'early', at: NOW + 60_001, until: NOW + HOUR }, B));
    expect(banAt(gamma)).toBeUndefined();
    await net.tell(composeNotice(content, { id: 'in time', at: NOW + 60_000, until: NOW }, B));
    expect(banAt(gamma)?.reason).toBe('frozen');
  });
});

describe('a freeze with nothing to show but its author’s word', () => {
  test('counts from the origin of the job', async () => {
    const net = new Net(NAMES);
    const [alpha, delta] = [net.join('alpha'), net.join('delta')];
    alpha.threads.stopped(rootOf(), { ...STOP, reason: 'max_turns' });
    await settled();
    expect(banAt(delta)?.reason).toBe('frozen');
    // At the origin, what is to be sent has no link yet.
    expect(alpha.threads.ban(rootOf(), [B.peerId])?.reason).toBe('frozen');
  });

  test('does not count from anyone else, whether or not the job is known here', async () => {
    for (const isKnown of [true, false]) {
      const net = new Net(NAMES);
      const delta = net.join('delta');
      if (isKnown) knows(delta);
      await net.tell(frozenBy(MALLORY, rootOf()));
      expect(banAt(delta)).toBeUndefined();
      await net.tell(frozenBy(B, rootOf()));
      expect(banAt(delta)).toBeUndefined();
      expect(delta.told.charged).toEqual([]);
    }
  });

  test.each([0, 1, MAX_EPOCH])(
    'by a stranger, of epoch %i, never blocks a witnessed one of another peer',
    async (epoch) => {
      const net = new Net(NAMES);
      const delta = net.join('delta');
      await net.tell(frozenBy(MALLORY, rootOf({ epoch })));
      await net.tell(frozenBy(C, toC()));
      expect(banAt(delta)?.reason).toBe('frozen');
      expect(banAt(delta, toB(1))).toBeUndefined();
    },
  );

  test.each([0, 1, MAX_EPOCH])('by a stranger, of epoch %i, never blocks that of the origin', async (epoch) => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    await net.tell(frozenBy(MALLORY, rootOf({ epoch })));
    await net.tell(frozenBy(A, rootOf()));
    expect(banAt(delta)?.reason).toBe('frozen');
  });

  test.each([0, 1, MAX_EPOCH])('by a stranger, of epoch %i, never blocks a stop by a brake here', async (epoch) => {
    const net = new Net(NAMES);
    const [gamma, delta] = [net.join('gamma'), net.join('delta')];
    net.give(C, frozenBy(MALLORY, rootOf({ epoch })));
    gamma.threads.stopped(toC(), STOP);
    await settled();
    expect([banAt(gamma)?.reason, banAt(delta)?.reason]).toEqual(['frozen', 'frozen']);
  });

  test('of the origin, of a later epoch, is not lifted by a witnessed one of an earlier', async () => {
    const net = new Net(NAMES);
    const delta = net.join('delta');
    await net.tell(frozenBy(A, rootOf({ epoch: 1 })));
    await net.tell(frozenBy(C, toC(0)));
    expect([0, 1].map((epoch) => banAt(delta, toB(epoch))?.reason)).toEqual(['frozen', 'frozen']);
  });
});

describe('what was frozen', () => {
  test('stays so after a restart on the same store', async () => {
    const net = new Net(NAMES);
    const [beta, delta] = [net.join('beta'), net.join('delta')];
    beta.threads.stopped(toB(1), STOP);
    await settled();
    for (const node of [beta, delta]) {
      const before = [node.threads.frozen('job-1'), banAt(node, toB(1)), banAt(node, toB(2))];
      const again = net.join(node === beta ? 'beta' : 'delta', { store: node.store });
      expect([again.threads.frozen('job-1'), banAt(again, toB(1)), banAt(again, toB(2))]).toEqual(before);
    }
  });

  test('is told to a peer that comes later, by whoever is there', async () => {
    const net = new Net(NAMES);
    const [beta, gamma] = [net.join('beta'), net.join('gamma')];
    beta.threads.stopped(toB(), STOP);
    await settled();
    net.leave(beta);
    const delta = net.join('delta');
    expect(banAt(delta)).toBeUndefined();
    gamma.threads.tell(D.peerId);
    expect(banAt(delta)?.reason).toBe('frozen');
  });

  test('is not told any more when its job is over', async () => {
    const net = new Net(NAMES);
    const beta = net.join('beta');
    beta.threads.stopped(toB(), STOP);
    await settled();
    net.advance(HOUR + 120_001);
    const before = beta.told.notified.length;
    beta.threads.tell(D.peerId);
    expect(beta.told.notified.length).toBe(before);
  });
});
