import { composeMessage, encodeEnvelope, roomTopic } from '@hoplite/p2p';
import { afterEach, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { agentOf, Cluster, done } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';

let cluster: Cluster;
afterEach(() => cluster[Symbol.asyncDispose]());

function texts(name: string, room = 'lobby'): readonly string[] {
  const posts = cluster.node(name).readRoom(room);
  return posts.ok ? posts.value.map(({ text }) => text) : [];
}

test('who comes late reads what was said before, as its authors signed it, once, and wakes nobody', async () => {
  verifies('node.rooms.backfill');
  const agents = { gamma: agentOf(() => done('woken')) };
  cluster = await Cluster.start(['alpha', 'beta'], { agents });
  await cluster.node('alpha').post('lobby', 'one');
  await cluster.node('beta').post('lobby', 'two');
  const asked = await cluster.node('alpha').post('lobby', 'echo three', { wake: ['beta'] });
  expect(asked.ok).toBe(true);
  await cluster.until(() => texts('beta').length === 4 && texts('alpha').length === 4);

  await cluster.add('gamma');
  await cluster.until(() => texts('gamma').length === 4);
  expect(texts('gamma')).toEqual(texts('alpha'));
  const authors = cluster.node('gamma').readRoom('lobby');
  expect(authors.ok && authors.value.map(({ authorName }) => authorName)).toEqual(['alpha', 'beta', 'alpha', 'beta']);
  const told = () => cluster.events.filter(({ event, node }) => event === 'post' && node === 'gamma').length;
  await cluster.until(() => told() >= 4);
  expect(told()).toBe(4);
  expect(cluster.turns('gamma')).toBe(0);
});

test('a peer that was away, and comes back on the same disk, reads what it missed', async () => {
  verifies('node.rooms.backfill');
  cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
  await cluster.node('alpha').post('lobby', 'before');
  await cluster.until(() => texts('gamma').length === 1);
  await cluster.stop('gamma');
  await cluster.node('alpha').post('lobby', 'meanwhile');
  await cluster.add('gamma');
  await cluster.until(() => texts('gamma').length === 2);
  expect(texts('gamma')).toEqual(['before', 'meanwhile']);
});

test('a running node that joins a room where others are reads what was said, and again after it was away', async () => {
  verifies('node.rooms.backfill');
  cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
  const [alpha, gamma] = [cluster.node('alpha'), cluster.node('gamma')];
  for (const name of ['alpha', 'beta']) cluster.node(name).joinRoom('ops');
  const present = (name: string) =>
    cluster
      .node(name)
      .rooms()
      .find(({ room }) => room === 'ops')?.present.length;
  const isHeard = (node: string, text: string): boolean =>
    cluster.events.some((told) => told.event === 'post' && told.node === node && told.text === text);
  await cluster.until(() => present('alpha') === 1 && present('beta') === 1);
  await alpha.post('ops', 'one');
  await cluster.until(() => isHeard('beta', 'one'));
  expect(isHeard('gamma', 'one')).toBe(false);
  gamma.joinRoom('ops');
  await cluster.until(() => isHeard('gamma', 'one'));

  gamma.leaveRoom('ops');
  await cluster.until(() => present('alpha') === 1 && present('beta') === 1);
  await alpha.post('ops', 'two');
  await cluster.until(() => isHeard('beta', 'two'));
  expect(isHeard('gamma', 'two')).toBe(false);
  gamma.joinRoom('ops');
  await cluster.until(() => isHeard('gamma', 'two'));
  expect(texts('gamma', 'ops')).toEqual(['one', 'two']);
});

test('a node that is in ten rooms gets the history of all of them', async () => {
  verifies('node.rooms.backfill');
  const rooms = Array.from({ length: 10 }, (_, n) => `room-${n}`);
  cluster = await Cluster.start(['alpha', 'beta'], { config: { rooms } });
  for (const room of rooms) await cluster.node('alpha').post(room, `said in ${room}`);
  await cluster.add('gamma');
  await cluster.until(() => rooms.every((room) => texts('gamma', room).length === 1));
  expect(rooms.map((room) => texts('gamma', room))).toEqual(rooms.map((room) => [`said in ${room}`]));
});

test('forged history is not read, and charged to who told it', async () => {
  verifies('node.rooms.backfill');
  cluster = await Cluster.start(['alpha']);
  const mallory = new HandDrivenPeer(cluster.networkKey, 'mallory');
  const honest = mallory.compose({
    channel: 'room',
    to: roomTopic('lobby'),
    act: 'inform',
    credit: 0,
    body: { content: 'genuine', room: 'lobby' },
  });
  const other = composeMessage(
    {
      ...{ channel: 'room', parent: mallory.root(), to: roomTopic('other'), act: 'inform', credit: 0 },
      ...{ messageId: 'elsewhere', at: Date.now(), body: { content: 'of another room', room: 'other' } },
    },
    mallory.identity.signer,
  );
  const forged = encodeEnvelope(honest).map((byte, index, all) => (index === all.length - 3 ? byte ^ 1 : byte));
  mallory.history = [encodeEnvelope(other), forged, new Uint8Array([1, 2, 3]), encodeEnvelope(honest)];
  await mallory.begin(cluster.node('alpha').addresses);
  mallory.mesh.joinRoom('lobby');
  await cluster.until(() => texts('alpha').length > 0);
  expect(texts('alpha')).toEqual(['genuine']);
  await mallory[Symbol.asyncDispose]();
});
