/** Posts: everyone reads each once, and only who is named wakes. */
import { MAX_CONTENT_BYTES, encodeEnvelope, roomTopic } from '@hoplite/p2p';
import { has, same } from '../expectations.ts';
import type { Scenario, World } from '../scenario.ts';

/** What a peer has read, in any order. */
function heard(world: World, name: string): readonly string[] {
  const posts = world.node(name).readRoom('lobby');
  return posts.ok ? posts.value.map(({ authorName, text }) => `${authorName}: ${text}`).sort() : [];
}

export const rooms: readonly Scenario[] = [
  {
    id: 'V01',
    source: 'swedishembedded/sven',
    says: 'five different posts all arrive at three peers exactly once, and wake nobody',
    isLegit: true,
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const said = ['one', 'two', 'three', 'four', 'five'];
      for (const text of said) {
        await world.node('alpha').post('lobby', text);
        await world.advance(2000);
      }
      await world.until(() => world.running.every((name) => heard(world, name).length >= said.length));
      for (const name of world.running) same(heard(world, name), said.map((text) => `alpha: ${text}`).sort());
      same(world.turns(), []);
    },
  },
  {
    id: 'S87',
    source: 'swedishembedded/sven',
    says: 'all posts arrive: the second of an author, and the same text of another author',
    isLegit: true,
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      for (const text of ['one', 'two']) await world.node('alpha').post('lobby', text);
      await world.node('beta').post('lobby', 'one');
      await world.until(() => world.running.every((name) => heard(world, name).length >= 3));
      for (const name of world.running) same(heard(world, name), ['alpha: one', 'alpha: two', 'beta: one']);
    },
  },
  {
    id: 'V02',
    source: 'swedishembedded/sven',
    says: 'posting where nobody listens, or over the size limit, is an error that the caller sees',
    peers: ['alpha', 'beta'],
    async run(world) {
      const alpha = world.node('alpha');
      alpha.joinRoom('den');
      has(await alpha.post('den', 'anyone?'), { ok: false, refusal: { reason: 'nobody_listening' } });
      same(alpha.readRoom('den'), { ok: true, value: [] });
      const tooLarge = await alpha.post('lobby', 'x'.repeat(MAX_CONTENT_BYTES + 1));
      has(tooLarge, { ok: false, refusal: { reason: 'too_large' } });
      has(await alpha.post('attic', 'hi'), { ok: false, refusal: { reason: 'not_in_room' } });
    },
  },
  {
    id: 'S77-merged',
    source: 'jambonz/sbc-inbound#209',
    says: 'a request that comes on two ways, by gossip and directly, runs once and is no loop',
    isLegit: true,
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const wake = [{ peer: to, credit: 16 }];
      const body = { content: 'hi', room: 'lobby', wake, deadline: world.now() + 20_000 };
      const message = stranger.compose({ channel: 'room', to: roomTopic('lobby'), body });
      await stranger.mesh.publish('lobby', encodeEnvelope(message));
      await world.until(() => world.events.some(({ event }) => event === 'post'));
      same(world.turns(), []);
      const first = await stranger.send(to, message);
      same(first.kind, 'answer');
      same(await stranger.send(to, message), first);
      same(world.turns().length, 1);
    },
  },
];
