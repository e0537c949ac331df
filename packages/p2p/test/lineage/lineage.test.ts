import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import * as p2p from '../../src/index.ts';
import {
  InvalidLinkError,
  Lineage,
  MAX_HOP_DEPTH,
  NoLocalIdError,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  roleOf,
  signedBytes,
  verifyEd25519,
  type Link,
  type Signer,
} from '../../src/index.ts';
import { A, B, C, NOW, ROOM, answerTo, header, hop, rootOf } from './chains.ts';

const NEXT: Omit<Link, 'from'> = {
  to: B.peerId,
  credit: 5,
  messageId: 'm',
  act: 'request',
  bodyHash: new Uint8Array(32),
  at: NOW,
};

const NOBODY: Signer = {
  peerId: '',
  sign: () => {
    throw new Error('nothing may be signed without an identity');
  },
};

test('the hop budget is 4, and no other export of the package is a depth', () => {
  verifies('p2p.lineage.max-hop-depth');
  expect(MAX_HOP_DEPTH).toBe(4);
  expect(Object.keys(p2p).filter((name) => /hop|depth/i.test(name))).toEqual(['MAX_HOP_DEPTH']);
});

describe('extend', () => {
  test('adds exactly one link and changes nothing that was there', () => {
    verifies('p2p.lineage.extend-grows');
    const root = rootOf();
    const once = root.extend(NEXT, A);
    const twice = once.extend({ ...NEXT, to: C.peerId }, B);
    expect([root.depth, once.depth, twice.depth]).toEqual([0, 1, 2]);
    expect(twice.links[0]).toBe(once.links[0]);
    expect(twice.jobBytes).toBe(root.jobBytes);
    expect(twice.last).toMatchObject({ ...NEXT, to: C.peerId, from: B.peerId });
  });

  test('takes the sender from the signer, whatever the caller says', () => {
    verifies('p2p.lineage.extend-grows');
    const claimed: Link = { ...NEXT, from: C.peerId };
    expect(rootOf().extend(claimed, A).last?.from).toBe(A.peerId);
  });

  test('signs job header, previous signature and the link itself, and all of them count', () => {
    verifies('p2p.lineage.signatures');
    const { jobBytes, links } = rootOf().extend(NEXT, A).extend(NEXT, B);
    const [first, second] = links;
    if (first === undefined || second === undefined) throw new Error('two links');
    const isSignedOver = (...[job, previous, link]: Parameters<typeof signedBytes>): boolean =>
      verifyEd25519(B.peerId, signedBytes(job, previous, link), second.signature);
    expect(isSignedOver(jobBytes, first.signature, second.bytes)).toBe(true);
    expect(isSignedOver(new Uint8Array(0), first.signature, second.bytes)).toBe(false);
    expect(isSignedOver(jobBytes, undefined, second.bytes)).toBe(false);
    expect(isSignedOver(jobBytes, first.signature, first.bytes)).toBe(false);
  });

  test('throws on an empty local peer ID, before it looks at anything else and without signing', () => {
    verifies('p2p.lineage.empty-id-throws');
    expect(() => rootOf().extend(NEXT, NOBODY)).toThrow(NoLocalIdError);
    // A credit that does not fit would be refused too, but later.
    expect(() => rootOf().extend({ ...NEXT, credit: -1 }, NOBODY)).toThrow(NoLocalIdError);
    expect(() => new Lineage(header(), new Uint8Array(0), []).extend(NEXT, NOBODY)).toThrow(NoLocalIdError);
  });

  test.each(OBLIGING_ACTS)('needs a credit of at least 1 for %s', (act) => {
    verifies('p2p.lineage.credit-never-grows');
    for (const credit of [1, 2, 32]) {
      expect(rootOf().extend({ ...NEXT, act, credit }, A).last?.credit).toBe(credit);
    }
    for (const credit of [0, -1, 0.5, 1.5, NaN, Infinity]) {
      expect(() => rootOf().extend({ ...NEXT, act, credit }, A)).toThrow(InvalidLinkError);
    }
  });

  test.each(TERMINAL_ACTS)('takes no credit for %s', (act) => {
    expect(rootOf().extend({ ...NEXT, act, credit: 0 }, A).last?.credit).toBe(0);
    for (const credit of [1, -1, NaN]) {
      expect(() => rootOf().extend({ ...NEXT, act, credit }, A)).toThrow(InvalidLinkError);
    }
  });
});

describe('what is read off the links', () => {
  const first = hop(rootOf(), { from: A, to: B, channel: 'session' });
  const reply = answerTo(first, B);
  const again = hop(reply.lineage, { from: A, to: B, channel: 'session' });

  test('of a root turn: depth 0, no peers, no origin', () => {
    verifies('p2p.lineage.derived');
    const root = rootOf();
    expect([root.depth, root.chain, root.visited, root.origin, root.last]).toEqual([0, [], [], undefined, undefined]);
  });

  test('depth counts all links, the chain their senders, the origin is the first of them', () => {
    verifies('p2p.lineage.derived');
    expect(again.lineage.depth).toBe(3);
    expect(again.lineage.chain).toEqual([A.peerId, B.peerId, A.peerId]);
    expect(again.lineage.origin).toBe(A.peerId);
    expect(again.lineage.last).toBe(again.link);
  });

  test('whoever only answered counts as left again', () => {
    verifies('p2p.lineage.derived');
    expect(reply.lineage.visited).toEqual([A.peerId]);
    expect(again.lineage.visited).toEqual([A.peerId, A.peerId]);
  });

  test('a message has no field of its own for any of them', () => {
    verifies('p2p.lineage.derived');
    const own = Object.keys(again.lineage).sort();
    expect(own).toEqual(['job', 'jobBytes', 'links']);
    expect(Object.keys(again.lineage.job).sort()).toEqual([
      'credit',
      'epoch',
      'expiresAt',
      'issuedAt',
      'jobId',
      'maxDepth',
    ]);
  });
});

test('the role follows from the act and from nothing else', () => {
  expect(OBLIGING_ACTS.map(roleOf)).toEqual(['user', 'user', 'user']);
  expect(TERMINAL_ACTS.map(roleOf)).toEqual(['assistant', 'assistant', 'assistant', 'assistant']);
});

test('a room is a name, and only a name makes a topic that leads back to it', () => {
  expect(p2p.roomOf(p2p.roomTopic(ROOM))).toBe(ROOM);
  expect(p2p.roomOf(A.peerId)).toBeUndefined();
  expect(['a', 'a-b_c.d', '0'.repeat(64)].every(p2p.isRoomName)).toBe(true);
  expect(['', 'A', '.a', '-a', 'a b', 'a/b', '0'.repeat(65), 'a\n'].some(p2p.isRoomName)).toBe(false);
});
