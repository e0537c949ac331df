/** Peers that sign lies, and what their lies get them. */
import { Lineage, composeNotice, decodeEnvelope, encodeEnvelope, generateIdentity, roomTopic } from '@hoplite/p2p';
import type { HaltScope, Message } from '@hoplite/p2p';
import { withLineage } from '../../support/hand-driven-peer.ts';
import { reasonOf } from '../agents.ts';
import { has, holds, same } from '../expectations.ts';
import type { HandDriven, Scenario, World } from '../scenario.ts';

const STAMP = { messageId: 'm', bodyHash: new Uint8Array(32), act: 'request', credit: 16 } as const;

/** Sends what is forged, and sees that it is refused for the reason and that no agent ran. */
async function refused(world: World, stranger: HandDriven, message: Message, reason: string): Promise<void> {
  const before = world.turns().length;
  same(reasonOf(await stranger.send(world.node('alpha').peerId, message)), reason);
  same(world.turns().length, before);
}

/** An honest message of `stranger` whose chain began two peers earlier. */
function third(stranger: HandDriven, to: string, at: number): Message {
  const [first, second] = [generateIdentity(), generateIdentity()];
  const parent = stranger
    .root()
    .extend({ ...STAMP, at, to: second.peerId }, first.signer)
    .extend({ ...STAMP, at, to: stranger.peerId }, second.signer);
  return stranger.compose({ to, parent, credit: 4 });
}

export const dishonest: readonly Scenario[] = [
  {
    id: 'X01',
    source: 'design.md section 2',
    says: 'a root that is signed by someone else than its origin is refused',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const forged = { peerId: generateIdentity().peerId, sign: stranger.identity.signer.sign };
      const parent = stranger.root().extend({ ...STAMP, at: world.now(), to: stranger.peerId }, forged);
      await refused(world, stranger, stranger.compose({ to, parent, credit: 4 }), 'malformed');
    },
  },
  {
    id: 'X02',
    source: 'design.md section 2',
    says: 'a chain with a link cut out is refused, at its beginning and in the middle',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const message = third(stranger, world.node('alpha').peerId, world.now());
      const { job, jobBytes, links } = message.lineage;
      for (const cut of [0, 1]) {
        const left = links.filter((_, index) => index !== cut);
        await refused(world, stranger, withLineage(message, new Lineage(job, jobBytes, left)), 'malformed');
      }
    },
  },
  {
    id: 'X03',
    source: 'design.md section 2',
    says: 'credit or maxDepth that a link widens is refused',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const message = third(stranger, to, world.now());
      const { job, jobBytes, links } = message.lineage;
      for (const wider of [{ credit: 10_000 }, { maxDepth: 100 }]) {
        const { job: changed, jobBytes: bytes } = Lineage.root({ ...job, ...wider });
        await refused(world, stranger, withLineage(message, new Lineage(changed, bytes, links)), 'malformed');
      }
      const parent = new Lineage(job, jobBytes, links.slice(0, 2));
      await refused(world, stranger, stranger.compose({ to, parent, credit: STAMP.credit + 1 }), 'malformed');
    },
  },
  {
    id: 'X04',
    source: 'design.md section 2',
    says: 'a link that is replayed to another target, or in another room, is refused',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      await refused(world, stranger, stranger.compose({ to: generateIdentity().peerId }), 'malformed');
      const body = { content: 'hi', wake: [{ peer: to, credit: 16 }], deadline: world.now() + 9000 };
      const post = (room: string) =>
        stranger.compose({ channel: 'room', to: roomTopic('elsewhere'), body: { ...body, room } });
      await refused(world, stranger, post('elsewhere'), 'not_in_room');
      await refused(world, stranger, post('lobby'), 'malformed');
    },
  },
  {
    id: 'X05',
    source: 'design.md section 2',
    says: 'credit that is spent twice, on siblings, is found out by the origin, which keeps the proof',
    peers: ['alpha', 'beta', 'gamma'],
    async run(world) {
      const stranger = await world.stranger();
      const alpha = world.node('alpha');
      stranger.onRequest((request) => {
        request.accept();
        const asked = decodeEnvelope(request.channel, request.envelope);
        const sent = ['beta', 'gamma'].map((name) => {
          const to = world.node(name).peerId;
          return stranger.send(to, stranger.compose({ to, parent: asked.lineage, credit: asked.link.credit }));
        });
        void Promise.all(sent).then(() => request.answer(stranger.answerTo(asked, '"all mine"')));
      });
      has(await alpha.delegate('mallory', 'work', { credit: 2 }), { state: 'done', turns: 1, credit: { left: 1 } });
      await world.until(() => alpha.inbox().length > 0);
      has(alpha.inbox(), [{ kind: 'evidence', peer: 'mallory', reason: 'malformed' }]);
      const { grant, spent } = JSON.parse(alpha.inbox()[0]?.payload ?? '{}') as Record<string, readonly unknown[]>;
      holds(grant !== undefined && spent?.length === 2, 'the proof is not complete');
    },
  },
  {
    id: 'X06',
    source: 'design.md section 2',
    says: 'who gives back more credit than it was granted mints none, and the claim is kept',
    peers: ['alpha'],
    async run(world) {
      const stranger = await world.stranger();
      const alpha = world.node('alpha');
      stranger.onRequest((request) => {
        const asked = decodeEnvelope(request.channel, request.envelope);
        const settlement = { returned: 1000, burnt: 0, open: 0, path: [], stops: [], stopCount: 0 };
        const body = { content: '"rich"', inReplyTo: asked.link.messageId, settlement };
        const stamp = { parent: asked.lineage, to: asked.link.from, act: 'inform', credit: 0, body } as const;
        request.answer(encodeEnvelope(stranger.compose(stamp)));
      });
      const report = await alpha.delegate('mallory', 'work');
      has(report, { state: 'done', credit: { granted: 32 } });
      holds(report.credit.left <= 32, `${report.credit.left} came back of 32`);
      has(alpha.inbox(), [{ kind: 'evidence', peer: 'mallory', reason: 'malformed' }]);
    },
  },
  {
    id: 'X07',
    source: 'design.md section 4',
    says: 'a fresh job for each message does not get around the rate, and time does',
    peers: ['alpha'],
    config: { rates: { perPeer: { perMinute: 60, burst: 5 }, perOrigin: { perMinute: 600, burst: 300 } } },
    async run(world) {
      const stranger = await world.stranger();
      const to = world.node('alpha').peerId;
      const say = () => stranger.send(to, stranger.compose({ to }));
      const replies = await Promise.all(Array.from({ length: 20 }, say));
      const limited = replies.filter((reply) => reasonOf(reply) === 'rate_limited').length;
      holds(limited >= 12, `${20 - limited} of 20 got through, with a burst of 5`);
      const [first] = replies.filter((reply) => reply.kind === 'refused');
      const wait = first?.kind === 'refused' ? (first.refusal.retryAfter ?? 0) : 0;
      holds(wait > 0 && wait <= 1000, `it is to wait ${wait} ms for one of 60 a minute`);
      await world.advance(1000);
      same(reasonOf(await say()), 'answered');
    },
  },
  {
    id: 'X08',
    source: 'design.md section 6',
    says: 'a halt by a peer without the right is not obeyed; what it says of itself is',
    peers: ['alpha', 'beta'],
    config: { defaultRights: ['task', 'session', 'room'] },
    async run(world) {
      const stranger = await world.stranger();
      const alpha = world.node('alpha');
      const halt = (scope: HaltScope) => {
        const stamp = { id: JSON.stringify(scope), at: world.now(), until: world.now() + 3_600_000 };
        const notice = composeNotice({ kind: 'halt', scope, note: 'mine' }, stamp, stranger.identity.signer);
        stranger.mesh.notify(alpha.peerId, notice);
      };
      const { jobId } = await alpha.delegate('beta', 'work');
      for (const scope of [{ kind: 'all' }, { kind: 'job', jobId }, { kind: 'peer', peer: alpha.peerId }] as const) {
        halt(scope);
      }
      halt({ kind: 'peer', peer: stranger.peerId });
      await world.until(() => alpha.halts().length > 0);
      has(alpha.halts(), [{ scope: { kind: 'peer', peer: stranger.peerId } }]);
      has(await alpha.delegate('beta', 'more work'), { state: 'done' });
    },
  },
];
