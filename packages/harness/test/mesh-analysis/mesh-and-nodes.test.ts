import { expect, test } from 'vitest';
import { analyzeMesh, readMeshConfigs } from '../../src/mesh-analysis/index.ts';
import { RealNodes, agentOf } from '../log-analysis/real-nodes.ts';

const NAMES = ['alpha', 'beta', 'gamma'];

/** Hands something to everyone, in ever new words, until it is told that it may not. */
const everyone = agentOf(async ({ tools, brief }) => {
  const said = JSON.stringify(brief).length;
  for (let round = 0; round < 64; round += 1) {
    for (const peer of NAMES) {
      const text = `${said}.${round}`;
      const result = await tools.call('delegate_task', { peer, brief: { text, by: brief } });
      if (!result.ok && result.refusal.reason === 'max_turns') return 'used up';
    }
  }
  return 'gave up';
});

test('agents that hand work to everyone cause as many turns as their configs foretell, and never more', async () => {
  await using network = await RealNodes.start(NAMES, Object.fromEntries(NAMES.map((name) => [name, everyone])), () => ({
    credit: 8,
    graph: { preset: 'pipeline', order: [...NAMES] },
  }));
  const mesh = await analyzeMesh(readMeshConfigs(NAMES.map((name) => network.directory(name))));
  expect(mesh.mostTurns).toBe(8);
  for (const { byItself, byMessage, origin, target } of mesh.turns) {
    const node = network.node(origin);
    const own = await node.delegate(origin, 'go');
    expect(own.turns).toBeLessThanOrEqual(byItself);
    if (target !== undefined) expect((await node.delegate(target, 'go on')).turns).toBeLessThanOrEqual(byMessage);
  }
}, 60_000);

test('honest fan-out to the one neighbour that a graph leaves uses up exactly what was foretold', async () => {
  const asks = agentOf(async ({ tools }) => {
    for (let round = 0; ; round += 1) {
      const result = await tools.call('delegate_task', { peer: 'beta', brief: { round } });
      if (!result.ok) return result.refusal.reason;
    }
  });
  const answers = agentOf(() => Promise.resolve('done'));
  await using network = await RealNodes.start(['alpha', 'beta'], { alpha: asks, beta: answers }, () => ({
    credit: 8,
    graph: { preset: 'pipeline', order: ['alpha', 'beta'] },
  }));
  const mesh = await analyzeMesh(readMeshConfigs(['alpha', 'beta'].map((name) => network.directory(name))));
  const report = await network.node('alpha').delegate('alpha', 'go');
  expect(report).toMatchObject({ reason: 'max_turns', turns: mesh.turns[0]?.byItself });
}, 60_000);
