import { verifies } from '@hoplite/test/requirements';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolvePeer, type Addressable } from '../src/index.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.split('');

const peerIds = fc
  .array(fc.constantFrom(...BASE58), { minLength: 4, maxLength: 12 })
  .map((tail) => `12D3KooW${tail.join('')}`);

// Few different names, so that they often collide; some imitate peer IDs.
const names = fc.oneof(
  fc.constantFrom('alpha', 'Alpha', 'ALPHA', 'beta', ' beta', 'Ünïx', 'u\u0308', 'ü', '12D3KooW', '12D3KooWab'),
  peerIds,
  fc.string({ minLength: 1, maxLength: 64 }),
);

const meshes = fc.uniqueArray(fc.record({ peerId: peerIds, name: names }), {
  maxLength: 30,
  selector: (peer) => peer.peerId,
});

const beta = { peerId: '12D3KooWBetaBetaBeta', name: 'beta' };
const gamma = { peerId: '12D3KooWGammaGamma', name: 'gamma' };

const refusalTo = (query: string, peers: readonly Addressable[]) => {
  const found = resolvePeer(query, peers);
  if (found.ok) throw new Error(`resolved to ${found.value.name}`);
  return found.refusal;
};

describe('resolvePeer', () => {
  test.each([
    ['its ID', beta.peerId],
    ['its name', 'beta'],
    ['its name in another case', 'BeTa'],
    ['its name with blanks around it', ' beta '],
    ['the beginning of its ID', '12D3KooWB'],
  ])('finds a peer by %s', (_, query) => {
    verifies('tools.address.forms');
    expect(resolvePeer(query, [beta, gamma])).toEqual({ ok: true, value: beta });
  });

  test('takes six characters of an ID and no fewer', () => {
    const peers = [{ peerId: 'QmBetaBeta', name: 'b' }];
    expect(resolvePeer('QmBeta', peers).ok).toBe(true);
    expect(resolvePeer('QmBet', peers).ok).toBe(false);
  });

  test('answers an unknown name with the peers there are', () => {
    verifies('tools.address.candidates');
    const refusal = refusalTo('bob2', [beta, gamma]);
    expect(refusal).toMatchObject({ reason: 'unknown_peer', path: [] });
    expect(refusal.detail).toBe(`No peer is "bob2". Known peers: "beta" (${beta.peerId}), "gamma" (${gamma.peerId}).`);
    expect(refusalTo('bob2', []).detail).toContain('No peer is known yet');
  });

  test('answers a name that two peers share with both', () => {
    verifies('tools.address.candidates');
    const refusal = refusalTo('BETA', [beta, { ...gamma, name: 'Beta' }]);
    expect(refusal.reason).toBe('ambiguous_peer');
    expect(refusal.detail).toContain(beta.peerId);
    expect(refusal.detail).toContain(gamma.peerId);
  });

  test('does not let a peer catch another’s messages by taking its ID as a name', () => {
    const thief = { ...gamma, name: beta.peerId };
    expect(resolvePeer(beta.peerId, [thief, beta])).toEqual({ ok: true, value: beta });
  });

  test('does not let a peer catch another’s messages by taking the beginning of its ID as a name', () => {
    const thief = { ...gamma, name: '12D3KooWB' };
    expect(refusalTo('12D3KooWB', [thief, beta]).reason).toBe('ambiguous_peer');
  });

  test('names ten candidates at most, in quotation marks, and counts the rest', () => {
    verifies('tools.address.candidates');
    const crowd = Array.from({ length: 500 }, (_, index) => ({
      peerId: `12D3KooW${index}`,
      name: `"evil"\nname ${'x'.repeat(500)}`,
    }));
    const { detail } = refusalTo('y'.repeat(10_000), crowd);
    expect(detail).toContain('and 490 more');
    expect(detail).not.toContain('\n');
    expect(detail.length).toBeLessThan(3000);
  });

  test('always finds a peer by its full ID', () => {
    fc.assert(
      fc.property(meshes, (peers) => {
        for (const peer of peers) expect(resolvePeer(peer.peerId, peers)).toEqual({ ok: true, value: peer });
      }),
    );
  });

  test('finds only a peer that the query names, and only if it names no other', () => {
    const same = (a: string, b: string) =>
      a.trim().normalize('NFC').toLowerCase() === b.trim().normalize('NFC').toLowerCase();
    const queries = fc.oneof(
      names,
      peerIds,
      fc.tuple(peerIds, fc.nat(20)).map(([id, end]) => id.slice(0, end)),
    );
    fc.assert(
      fc.property(meshes, queries, (peers, raw) => {
        const query = raw.trim();
        const meant = peers.filter(
          (peer) => (query !== '' && same(peer.name, query)) || (query.length >= 6 && peer.peerId.startsWith(query)),
        );
        const found = resolvePeer(raw, peers);
        if (peers.some((peer) => peer.peerId === query)) {
          expect(found).toMatchObject({ ok: true, value: { peerId: query } });
        } else if (meant.length === 1) {
          expect(found).toEqual({ ok: true, value: meant[0] });
        } else {
          expect(found).toMatchObject({
            ok: false,
            refusal: { reason: meant.length === 0 ? 'unknown_peer' : 'ambiguous_peer' },
          });
        }
      }),
    );
  });

  test('does not depend on the order of the peers', () => {
    const shuffled = meshes.chain((peers) =>
      fc.tuple(fc.constant(peers), fc.shuffledSubarray(peers, { minLength: peers.length })),
    );
    fc.assert(
      fc.property(shuffled, names, ([peers, others], query) => {
        expect(resolvePeer(query, others)).toEqual(resolvePeer(query, peers));
      }),
    );
  });
});
