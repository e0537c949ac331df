import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { aborted, held } from './support/scripted.ts';

describe('cancelling', () => {
  test('an operator who cancels ends the remote turn and its children', async () => {
    verifies('p2p.channels.cancel');
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], { agents: { gamma: agent } });
    const cancel = new AbortController();
    const brief = { skill: 'relay', input: { path: ['gamma'], brief: 'work' } };
    const report = cluster.node('alpha').delegate('beta', brief, { signal: cancel.signal });
    const turn = await begun;
    cancel.abort();
    expect(await report).toMatchObject({ state: 'failed', reason: 'cancelled' });
    expect(await aborted(turn.signal)).toMatchObject({ reason: 'cancelled' });
  });

  test('a requester that goes away for good ends the remote turn and its children (V08)', async () => {
    verifies('node.turns.requester-gone');
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['beta', 'gamma'], {
      agents: { gamma: agent },
      config: { requesterGraceSeconds: 1 },
    });
    const requester = await HandDrivenPeer.start(cluster.networkKey, cluster.node('beta').addresses);
    const brief = { skill: 'relay', input: { path: ['gamma'], brief: 'work' } };
    const message = requester.compose({
      to: cluster.node('beta').peerId,
      body: { content: JSON.stringify(brief), deadline: Date.now() + 60_000 },
    });
    const reply = requester.send(cluster.node('beta').peerId, message).catch(() => undefined);
    const turn = await begun;
    await requester.mesh.stop();
    await reply;
    expect(await aborted(turn.signal)).toMatchObject({ reason: 'cancelled' });
  });
});

describe('stopping', () => {
  test('a node that stops answers what runs with `interrupted`, and takes on nothing more', async () => {
    const { agent, begun } = held();
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma'], { agents: { beta: agent } });
    const remote = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const own = cluster.node('gamma').delegate('beta', 'work');
    const gone = cluster.stop('beta');
    expect(await remote).toMatchObject({ state: 'failed', reason: 'interrupted' });
    expect(await own).toMatchObject({ reason: expect.stringMatching(/interrupted|busy|unreachable/) as unknown });
    await gone;
  });
});

describe('restarts', () => {
  test('a repeat after a restart gets the recorded answer and runs nothing', async () => {
    verifies('node.brakes.duplicate');
    await using cluster = await Cluster.start(['alpha']);
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    const to = cluster.node('alpha').peerId;
    const message = mallory.compose({ to });
    const first = await mallory.send(to, message);
    await cluster.stop('alpha');
    const again = await cluster.add('alpha');
    await mallory.mesh.connect(again.addresses[0] ?? '');
    const turns = cluster.turns();
    expect(await mallory.send(to, message)).toEqual(first);
    expect(cluster.turns()).toBe(turns);
  });
});
