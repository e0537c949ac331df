import { MAX_CONTENT_BYTES, encodeEnvelope, roomTopic } from '@hoplite/p2p';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';
import { held } from './support/scripted.ts';

describe('rooms', () => {
  test('a post reaches everyone once, wakes nobody by itself, and same texts of two authors both arrive', async () => {
    verifies('p2p.channels.rooms-gossipsub', 'node.rooms.exactly-once', 'node.brakes.terminal');
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const said = ['one', 'two', 'three', 'four', 'five', 'hi'];
    for (const text of said) await cluster.node('alpha').post('lobby', text);
    await cluster.node('beta').post('lobby', 'hi');
    const heard = (name: string) => {
      const posts = cluster.node(name).readRoom('lobby');
      return posts.ok ? posts.value.map(({ authorName, text }) => `${authorName}: ${text}`).sort() : [];
    };
    await cluster.until(() => ['alpha', 'beta', 'gamma'].every((name) => heard(name).length >= said.length + 1));
    const expected = [...said.map((text) => `alpha: ${text}`), 'beta: hi'].sort();
    for (const name of ['alpha', 'beta', 'gamma']) {
      expect(heard(name)).toEqual(expected);
    }
    expect(cluster.turns()).toBe(0);
  });

  test('a post wakes those it names, each answers once, and everyone hears the answers', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const post = await cluster.node('alpha').post('lobby', 'echo status?', { wake: ['beta'] });
    expect(post).toMatchObject({
      ok: true,
      value: { replies: [{ from: 'beta', text: 'status?' }], notWoken: [] },
    });
    const heard = () => {
      const posts = cluster.node('gamma').readRoom('lobby');
      return posts.ok ? posts.value.map(({ authorName, text }) => `${authorName}: ${text}`) : [];
    };
    await cluster.until(() => heard().length >= 2);
    expect(heard()).toEqual(['alpha: echo status?', 'beta: status?']);
    expect([cluster.turns('beta'), cluster.turns('gamma')]).toEqual([1, 0]);
  });

  test('a post that is refused as a task of work is stored as a post all the same', async () => {
    const { agent, begun, release } = held();
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { turns: { concurrent: 1, queuedPerPeer: 0, queued: 0 } },
    });
    const first = cluster.node('alpha').delegate('beta', 'work');
    await begun;
    const post = await cluster.node('alpha').post('lobby', 'for the record', { wake: ['beta'] });
    expect(post).toMatchObject({ ok: true, value: { replies: [{ refusal: { reason: 'busy' } }] } });
    expect(JSON.stringify(cluster.node('beta').readRoom('lobby'))).toContain('for the record');
    release('done');
    await first;
  });

  test('a post wakes its peer also when gossip has brought it long before the stream does', async () => {
    verifies('node.rooms.exactly-once');
    await using cluster = await Cluster.start(['alpha']);
    const alpha = cluster.node('alpha');
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, alpha.addresses);
    mallory.mesh.joinRoom('lobby');
    await mallory.until(() => mallory.mesh.roomPeers('lobby').length > 0);
    const wake = [{ peer: alpha.peerId, credit: 16 }];
    const body = { content: 'echo hi', room: 'lobby', wake, deadline: Date.now() + 20_000 };
    const message = mallory.compose({ channel: 'room', to: roomTopic('lobby'), body });
    await mallory.mesh.publish('lobby', encodeEnvelope(message));
    await cluster.until(() => cluster.events.some(({ event }) => event === 'post'));
    expect(cluster.turns()).toBe(0);

    const first = await mallory.send(alpha.peerId, message);
    expect(first.kind).toBe('answer');
    expect(await mallory.send(alpha.peerId, message)).toEqual(first);
    expect(cluster.turns()).toBe(1);
    const told = cluster.events.filter((event) => event.event === 'post' && event.text === 'echo hi');
    expect(told).toHaveLength(1);
  });

  test('posting where nobody listens, or too much, is an error that the caller sees (V02)', async () => {
    verifies('tools.rooms.nobody-listens');
    await using cluster = await Cluster.start(['alpha', 'beta']);
    const alpha = cluster.node('alpha');
    alpha.joinRoom('den');
    expect(await alpha.post('den', 'anyone?')).toMatchObject({ ok: false, refusal: { reason: 'nobody_listening' } });
    expect(alpha.readRoom('den')).toEqual({ ok: true, value: [] });
    const tooLarge = await alpha.post('lobby', 'x'.repeat(MAX_CONTENT_BYTES + 1));
    expect(tooLarge).toMatchObject({ ok: false, refusal: { reason: 'too_large' } });
    expect(await alpha.post('attic', 'hi')).toMatchObject({ ok: false, refusal: { reason: 'not_in_room' } });
  });

  test('with too little credit the rest are not woken, and it says who', async () => {
    await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
    const post = await cluster.node('alpha').post('lobby', 'echo all?', { wake: 'everyone', credit: 1 });
    expect(post).toMatchObject({ ok: true, value: { notWoken: [{ refusal: { reason: 'max_turns' } }] } });
    expect(cluster.turns()).toBe(1);
  });

  test('a post that was signed for one room is refused in another (X04)', async () => {
    verifies('p2p.lineage.x04-replayed');
    await using cluster = await Cluster.start(['alpha']);
    await using mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
    const to = cluster.node('alpha').peerId;
    const body = {
      content: 'echo hi',
      room: 'elsewhere',
      wake: [{ peer: to, credit: 16 }],
      deadline: Date.now() + 9000,
    };
    const message = mallory.compose({ channel: 'room', to: roomTopic('elsewhere'), body });
    expect(await mallory.send(to, message)).toMatchObject({ kind: 'refused', refusal: { reason: 'not_in_room' } });
    const lying = mallory.compose({ channel: 'room', to: roomTopic('elsewhere'), body: { ...body, room: 'lobby' } });
    expect(await mallory.send(to, lying)).toMatchObject({ kind: 'refused', refusal: { reason: 'malformed' } });
  });
});

test('a post that woke another peer wakes nobody after a restart', async () => {
  await using cluster = await Cluster.start(['alpha', 'beta', 'gamma']);
  await cluster.node('alpha').post('lobby', 'echo hi', { wake: ['beta'] });
  const posts = () => cluster.node('gamma').readRoom('lobby');
  await cluster.until(() => JSON.stringify(posts()).includes('echo hi'));
  await cluster.stop('gamma');
  await cluster.add('gamma');
  await cluster.meet();
  expect(await cluster.node('alpha').send('gamma', 'echo still there?')).toMatchObject({ state: 'done' });
  expect(cluster.turns('gamma')).toBe(1);
});
