import { expect, test } from 'vitest';
import { A, B, C, PEERS } from '../../admission/crossings.ts';
import { generateIdentity } from '@hoplite/p2p';
import { JobWindow, asTicks, goalOf } from '../../../src/watch/monitor/job-window.ts';
import { MAX_WINDOW_BYTES, recordedWindow, windowRecorded } from '../../../src/watch/monitor/recorded-window.ts';
import { monitorAt, tickOf } from './monitor-at.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.monitor');

test('64 ticks are kept of a job and of each participant, the newest', () => {
  const window = new JobWindow();
  for (let step = 0; step < 65; step += 1) {
    window.add(tickOf(A, `a ${step}`, { at: step }));
    window.add(tickOf(B, `b ${step}`, { at: step }));
  }
  expect(window.all()).toHaveLength(64);
  expect(window.all()[0]?.at).toBe(33);
  expect(window.of(A.peerId)).toHaveLength(64);
  expect(window.of(A.peerId)[0]?.at).toBe(1);
  window.clear();
  expect([window.all(), window.of(A.peerId)]).toEqual([[], []]);
});

test('16 participants have a window, those heard from last', () => {
  const window = new JobWindow();
  const many = Array.from({ length: 17 }, () => generateIdentity().signer);
  many.forEach((peer) => window.add(tickOf(peer, 'x')));
  expect(many.map(({ peerId }) => window.of(peerId).length)).toEqual([0, ...many.slice(1).map(() => 1)]);
});

test('1,024 jobs are watched, those heard from last', () => {
  const at = monitorAt(A);
  const ids = Array.from({ length: 1025 }, (_, index) => `job-${index}`);
  for (const jobId of ids) {
    at.job({ jobId });
    at.steps([[B, 'x']], {}, jobId);
  }
  expect(ids.filter((jobId) => at.monitor.watch(jobId) === undefined)).toEqual(['job-0']);
});

test('a tick of one participant leaves in force what the others said', () => {
  const ticks = asTicks([
    tickOf(A, 'x', { enabledTransitions: 0, waitFor: [B.peerId], goalDistance: 2 }),
    tickOf(B, 'y', { enabledTransitions: 1, goalDistance: 3 }),
    tickOf(A, 'z', { enabledTransitions: 2, goalDistance: 1 }),
  ]);
  expect(ticks.map(({ agent }) => agent)).toEqual([A.peerId, B.peerId, A.peerId]);
  expect(ticks[1]).toMatchObject({
    enabledTransitions: { [A.peerId]: 0, [B.peerId]: 1 },
    waitFor: { [A.peerId]: [B.peerId], [B.peerId]: [] },
  });
  expect(ticks.map(({ goalDistance }) => goalDistance)).toEqual([5, 5, 4]);
});

test('as soon as one agent reports how far it is, open obligations of others do not count', () => {
  const obligations = [tickOf(A, 'x', { goalDistance: 2 }), tickOf(B, 'y', { goalDistance: 1 })];
  expect(goalOf(obligations)).toBe('obligations');
  const mixed = [...obligations, tickOf(C, 'z', { goal: 'reported', goalDistance: 7 })];
  expect(goalOf(mixed)).toBe('reported');
  expect(asTicks(mixed).map(({ goalDistance }) => goalDistance)).toEqual([7, 7, 7]);
});

test('a window is kept as JSON of at most 64 KiB, without its oldest ticks', () => {
  const waitFor = Array.from({ length: 16 }, (_, index) => `${index}`.padStart(52, 'x'));
  const ticks = asTicks(Array.from({ length: 64 }, (_, at) => tickOf(PEERS[at % 7] ?? A, `${at}`, { at, waitFor })));
  const json = recordedWindow(ticks);
  expect(Buffer.byteLength(json)).toBeLessThanOrEqual(MAX_WINDOW_BYTES);
  const kept = windowRecorded(json);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept).toEqual(ticks.slice(-kept.length));
  const next = ticks.at(-kept.length - 1);
  expect(Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(next))).toBeGreaterThan(MAX_WINDOW_BYTES - 4);
  expect(windowRecorded(recordedWindow(ticks.slice(0, 3)))).toEqual(ticks.slice(0, 3));
  expect(recordedWindow([])).toBe('[]');
});
