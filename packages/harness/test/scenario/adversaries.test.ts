import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { ADVERSARIES, type AdversaryName } from '../../src/agents/index.ts';
import type { RunRecord } from '../../src/record.ts';
import { parseScenario, runScenario } from '../../src/scenario/index.ts';

const PEERS = ['alpha', 'beta', 'gamma', 'delta'];

/** A world in which everybody misbehaves in the same way, and alpha’s operator asks for something. */
async function worst(kind: AdversaryName, how: Readonly<Record<string, unknown>> = {}): Promise<RunRecord> {
  const scenario = parseScenario({
    ...{ id: kind, source: 'issue 4', says: 'no adversary gets past the brakes', peers: PEERS },
    agents: Object.fromEntries(PEERS.map((name) => [name, kind])),
    steps: [{ delegate: { from: 'alpha', to: 'beta', brief: 'go' } }, { rest: true }],
    ...how,
  });
  return runScenario(scenario);
}

/** alpha misbehaves, and the others are as they should be. */
function alone(kind: AdversaryName, others: unknown): Readonly<Record<string, unknown>> {
  return {
    agents: { alpha: kind, beta: others, gamma: others, delta: others },
    steps: [{ delegate: { from: 'alpha', to: 'alpha', brief: 'go' } }, { rest: true }],
  };
}

/** The job of alpha’s operator, with what bounds it. */
function job({ jobs, turns, violations }: RunRecord): Record<string, unknown> {
  expect(violations).toEqual([]);
  expect(jobs.length).toBe(1);
  expect(turns.length).toBeLessThanOrEqual(32);
  expect(Math.max(...turns.map(({ depth }) => depth))).toBeLessThan(4);
  const { state, reason, path, turns: counted } = jobs[0] ?? {};
  return { state, reason, path: path?.join(' '), turns: counted };
}

describe('agents that misbehave', () => {
  verifies('harness.scenario.adversaries');

  test('one that answers everything with a message of its own runs out of hops', async () => {
    const run = await worst('answers-everything');
    expect(job(run)).toEqual({ state: 'stopped', reason: 'max_hops', path: 'alpha beta alpha beta alpha', turns: 3 });
    expect(run.escalations.map(({ peer, reason }) => [peer, reason])).toEqual([['alpha', 'max_hops']]);
  });

  test('one that tries everything again has the refusal of the first try, and one request on the network', async () => {
    const run = await worst('retries-everything', alone('retries-everything', [{ refuse: 'never' }]));
    expect(job(run)).toMatchObject({ state: 'failed', reason: 'agent_refused', turns: 2 });
    expect(run.messages.filter(({ act }) => act === 'request').length).toBe(1);
  });

  test('ones that delegate to everyone are stopped at the first task that comes back', async () => {
    const run = await worst('delegates-to-everyone');
    expect(job(run)).toEqual({ state: 'stopped', reason: 'cannot: cycle', path: 'alpha beta alpha', turns: 1 });
  });

  test('one that delegates to everyone, and is not answered by the like, is stopped by its credit', async () => {
    const agents = { alpha: { adversary: 'delegates-to-everyone', times: 50 } };
    const run = await worst('delegates-to-everyone', { ...alone('delegates-to-everyone', 'echo'), agents });
    expect(job(run)).toMatchObject({ state: 'stopped', reason: 'max_turns' });
    expect(run.turns.length).toBe(32);
  });

  test('ones that switch channels at each turn have one count of hops for all of them', async () => {
    const run = await worst('switches-channels');
    expect(job(run)).toEqual({ state: 'stopped', reason: 'max_hops', path: 'alpha beta delta gamma alpha', turns: 3 });
    expect(run.turns.map(({ channel }) => channel)).toEqual(['task', 'session', 'room']);
  });

  test('one that rephrases the same brief is stopped by its credit', async () => {
    const run = await worst('rephrases', alone('rephrases', 'echo'));
    expect(job(run)).toMatchObject({ state: 'stopped', reason: 'max_turns', turns: 32 });
  });

  test('ones that echo what they hear are stopped as ping-pong', async () => {
    expect(job(await worst('echoes'))).toEqual({
      ...{ state: 'stopped', reason: 'cannot: ping-pong', path: 'alpha beta alpha beta', turns: 2 },
    });
  });

  test('ones that post back to the room wake nobody beyond the hops', async () => {
    const run = await worst('posts-back');
    expect(job(run)).toMatchObject({ state: 'stopped', reason: 'max_hops' });
    expect(run.escalations.length).toBe(1);
  });

  test('ones that wait for each other end when the ring is longer than the hops', async () => {
    expect(job(await worst('waits-for-each-other'))).toEqual({
      ...{ state: 'stopped', reason: 'max_hops', path: 'alpha beta delta gamma alpha', turns: 3 },
    });
  });

  test('serial ones that wait for each other in jobs of their own are told so at once, and their jobs end', async () => {
    const serial = { adversary: 'waits-for-each-other', serial: true };
    const begin = (name: string): unknown => ({
      ...{ delegate: { from: name, to: name, brief: 'go' }, background: true, as: name },
    });
    const run = await worst('waits-for-each-other', {
      agents: Object.fromEntries(PEERS.map((name) => [name, serial])),
      steps: [{ together: PEERS.map(begin) }, { await: PEERS }, { look: 'waits', at: 'everyone', expect: [] }],
    });
    expect(run.violations).toEqual([]);
    const circles = run.escalations.filter(({ kind }) => kind === 'stall');
    expect(new Set(circles.map(({ reason, path }) => [reason, ...path].join(' ')))).toEqual(
      new Set(['deadlock delta gamma alpha beta delta']),
    );
    expect(run.jobs.map(({ origin }) => origin).sort()).toEqual([...PEERS].sort());
    expect(run.endedAt - run.startedAt).toBeLessThan(60_000); // In virtual time: nobody waits for a deadline.
    expect(run.turns.length).toBeLessThanOrEqual(4 * 32);
  });

  test('one that ignores its stop does nothing more to anybody', async () => {
    const run = await worst('ignores-stops', {
      steps: [
        { delegate: { from: 'alpha', to: 'beta', brief: 'go' }, background: true, as: 'report' },
        { until: 'turns', at: 'beta', expect: { $count: 1 } },
        { halt: { at: 'alpha', scope: 'all', note: 'enough' } },
        { await: 'report', expect: { state: 'stopped', reason: 'halted' } },
        { advance: 3_600_000 },
      ],
    });
    expect(job(run)).toMatchObject({ state: 'stopped', reason: 'halted' });
    expect(run.turns.length).toBe(1);
    expect(run.messages.filter(({ act }) => act === 'request').map(({ to }) => to)).toEqual(['beta']);
  });

  test('one that reports progress for ever fails at the deadline of its job', async () => {
    const run = await worst('reports-false-progress');
    expect(job(run)).toMatchObject({ state: 'failed', reason: 'deadline' });
    expect(run.endedAt - run.startedAt).toBeGreaterThanOrEqual(600_000);
  });

  test('ones that spawn fresh work, and wait for none of it, run out of hops', async () => {
    const run = await worst('spawns-fresh-work');
    expect(job(run)).toMatchObject({ state: 'stopped', reason: 'max_hops' });
    expect(run.escalations.length).toBe(1);
  });

  test('all of them together, at once, stay within the bounds', async () => {
    const kinds = Object.keys(ADVERSARIES);
    const peers = kinds.map((kind) => `p-${kind}`);
    const agents = Object.fromEntries(peers.map((peer, index) => [peer, kinds[index]]));
    const steps = [{ delegate: { from: peers[0], to: peers[2], brief: 'go' } }, { rest: true }];
    expect(job(await worst('echoes', { peers, agents, steps }))).toMatchObject({ state: 'stopped' });
  });
});
