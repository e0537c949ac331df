import { createHmac, timingSafeEqual } from 'node:crypto';

/** Bytes of a nonce. */
export const NONCE_BYTES = 32;

/** What both sides know of one hand-shake. */
export interface Transcript {
  readonly version: number;
  /** Peer ID of the side that dialled, as the connection authenticated it. */
  readonly dialler: string;
  readonly listener: string;
  readonly diallerNonce: Uint8Array;
  readonly listenerNonce: Uint8Array;
}

const DOMAIN = 'hoplite/1/hello\0';

/**
 * Shows that one holds the network's key: HMAC-SHA-256 (RFC 2104) with it, over a domain tag, who proves, the version,
 * and both peer IDs and nonces, each preceded by its length in four bytes, big-endian. Fresh nonces keep it from being
 * replayed, the role from being reflected, and the peer IDs from being passed on by somebody in the middle.
 */
export function proofOf(networkKey: Uint8Array, role: 'dialler' | 'listener', transcript: Transcript): Uint8Array {
  const mac = createHmac('sha256', networkKey).update(DOMAIN);
  const version = Buffer.alloc(4);
  version.writeUInt32BE(transcript.version);
  const { dialler, listener, diallerNonce, listenerNonce } = transcript;
  for (const part of [
    Buffer.from(role),
    version,
    Buffer.from(dialler),
    Buffer.from(listener),
    diallerNonce,
    listenerNonce,
  ]) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.byteLength);
    mac.update(length).update(part);
  }
  return mac.digest();
}

/** Whether two proofs are the same, in a time that does not depend on where they differ. */
export function sameProof(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
