import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createMesh,
  generateIdentity,
  identityFromSeed,
  generateNetworkKey,
  isPeerId,
  loadIdentity,
  verifyEd25519,
} from '../src/index.ts';
import { cardOf } from './support.ts';

describe('an identity', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-identity-'));
    file = join(directory, 'identity.key');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('is made once and stays the same', () => {
    verifies('p2p.identity.made-once');
    const first = loadIdentity(directory);
    const bytes = readFileSync(file);
    expect(isPeerId(first.peerId)).toBe(true);
    expect(loadIdentity(directory).peerId).toBe(first.peerId);
    expect(readFileSync(file)).toEqual(bytes);
  });

  test('is different in every directory', () => {
    expect(loadIdentity(directory).peerId).not.toBe(generateIdentity().peerId);
  });

  test('is kept in a file that only its owner can read', () => {
    verifies('p2p.identity.key-0600');
    loadIdentity(directory);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([0o640, 0o604, 0o660, 0o777])('is refused when its file has mode %o, and says how to mend it', (mode) => {
    verifies('p2p.identity.key-0600');
    loadIdentity(directory);
    chmodSync(file, mode);
    expect(() => loadIdentity(directory)).toThrow(
      expect.objectContaining({
        name: 'IdentityError',
        code: 'ERR_KEY_PERMISSIONS',
        file,
        message: expect.stringContaining(`chmod 600 ${file}`) as unknown,
      }),
    );
  });

  test.each([
    ['nothing', ''],
    ['no key', 'not a key\n'],
    ['half a key', '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2Vw'],
    ['a key of another kind', generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' })],
  ])('is refused when its file holds %s, and the file is left as it is', (_, content) => {
    verifies('p2p.identity.corrupt-refused');
    writeFileSync(file, content, { mode: 0o600 });
    expect(() => loadIdentity(directory)).toThrow(
      expect.objectContaining({ name: 'IdentityError', code: 'ERR_KEY_CORRUPT', file }),
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  test('signs what its peer ID verifies', () => {
    const { signer, peerId } = loadIdentity(directory);
    const bytes = Buffer.from('a message');
    const signature = signer.sign(bytes);
    expect(verifyEd25519(peerId, bytes, signature)).toBe(true);
    expect(verifyEd25519(peerId, Buffer.from('another'), signature)).toBe(false);
    expect(verifyEd25519(generateIdentity().peerId, bytes, signature)).toBe(false);
  });

  test('of a seed is the one of RFC 8032, and the same every time', () => {
    // Section 7.1, test 1.
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const signature =
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155' +
      '5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';
    const { peerId, signer } = identityFromSeed(seed);
    expect(Buffer.from(signer.sign(new Uint8Array())).toString('hex')).toBe(signature);
    expect(identityFromSeed(seed).peerId).toBe(peerId);
    expect(verifyEd25519(peerId, new Uint8Array(), Buffer.from(signature, 'hex'))).toBe(true);
    expect(() => identityFromSeed(seed.subarray(1))).toThrow(RangeError);
  });

  test('is known before the network starts', () => {
    verifies('p2p.identity.before-network');
    const identity = loadIdentity(directory);
    const mesh = createMesh({ identity, networkKey: generateNetworkKey(), card: cardOf('a') });
    expect(mesh.localPeer).toBe(identity.peerId);
    expect(mesh.signer.peerId).toBe(identity.peerId);
    expect(mesh.addresses).toEqual([]);
  });

  test('does not show its secret when it is printed', () => {
    const identity = loadIdentity(directory);
    const secret = identity.privateKey.export({ format: 'jwk' }).d ?? '';
    expect(JSON.stringify(identity)).not.toContain(secret);
  });
});
