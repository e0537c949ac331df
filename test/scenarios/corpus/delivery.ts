/** Messages that come twice, late, too early, or not at all. */
import { encodeEnvelope, roomTopic } from '@hoplite/p2p';
import { aborted, along, handOn, held, outcomeOf, relays, reasonOf } from '../agents.ts';
import { has, same } from '../expectations.ts';
import type { Scenario, World } from '../scenario.ts';

/** How often a post was told of. */
function told(world: World, text: string): number {
  return world.events.filter((seen) => seen.event === 'post' && seen.text === text).length;
}

export const delivery: readonly Scenario[] = [
  {
    id: 'S56',
    source: 'swedishembedded/sven',
    says: 'what comes while another is at work waits in a bounded queue or is refused `busy`: nothing accepted is dropped',
    peers: ['alpha', 'beta'],
    config: { turns: { concurrent: 1, queuedPerPeer: 1, queued: 8 } },
    async run(world) {
      const work = held();
      world.script('beta', work.script);
      const ask = (text: string) => world.node('alpha').send('beta', text);
      const first = ask('m1');
      await work.begun;
      const others = [ask('m2'), ask('m3'), ask('m4')];
      has(await Promise.race(others), { state: 'stopped', reason: 'busy' });
      work.release('done');
      const reports = await Promise.all([first, ...others]);
      same(reports.map(({ reason, state }) => reason ?? state).sort(), ['busy', 'busy', 'done', 'done']);
      same(world.turns({ node: 'beta' }).length, 2);
    },
  },
  {
    id: 'S64',
    source: 'libp2p/js-libp2p#1043',
    says: 'a post that circulates again after the gossip has forgotten it is told of once, and too late it is `expired`',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const parent = stranger.root({ expiresAt: world.now() + 600_000 });
      const post = (content: string) =>
        stranger.compose({
          ...{ channel: 'room', to: roomTopic('lobby'), parent, act: 'inform', credit: 0 },
          body: { content, room: 'lobby' },
        });
      const old = post('old');
      await stranger.mesh.publish('lobby', encodeEnvelope(old));
      await world.until(() => told(world, 'old') === 1);
      await world.advance(121_000);
      same(reasonOf(await stranger.send(to, old)), 'duplicate');
      // A member that was on the other side of a partition comes back with it.
      const trudy = await world.stranger('trudy');
      trudy.history = [old, post('new')].map(encodeEnvelope);
      trudy.mesh.leaveRoom('lobby');
      await world.until(
        () =>
          !world
            .node('alpha')
            .rooms()
            .some(({ present }) => present.includes(trudy.peerId)),
      );
      trudy.mesh.joinRoom('lobby');
      await world.until(() => told(world, 'new') === 1);
      same(told(world, 'old'), 1);
      await world.advance(600_000);
      same(reasonOf(await stranger.send(to, old)), 'expired');
      same(reasonOf(await stranger.send(to, post('never seen'))), 'expired');
      same(world.turns(), []);
    },
  },
  {
    id: 'V08',
    source: 'swedishembedded/sven',
    says: 'when who asked goes away for good, the remote turn and its children are cancelled',
    peers: ['beta', 'gamma'],
    agents: { beta: relays },
    config: { requesterGraceSeconds: 1 },
    async run(world) {
      const stranger = await world.stranger();
      const work = held();
      world.script('gamma', work.script);
      const to = world.node('beta').peerId;
      const body = { content: JSON.stringify(along(['gamma'], ['task'])), deadline: world.now() + 60_000 };
      const reply = stranger.send(to, stranger.compose({ to, body })).catch(() => undefined);
      const turn = await work.begun;
      await stranger.mesh.stop();
      await reply;
      has(await aborted(turn.signal), { reason: 'cancelled' });
      await world.until(() => world.events.filter(({ event }) => event === 'turn:ended').length === 2);
    },
  },
  {
    id: 'V09',
    source: 'swedishembedded/sven',
    says: 'a task that is there before its peer listens is answered as soon as that does',
    isLegit: true,
    peers: ['alpha', 'beta'],
    async run(world) {
      await world.stop('beta');
      const reports = ['one', 'two'].map((text) => world.node('alpha').delegate('beta', text));
      await world.start('beta');
      for (const report of await Promise.all(reports)) has(report, { state: 'done', turns: 1 });
      await world.meet();
    },
  },
  {
    id: 'V10',
    source: 'swedishembedded/sven',
    says: 'after a cut the peers find each other again within seconds, and what was under way is not lost',
    isLegit: true,
    peers: ['alpha', 'beta'],
    isCut: true,
    async run(world) {
      const work = held();
      world.script('beta', work.script);
      const before = world.node('alpha').delegate('beta', 'begun before');
      await work.begun;
      world.cut();
      await world.until(() =>
        world.running.every((name) =>
          world
            .node(name)
            .peers()
            .every(({ connected, self }) => self || !connected),
        ),
      );
      work.release('finished meanwhile');
      world.heal();
      has(await before, { state: 'done', result: 'finished meanwhile' });
      has(await world.node('beta').delegate('alpha', 'and back'), { state: 'done' });
      same(world.turns({ node: 'beta' }).length, 1);
    },
  },
  {
    id: 'V11',
    source: 'swedishembedded/sven',
    says: 'a peer that answers nonsense is an error at once: no hang, and one try',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      stranger.onRequest((request) => request.answer(Uint8Array.of(1, 2, 3)));
      world.script('alpha', async (turn) => outcomeOf(await handOn(turn, 'task', 'mallory', 'well?')));
      has(await world.node('alpha').delegate('alpha', 'go'), { state: 'done', result: 'malformed' });
      has(await world.node('alpha').send('mallory', 'well?'), { state: 'stopped', reason: 'malformed' });
      same(stranger.inbox.length, 2);
    },
  },
];
