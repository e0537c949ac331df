/** The same again: under the same ID, under another, by another. */
import { answers, reasonOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario } from '../scenario.ts';

export const repeats: readonly Scenario[] = [
  {
    id: 'S57',
    source: 'anthropics/claude-code#92244',
    says: 'one event that is delivered four times runs once, and each delivery gets the first one’s answer',
    isLegit: true,
    peers: ['alpha'],
    agents: { alpha: answers('once') },
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const message = stranger.compose({ to });
      const first = await stranger.send(to, message);
      for (let count = 0; count < 3; count += 1) same(await stranger.send(to, message), first);
      same([first.kind, world.turns().length], ['answer', 1]);
    },
  },
  {
    id: 'F-twice',
    source: 'design.md section 4',
    says: 'a message that comes twice does nothing the second time; with another body it is an alarm',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const message = stranger.compose({ to, messageId: 'said-twice' });
      const first = await stranger.send(to, message);
      same(await stranger.send(to, message), first);
      same(world.node('alpha').inbox(), []);
      const body = { content: '"different"', deadline: world.now() + 20_000 };
      same(reasonOf(await stranger.send(to, stranger.compose({ to, messageId: 'said-twice', body }))), 'duplicate');
      has(world.node('alpha').inbox(), [{ kind: 'evidence', reason: 'duplicate', peer: 'mallory' }]);
      same(world.turns().length, 1);
    },
  },
  {
    id: 'V06',
    source: 'swedishembedded/sven',
    says: 'the same message ID of two authors is two messages, each with its own answer',
    isLegit: true,
    peers: ['alpha'],
    async run(world) {
      const to = world.node('alpha').peerId;
      for (const name of ['mallory', 'trudy']) {
        const stranger = await world.stranger(name);
        const body = { content: JSON.stringify(`from ${name}`), deadline: world.now() + 20_000 };
        same(reasonOf(await stranger.send(to, stranger.compose({ to, messageId: 'the-same', body }))), 'answered');
      }
      same(
        world.asked.map(({ brief }) => brief),
        ['from mallory', 'from trudy'],
      );
    },
  },
  {
    id: 'F-envelope',
    source: 'design.md section 4',
    says: 'the same brief under a new ID is `cannot: ping-pong`, and the path is what it was',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const parent = stranger.root();
      const say = (content: string) => {
        const body = { content, deadline: world.now() + 20_000 };
        return stranger.send(to, stranger.compose({ to, parent, body, credit: 4 }));
      };
      same(reasonOf(await say('{"a":1,"b":2}')), 'answered');
      const again = await say('{ "b": 2, "a": 1 }');
      has(again, { kind: 'refused', refusal: { reason: 'cannot: ping-pong', path: [stranger.peerId, to] } });
      same(world.turns().length, 1);
    },
  },
];
