import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Lineage, roomTopic, type JobHeader, type Message } from '../../src/index.ts';
import { encodeJobHeader, encodeLink } from '../../src/lineage/codec.ts';
import { A, B, C, D, TOPIC, forge, header, hop, judge, received, relink, rootOf, type Hop } from './chains.ts';

/** C is the dishonest one: it was handed A → B → C, and sends D whatever it likes, on a connection that is really C's. */
const honest = hop(hop(rootOf(), { from: A, to: B, credit: 8 }).lineage, { from: B, to: C, credit: 4 }).lineage;

function fromC(chain: Lineage, changes: Partial<Hop> = {}): Message {
  return received(hop(chain, { from: C, to: D, credit: 2, ...changes }));
}

const REFUSED = { reason: 'malformed' };

test('what C may honestly send is believed', () => {
  expect(judge(fromC(honest), D)).toBeUndefined();
});

describe('X01: a root signed by someone else than its origin', () => {
  test('C invents a job of A', () => {
    verifies('p2p.lineage.x01-foreign-origin');
    const invented = forge(rootOf({ jobId: 'invented' }), { from: A.peerId, to: C.peerId }, C);
    expect(judge(fromC(invented), D)).toMatchObject(REFUSED);
  });

  test('C claims that a job of A began at B', () => {
    verifies('p2p.lineage.x01-foreign-origin');
    const moved = forge(rootOf(), { from: B.peerId, to: C.peerId, credit: 4 }, A);
    expect(judge(fromC(moved), D)).toMatchObject(REFUSED);
  });

  test('C sends a message as if it were A itself', () => {
    verifies('p2p.lineage.x01-foreign-origin');
    const message = received(hop(rootOf(), { from: { ...C, peerId: A.peerId }, to: D }));
    expect(judge(message, D, { author: C.peerId })).toMatchObject(REFUSED);
    // Where nothing vouches for the author, as in a room, the signature tells.
    expect(judge(message, D, { lastLinkAuthenticated: false })).toMatchObject(REFUSED);
  });
});

describe('X02: a link cut out of the chain', () => {
  test('the first: then B’s signature hangs in the air', () => {
    verifies('p2p.lineage.x02-cut-link');
    expect(judge(fromC(relink(honest, (links) => links.slice(1))), D)).toMatchObject(REFUSED);
  });

  test('the one to C: then C was not addressed', () => {
    verifies('p2p.lineage.x02-cut-link');
    expect(judge(fromC(relink(honest, (links) => links.slice(0, 1))), D)).toMatchObject(REFUSED);
  });

  test('all: then the job is C’s own, and C cannot take its credit from A’s', () => {
    verifies('p2p.lineage.x02-cut-link');
    const own = fromC(rootOf());
    expect(judge(own, D)).toBeUndefined();
    expect(own.lineage.origin).toBe(C.peerId);
  });

  test('one in the middle where the ends still fit, because a room lies between', () => {
    verifies('p2p.lineage.x02-cut-link');
    const posted = hop(rootOf(), { channel: 'room', from: A, to: B, credit: 8 }).lineage;
    const through = hop(hop(posted, { channel: 'room', from: B, to: C }).lineage, { from: C, to: D }).lineage;
    const last = (chain: Lineage) => received(hop(chain, { from: D, to: A, credit: 2 }));
    expect(judge(last(through), A)).toBeUndefined();
    const cut = relink(through, (links) => links.filter((_, index) => index !== 1));
    expect(judge(last(cut), A)).toMatchObject(REFUSED);
  });
});

describe('X03: credit or maxDepth widened', () => {
  const widened = (changes: Partial<JobHeader>): Lineage => {
    const job = header(changes);
    return new Lineage(job, encodeJobHeader(job), honest.links);
  };

  test.each([
    ['maxDepth', { maxDepth: 5 }],
    ['credit', { credit: 33 }],
    ['expiresAt', { expiresAt: header().expiresAt + 1 }],
    ['jobId', { jobId: 'job-2' }],
  ] as const)('the header’s %s', (_, changes) => {
    verifies('p2p.lineage.x03-widened');
    expect(judge(fromC(widened(changes)), D)).toMatchObject(REFUSED);
  });

  test.each([0, 1])('the credit of link %i, its signature kept', (index) => {
    verifies('p2p.lineage.x03-widened');
    const wider = relink(honest, (links) =>
      links.map((link, at) => {
        const changed = { ...link, credit: link.credit + 1 };
        return at === index ? { ...changed, bytes: encodeLink(changed) } : link;
      }),
    );
    expect(judge(fromC(wider), D)).toMatchObject(REFUSED);
  });

  test('the credit that B gave, signed anew by C', () => {
    verifies('p2p.lineage.x03-widened');
    const first = relink(honest, (links) => links.slice(0, 1));
    const wider = forge(first, { from: B.peerId, to: C.peerId, credit: 8 }, C);
    expect(judge(fromC(wider), D)).toMatchObject(REFUSED);
  });

  test('what C passes on, beyond what it was given', () => {
    verifies('p2p.lineage.x03-widened', 'p2p.lineage.credit-never-grows');
    expect(judge(fromC(honest, { credit: 4 }), D)).toBeUndefined();
    expect(judge(fromC(honest, { credit: 5 }), D)).toMatchObject(REFUSED);
  });
});

describe('X04: a link replayed', () => {
  test('to another target', () => {
    verifies('p2p.lineage.x04-replayed');
    expect(judge(received(hop(rootOf(), { from: A, to: B })), D)).toMatchObject(REFUSED);
    const redirected = relink(honest, (links) =>
      links.map((link, index) => {
        const changed = { ...link, to: D.peerId };
        return index === 1 ? { ...changed, bytes: encodeLink(changed) } : link;
      }),
    );
    const message = received(hop(redirected, { from: D, to: A, credit: 1 }));
    expect(judge(message, A)).toMatchObject(REFUSED);
  });

  test('into another room', () => {
    verifies('p2p.lineage.x04-replayed');
    const post = received(hop(rootOf(), { channel: 'room', from: A, to: B }));
    expect(judge(post, B, { topic: roomTopic('other') })).toMatchObject(REFUSED);
    const posted = forge(rootOf(), { from: A.peerId, to: TOPIC }, A);
    const elsewhere = relink(posted, (links) =>
      links.map((link) => {
        const changed = { ...link, to: roomTopic('other') };
        return { ...changed, bytes: encodeLink(changed) };
      }),
    );
    expect(judge(fromC(elsewhere), D)).toMatchObject(REFUSED);
  });

  test('in another job', () => {
    verifies('p2p.lineage.x04-replayed');
    const other = rootOf({ jobId: 'job-2' });
    expect(judge(fromC(new Lineage(other.job, other.jobBytes, honest.links)), D)).toMatchObject(REFUSED);
  });

  test('behind another link of the same job', () => {
    verifies('p2p.lineage.x04-replayed');
    const first = forge(rootOf(), { from: A.peerId, to: B.peerId, messageId: 'another' }, A);
    const [, second] = honest.links;
    const grafted = relink(first, (links) => (second === undefined ? links : [...links, second]));
    expect(judge(fromC(grafted), D)).toMatchObject(REFUSED);
  });
});

describe('links mixed up', () => {
  test('two links swapped', () => {
    verifies('p2p.lineage.signatures');
    // A ⇄ B, so that addresses fit in either order.
    const there = hop(rootOf(), { channel: 'session', from: A, to: B, credit: 4 }).lineage;
    const again = hop(hop(there, { channel: 'session', from: B, to: A, credit: 4 }).lineage, {
      channel: 'session',
      from: A,
      to: B,
      credit: 4,
    }).lineage;
    const last = (chain: Lineage) => received(hop(chain, { from: B, to: C, credit: 1 }));
    expect(judge(last(again), C)).toBeUndefined();
    const swapped = relink(again, ([one, two, three]) => [three, two, one].flatMap((link) => link ?? []));
    expect(judge(last(swapped), C)).toMatchObject(REFUSED);
  });

  test('the signature of another link', () => {
    verifies('p2p.lineage.signatures');
    const [one, two] = honest.links;
    const swapped = relink(honest, (links) =>
      links.map((link, index) => ({ ...link, signature: (index === 0 ? two : one)?.signature ?? link.signature })),
    );
    expect(judge(fromC(swapped), D)).toMatchObject(REFUSED);
  });
});
