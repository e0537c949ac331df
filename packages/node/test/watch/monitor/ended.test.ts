import { describe, expect, test } from 'vitest';
import { A, B, C } from '../../admission/crossings.ts';
import { around, monitorAt } from './monitor-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.monitor', 'watch.interventions');

const PEERS = { beta: B, gamma: C };
const WORK = Array.from({ length: 10 }, (_, step) => [step % 2 === 0 ? B : C, `work ${step}`] as const);

describe('a job whose time has run out', () => {
  test.each(['deadline', 'expired'] as const)('(%s) leaves its raw window, when nobody knows what it was', (reason) => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(WORK);
    at.job({ state: 'failed', reason });
    at.monitor.ended({ jobId: 'job-1', epoch: 0, reason });
    expect(at.interventions).toMatchObject([{ kind: 'indeterminate', action: 'none', path: [] }]);
    expect(at.interventions[0]?.detail).toContain('did not satisfy any classification invariant');
    const { window, interventions } = at.monitor.watch('job-1') ?? {};
    expect(window).toEqual([]);
    expect(interventions?.[0]?.window).toHaveLength(10);
    expect(interventions?.[0]?.window?.[1]).toMatchObject({ agent: 'gamma', waitFor: { beta: [], gamma: [] } });
  });

  test('is told of as the deadlock it was, when its ticks show one, and still nothing is done', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    for (let times = 0; times < 2; times += 1) {
      at.steps([[B, 'ask']], { enabledTransitions: 0, waitFor: [C.peerId] });
      at.steps([[C, 'ask']], { enabledTransitions: 0, waitFor: [B.peerId] });
    }
    at.monitor.ended({ jobId: 'job-1', epoch: 0, reason: 'deadline' });
    expect(at.interventions).toMatchObject([{ kind: 'deadlock', action: 'none' }]);
    expect(new Set(at.interventions[0]?.path)).toEqual(new Set([B.peerId, C.peerId]));
  });

  test('is nothing to tell of when no step was made, or another epoch runs', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.monitor.ended({ jobId: 'job-1', epoch: 0, reason: 'deadline' });
    at.job({ epoch: 1 });
    at.steps(WORK);
    at.monitor.ended({ jobId: 'job-1', epoch: 0, reason: 'deadline' });
    expect(at.interventions).toEqual([]);
    expect(at.monitor.watch('job-1')?.window).toHaveLength(10);
  });

  test('is told of no more when it was frozen for a livelock', () => {
    const at = monitorAt(A, { peers: PEERS });
    at.job();
    at.steps(
      around(
        [
          [B, 'ask'],
          [C, 'no'],
        ] as const,
        16,
      ),
    );
    at.monitor.ended({ jobId: 'job-1', epoch: 0, reason: 'deadline' });
    expect(at.interventions.map(({ action }) => action)).toEqual(['perturb', 'freeze']);
  });
});

test('a job that ends otherwise leaves nothing, and is watched no more', () => {
  const at = monitorAt(A, { peers: PEERS });
  at.job();
  at.steps(WORK);
  expect(at.monitor.watch('job-1')).toMatchObject({ verdict: { kind: 'indeterminate' }, goal: 'obligations' });
  at.job({ state: 'done' });
  at.monitor.ended({ jobId: 'job-1', epoch: 0 });
  expect(at.interventions).toEqual([]);
  expect(at.monitor.watch('job-1')).toBeUndefined();
});

test('while a job runs, its watch says what it looks like now', () => {
  const at = monitorAt(A, { peers: PEERS });
  at.job();
  at.steps(WORK.slice(0, 3));
  expect(at.monitor.watch('job-1')?.verdict).toMatchObject({
    kind: 'indeterminate',
    why: expect.stringContaining('too few ticks') as string,
  });
  expect(at.monitor.watch('job-1')?.window.map(({ agent }) => agent)).toEqual(['beta', 'gamma', 'beta']);
});

test('two peers of one name stand by their IDs', () => {
  const at = monitorAt(A, { peers: PEERS });
  at.runtime.peers.joined({
    peerId: C.peerId,
    card: { name: 'beta', description: '', skills: [], version: '1' },
    addresses: [],
  });
  at.job();
  at.steps(WORK.slice(0, 2));
  expect(at.monitor.watch('job-1')?.window.map(({ agent }) => agent)).toEqual([B.peerId, C.peerId]);
});
