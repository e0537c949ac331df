import { expect, test, vi } from 'vitest';
import { eventLine } from '../../src/cli/event-line.ts';
import type { NodeEvent } from '../../src/node-events.ts';
import { escalation, halt, stopped, watch } from '../api/scripted-node.ts';

const at = new Date(2026, 10, 30, 12, 34, 56).getTime();
const events: readonly (readonly [NodeEvent, string])[] = [
  [{ at, event: 'peer:joined', peerId: '12D3', name: 'be\u001B[2Jta' }, 'beta is here (12D3)'],
  [{ at, event: 'peer:left', peerId: '12D3', name: 'beta' }, 'beta is gone (12D3)'],
  [{ at, event: 'room:changed', room: 'lobby', present: 2 }, '#lobby has 2 others'],
  [
    { at, event: 'turn:started', jobId: 'job-1', epoch: 0, channel: 'task', depth: 1 },
    'job job-1 turn begins, by task, at depth 1',
  ],
  [{ at, event: 'turn:ended', jobId: 'job-1', outcome: 'done' }, 'job job-1 turn ends: done'],
  [
    { at, event: 'turn:ended', jobId: 'job-1', outcome: 'refuse', reason: 'deadline' },
    'job job-1 turn ends: refuse (deadline)',
  ],
  [
    { at, event: 'refused', direction: 'inbound', channel: 'task', reason: 'max_hops', detail: '', path: ['a', 'b'] },
    'job ? inbound task refused (max_hops), a → b',
  ],
  [
    { at, event: 'post', room: 'lobby', author: '12D3', messageId: '1', text: 'hi\n\u001B]0;x\u0007all' },
    '#lobby name of 12D3: hi all',
  ],
  [
    { at, event: 'progress', jobId: 'job-1', from: '12D3', progress: { note: 'half', fraction: 0.5 } },
    'job job-1 name of 12D3: half',
  ],
  [{ at, event: 'job.done', job: stopped }, 'job job-1 is stopped (cannot: cycle), alpha → beta → alpha'],
  [
    {
      at,
      event: 'frozen',
      jobId: '01938e2a-0000-7000-8000-00003f2a91c0',
      epoch: 0,
      reason: 'max_hops',
      path: ['a', 'b'],
    },
    'job 3f2a91c0 is frozen (max_hops), a → b: hoplite inbox show 3f2a91c0',
  ],
  [
    { at, event: 'frozen', jobId: '$(reboot)', epoch: 0, reason: 'max_hops', path: [] },
    "job (reboot) is frozen (max_hops), (none): hoplite inbox show '(reboot)'",
  ],
  [
    { at, event: 'escalation', escalation },
    'inbox: stop of job job-1 (cannot: cycle), alpha → beta → alpha: hoplite inbox show item-1',
  ],
  [
    { at, event: 'escalation', escalation: { ...escalation, state: 'answered' } },
    'inbox: stop of job job-1 (cannot: cycle) is answered by a person',
  ],
  [
    { at, event: 'escalation', escalation: { ...escalation, kind: 'breaker', jobId: '', reason: 'breaker' } },
    'inbox: breaker (breaker), alpha → beta → alpha: hoplite inbox show item-1',
  ],
  ...watch.interventions.map((intervention): readonly [NodeEvent, string] => [
    { at, event: 'stall', jobId: 'job-1', intervention: { ...intervention, path: ['12D3', 'e\u001B[2Jvil'] } },
    'job job-1 stalls, livelock: a person was told; the work goes on, name of 12D3 → name of evil: hoplite explain job-1',
  ]),
  [
    {
      at,
      event: 'breaker',
      change: { at, from: 'healthy', to: 'steering', action: 'steer', reason: 'looping: 8 identical tool\n calls' },
    },
    'circuit breaker: healthy → steering (steer): looping: 8 identical tool  calls: hoplite breaker',
  ],
  [
    { at, event: 'breaker', change: { at, from: 'healthy', to: 'healthy', action: 'settings', reason: 'a person' } },
    'circuit breaker: healthy (settings): a person: hoplite breaker',
  ],
  [
    { at, event: 'peer:suspected', peerId: '12D3', name: 'be\u001B[2Jta' },
    'beta is suspected: signs of its life are missing (12D3)',
  ],
  [{ at, event: 'peer:recovered', peerId: '12D3', name: 'beta' }, 'beta shows signs of life again (12D3)'],
  [{ at, event: 'halted', halt }, 'everything is halted by alpha: enough'],
  [
    { at, event: 'halted', halt: { ...halt, scope: { kind: 'peer', peer: '12D3' }, note: 'no\u001B[2J\nmore' } },
    'the agent of name of 12D3 is halted by alpha: no more',
  ],
  [
    { at, event: 'resumed', halt: { ...halt, scope: { kind: 'job', jobId: 'job-1' }, note: '' } },
    'job job-1 is resumed by alpha',
  ],
];

test('of a post of 2 MiB only what is shown is looked at', () => {
  const post: NodeEvent = {
    at,
    event: 'post',
    room: 'lobby',
    author: '12D3',
    messageId: '1',
    text: 'é '.repeat(2 ** 20),
  };
  using segmented = vi.spyOn(Intl.Segmenter.prototype, 'segment');
  expect(eventLine(post, () => 'beta')).toBe(`12:34:56  #lobby beta: ${'é '.repeat(100).slice(0, -1)}…`);
  const looked = segmented.mock.calls.map(([text]) => text.length);
  expect(looked.length).toBeGreaterThan(0);
  expect(Math.max(...looked)).toBeLessThan(10_000);
});

test.each(events)('%j reads well', (event, words) => {
  expect(eventLine(event, (peerId) => `name of ${peerId}`)).toBe(`12:34:56  ${words}`);
});
