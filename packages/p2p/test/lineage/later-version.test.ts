import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Lineage, isSignedLink, verifyEd25519 } from '../../src/index.ts';
import { encodeJobHeader } from '../../src/lineage/codec.ts';
import { A, B, C, D, forge, header, hop, judge, received } from './chains.ts';

/** Field 99, a text, as protobuf writes it: nothing that this version knows. */
const UNKNOWN = Buffer.from([0x9a, 0x06, 0x05, ...Buffer.from('later')]);

/** A chain whose first two links and header a later version made; C, of this version, passes it on to D. */
function later(): Lineage {
  const job = header();
  const root = new Lineage(job, Buffer.concat([encodeJobHeader(job), UNKNOWN]), []);
  const first = forge(root, { from: A.peerId, to: B.peerId }, A, UNKNOWN);
  return forge(first, { from: B.peerId, to: C.peerId }, B, UNKNOWN);
}

test('fields of a later version pass through a peer of this one, byte for byte, and still verify', () => {
  verifies('p2p.wire.received-bytes', 'p2p.lineage.signatures');
  const arrived = received(hop(later(), { from: C, to: D }));
  const onwards = received(hop(arrived.lineage, { from: D, to: A, channel: 'session' }));
  expect(judge(arrived, D)).toBeUndefined();
  expect(judge(onwards, A, { lastLinkAuthenticated: false })).toBeUndefined();
  const { jobBytes, links } = onwards.lineage;
  expect(Buffer.from(jobBytes).includes(UNKNOWN)).toBe(true);
  expect(links.map(({ bytes }) => Buffer.from(bytes).includes(UNKNOWN))).toEqual([true, true, false, false]);
});

test('a field of a later version cannot be taken out on the way', () => {
  verifies('p2p.wire.received-bytes');
  const { job, jobBytes, links } = later();
  const without = (bytes: Uint8Array) => bytes.subarray(0, bytes.length - UNKNOWN.length);
  const stripped = new Lineage(job, without(jobBytes), links);
  expect(judge(received(hop(stripped, { from: C, to: D })), D)).toMatchObject({ reason: 'malformed' });
  const [first, second] = links;
  if (first === undefined || second === undefined) throw new Error('two links');
  const shortened = new Lineage(job, jobBytes, [{ ...first, bytes: without(first.bytes) }, second]);
  expect(isSignedLink(new Lineage(job, jobBytes, links), 0, verifyEd25519)).toBe(true);
  expect(isSignedLink(shortened, 0, verifyEd25519)).toBe(false);
});

test('a known field that comes a second time behind the signature’s back is covered by it', () => {
  verifies('p2p.lineage.signatures');
  const chain = forge(
    forge(new Lineage(header(), encodeJobHeader(header()), []), { from: A.peerId, to: B.peerId }, A),
    {
      from: B.peerId,
      to: C.peerId,
      credit: 4,
    },
    B,
  );
  // Protobuf takes the last one of a repeated scalar: a credit of 8 after one of 4.
  const doubled = new Lineage(
    chain.job,
    chain.jobBytes,
    chain.links.map((link, index) =>
      index === 1 ? { ...link, bytes: Buffer.concat([link.bytes, Buffer.from([0x18, 8])]) } : link,
    ),
  );
  const message = received(hop(doubled, { from: C, to: D, credit: 8 }));
  expect(message.lineage.links[1]?.credit).toBe(8);
  expect(judge(message, D)).toMatchObject({ reason: 'malformed' });
});
