import { describe, expect, test } from 'vitest';
import { REASONS, type Reason } from '@hoplite/p2p';
import type { Crossing } from '../../src/admission/crossing.ts';
import { stopsJob } from '../../src/admission/reasons.ts';
import { runtimeAt } from '../turns/runtime-at.ts';
import { A, B, C, inbound, message, outbound, rootOf } from './crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.refusals.one-notice');

const refusalOf = (reason: Reason) => ({ reason, detail: `it is ${reason}`, path: [A.peerId, B.peerId] });

function crossingOf(jobId = 'job-1', from = A): Crossing {
  return inbound(message(rootOf({ jobId }), { channel: 'task', from, to: B }), B);
}

/** A node of B, and what it has told, counted and kept. */
function nodeOfB() {
  const at = runtimeAt(B, { peers: { alpha: A } });
  const { runtime, store } = at;
  return {
    ...at,
    note: (crossing: Crossing, reason: Reason, brake?: string) =>
      runtime.refusals.note({ crossing, refusal: refusalOf(reason), ...(brake === undefined ? {} : { brake }) }),
    kept: (jobId: string) => store.refusals({ jobId }, 10_000),
    counted: async (reason: Reason, labels = 'direction="inbound",channel="task"') => {
      const line = `hoplite_refused_total{reason="${reason}",${labels}} `;
      return (await runtime.metrics.text())
        .split('\n')
        .find((one) => one.startsWith(line))
        ?.slice(line.length);
    },
  };
}

describe('operators are told', () => {
  test('once per peer, reason, job and direction, however often it happens', () => {
    const { events, note } = nodeOfB();
    for (let count = 0; count < 5; count += 1) note(crossingOf(), 'busy', 'capacity');
    expect(events).toHaveLength(1);
    note(crossingOf('job-2'), 'busy');
    note(crossingOf('job-1', C), 'busy');
    note(crossingOf(), 'cannot: cycle');
    note(outbound(rootOf(), { channel: 'task', from: B, to: A }), 'busy');
    expect(events).toHaveLength(5);
    for (let count = 0; count < 5; count += 1) note(crossingOf('job-2'), 'busy');
    expect(events).toHaveLength(5);
  });

  test('the reason as it is spelled, by the names of peers, with ten characters of the hash and no brief', () => {
    const { events, note } = nodeOfB();
    note(crossingOf(), 'cannot: ping-pong', 'not-repeated');
    expect(events).toEqual([
      {
        event: 'refused',
        direction: 'inbound',
        jobId: 'job-1',
        channel: 'task',
        reason: 'cannot: ping-pong',
        detail: 'it is cannot: ping-pong',
        path: ['alpha', 'local'],
        briefHash: expect.stringMatching(/^[0-9a-f]{10}$/) as string,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('echo');
  });

  test('of what could not be read too: of no job, once per peer', () => {
    const { events, note } = nodeOfB();
    const unreadable = (peer: string) =>
      ({ kind: 'unreadable', direction: 'inbound', channel: 'room', peer, problem: 'no' }) as const;
    for (const peer of [A.peerId, A.peerId, C.peerId]) note(unreadable(peer), 'malformed', 'decodes');
    expect(events).toHaveLength(2);
    expect(events[0]).not.toHaveProperty('jobId');
  });

  test('again of what has been forgotten: 10,000 notices are remembered', () => {
    const { events, note } = nodeOfB();
    const [first, second] = [crossingOf('first'), crossingOf('second')];
    note(first, 'busy');
    note(second, 'busy');
    const other = inbound(message(rootOf(), { channel: 'task', from: A, to: B }), B);
    for (let job = 0; job < 9_999; job += 1) {
      const { lineage } = other;
      const renamed = Object.assign(
        Object.create(Object.getPrototypeOf(lineage) as object) as typeof lineage,
        lineage,
        {
          job: { ...lineage.job, jobId: `job-${job}` },
        },
      );
      note({ ...other, lineage: renamed }, 'busy');
    }
    expect(events).toHaveLength(10_001);
    note(second, 'busy');
    expect(events).toHaveLength(10_001);
    note(first, 'busy');
    expect(events).toHaveLength(10_002);
  });
});

test('every refusal is counted under its exact string, whether or not anybody is told', async () => {
  const { counted, note } = nodeOfB();
  for (const reason of REASONS) {
    note(crossingOf(), reason);
    note(crossingOf(), reason);
    note(outbound(rootOf(), { channel: 'session', from: B, to: A }), reason);
  }
  for (const reason of REASONS) {
    expect([reason, await counted(reason)]).toEqual([reason, '2']);
    expect(await counted(reason, 'direction="outbound",channel="session"')).toBe('1');
    expect(await counted(reason, 'direction="outbound",channel="task"')).toBe('0');
  }
});

describe('the log of refusals', () => {
  test('says what, where, why and by which brake', () => {
    const { kept, note } = nodeOfB();
    note(crossingOf(), 'max_hops', 'depth');
    note(outbound(rootOf(), { channel: 'session', from: B, to: A }), 'unreachable');
    const [first, second] = kept('job-1');
    expect(first).toMatchObject({
      ...refusalOf('max_hops'),
      direction: 'in',
      channel: 'task',
      peer: A.peerId,
      brake: 'depth',
      messageId: expect.stringContaining('message-') as string,
    });
    expect(first?.briefHash).toHaveLength(32);
    expect(second).toMatchObject({ reason: 'unreachable', direction: 'out', channel: 'session', peer: A.peerId });
    expect(second).not.toHaveProperty('brake');
    expect(second).not.toHaveProperty('messageId');
  });

  test('keeps 200 of one peer at once and 60 a minute after that, and those of others', () => {
    const { clock, kept, note } = nodeOfB();
    const flood = () => {
      for (let count = 0; count < 300; count += 1) note(crossingOf(), 'duplicate');
    };
    flood();
    expect(kept('job-1')).toHaveLength(200);
    note(crossingOf('job-2', C), 'duplicate');
    expect(kept('job-2')).toHaveLength(1);
    clock.advance(10_000);
    flood();
    expect(kept('job-1')).toHaveLength(210);
  });

  test.each(REASONS.filter(stopsJob))('keeps a stop by %s always, in the midst of a flood', (reason) => {
    const { kept, note } = nodeOfB();
    for (let count = 0; count < 201; count += 1) note(crossingOf('flood'), 'duplicate');
    for (let count = 0; count < 3; count += 1) note(crossingOf(), reason);
    expect(kept('job-1').map((refusal) => refusal.reason)).toEqual([reason, reason, reason]);
  });
});
