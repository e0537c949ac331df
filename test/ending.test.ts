import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';
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
