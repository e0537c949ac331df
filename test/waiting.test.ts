import { decodeEnvelope } from '@hoplite/p2p';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster, agentOf, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { answer, textOf, value } from './support/scripted.ts';

describe('waiting', () => {
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
