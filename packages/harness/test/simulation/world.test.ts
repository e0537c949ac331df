import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createNode, defaultConfig } from '@hoplite/node';
import { generateNetworkKey, storeNetworkKey } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { SimulatedWorld } from '../../src/simulation/index.ts';
import type { Script } from '../../src/world/world.ts';

const PAIR = { peers: ['alpha', 'beta'] };

const recordOf = (world: SimulatedWorld) => world.record({ id: '', source: '', says: '', kind: 'scenario' });

test('a node hands a task to another one, and gets what that answers, a millisecond each way', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  const before = world.now();
  const report = await world.node('alpha').delegate('beta', 'hello');
  expect(report).toMatchObject({ state: 'done', result: { echo: 'hello' }, path: ['alpha', 'beta'] });
  expect(world.now() - before).toBe(2);
});

test('the record holds the messages, turns, jobs and waits, by name', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  const { jobId } = await world.node('alpha').delegate('beta', 'hello');
  const record = world.record({ id: 'one', source: 'a test', says: 'it is seen', kind: 'scenario' });
  expect(record).toMatchObject({ id: 'one', seed: 1, peers: ['alpha', 'beta'], violations: [] });
  expect(record.messages).toMatchObject([
    { from: 'alpha', to: 'beta', act: 'request', jobId, depth: 1, text: '"hello"', fate: { kind: 'handled' } },
    { from: 'beta', to: 'alpha', act: 'done', jobId, depth: 2, credit: 0, fate: { kind: 'stored' } },
  ]);
  expect(record.messages[1]?.inReplyTo).toBe(record.messages[0]?.messageId);
  expect(record.turns).toMatchObject([{ peer: 'beta', jobId, depth: 1, outcome: 'done' }]);
  expect(record.jobs).toMatchObject([{ jobId, origin: 'alpha', target: 'beta', state: 'done', turns: 1 }]);
  expect(record.waits).toMatchObject([{ from: 'alpha', to: 'beta', jobId }]);
  expect(record.waits[0]?.until).toBe(world.now());
});

test('the record says who refused, why and with which brake, also what never left', async () => {
  await using world = await SimulatedWorld.create({
    peers: ['alpha', 'beta', 'gamma'],
    config: (name) => (name === 'gamma' ? { defaultRights: [] } : {}),
    agents: {
      beta: async ({ tools }) => (await tools.call('delegate_task', { peer: 'alpha', brief: 'back' })).ok,
    },
  });
  await world.node('alpha').delegate('gamma', 'may I?');
  await world.node('alpha').delegate('beta', 'hand it back');
  await world.rest();
  const { messages, escalations } = world.record({ id: '', source: '', says: '', kind: 'scenario' });
  const refused = messages.flatMap(({ from, to, fate }) => (fate.kind === 'refused' ? [{ from, to, ...fate }] : []));
  expect(refused).toMatchObject([
    { from: 'alpha', to: 'gamma', reason: 'unauthorized', by: 'receiver', brake: expect.any(String) as unknown },
    { from: 'beta', to: 'alpha', reason: 'cannot: cycle', by: 'sender', brake: expect.any(String) as unknown },
  ]);
  expect(escalations.map(({ peer }) => peer)).toContain('alpha');
});

test('time stands still while code runs, and what is called together happens together', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  const before = world.now();
  const both = [world.node('alpha').delegate('beta', 'one'), world.node('beta').delegate('alpha', 'two')];
  expect(world.now()).toBe(before);
  await Promise.all(both);
  const begun = world.record({ id: '', source: '', says: '', kind: 'scenario' }).messages.map(({ at }) => at);
  expect(begun.slice(0, 2)).toEqual([before, before]);
});

test('time can be moved on by exactly so much, and what becomes due happens', async () => {
  verifies('harness.sim.virtual-time');
  await using world = await SimulatedWorld.create({
    peers: ['alpha', 'beta', 'gamma', 'delta', 'epsilon'],
    agents: { beta: () => new Promise(() => undefined) },
  });
  const begun = world.now();
  const late = world.node('alpha').delegate('beta', 'for ever', { timeoutMs: 1_800_000 });
  await world.advance(3_600_000);
  expect(world.now()).toBe(begun + 3_600_000);
  expect(await late).toMatchObject({ state: 'failed', reason: 'deadline' });
  const [job] = world.node('alpha').jobs();
  expect(job?.endedAt).toBeGreaterThanOrEqual(begun + 1_700_000);
  expect(job?.endedAt).toBeLessThanOrEqual(begun + 1_800_100);
});

test('whoever waits for what cannot come about is told so, with what it was', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  const begun = world.now();
  const never = (): boolean => world.asked.length > 5;
  await expect(world.until(never)).rejects.toMatchObject({
    code: 'ERR_NOTHING_LEFT_TO_HAPPEN',
    awaited: expect.stringContaining('world.asked.length > 5') as unknown,
  });
  expect(world.now() - begun).toBeLessThanOrEqual(3_600_000);
  // And the world goes on.
  expect(await world.node('alpha').delegate('beta', 'still there?')).toMatchObject({ state: 'done' });
});

test('a promise that nothing will settle is given up, and one that settles is handed through', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  await expect(world.finish(new Promise(() => undefined), 'Godot')).rejects.toMatchObject({ awaited: 'Godot' });
  expect(await world.finish(Promise.resolve(7))).toBe(7);
  await expect(world.finish(Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('what a listener to its steps throws is what all who wait are told', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  world.onStep(() => {
    if (world.asked.length > 0) throw new Error('an invariant is broken');
  });
  const asking = world.node('alpha').delegate('beta', 'hello');
  await expect(world.until(() => world.asked.length > 1)).rejects.toThrow('an invariant is broken');
  await expect(world.rest()).rejects.toThrow('an invariant is broken');
  await asking;
});

test('a signal ends a world at once', async () => {
  const ending = new AbortController();
  await using world = await SimulatedWorld.create({ ...PAIR, signal: ending.signal });
  const waiting = world.until(() => false);
  ending.abort(new Error('interrupted'));
  await expect(waiting).rejects.toThrow('interrupted');
});

test('a name that stands for nothing is an error that says which there are', async () => {
  await using world = await SimulatedWorld.create(PAIR);
  expect(() => world.node('gamma')).toThrow('those that do are alpha, beta');
  await expect(world.start('alpha')).rejects.toThrow('runs already');
  await expect(world.crash('gamma')).rejects.toThrow('"gamma" does not run');
  for (const kind of ['skew', 'slow'] as const) {
    expect(() => world.fault({ kind, peer: 'gamma', ms: 5 })).toThrow('"gamma" is not in this world');
  }
  expect(recordOf(world)).toMatchObject({ peers: ['alpha', 'beta'], faults: [] });
});

test('a fault may name a node that starts later, when that has been said', async () => {
  await using world = await SimulatedWorld.create({ ...PAIR, later: ['gamma'] });
  world.fault({ kind: 'skew', peer: 'gamma', ms: 5_000 });
  await world.start('gamma');
  await world.meet();
  const { jobId } = await world.node('gamma').delegate('alpha', 'hello');
  expect(world.node('gamma').jobs()[0]).toMatchObject({ jobId, state: 'done' });
  expect(world.node('gamma').jobs()[0]?.startedAt).toBeGreaterThan(world.now());
});

test('an agent that does real input and output has it waited for, and no deadline passes meanwhile', async () => {
  await using world = await SimulatedWorld.create({
    ...PAIR,
    agents: {
      beta: async () => {
        await sleep(60);
        return (await readFile(import.meta.filename, 'utf8')).length;
      },
    },
  });
  const report = await world.node('alpha').delegate('beta', 'read', { timeoutMs: 5_000 });
  expect(report).toMatchObject({ state: 'done', result: readFileSync(import.meta.filename, 'utf8').length });
});

test('real work of more than a second is waited for, without being asked to', async () => {
  await using world = await SimulatedWorld.create({ ...PAIR, agents: { beta: () => sleep(1_300, 'done at last') } });
  const report = await world.node('alpha').delegate('beta', 'work', { timeoutMs: 60_000 });
  expect(report).toMatchObject({ state: 'done', result: 'done at last' });
  expect(recordOf(world).faults).toEqual([]);
});

test('real work is waited for also while the world has small steps to make all the time', async () => {
  const works: Script = async () => {
    for (let count = 0; count < 100; count += 1) {
      await sleep(3);
      for (let turn = 0; turn < 5; turn += 1) await nextTurn(); // Nothing is under way for a moment.
    }
    return 'done at last';
  };
  await using world = await SimulatedWorld.create({ ...PAIR, agents: { beta: works } });
  const ticks = (): void => void world.clock.after(500, ticks);
  ticks();
  const report = await world.node('alpha').delegate('beta', 'work', { timeoutMs: 60_000 });
  expect(report).toMatchObject({ state: 'done', result: 'done at last' });
});

test('real work is waited for in a large world whose lines are bad', async () => {
  const peers = Array.from({ length: 25 }, (_, index) => `p${index}`);
  await using world = await SimulatedWorld.create({ peers, agents: { p1: () => sleep(300, 'done at last') } });
  world.fault({ kind: 'lose', share: 0.3 });
  const report = await world.node('p0').delegate('p1', 'work', { timeoutMs: 60_000 });
  expect(report).toMatchObject({ state: 'done', result: 'done at last' });
});

test('when patience runs out time moves on, and the record says without whom', async () => {
  const work = new AbortController();
  await using world = await SimulatedWorld.create({
    ...PAIR,
    agents: { beta: () => sleep(60_000, 'too late', { signal: work.signal }) },
    patience: 20,
  });
  const report = await world.node('alpha').delegate('beta', 'work', { timeoutMs: 5_000 });
  work.abort();
  expect(report).toMatchObject({ state: 'failed', reason: 'deadline' });
  expect(recordOf(world).faults.map(({ what }) => what)).toEqual([
    'time moved on while beta was at something real; see `patience`',
  ]);
});

test('the node in the simulator is the node of production', async () => {
  verifies('harness.sim.same-code');
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-same-'));
  try {
    storeNetworkKey(directory, generateNetworkKey());
    const config = { ...defaultConfig('real'), listen: ['/ip4/127.0.0.1/tcp/0'], mdns: false };
    await using real = await createNode({ directory, config });
    await using world = await SimulatedWorld.create({ peers: ['simulated'] });
    expect(Object.getPrototypeOf(world.node('simulated'))).toBe(Object.getPrototypeOf(real));
  } finally {
    rmSync(directory, { recursive: true });
  }
});
