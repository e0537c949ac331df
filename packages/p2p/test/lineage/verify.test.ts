import { peerIdFromString } from '@libp2p/peer-id';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CLOCK_SKEW_MS,
  MAX_JOB_LIFETIME_MS,
  bodyHash,
  isPeerId,
  roomTopic,
  verifyEd25519,
  verifyLineage,
  type Act,
  type Lineage,
  type Message,
} from '../../src/index.ts';
import {
  A,
  B,
  C,
  D,
  NOW,
  TOPIC,
  answerTo,
  forge,
  hop,
  judge,
  received,
  relink,
  rootOf,
  withLineage,
  type Hop,
} from './chains.ts';

const MALFORMED = { reason: 'malformed' };
const BELIEVED = undefined;

/** A message from `from` to `to` whose chain is whatever a test wants it to be. */
function messageOn(chain: Lineage, last: Hop): Message {
  return received(hop(chain, last));
}

describe('an honest message is believed', () => {
  test.each(['task', 'session', 'room'] as const)('on the %s channel, at depth 1, 2 and 3', (channel) => {
    const one = hop(rootOf(), { channel, from: A, to: B });
    const two = hop(one.lineage, { channel, from: B, to: C, credit: 4 });
    const three = hop(two.lineage, { channel, from: C, to: D, credit: 2 });
    expect([judge(received(one), B), judge(received(two), C), judge(received(three), D)]).toEqual([
      BELIEVED,
      BELIEVED,
      BELIEVED,
    ]);
  });
});

describe('the age of a job', () => {
  const born = (issuedAt: number, expiresAt: number): Message =>
    messageOn(rootOf({ issuedAt, expiresAt }), { from: A, to: B });

  test('clocks may differ by 60 s: a job from later than that is refused', () => {
    verifies('p2p.lineage.fresh');
    const at = (ahead: number) => judge(born(NOW + ahead, NOW + ahead + 1000), B);
    expect(at(CLOCK_SKEW_MS - 1)).toBe(BELIEVED);
    expect(at(CLOCK_SKEW_MS)).toBe(BELIEVED);
    expect(at(CLOCK_SKEW_MS + 1)).toMatchObject(MALFORMED);
    expect(CLOCK_SKEW_MS).toBe(60_000);
  });

  test('a job that expired more than 60 s ago is refused, as expired and not as a fault of the peer', () => {
    verifies('p2p.lineage.fresh');
    const message = born(NOW, NOW + 1000);
    const at = (late: number) => judge(message, B, { now: NOW + 1000 + late });
    expect(at(CLOCK_SKEW_MS - 1)).toBe(BELIEVED);
    expect(at(CLOCK_SKEW_MS)).toBe(BELIEVED);
    expect(at(CLOCK_SKEW_MS + 1)).toMatchObject({ reason: 'expired' });
  });

  test('a job lives for between a millisecond and a day', () => {
    verifies('p2p.lineage.fresh');
    const lives = (lifetime: number) => judge(born(NOW, NOW + lifetime), B);
    expect(lives(MAX_JOB_LIFETIME_MS)).toBe(BELIEVED);
    expect(lives(MAX_JOB_LIFETIME_MS + 1)).toMatchObject(MALFORMED);
    expect(lives(1)).toBe(BELIEVED);
    expect(lives(0)).toMatchObject(MALFORMED);
    expect(lives(-1)).toMatchObject(MALFORMED);
  });
});

describe('where a message comes from and goes to', () => {
  test('a lineage without a link belongs to no message', () => {
    verifies('p2p.lineage.addressed');
    const fault = verifyLineage(rootOf(), {
      channel: 'task',
      bodyHash: new Uint8Array(32),
      author: A.peerId,
      localPeer: B.peerId,
      now: NOW,
      lastLinkAuthenticated: true,
      verify: verifyEd25519,
    });
    expect(fault).toMatchObject(MALFORMED);
  });

  test('the last link is from the peer that the connection authenticated', () => {
    verifies('p2p.lineage.addressed');
    const message = messageOn(rootOf(), { from: A, to: B });
    expect(judge(message, B, { author: A.peerId })).toBe(BELIEVED);
    expect(judge(message, B, { author: C.peerId })).toMatchObject(MALFORMED);
  });

  test.each(['task', 'session'] as const)('the last link of a %s message is addressed to me', (channel) => {
    verifies('p2p.lineage.addressed', 'p2p.lineage.x04-replayed');
    const message = messageOn(rootOf(), { channel, from: A, to: B });
    expect(judge(message, B)).toBe(BELIEVED);
    expect(judge(message, C)).toMatchObject(MALFORMED);
  });

  test('a post is believed in the room that it is addressed to, by everyone there, and in no other', () => {
    verifies('p2p.lineage.addressed', 'p2p.lineage.x04-replayed');
    const post = messageOn(rootOf(), { channel: 'room', from: A, to: B });
    expect([B, C, D].map((member) => judge(post, member))).toEqual([BELIEVED, BELIEVED, BELIEVED]);
    expect(judge(post, B, { topic: roomTopic('other') })).toMatchObject(MALFORMED);
    const { topic: _, ...nowhere } = { ...claimsOf(post), topic: TOPIC };
    expect(verifyLineage(post.lineage, nowhere)).toMatchObject(MALFORMED);
  });

  test('a post is not a message to a member, nor a message to a member a post', () => {
    verifies('p2p.lineage.x04-replayed');
    const post = messageOn(rootOf(), { channel: 'room', from: A, to: B });
    const task = messageOn(rootOf(), { channel: 'task', from: A, to: B });
    expect(judge(post, B, { channel: 'task' })).toMatchObject(MALFORMED);
    expect(judge(task, B, { channel: 'room', topic: TOPIC })).toMatchObject(MALFORMED);
  });

  test('the body is the one that was signed, and on the channel that it was signed for', () => {
    verifies('p2p.lineage.signatures');
    const message = messageOn(rootOf(), { channel: 'task', from: A, to: B });
    const other = Buffer.concat([message.bodyBytes, Buffer.from([0])]);
    expect(judge(message, B, { bodyHash: bodyHash('task', other) })).toMatchObject(MALFORMED);
    expect(judge(message, B, { bodyHash: bodyHash('session', message.bodyBytes) })).toMatchObject(MALFORMED);
    expect(judge(message, B, { bodyHash: bodyHash('task', message.bodyBytes) })).toBe(BELIEVED);
  });

  test('whoever a link went to is who carries on', () => {
    verifies('p2p.lineage.addressed');
    const toB = forge(rootOf(), { from: A.peerId, to: B.peerId }, A);
    expect(judge(messageOn(toB, { from: B, to: D, credit: 8 }), D)).toBe(BELIEVED);
    expect(judge(messageOn(toB, { from: C, to: D, credit: 8 }), D)).toMatchObject(MALFORMED);
    // Not even one that has been granted credit earlier on the chain.
    const pastC = hop(hop(rootOf(), { from: C, to: A }).lineage, { from: A, to: B }).lineage;
    expect(judge(messageOn(pastC, { from: B, to: D, credit: 8 }), D)).toBe(BELIEVED);
    expect(judge(messageOn(pastC, { from: C, to: D, credit: 8 }), D)).toMatchObject(MALFORMED);
  });

  test('any member of a room may carry on from a post', () => {
    verifies('p2p.lineage.addressed');
    const posted = forge(rootOf(), { from: A.peerId, to: TOPIC }, A);
    for (const member of [B, C]) {
      expect(judge(messageOn(posted, { from: member, to: D }), D)).toBe(BELIEVED);
    }
  });
});

describe('a peer has one name', () => {
  const asCid = peerIdFromString(B.peerId).toCID().toString();

  test('another spelling of a peer ID is none', () => {
    verifies('p2p.lineage.addressed');
    expect(peerIdFromString(asCid).toString()).toBe(B.peerId); // So it does name B.
    expect(isPeerId(B.peerId)).toBe(true);
    expect([asCid, ` ${B.peerId}`, `${B.peerId}\n`, `z${B.peerId}`, '', 'beta'].some(isPeerId)).toBe(false);
    expect(isPeerId('1'.repeat(10_000))).toBe(false);
  });

  test('a key that is not Ed25519 is no peer of ours', () => {
    expect(isPeerId('QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N')).toBe(false); // RSA
    expect(isPeerId('16Uiu2HAm9AVdUjP3cZDS72v3cRFkM8fA5RvMaRgfN1GKPn6aK8tn')).toBe(false); // secp256k1
    expect(verifyEd25519('QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N', new Uint8Array(1), new Uint8Array(64))).toBe(
      false,
    );
  });

  test('a chain that passes under another spelling is refused, though every signature in it is right', () => {
    verifies('p2p.lineage.addressed');
    const alias = { ...B, peerId: asCid };
    const toAlias = forge(rootOf(), { from: A.peerId, to: asCid }, A);
    expect(judge(messageOn(toAlias, { from: alias, to: C }), C)).toMatchObject(MALFORMED);
    const toB = forge(rootOf(), { from: A.peerId, to: B.peerId }, A);
    expect(judge(messageOn(toB, { from: alias, to: C }), C, { author: asCid })).toMatchObject(MALFORMED);
    expect(judge(messageOn(rootOf(), { from: A, to: alias }), alias)).toMatchObject(MALFORMED);
    expect(judge(messageOn(rootOf(), { from: alias, to: C }), C, { author: asCid })).toMatchObject(MALFORMED);
  });
});

describe('what may follow an answer', () => {
  const asked = hop(rootOf(), { channel: 'session', from: A, to: B });
  const told = answerTo(asked, B);

  test('a message of its reader back to its author', () => {
    verifies('p2p.lineage.addressed');
    expect(judge(messageOn(told.lineage, { channel: 'session', from: A, to: B }), B)).toBe(BELIEVED);
    expect(judge(messageOn(told.lineage, { channel: 'task', from: A, to: B }), B)).toBe(BELIEVED);
  });

  test('but none to a third peer', () => {
    verifies('p2p.lineage.addressed');
    expect(judge(messageOn(told.lineage, { from: A, to: C }), C)).toMatchObject(MALFORMED);
    expect(judge(messageOn(told.lineage, { channel: 'room', from: A, to: B }), B)).toMatchObject(MALFORMED);
  });

  test('nothing follows an answer to nothing', () => {
    verifies('p2p.lineage.addressed');
    const unasked = forge(rootOf(), { from: A.peerId, to: B.peerId, act: 'inform', credit: 0 }, A);
    expect(judge(messageOn(unasked, { from: B, to: A }), A)).toMatchObject(MALFORMED);
  });

  test('nothing follows an answer that went to somebody else than who had asked', () => {
    verifies('p2p.lineage.addressed');
    const strayed = forge(asked.lineage, { from: B.peerId, to: C.peerId, act: 'inform', credit: 0 }, B);
    expect(judge(messageOn(strayed, { from: C, to: B }), B)).toMatchObject(MALFORMED);
    // Not even if it went to a peer that has been granted credit earlier on the chain.
    const pastC = hop(hop(rootOf(), { from: C, to: A }).lineage, { channel: 'session', from: A, to: B }).lineage;
    const backToC = forge(pastC, { from: B.peerId, to: C.peerId, act: 'inform', credit: 0 }, B);
    expect(judge(messageOn(backToC, { from: C, to: B }), B)).toMatchObject(MALFORMED);
  });

  test('nothing follows an answer to an answer', () => {
    verifies('p2p.lineage.addressed');
    const thanked = forge(told.lineage, { from: A.peerId, to: B.peerId, act: 'inform', credit: 0 }, A);
    expect(judge(messageOn(thanked, { from: B, to: A }), A)).toMatchObject(MALFORMED);
  });

  test('nothing follows a post that wakes nobody', () => {
    verifies('p2p.lineage.addressed');
    const post = forge(rootOf(), { from: A.peerId, to: TOPIC, act: 'inform', credit: 0 }, A);
    expect(judge(messageOn(post, { from: B, to: C }), C)).toMatchObject(MALFORMED);
  });
});

describe('credit never grows', () => {
  const accepted = (chain: Lineage, last: Hop): boolean => judge(messageOn(chain, last), last.to) === undefined;

  test('beyond what the job was born with', () => {
    verifies('p2p.lineage.credit-never-grows');
    const born = rootOf({ credit: 10 });
    expect([9, 10, 11].map((credit) => accepted(born, { from: A, to: B, credit }))).toEqual([true, true, false]);
  });

  test('beyond what the sender was granted', () => {
    verifies('p2p.lineage.credit-never-grows');
    const granted = forge(rootOf(), { from: A.peerId, to: B.peerId, credit: 5 }, A);
    expect([4, 5, 6].map((credit) => accepted(granted, { from: B, to: C, credit }))).toEqual([true, true, false]);
  });

  test('beyond what a post granted to those that it wakes', () => {
    verifies('p2p.lineage.credit-never-grows');
    const posted = forge(rootOf(), { from: A.peerId, to: TOPIC, credit: 5 }, A);
    expect([4, 5, 6].map((credit) => accepted(posted, { from: B, to: C, credit }))).toEqual([true, true, false]);
    const carriedOn = forge(posted, { from: B.peerId, to: C.peerId, credit: 3 }, B);
    expect([3, 4].map((credit) => accepted(carriedOn, { from: C, to: D, credit }))).toEqual([true, false]);
    const postedOn = forge(posted, { from: B.peerId, to: TOPIC, credit: 3 }, B);
    expect([3, 4].map((credit) => accepted(postedOn, { from: C, to: D, credit }))).toEqual([true, false]);
  });

  test('after a consumed reply: its reader has what it was granted, not what its question carried', () => {
    verifies('p2p.lineage.credit-never-grows');
    const asOrigin = answerTo(hop(rootOf({ credit: 20 }), { channel: 'session', from: A, to: B, credit: 2 }), B);
    const toB = (credit: number): Hop => ({ channel: 'session', from: A, to: B, credit });
    expect([20, 21].map((credit) => accepted(asOrigin.lineage, toB(credit)))).toEqual([true, false]);

    const toA = forge(rootOf(), { from: C.peerId, to: A.peerId, credit: 9 }, C);
    const asDelegate = answerTo(hop(toA, { channel: 'session', from: A, to: B, credit: 2 }), B);
    expect([9, 10].map((credit) => accepted(asDelegate.lineage, toB(credit)))).toEqual([true, false]);
  });

  test('of a peer that comes again: it has what the latest message to it granted', () => {
    verifies('p2p.lineage.credit-never-grows');
    const there = forge(rootOf(), { from: A.peerId, to: B.peerId, credit: 9 }, A);
    const back = forge(there, { from: B.peerId, to: A.peerId, act: 'query', credit: 3 }, B);
    expect([3, 4].map((credit) => accepted(back, { from: A, to: C, credit }))).toEqual([true, false]);
  });

  test('from nothing: an obliging link carries at least 1, a terminal one 0', () => {
    verifies('p2p.lineage.credit-never-grows');
    const nothing = forge(rootOf(), { from: A.peerId, to: B.peerId, credit: 0 }, A);
    expect(accepted(nothing, { from: B, to: C, credit: 1 })).toBe(false);
    const message = hop(rootOf(), { from: A, to: B, credit: 1 });
    const worth = (credit: number) => judge(withLineage(message, forge(rootOf(), { ...message.link, credit }, A)), B);
    expect([worth(1), worth(0)]).toMatchObject([BELIEVED, MALFORMED]);
    const asked = forge(rootOf(), { from: A.peerId, to: B.peerId, act: 'query' }, A);
    const bribed = (credit: number) => forge(asked, { from: B.peerId, to: A.peerId, act: 'inform', credit }, B);
    expect(accepted(bribed(0), { from: A, to: B, credit: 1 })).toBe(true);
    expect(accepted(bribed(1), { from: A, to: B, credit: 1 })).toBe(false);
  });
});

describe('signatures', () => {
  const acts: readonly Act[] = ['request', 'query', 'propose'];
  const chain = hop(hop(hop(rootOf(), { from: A, to: B }).lineage, { from: B, to: C }).lineage, { from: C, to: D });

  test.each([0, 1])('link %i is checked though others have passed it on', (index) => {
    verifies('p2p.lineage.signatures');
    const forged = relink(chain.lineage, (links) =>
      links.map((link, at) => (at === index ? { ...link, signature: D.sign(link.bytes) } : link)),
    );
    expect(judge(received(withLineage(chain, forged)), D)).toMatchObject(MALFORMED);
  });

  test('the last link is vouched for by the connection, or else checked like any other', () => {
    verifies('p2p.lineage.signatures');
    const forged = relink(chain.lineage, (links) =>
      links.map((link, at) => (at === 2 ? { ...link, signature: D.sign(link.bytes) } : link)),
    );
    const message = received(withLineage(chain, forged));
    expect(judge(message, D, { lastLinkAuthenticated: true })).toBe(BELIEVED);
    expect(judge(message, D, { lastLinkAuthenticated: false })).toMatchObject(MALFORMED);
    expect(judge(received(chain), D, { lastLinkAuthenticated: false })).toBe(BELIEVED);
  });

  test.each(acts)('the act %s is covered', (act) => {
    verifies('p2p.lineage.signatures');
    const signed = forge(rootOf(), { from: A.peerId, to: B.peerId, act }, A);
    const other = forge(rootOf(), { from: A.peerId, to: B.peerId, act: act === 'query' ? 'request' : 'query' }, A);
    const swapped = relink(other, ([link]) =>
      link === undefined ? [] : [{ ...link, signature: signed.last?.signature ?? link.signature }],
    );
    expect(judge(messageOn(swapped, { from: B, to: C }), C)).toMatchObject(MALFORMED);
    expect(judge(messageOn(other, { from: B, to: C }), C)).toBe(BELIEVED);
  });
});

function claimsOf(message: Message) {
  return {
    channel: message.channel,
    bodyHash: bodyHash(message.channel, message.bodyBytes),
    author: message.link.from,
    localPeer: B.peerId,
    now: NOW,
    lastLinkAuthenticated: true,
    verify: verifyEd25519,
  };
}
