import { decodeEnvelope, type InboundRequest } from '@hoplite/p2p';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster, agentOf, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { answer, textOf, value } from './support/scripted.ts';

/** Any text with `part` in it. */
function containing(part: string): unknown {
  return expect.stringContaining(part);
}

describe('waiting', () => {
  test('a turn that waits holds no permit: with one permit each, questions can go round', async () => {
    verifies('node.turns.permit-released');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      config: { turns: { concurrent: 1, queuedPerPeer: 8, queued: 8 } },
    });
    const brief = {
      skill: 'relay',
      input: { path: ['beta', 'alpha'], via: 'session', brief: { skill: 'echo', input: 'round' } },
    };
    const report = await cluster.node('alpha').delegate('alpha', brief, { timeoutMs: 5000 });
    expect(report).toMatchObject({ state: 'done', result: containing('round'), turns: 3 });
  });

  test('a wait that timed out leaves no ghost: the late answer is filed under its own question (V14)', async () => {
    verifies('tools.wait.late-answer', 'tools.wait.in-reply-to');
    await using cluster = new Cluster({
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const first = await value(tools.call('send_message', { peer: 'mallory', text: 'Q1' }));
          const nothing = await value(
            tools.call('wait_for_message', { message_id: first['message_id'] ?? '', timeout_seconds: 0 }),
          );
          const second = await value(tools.call('send_message', { peer: 'mallory', text: 'Q2', wait_seconds: 10 }));
          const late = await value(
            tools.call('wait_for_message', { message_id: first['message_id'] ?? '', timeout_seconds: 10 }),
          );
          return done({
            nothing: nothing['status'] ?? null,
            second: second['reply'] ?? null,
            late: late['replies'] ?? null,
          });
        }),
      },
    });
    await cluster.add('alpha');
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    await cluster.until(() =>
      cluster
        .node('alpha')
        .peers()
        .some(({ peerId }) => peerId === mallory.peerId),
    );
    const asked: InboundRequest[] = [];
    mallory.onRequest((request) => {
      request.accept();
      asked.push(request);
      if (asked.length === 2) {
        // The later question is answered first.
        for (const each of asked.reverse()) answer(mallory, each);
      }
    });
    const report = await cluster.node('alpha').delegate('alpha', 'go');
    expect(report.result).toMatchObject({
      nothing: 'waiting',
      second: { content: 'to Q2' },
      late: [{ content: 'to Q1' }],
    });
  });

  test('what was answered after the asking turn was over is read by a later one, refusals as refusals', async () => {
    verifies('tools.wait.late-answer');
    const asked: string[] = [];
    await using cluster = new Cluster({
      agents: {
        alpha: agentOf(async ({ brief, tools }) => {
          if (brief === 'ask') {
            const sent = await value(tools.call('send_message', { peer: 'mallory', text: 'Q' }));
            const post = await value(tools.call('post_to_room', { room: 'lobby', text: 'R', wake: ['mallory'] }));
            asked.push(textOf(sent['message_id']), textOf(post['message_id']));
            return done('asked');
          }
          const read = (message_id: string) =>
            value(tools.call('wait_for_message', { message_id, timeout_seconds: 0 }));
          return done(await Promise.all(asked.map(async (id) => (await read(id))['replies'] ?? null)));
        }),
      },
    });
    const alpha = await cluster.add('alpha');
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, alpha.addresses);
    mallory.mesh.joinRoom('lobby');
    await cluster.until(() => alpha.rooms().some(({ present }) => present.length > 0));
    const both = Promise.withResolvers<undefined>();
    mallory.onRequest((request) => {
      request.accept();
      if (mallory.inbox.length === 2) both.resolve(undefined);
    });
    await alpha.delegate('alpha', 'ask');
    await both.promise;
    for (const request of mallory.inbox) {
      if (request.channel === 'session') {
        const refusal = { reason: 'agent_refused', detail: 'no', path: [] } as const;
        request.answer(mallory.answerTo(decodeEnvelope('session', request.envelope), '', refusal));
      } else {
        answer(mallory, request);
      }
    }
    const settled = () => alpha.jobs().every(({ state }) => state !== 'open');
    await cluster.until(settled);
    const report = await alpha.delegate('alpha', 'read');
    expect(report.result).toMatchObject([[{ refusal: { reason: 'agent_refused' } }], [{ content: 'to R' }]]);
  });

  test('an answer that is there before anyone waits for it is not lost', async () => {
    verifies('tools.wait.registered-first');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const { message_id } = await value(tools.call('send_message', { peer: 'beta', text: 'echo quick' }));
          await value(tools.call('delegate_task', { peer: 'beta', brief: 'echo meanwhile' }));
          const got = await value(tools.call('wait_for_message', { message_id: message_id ?? '', timeout_seconds: 0 }));
          return done(got['status'] ?? null);
        }),
      },
    });
    expect((await cluster.node('alpha').delegate('alpha', 'go')).result).toBe('complete');
  });

  test('replies count: a third question to the same peer in one turn is over the hop limit', async () => {
    verifies('node.lineage.reply-counts');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          const reasons: string[] = [];
          for (const peer of ['beta', 'beta', 'beta', 'gamma']) {
            const got = await tools.call('send_message', { peer, text: `echo ${reasons.length}`, wait_seconds: 10 });
            reasons.push(got.ok ? 'ok' : got.refusal.reason);
          }
          return done(reasons);
        }),
      },
    });
    const report = await cluster.node('alpha').delegate('alpha', 'go');
    expect(report).toMatchObject({ state: 'stopped', reason: 'max_hops', result: ['ok', 'ok', 'max_hops', 'ok'] });
  });

  test('a question, and then a task for who answered it, is no cycle', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: {
        alpha: agentOf(async ({ tools }) => {
          await value(tools.call('send_message', { peer: 'beta', text: 'echo free?', wait_seconds: 10 }));
          const got = await value(tools.call('delegate_task', { peer: 'beta', brief: 'echo work' }));
          return done(got);
        }),
      },
    });
    expect(await cluster.node('alpha').delegate('alpha', 'go')).toMatchObject({ state: 'done', turns: 3 });
  });
});
