import { verifies } from '@hoplite/test/requirements';
import { expect, test } from 'vitest';
import { SimulatedWorld } from '../../src/simulation/index.ts';
import { SimulatedDisk } from '../../src/simulation/simulated-disk.ts';
import { VirtualClock } from '../../src/simulation/virtual-clock.ts';

verifies('harness.sim.fault-crash');

test('what was not written when the power went is gone, and what was written is there', async () => {
  using disk = new SimulatedDisk();
  const clock = new VirtualClock();
  const before = disk.open(clock);
  before.joinRoom('written');
  await before.written();
  before.joinRoom('not-written');
  before.joinRoom('not-either');
  expect(before.rooms()).toEqual(['not-either', 'not-written', 'written']);
  disk.crash();
  expect(() => before.joinRoom('too-late')).toThrow('not open');
  expect(disk.open(clock).rooms()).toEqual(['written']);
});

test('the end of a turn of the event loop writes what nobody waits for', async () => {
  using disk = new SimulatedDisk();
  const clock = new VirtualClock();
  disk.open(clock).joinRoom('lobby');
  await clock.settle();
  disk.crash();
  expect(disk.open(clock).rooms()).toEqual(['lobby']);
});

test('a node that crashed takes up again what it had accepted: its recovery runs', async () => {
  let runs = 0;
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  world.script('beta', () => ((runs += 1) === 1 ? new Promise(() => undefined) : 'the second time'), {
    isIdempotent: true,
  });
  const report = world.node('alpha').delegate('beta', 'survive');
  await world.until(() => runs === 1);
  await world.crash('beta');
  expect(world.running).toEqual(['alpha']);
  await world.advance(1_000);
  await world.restart('beta');
  expect(await report).toMatchObject({ state: 'done', result: 'the second time' });
  expect(runs).toBe(2);
});

test('an agent that a crash has left behind has no effect any more', async () => {
  const go = Promise.withResolvers<void>();
  const outcomes: string[] = [];
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta', 'gamma'] });
  world.script('beta', async ({ tools }) => {
    await go.promise;
    const result = await tools.call('delegate_task', { peer: 'gamma', brief: 'from the dead' });
    outcomes.push(result.ok ? 'ok' : result.refusal.reason);
    return 'I live';
  });
  const report = world.node('alpha').delegate('beta', 'die', { timeoutMs: 60_000 });
  await world.until(() => world.asked.length === 1);
  await world.crash('beta');
  const told = world.events.length;
  go.resolve();
  await world.advance(10_000);
  expect(world.turns({ node: 'gamma' })).toEqual([]);
  expect(world.events.slice(told).filter(({ node }) => node === 'beta')).toEqual([]);
  expect(outcomes).not.toContain('ok');
  await world.restart('beta');
  expect(await report).toMatchObject({ state: 'failed', reason: 'interrupted' });
});

test('halts and stopped jobs are the same after a crash as before', async () => {
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  await world.node('alpha').halt({ kind: 'peer', peer: world.node('beta').peerId }, 'enough');
  await world.until(() => world.node('beta').halts().length === 1);
  await world.advance(10);
  await world.crash('beta');
  await world.restart('beta');
  const [restart] = world.restarts;
  expect(Object.keys(restart?.before ?? {})).toHaveLength(1);
  expect(restart?.after).toEqual(restart?.before);
});
