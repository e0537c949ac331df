import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { publicKeyFromRaw } from '@libp2p/crypto/keys';
import { peerIdFromPublicKey } from '@libp2p/peer-id';
import { IdentityError } from './errors.ts';
import type { Signer } from './lineage/signature.ts';
import { readSecret, writeSecret } from './secret-file.ts';

/** Who a peer is: one Ed25519 key for as long as its data directory lives. */
export interface Identity {
  readonly peerId: string;
  readonly signer: Signer;
  /** The key itself, for the host's own hand-shakes. */
  readonly privateKey: KeyObject;
}

const KEY_FILE = 'identity.key';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 section 7). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A new identity that is stored nowhere. */
export function generateIdentity(): Identity {
  return identityOf(generateKeyPairSync('ed25519').privateKey);
}

/**
 * The identity whose key is `seed` (RFC 8032 section 5.1.5): the same every time, for simulations. Whoever knows the seed
 * is the peer.
 *
 * @param seed 32 bytes
 * @throws {RangeError} when it is not 32 bytes
 */
export function identityFromSeed(seed: Uint8Array): Identity {
  if (seed.byteLength !== 32) {
    throw new RangeError(`a seed has 32 bytes, not ${seed.byteLength}`);
  }
  const key = Buffer.concat([PKCS8_ED25519, seed]);
  return identityOf(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
}

/**
 * The identity that is kept in `directory`, as PKCS #8 in PEM form with mode 0600. It is made the first time, and never
 * replaced.
 *
 * @throws {IdentityError} when others may read the file, or it does not hold an Ed25519 key
 */
export function loadIdentity(directory: string): Identity {
  const file = join(directory, KEY_FILE);
  const existing = readKey(file);
  if (existing !== undefined) {
    return identityOf(existing);
  }
  const made = generateKeyPairSync('ed25519').privateKey;
  const pem = made.export({ type: 'pkcs8', format: 'pem' });
  // Another process that made one in this very moment wins: its key may be in use by now.
  return identityOf(writeSecret(file, pem) ? made : (readKey(file) ?? made));
}

function readKey(file: string): KeyObject | undefined {
  const found = readSecret(file);
  switch (found.kind) {
    case 'absent':
      return undefined;
    case 'readable-by-others':
      throw new IdentityError(
        'ERR_KEY_PERMISSIONS',
        file,
        `others may read the key ${file} (mode ${found.mode}): if nobody has, "chmod 600 ${file}"; else make a new identity`,
      );
    case 'secret':
      return parseKey(file, found.bytes);
  }
}

function parseKey(file: string, pem: Buffer): KeyObject {
  const corrupt = (what: string, cause?: unknown): IdentityError =>
    new IdentityError(
      'ERR_KEY_CORRUPT',
      file,
      `${file} ${what}: restore it from a backup, or move it away to become a new peer`,
      cause,
    );
  if (pem.byteLength === 0) {
    throw corrupt('is empty');
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', type: 'pkcs8' });
  } catch (error) {
    throw corrupt('does not hold a private key', error);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw corrupt(`holds a key of type ${key.asymmetricKeyType ?? 'unknown'}, not Ed25519`);
  }
  return key;
}

function identityOf(privateKey: KeyObject): Identity {
  const peerId = peerIdFromPublicKey(publicKeyFromRaw(rawPublicKey(privateKey))).toString();
  return {
    peerId,
    privateKey,
    signer: { peerId, sign: (bytes) => sign(null, bytes, privateKey) },
  };
}

function rawPublicKey(privateKey: KeyObject): Uint8Array {
  return fromBase64Url(createPublicKey(privateKey).export({ format: 'jwk' }).x);
}

/** The 32 bytes of the private key's seed followed by the 32 of its public key, as libp2p keeps them. */
export function rawPrivateKey(privateKey: KeyObject): Uint8Array {
  const { d, x } = privateKey.export({ format: 'jwk' });
  return Buffer.concat([fromBase64Url(d), fromBase64Url(x)]);
}

function fromBase64Url(text: string | undefined): Uint8Array {
  return Buffer.from(text ?? '', 'base64url');
}
