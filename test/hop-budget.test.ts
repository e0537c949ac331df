import { CHANNELS, MAX_HOP_DEPTH, type Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { HopliteNode, JobReport } from '@hoplite/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';

const NAMES = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'] as const;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start(NAMES);
}, 60_000);
afterAll(() => cluster[Symbol.asyncDispose]());

/** A brief that is handed on along `path`, each hop on its channel. */
function relay(path: readonly string[], via: readonly Channel[]): JsonValue {
  return { skill: 'relay', input: { path, via, brief: { skill: 'echo', input: 'there' } } };
}

/** Begins a job whose first hop goes to `to` on `channel`. */
async function begin(from: HopliteNode, channel: Channel, to: string, brief: JsonValue): Promise<Started> {
  const text = JSON.stringify(brief);
  switch (channel) {
    case 'task':
      return started(await from.delegate(to, brief));
    case 'session':
      return started(await from.send(to, text));
    case 'room': {
      const post = await from.post('lobby', text, { wake: [to] });
      if (!post.ok) throw new Error(post.refusal.detail);
      const job = from.job(post.value.jobId);
      if (job === undefined) throw new Error('the job is not in the record');
      return started(job);
    }
  }
}

type Started = Pick<JobReport, 'jobId' | 'state' | 'reason' | 'path' | 'depth' | 'turns' | 'credit'>;

function started({ jobId, state, path, depth, turns, credit, reason }: JobReport): Started {
  return { jobId, state, path, depth, turns, credit, ...(reason === undefined ? {} : { reason }) };
}

function depthsOf(jobId: string): Record<string, number> {
  const turns = cluster.events.filter((event) => event.event === 'turn:started' && event.jobId === jobId);
  return Object.fromEntries(turns.map((event) => [event.node, 'depth' in event ? event.depth : -1]));
}

describe('depth, chain and credit carry over every ordered pair of channels', () => {
  verifies('node.lineage.nine-pairs', 'node.lineage.chain-kept');
  const pairs = CHANNELS.flatMap((first) => CHANNELS.map((second) => [first, second] as const));

  test.each(pairs)('%s, then %s', async (first, second) => {
    const job = await begin(cluster.node('alpha'), first, 'beta', relay(['gamma'], [second]));
    expect(job).toMatchObject({ state: 'done', path: ['alpha', 'beta', 'gamma'], depth: 2, turns: 2 });
    expect(job.credit).toEqual({ granted: 32, left: 30 });
    expect(depthsOf(job.jobId)).toEqual({ beta: 1, gamma: 2 });
  });

  test.each(pairs)('%s and %s alternating stop at the one limit', async (first, second) => {
    const brief = relay(['gamma', 'delta', 'epsilon'], [second, first, second]);
    const job = await begin(cluster.node('alpha'), first, 'beta', brief);
    expect(job).toMatchObject({ state: 'stopped', reason: 'max_hops', path: [...NAMES].slice(0, 5) });
    expect(Object.values(depthsOf(job.jobId)).sort()).toEqual([1, 2, 3]);
    expect(job.turns).toBe(MAX_HOP_DEPTH - 1);
  });

  test.each(pairs)('%s, then a task back after %s, is a cycle', async (first, second) => {
    verifies('node.brakes.cycle');
    const job = await begin(cluster.node('alpha'), first, 'beta', relay(['gamma', 'alpha'], [second, 'task']));
    expect(job).toMatchObject({
      state: 'stopped',
      reason: 'cannot: cycle',
      path: ['alpha', 'beta', 'gamma', 'alpha'],
    });
  });
});

test('a lower maxDepth of the job counts, at sender and receiver', async () => {
  verifies('node.brakes.max-hops');
  for (const maxDepth of [1, 2, 3]) {
    const report = await cluster.node('alpha').delegate('beta', relay(['gamma', 'delta'], ['task']), { maxDepth });
    expect(report).toMatchObject({ state: 'stopped', reason: 'max_hops', depth: maxDepth });
  }
});

test('a conversation of questions that answer questions ends at the hop limit, with its path', async () => {
  verifies('node.brakes.clarification');
  const path = ['gamma', 'beta', 'gamma', 'beta'];
  const report = await cluster
    .node('alpha')
    .delegate('beta', relay(path, ['session', 'session', 'session', 'session']));
  expect(report).toMatchObject({
    state: 'stopped',
    reason: 'max_hops',
    path: ['alpha', 'beta', 'gamma', 'beta', 'gamma'],
  });
  expect(report.turns).toBe(3);
});

test('a session message and then a task back to its sender is a cycle (V05)', async () => {
  verifies('node.brakes.cycle');
  const report = await cluster.node('alpha').send('beta', JSON.stringify(relay(['alpha'], ['task'])));
  expect(report).toMatchObject({ state: 'stopped', reason: 'cannot: cycle', path: ['alpha', 'beta', 'alpha'] });
});

test('two peers may both hand on to a third: a diamond is no cycle (S45)', async () => {
  const brief = { skill: 'fanout', input: { to: ['beta', 'gamma'], brief: relay(['delta'], ['task']) } };
  const report = await cluster.node('alpha').delegate('alpha', brief);
  expect(report).toMatchObject({ state: 'done', turns: 5, credit: { granted: 32, left: 27 } });
});

test('ten operator turns in a row with the same peer all work (V15)', async () => {
  verifies('node.lineage.fresh-per-operator');
  for (let turn = 0; turn < 10; turn += 1) {
    const report = await cluster.node('alpha').send('beta', `echo ${turn}`);
    expect(report).toMatchObject({ state: 'done', turns: 1 });
  }
});

test('a storm causes no more turns than the credit, and the rest is refused max_turns', async () => {
  verifies('node.credit.bound', 'node.brakes.max-turns');
  const inner = { skill: 'fanout', input: { to: ['delta', 'epsilon'], times: 20, brief: { skill: 'echo', input: 1 } } };
  const brief = { skill: 'fanout', input: { to: ['beta', 'gamma'], times: 10, brief: inner } };
  const before = cluster.turns();
  const report = await cluster.node('alpha').delegate('alpha', brief, { credit: 12 });
  expect(cluster.turns() - before).toBeLessThanOrEqual(12);
  expect(report).toMatchObject({ state: 'stopped', reason: 'max_turns', credit: { granted: 12 } });
  expect(report.turns).toBe(cluster.turns() - before);
  expect(report.turns + report.credit.left).toBe(12);
});

test('delegating to oneself runs the local agent as the root turn, at depth 0', async () => {
  const report = await cluster.node('alpha').delegate('alpha', { skill: 'echo', input: 'me' });
  expect(report).toMatchObject({ state: 'done', path: ['alpha'], depth: 0, turns: 1, result: 'me' });
});
