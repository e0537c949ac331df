import type { Lineage } from '@hoplite/p2p';
import { MAX_HOP_DEPTH, composeMessage, generateIdentity, type Message, type Reply } from '@hoplite/p2p';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { Cluster } from './support/cluster.ts';
import { HandDrivenPeer } from './support/hand-driven-peer.ts';

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

test('a job that claims a greater maxDepth than MAX_HOP_DEPTH gets no more hops', async () => {
  await expectRefused(chainOf(MAX_HOP_DEPTH, { maxDepth: 100 }), 'max_hops');
});

test('a chain that has been at the receiver is refused', async () => {
  verifies('node.brakes.cycle');
  const alpha = cluster.node('alpha').peerId;
  const other = generateIdentity();
  // Only alpha can sign as alpha, so an honest chain of this kind comes from a real relay: see the scenarios S24 and S40.
  const stamp = { messageId: 'm', at: Date.now(), bodyHash: new Uint8Array(32), act: 'request', credit: 8 } as const;
  const parent = mallory.root().extend({ ...stamp, to: alpha }, { peerId: alpha, sign: other.signer.sign });
  await expectRefused(mallory.compose({ to: victim, parent, credit: 4 }), 'malformed');
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
