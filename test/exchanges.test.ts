import { MAX_CONTENT_BYTES, decodeEnvelope } from '@hoplite/p2p';
import type { AgentAnswer } from '@hoplite/node';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster, agentOf, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { aborted, held, value } from './support/scripted.ts';

/** Any text with `part` in it. */
function containing(part: string): unknown {
  return expect.stringContaining(part);
}

describe('one question, one answer', () => {
  test('an answer that cannot be sent is an agent error, and what the turn cost is still counted', async () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const unusable = [
      { kind: 'done', result: 10n },
      { kind: 'done', result: circle },
      { kind: 'refuse', reason: 'x' },
      7,
    ];
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => unusable.shift() as unknown as AgentAnswer) },
    });
    for (let count = unusable.length; count > 0; count -= 1) {
      const report = await cluster.node('alpha').delegate('beta', 'work');
      expect(report).toMatchObject({ state: 'failed', reason: 'agent_error', turns: 1, credit: { left: 31 } });
    }
  });

  test('a message whose deadline passes while it is queued is answered then, not when its turn would come', async () => {
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { turns: { concurrent: 1, serial: false, queuedPerPeer: 1, queued: 1 } },
    });
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('beta').addresses);
    const first = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const to = cluster.node('beta').peerId;
    const body = { content: '"too late"', deadline: Date.now() + 200 };
    const reply = await mallory.send(to, mallory.compose({ to, body }));
    if (reply.kind !== 'answer') throw new Error(reply.refusal.detail);
    expect(decodeEnvelope('task', reply.envelope).body).toMatchObject({
      refusal: { reason: 'deadline' },
      settlement: { returned: 16, burnt: 0 },
    });
    // Its place in the queue is free again.
    const next = mallory.send(to, mallory.compose({ to }));
    release('done');
    expect(await first).toMatchObject({ state: 'done' });
    expect((await next).kind).toBe('answer');
  });

  test('an agent that does not answer in time is answered for with `deadline`', async () => {
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], { agents: { beta: agent } });
    const report = cluster.node('alpha').delegate('beta', 'work', { timeoutMs: 300 });
    const turn = await begun;
    expect(await report).toMatchObject({ state: 'failed', reason: 'deadline' });
    await aborted(turn.signal);
  });

  test('progress reaches the operator while the task runs', async () => {
    verifies('p2p.channels.task-progress');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        beta: agentOf(async ({ tools }) => {
          await value(tools.call('report_progress', { note: 'half way', fraction: 0.5 }));
          return done('ready');
        }),
      },
    });
    const notes: unknown[] = [];
    await cluster.node('alpha').delegate('beta', 'work', { onProgress: (progress) => notes.push(progress) });
    expect(notes).toEqual([{ note: 'half way', fraction: 0.5 }]);
  });

  test('a result over the size limit is an agent error, and over the wire nothing breaks', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agentOf(() => done('x'.repeat(MAX_CONTENT_BYTES))) },
    });
    expect(await cluster.node('alpha').delegate('beta', 'work')).toMatchObject({
      state: 'failed',
      reason: 'agent_error',
    });
  });
});

describe('credit', () => {
  test('however a branch settles around the answer of its turn, every job comes to know that it is finished', async () => {
    verifies('node.credit.settlement');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], {
      agents: {
        beta: agentOf(async ({ tools }) => {
          await value(tools.call('send_message', { peer: 'gamma', text: 'echo when you have time' }));
          return done('asked');
        }),
      },
      config: { turns: { concurrent: 64, serial: false, queuedPerPeer: 64, queued: 64 } },
    });
    const alpha = cluster.node('alpha');
    await Promise.all(Array.from({ length: 60 }, () => alpha.delegate('beta', 'go')));
    await cluster.until(() => alpha.jobs().every(({ state }) => state === 'done'));
    expect(alpha.jobs().map(({ turns, credit }) => [turns, credit.left])).toEqual(Array(60).fill([2, 30]));
  });

  test('a request that never left costs nothing: a peer that is away is `unreachable`', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta']);
    await cluster.stop('beta');
    const report = await cluster.node('alpha').delegate('beta', 'work', { timeoutMs: 500 });
    expect(report).toMatchObject({
      state: 'failed',
      reason: 'unreachable',
      turns: 0,
      credit: { granted: 32, left: 32 },
    });
  });
});

describe('rights', () => {
  test('a peer without the right to a channel is refused there, and only there', async () => {
    verifies('p2p.membership.rights', 'node.brakes.unauthorized');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      config: (name) => (name === 'beta' ? { defaultRights: ['session'] } : {}),
    });
    const alpha = cluster.node('alpha');
    expect(await alpha.delegate('beta', 'echo x')).toMatchObject({ state: 'stopped', reason: 'unauthorized' });
    expect(await alpha.send('beta', 'echo x')).toMatchObject({ state: 'done' });
  });

  test('a peer that nobody knows is named with the candidates', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta']);
    const report = await cluster.node('alpha').delegate('bob2', 'work');
    expect(report).toMatchObject({ state: 'failed', reason: 'unknown_peer', detail: containing('beta') });
  });
});
