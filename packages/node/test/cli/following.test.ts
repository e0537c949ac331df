import { describe, expect, test } from 'vitest';
import { batches } from '../../src/cli/batches.ts';
import { changes } from '../../src/cli/changes.ts';
import { concernsJob } from '../../src/cli/event-job.ts';
import type { NodeEvent } from '../../src/node-events.ts';
import { escalation, halt, stopped } from '../api/scripted-node.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.cli.watch');

describe('batches', () => {
  test('hold what came while the last one was dealt with, in order', async () => {
    const gate = Promise.withResolvers<void>();
    const source = (async function* () {
      yield 1;
      await gate.promise;
      yield 2;
      yield 3;
    })();
    const batch = batches(source);
    expect((await batch.next()).value).toEqual([1]);
    gate.resolve();
    await new Promise(setImmediate); // Nobody reads, and it comes all the same.
    expect((await batch.next()).value).toEqual([2, 3]);
    expect((await batch.next()).done).toBe(true);
  });

  test('of nothing end at once', async () => {
    expect((await batches((async function* () {})()).next()).done).toBe(true);
  });

  test('hand over what came before it broke, then break', async () => {
    const source = (async function* () {
      yield 1;
      throw new Error('broken');
    })();
    const batch = batches(source);
    expect((await batch.next()).value).toEqual([1]);
    await expect(batch.next()).rejects.toThrow('broken');
  });
});

test('changes are items that are new or other than before', () => {
  const changed = changes<{ readonly id: string; readonly n: number }>(({ id }) => id);
  const [a, b] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
  ];
  expect(changed([a, b])).toEqual([a, b]);
  expect(changed([a, b])).toEqual([]);
  expect(changed([{ ...a, n: 2 }, b])).toEqual([{ ...a, n: 2 }]);
  expect(changed([b])).toEqual([]);
});

describe('an event', () => {
  const at = 0;
  const about: readonly NodeEvent[] = [
    { at, event: 'turn:started', jobId: 'job-1', epoch: 0, channel: 'task', depth: 1 },
    { at, event: 'turn:ended', jobId: 'job-1', outcome: 'done' },
    { at, event: 'progress', jobId: 'job-1', from: '12D3', progress: { note: '' } },
    {
      at,
      event: 'refused',
      direction: 'inbound',
      jobId: 'job-1',
      channel: 'task',
      reason: 'max_hops',
      detail: '',
      path: [],
    },
    { at, event: 'job.done', job: stopped },
    { at, event: 'frozen', jobId: 'job-1', epoch: 0, reason: 'max_hops', path: [] },
    { at, event: 'escalation', escalation },
    { at, event: 'halted', halt: { ...halt, scope: { kind: 'job', jobId: 'job-1' } } },
  ];

  test.each(about)('$event is about its job, and no other', (event) => {
    expect(concernsJob(event)).toBe(true);
    expect(concernsJob(event, 'job-1')).toBe(true);
    expect(concernsJob(event, 'job-2')).toBe(false);
  });

  test.each<NodeEvent>([
    { at, event: 'halted', halt },
    { at, event: 'resumed', halt: { ...halt, scope: { kind: 'peer', peer: '12D3' } } },
  ])('$event of more than a job is about every job', (event) => {
    expect(concernsJob(event, 'any')).toBe(true);
  });

  test.each<NodeEvent>([
    { at, event: 'peer:joined', peerId: '12D3', name: 'beta' },
    { at, event: 'peer:left', peerId: '12D3', name: 'beta' },
    { at, event: 'room:changed', room: 'lobby', present: 1 },
    { at, event: 'post', room: 'lobby', author: '12D3', messageId: '1', text: '' },
    { at, event: 'refused', direction: 'inbound', channel: 'task', reason: 'malformed', detail: '', path: [] },
  ])('$event is about none', (event) => {
    expect(concernsJob(event)).toBe(false);
  });
});
