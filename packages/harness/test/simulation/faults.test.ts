import { verifies } from '@hoplite/test/requirements';
import { Lineage, composeMessage } from '@hoplite/p2p';
import { expect, test } from 'vitest';
import { SimulatedWorld } from '../../src/simulation/index.ts';

const TRIO = { peers: ['alpha', 'beta', 'gamma'] };

const recordOf = (world: SimulatedWorld) => world.record({ id: '', source: '', says: '', kind: 'scenario' });

test('what is lost breaks the connection, and what was under way is sent again and done once', async () => {
  verifies('harness.sim.fault-loss');
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  world.fault({ kind: 'lose', share: 0.2 });
  const asked = Array.from({ length: 20 }, (_, index) => world.node('alpha').delegate('beta', `number ${index}`));
  const reports = await world.finish(Promise.all(asked));
  expect(reports.map(({ state }) => state)).toEqual(reports.map(() => 'done'));
  expect(world.turns()).toHaveLength(20);
  expect(world.events.some(({ event }) => event === 'peer:left')).toBe(true);
  expect(recordOf(world).messages.some(({ fate }) => fate.kind === 'lost')).toBe(true);
});

test('a post that gossip loses is not heard, and breaks nothing', async () => {
  verifies('harness.sim.fault-loss');
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  await world.advance(60_000); // What they had to tell each other at first has been told.
  world.fault({ kind: 'lose', share: 0.5 });
  for (let count = 0; count < 20; count += 1) await world.node('alpha').post('lobby', `number ${count}`);
  await world.advance(1_000);
  const heard = world.events.filter(({ event, node }) => event === 'post' && node === 'beta').length;
  expect(heard).toBeGreaterThan(0);
  expect(heard).toBeLessThan(20);
  expect(world.events.some(({ event }) => event === 'peer:left')).toBe(false);
});

test('a line on which everything is lost never comes about', async () => {
  verifies('harness.sim.fault-loss');
  await using world = await SimulatedWorld.create(TRIO);
  world.fault({ kind: 'lose', share: 1, between: ['alpha', 'beta'] });
  const lost = world.node('alpha').delegate('beta', 'hello', { timeoutMs: 60_000 });
  expect(await world.node('alpha').delegate('gamma', 'hello')).toMatchObject({ state: 'done' });
  expect(await lost).toMatchObject({ state: 'failed' });
  expect(world.turns({ node: 'beta' })).toEqual([]);
  world.fault({ kind: 'heal' });
  expect(await world.node('alpha').delegate('beta', 'and now?')).toMatchObject({ state: 'done' });
});

test('what arrives twice reaches a peer twice, and an honest one acts on it once', async () => {
  verifies('harness.sim.fault-duplication');
  await using world = await SimulatedWorld.create(TRIO);
  const stranger = await world.stranger();
  stranger.onRequest((request) => request.accept());
  world.fault({ kind: 'duplicate', share: 1 });
  void world.node('alpha').delegate('mallory', 'twice', { timeoutMs: 1_000 });
  await world.until(() => stranger.inbox.length === 2);
  expect(stranger.inbox[0]?.id).toBe(stranger.inbox[1]?.id);
  expect(await world.node('alpha').delegate('beta', 'once')).toMatchObject({ state: 'done' });
  await world.node('alpha').post('lobby', 'to all');
  await world.rest();
  await world.advance(1_000);
  expect(world.turns({ node: 'beta' })).toHaveLength(1);
  expect(world.events.filter(({ event, node }) => event === 'post' && node === 'beta')).toHaveLength(1);
  expect(stranger.posts).toHaveLength(2);
  expect(recordOf(world).messages.filter(({ fate }) => fate.kind === 'duplicate').length).toBeGreaterThan(3);
});

test('what is overtaken arrives in another order, and all of it arrives', async () => {
  verifies('harness.sim.fault-reordering');
  await using world = await SimulatedWorld.create({ peers: ['alpha'] });
  const stranger = await world.stranger();
  stranger.onRequest((request) => request.refuse({ reason: 'busy', detail: '', path: [] }));
  world.fault({ kind: 'reorder', share: 0.5 });
  const sent: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    const { jobId } = await Promise.race([
      world.node('alpha').delegate('mallory', `number ${count}`),
      world.advance(1).then(() => ({ jobId: undefined })),
    ]);
    sent.push(jobId ?? `${count}`);
  }
  await world.rest();
  const came = stranger.inbox.map(({ id }) => id);
  expect(came).toHaveLength(20);
  expect(came).not.toEqual(came.toSorted()); // IDs sort by when they were made.
});

test('what is delayed takes as long as was said, on those lines only', async () => {
  verifies('harness.sim.fault-delay');
  await using world = await SimulatedWorld.create(TRIO);
  world.fault({ kind: 'delay', ms: [100, 200], between: ['alpha', 'beta'] });
  const begun = world.now();
  await world.node('alpha').delegate('beta', 'slowly');
  const took = world.now() - begun;
  expect(took).toBeGreaterThanOrEqual(200);
  expect(took).toBeLessThanOrEqual(400);
  const again = world.now();
  await world.node('alpha').delegate('gamma', 'at once');
  expect(world.now() - again).toBe(2);
});

test('in a network that has fallen apart each part works, and none reaches another until it is whole', async () => {
  verifies('harness.sim.fault-partition');
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta', 'gamma', 'delta'] });
  world.fault({
    kind: 'partition',
    groups: [
      ['alpha', 'beta'],
      ['gamma', 'delta'],
    ],
  });
  const present = (name: string) => world.node(name).rooms()[0]?.present.length;
  await world.until(() => present('alpha') === 1 && present('delta') === 1);
  expect(await world.node('alpha').delegate('beta', 'near')).toMatchObject({ state: 'done' });
  expect(await world.node('alpha').delegate('gamma', 'far')).toMatchObject({ reason: 'unreachable' });
  await world.node('alpha').post('lobby', 'who hears this?');
  await world.advance(100);
  const heard = world.events.flatMap((seen) =>
    seen.event === 'post' && seen.text === 'who hears this?' ? [seen.node] : [],
  );
  expect(heard).not.toContain('gamma');
  world.fault({ kind: 'heal' });
  await world.meet();
  expect(await world.node('alpha').delegate('gamma', 'near again')).toMatchObject({ state: 'done' });
  // And what was missed is read from those who were there.
  await world.until(() => world.events.some((seen) => seen.event === 'post' && seen.node === 'gamma'));
});

test('a slow peer holds everything that reaches or leaves it', async () => {
  verifies('harness.sim.fault-slow');
  await using world = await SimulatedWorld.create(TRIO);
  world.fault({ kind: 'slow', peer: 'beta', ms: 500 });
  const begun = world.now();
  await world.node('alpha').delegate('beta', 'take your time');
  expect(world.now() - begun).toBe(1002);
  await world.node('alpha').delegate('gamma', 'quick');
  expect(world.now() - begun).toBe(1004);
  world.fault({ kind: 'slow', peer: 'beta', ms: 0 });
  await world.node('alpha').delegate('beta', 'quick now');
  expect(world.now() - begun).toBe(1006);
});

test('a peer whose clock is far ahead takes for expired what is not, until its clock is right', async () => {
  verifies('harness.sim.fault-skew');
  await using world = await SimulatedWorld.create({ peers: ['alpha', 'beta'] });
  world.fault({ kind: 'skew', peer: 'beta', ms: 24 * 3_600_000 });
  expect(await world.node('alpha').delegate('beta', 'in time?')).toMatchObject({ reason: 'expired' });
  world.fault({ kind: 'skew', peer: 'beta', ms: -20_000 });
  expect(await world.node('alpha').delegate('beta', 'and now?')).toMatchObject({ state: 'done' });
});

test('a stranger may forge what it likes: its messages arrive, and the brakes of production stop them', async () => {
  verifies('harness.sim.fault-forge');
  await using world = await SimulatedWorld.create(TRIO);
  const stranger = await world.stranger();
  const to = world.node('beta').peerId;
  const honest = (await world.stranger('accomplice')).compose({ to: stranger.peerId }).lineage;
  const links = honest.links.map((link) => ({ ...link, signature: link.signature.map((byte) => byte ^ 1) }));
  const forged = stranger.compose({ to, parent: new Lineage(honest.job, honest.jobBytes, links) });
  expect(await stranger.send(to, forged)).toMatchObject({ kind: 'refused', refusal: { reason: 'malformed' } });
  const deep = composeMessage(
    {
      channel: 'task',
      parent: stranger.root({ maxDepth: 4 }),
      to,
      act: 'request',
      credit: 64,
      messageId: 'widened',
      at: world.now(),
      body: { content: '"x"', deadline: world.now() + 60_000 },
    },
    stranger.identity.signer,
  );
  expect(await stranger.send(to, deep)).toMatchObject({ kind: 'refused' });
  expect(world.turns()).toEqual([]);
  expect(recordOf(world).messages.map(({ fate }) => fate.kind)).toEqual(['refused', 'refused']);
});

test('faults are on the record, as sentences', async () => {
  await using world = await SimulatedWorld.create(TRIO);
  world.fault({ kind: 'lose', share: 0.25, between: ['alpha', 'beta'] });
  await world.crash('gamma');
  expect(recordOf(world).faults.map(({ what }) => what)).toEqual([
    '25 % of what is sent between alpha, beta is lost',
    'gamma crashes',
  ]);
});
