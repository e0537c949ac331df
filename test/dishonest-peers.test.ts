import {
  Lineage,
  MAX_HOP_DEPTH,
  composeMessage,
  decodeEnvelope,
  generateIdentity,
  type Message,
  type Reply,
} from '@hoplite/p2p';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';
import { HandDrivenPeer, withLineage } from './support/hand-driven-peer.ts';

let cluster: Cluster;
let mallory: HandDrivenPeer;
let victim: string;
let turnsBefore: number;

beforeAll(async () => {
  cluster = await Cluster.start(['alpha']);
  victim = cluster.node('alpha').peerId;
}, 60_000);
beforeEach(async () => {
  // A new one each time: a peer is shut out for a while when it has sent too much nonsense.
  mallory = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses);
  turnsBefore = cluster.turns();
});
afterEach(() => mallory[Symbol.asyncDispose]());
afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

function reasonOf(reply: Reply): string {
  return reply.kind === 'refused' ? reply.refusal.reason : 'answered';
}

/** Sends what is forged, and sees that it is refused for the reason and that no agent ran. */
async function expectRefused(message: Message, reason: string): Promise<void> {
  expect(reasonOf(await mallory.send(victim, message))).toBe(reason);
  expect(cluster.turns()).toBe(turnsBefore);
}

/** An honest chain of `hops` strangers that ends with mallory, and a message of hers that extends it to the victim. */
function chainOf(hops: number, changes: Partial<Lineage['job']> = {}): Message {
  const before = Array.from({ length: hops - 1 }, () => generateIdentity());
  const senders = [...before, mallory.identity];
  let parent = mallory.root(changes);
  for (const [index, sender] of senders.entries()) {
    const next = senders[index + 1];
    if (next === undefined) break;
    const stamp = { messageId: `m${index}`, at: Date.now(), bodyHash: new Uint8Array(32), act: 'request' } as const;
    parent = parent.extend({ ...stamp, to: next.peerId, credit: 16 }, sender.signer);
  }
  return mallory.compose({ to: victim, parent, credit: 4 });
}

test('an honest message is answered', async () => {
  expect(reasonOf(await mallory.send(victim, mallory.compose({ to: victim })))).toBe('answered');
  expect(cluster.turns()).toBe(turnsBefore + 1);
});

test.each([1, 2, 3])('an honest chain of %i hops is answered', async (hops) => {
  verifies('node.brakes.max-hops');
  expect(reasonOf(await mallory.send(victim, chainOf(hops)))).toBe('answered');
});

test.each([MAX_HOP_DEPTH, MAX_HOP_DEPTH + 1])('a chain of %i hops is refused by the receiver', async (hops) => {
  await expectRefused(chainOf(hops), 'max_hops');
});

test('a job that claims a greater maxDepth than MAX_HOP_DEPTH gets no more hops', async () => {
  await expectRefused(chainOf(MAX_HOP_DEPTH, { maxDepth: 100 }), 'max_hops');
});

test('a chain that has been at the receiver is refused', async () => {
  verifies('node.brakes.cycle');
  const alpha = cluster.node('alpha').peerId;
  const other = generateIdentity();
  // Only alpha can sign as alpha, so an honest chain of this kind comes from a real relay: see hop-budget.test.ts.
  const stamp = { messageId: 'm', at: Date.now(), bodyHash: new Uint8Array(32), act: 'request', credit: 8 } as const;
  const parent = mallory.root().extend({ ...stamp, to: alpha }, { peerId: alpha, sign: other.signer.sign });
  await expectRefused(mallory.compose({ to: victim, parent, credit: 4 }), 'malformed');
});

test('X01: a root signed by someone else than its origin is refused', async () => {
  verifies('p2p.lineage.x01-foreign-origin', 'node.brakes.malformed');
  const origin = generateIdentity();
  const stamp = { messageId: 'm', at: Date.now(), bodyHash: new Uint8Array(32), act: 'request', credit: 8 } as const;
  const forged = { peerId: origin.peerId, sign: mallory.identity.signer.sign };
  const parent = mallory.root().extend({ ...stamp, to: mallory.peerId }, forged);
  await expectRefused(mallory.compose({ to: victim, parent, credit: 4 }), 'malformed');
});

test('X02: a chain with a link cut out is refused', async () => {
  verifies('p2p.lineage.x02-cut-link');
  const message = chainOf(3);
  const { job, jobBytes, links } = message.lineage;
  await expectRefused(withLineage(message, new Lineage(job, jobBytes, links.slice(1))), 'malformed');
  await expectRefused(
    withLineage(message, new Lineage(job, jobBytes, [...links.slice(0, 1), ...links.slice(2)])),
    'malformed',
  );
});

test('X03: widened credit or maxDepth is refused', async () => {
  verifies('p2p.lineage.x03-widened', 'p2p.lineage.credit-never-grows');
  const message = chainOf(2);
  const { job, links } = message.lineage;
  const wider = Lineage.root({ ...job, maxDepth: 4, credit: 10_000 });
  await expectRefused(withLineage(message, new Lineage(wider.job, wider.jobBytes, links)), 'malformed');
  const greedy = mallory.compose({
    to: victim,
    parent: new Lineage(job, message.lineage.jobBytes, links.slice(0, 1)),
    credit: 17,
  });
  await expectRefused(greedy, 'malformed');
});

test('X04: a link replayed to another target is refused', async () => {
  verifies('p2p.lineage.x04-replayed', 'p2p.lineage.addressed');
  await expectRefused(mallory.compose({ to: generateIdentity().peerId }), 'malformed');
  const message = mallory.compose({ to: victim });
  const other = mallory.compose({ to: victim, body: { content: '"other"', deadline: Date.now() + 1000 } });
  await expectRefused({ ...message, bodyBytes: other.bodyBytes }, 'malformed');
});

test('a message in the name of another author is refused', async () => {
  verifies('node.brakes.unauthorized');
  const other = generateIdentity();
  const message = composeMessage(
    {
      channel: 'task',
      parent: mallory.root(),
      to: victim,
      act: 'request',
      credit: 4,
      messageId: 'in-another-name',
      at: Date.now(),
      body: { content: '"x"', deadline: Date.now() + 1000 },
    },
    other.signer,
  );
  await expectRefused(message, 'unauthorized');
});

test('an expired job is refused', async () => {
  verifies('node.brakes.expired', 'p2p.lineage.fresh');
  const now = Date.now();
  const parent = mallory.root({ issuedAt: now - 200_000, expiresAt: now - 61_000 });
  await expectRefused(mallory.compose({ to: victim, parent }), 'expired');
});

test('a terminal act in place of a request wakes nobody', async () => {
  verifies('node.brakes.terminal');
  const message = mallory.compose({
    to: victim,
    act: 'inform',
    credit: 0,
    channel: 'session',
    body: { content: 'thanks, no reply needed', inReplyTo: 'whatever' },
  });
  await expectRefused(message, 'terminal');
});

test('a repeat is answered with what was recorded, and with another body it is an alarm', async () => {
  verifies('node.brakes.duplicate');
  const message = mallory.compose({ to: victim, messageId: 'said-twice' });
  const [first, second] = [await mallory.send(victim, message), await mallory.send(victim, message)];
  expect(first.kind).toBe('answer');
  expect(second).toEqual(first);
  const altered = mallory.compose({
    to: victim,
    messageId: 'said-twice',
    body: { content: '"different"', deadline: Date.now() + 1000 },
  });
  expect(reasonOf(await mallory.send(victim, altered))).toBe('duplicate');
  expect(cluster.turns()).toBe(turnsBefore + 1);
});

test('the same message ID of two authors is two messages, each with its own answer (V06)', async () => {
  verifies('node.brakes.duplicate-per-author');
  await using other = await HandDrivenPeer.start(cluster.networkKey, cluster.node('alpha').addresses, 'trudy');
  const say = (peer: HandDrivenPeer, text: string): Promise<Reply> => {
    const body = { content: JSON.stringify({ skill: 'echo', input: text }), deadline: Date.now() + 20_000 };
    return peer.send(victim, peer.compose({ to: victim, messageId: 'the-same', body }));
  };
  const replies = [await say(mallory, 'one'), await say(other, 'two')];
  const contents = replies.map((reply) =>
    reply.kind === 'answer' ? decodeEnvelope('task', reply.envelope).body.content : reply.refusal.reason,
  );
  expect(contents).toEqual(['"one"', '"two"']);
});

test('a peer that keeps sending forged messages is charged for each, and shut out', async () => {
  verifies('node.brakes.malformed');
  for (let count = 1; count < 10; count += 1) {
    await expectRefused(mallory.compose({ to: generateIdentity().peerId }), 'malformed');
  }
  const left = cluster.until(() =>
    cluster.events.some((event) => event.event === 'peer:left' && event.peerId === mallory.peerId),
  );
  const last = new AbortController();
  const reply = mallory.send(victim, mallory.compose({ to: generateIdentity().peerId }), last.signal);
  await left;
  last.abort();
  await reply.catch(() => undefined);
});

test('after all of that the node still answers', async () => {
  expect(reasonOf(await mallory.send(victim, mallory.compose({ to: victim, channel: 'session', act: 'query' })))).toBe(
    'answered',
  );
});
