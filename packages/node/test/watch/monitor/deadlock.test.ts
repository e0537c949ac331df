import { describe, expect, test } from 'vitest';
import { composeNotice, decodeNotice, type Lineage, type NoticeContent, type Signer } from '@hoplite/p2p';
import { A, B, C, D, HOUR, NOW, message, peer, rootOf } from '../../admission/crossings.ts';
import { settled } from '../../turns/hand-clock.ts';
import { monitorAt, noticesTo, type MonitorAt } from './monitor-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.interventions');

const MALLORY = peer(5);
const PEERS = { beta: B, gamma: C };
const CIRCLE = [B.peerId, C.peerId, B.peerId];
const REFUSAL = { reason: 'deadlock', detail: 'beta and gamma wait for each other', path: CIRCLE } as const;

const toB = (): Lineage => message(rootOf(), { channel: 'task', from: A, to: B }).lineage;
const toC = (): Lineage => message(toB(), { channel: 'task', from: B, to: C }).lineage;

type Stall = Extract<NoticeContent, { kind: 'stall' }>;

/** A peer tells the origin of a stall. */
function tell(
  at: MonitorAt,
  by: Signer,
  changes: Partial<Stall> = {},
  stamp: { at?: number; until?: number } = {},
): void {
  const content: Stall = {
    ...{ kind: 'stall', jobId: 'job-1', epoch: 0, reason: 'deadlock', detail: 'any', path: CIRCLE, witness: toC() },
    ...changes,
  };
  const bytes = composeNotice(content, { id: 'n', at: NOW, until: NOW + HOUR, ...stamp }, by);
  const notice = decodeNotice(bytes);
  if (notice?.content.kind !== 'stall') throw new Error('a stall cannot be read');
  at.monitor.onStall(notice, notice.content);
}

describe('a deadlock that a peer has broken', () => {
  test('is in the record of the job, and told once, whoever of the circle tells of it', async () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    tell(at, C);
    tell(at, B, { witness: toB(), path: [C.peerId, B.peerId, C.peerId] });
    const seen = { kind: 'deadlock', action: 'break_cycle', by: C.peerId, path: CIRCLE };
    expect(at.interventions).toMatchObject([seen]);
    expect(at.store.interventions('job-1')).toEqual(at.interventions);
    await settled();
    expect(at.events).toMatchObject([
      { event: 'stall', intervention: { by: 'gamma', path: ['beta', 'gamma', 'beta'] } },
    ]);
    expect(at.monitor.watch('job-1')?.interventions).toMatchObject([{ kind: 'deadlock', action: 'break_cycle' }]);
    expect(at.runtime.threads.frozen('job-1')).toBeUndefined();
  });

  test('is another one when others wait', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    tell(at, C);
    tell(at, C, { path: [C.peerId, D.peerId, C.peerId] });
    expect(at.interventions).toHaveLength(2);
  });

  test('is believed of nobody who has no part in the job', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    tell(at, MALLORY);
    tell(at, MALLORY, { witness: message(rootOf(), { channel: 'task', from: MALLORY, to: MALLORY }).lineage });
    tell(at, B, { epoch: 0, witness: message(rootOf({ epoch: 1 }), { channel: 'task', from: A, to: B }).lineage });
    expect(at.interventions).toEqual([]);
    expect(at.told.charged.map(({ peer: charged }) => charged)).toEqual([MALLORY.peerId, B.peerId]);
  });

  test('of a job that did not begin here, or is in another epoch, is nothing to it', () => {
    const at = monitorAt(A, { peers: PEERS });
    tell(at, C);
    at.job({ epoch: 1 });
    tell(at, C);
    expect(at.interventions).toEqual([]);
    expect(at.told.charged).toEqual([]);
  });

  test('of which the notice is too old, from the future or of another kind of stall is passed over', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    tell(at, C, {}, { until: NOW - 1 });
    tell(at, C, {}, { at: NOW + 2 * HOUR, until: NOW + 3 * HOUR });
    tell(at, C, { reason: 'livelock' });
    expect(at.interventions).toEqual([]);
  });

  test('is heard 20 times of a peer at once, and then ten times a minute', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    const circles = (from: number): void => {
      for (let index = from; index < from + 30; index += 1) tell(at, C, { path: [`peer ${index}`] });
    };
    circles(0);
    expect(at.interventions).toHaveLength(20);
    at.clock.advance(60_000);
    circles(30);
    expect(at.interventions).toHaveLength(30);
  });
});

describe('a deadlock that was broken here', () => {
  test('in a job that began here is recorded', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.monitor.deadlocked({ lineage: rootOf(), refusal: REFUSAL });
    const { detail, path } = REFUSAL;
    expect(at.interventions).toMatchObject([{ kind: 'deadlock', action: 'break_cycle', by: A.peerId, detail, path }]);
    expect(at.told.notified).toEqual([]);
  });

  test('in the job of another is told to that one, which believes it', () => {
    const [gamma, alpha] = [monitorAt(C), monitorAt(A, { peers: PEERS })];
    const lineage = toC();
    gamma.monitor.deadlocked({ lineage, refusal: REFUSAL });
    expect(gamma.interventions).toEqual([]);
    expect(noticesTo(gamma)).toMatchObject([
      { peer: A.peerId, content: { kind: 'stall', jobId: 'job-1', epoch: 0, reason: 'deadlock', path: CIRCLE } },
    ]);
    alpha.job();
    for (const { bytes } of gamma.told.notified) {
      const notice = decodeNotice(bytes);
      if (notice?.content.kind === 'stall') alpha.monitor.onStall(notice, notice.content);
    }
    expect(alpha.interventions).toMatchObject([{ kind: 'deadlock', by: C.peerId }]);
  });

  test('in an earlier epoch of a job is nothing to this one', () => {
    const at = monitorAt(A);
    at.job({ epoch: 1 });
    at.monitor.deadlocked({ lineage: rootOf(), refusal: REFUSAL });
    expect(at.interventions).toEqual([]);
  });
});
