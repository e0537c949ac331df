import { identityFromSeed } from '@hoplite/p2p';

const NAMES = ['alpha', 'beta', 'gamma', 'delta'];

/** What the peer of this number is called. */
export function nameOfPeer(peer: number): string {
  return NAMES[peer] ?? `peer-${peer + 1}`;
}

const ids: string[] = [];

/** The peer ID of the peer of this number: that of a real key, as the rules of lineages look at its form. */
export function idOfPeer(peer: number): string {
  return (ids[peer] ??= identityFromSeed(seedOf(peer)).peerId);
}

function seedOf(peer: number): Uint8Array {
  const seed = new Uint8Array(32);
  new DataView(seed.buffer).setUint32(0, peer + 1);
  return seed;
}
