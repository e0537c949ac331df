import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { peerIdFromString } from '@libp2p/peer-id';
import { MAX_ID_LENGTH } from '../constants.ts';

/** Signs as one peer. */
export interface Signer {
  /** The peer ID whose key signs. */
  readonly peerId: string;
  /** An Ed25519 signature of `bytes`. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** Whether `signature` is `peerId`'s signature of `bytes`. False, never an exception, for an ID that holds no key. */
export type VerifySignature = (peerId: string, bytes: Uint8Array, signature: Uint8Array) => boolean;

/** Keys kept ready: making one from a peer ID costs more than using it. */
const MAX_KEYS = 1024;
const keys = new Map<string, KeyObject | undefined>();

/** Verifies against the Ed25519 key that a peer ID holds (libp2p spec: identity multihash of the public key). */
export const verifyEd25519: VerifySignature = (peerId, bytes, signature) => {
  const key = publicKeyOf(peerId);
  return key !== undefined && signature.byteLength === 64 && verify(null, bytes, key, signature);
};

/** Whether `text` is the peer ID of an Ed25519 key, in its usual text form. */
export function isPeerId(text: string): boolean {
  return publicKeyOf(text) !== undefined;
}

function publicKeyOf(peerId: string): KeyObject | undefined {
  if (keys.has(peerId)) {
    return keys.get(peerId);
  }
  if (peerId.length > MAX_ID_LENGTH) {
    return undefined;
  }
  const key = readPublicKey(peerId);
  const oldest = keys.size < MAX_KEYS ? undefined : keys.keys().next().value;
  if (oldest !== undefined) {
    keys.delete(oldest);
  }
  keys.set(peerId, key);
  return key;
}

function readPublicKey(peerId: string): KeyObject | undefined {
  try {
    const id = peerIdFromString(peerId);
    // One text per key: another spelling of the same ID would slip past comparisons of the chain.
    if (id.type !== 'Ed25519' || id.toString() !== peerId) {
      return undefined;
    }
    const x = Buffer.from(id.publicKey.raw).toString('base64url');
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    return undefined; // Not a peer ID: the caller says which field was wrong.
  }
}

const DOMAIN = Buffer.from('hoplite/1/link\0');

/**
 * What a link's signature covers: the domain tag, the job header, the previous link's signature, and the link itself,
 * the first two each preceded by its length in four bytes, big-endian.
 */
export function signedBytes(jobBytes: Uint8Array, previous: Uint8Array | undefined, link: Uint8Array): Uint8Array {
  const before = previous ?? new Uint8Array(0);
  const bytes = Buffer.allocUnsafe(DOMAIN.length + 8 + jobBytes.length + before.length + link.length);
  let at = DOMAIN.copy(bytes, 0);
  for (const part of [jobBytes, before]) {
    at = bytes.writeUInt32BE(part.length, at);
    bytes.set(part, at);
    at += part.length;
  }
  bytes.set(link, at);
  return bytes;
}
