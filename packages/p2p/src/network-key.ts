import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { InvitationError } from './errors.ts';
import { readSecret, writeSecret } from './secret-file.ts';

/** What makes peers members of one network: a secret of this many bytes. */
export const NETWORK_KEY_BYTES = 32;

const KEY_FILE = 'network.key';

/** The key of a new network. */
export function generateNetworkKey(): Uint8Array {
  return randomBytes(NETWORK_KEY_BYTES);
}

/**
 * The network key that is kept in `directory`.
 *
 * @returns undefined when there is none yet
 * @throws {InvitationError} when others may read the file, or it does not hold a key
 */
export function loadNetworkKey(directory: string): Uint8Array | undefined {
  const file = join(directory, KEY_FILE);
  const found = readSecret(file);
  switch (found.kind) {
    case 'absent':
      return undefined;
    case 'readable-by-others':
      throw new InvitationError(
        `others may read the network key ${file} (mode ${found.mode}): if nobody has, "chmod 600 ${file}"; else make a new network`,
      );
    case 'secret': {
      const text = found.bytes.toString('latin1').trim();
      const key = Buffer.from(text, 'base64url');
      if (key.byteLength !== NETWORK_KEY_BYTES || key.toString('base64url') !== text) {
        throw new InvitationError(`${file} does not hold a network key: restore it, or join again by an invitation`);
      }
      return key;
    }
  }
}

/**
 * Keeps a network key in `directory`, with mode 0600.
 *
 * @param options.replace leave the network whose key is there
 * @throws {InvitationError} when the key of another network is there, or this is no key
 */
export function storeNetworkKey(directory: string, key: Uint8Array, options = { replace: false }): void {
  if (key.byteLength !== NETWORK_KEY_BYTES) {
    throw new InvitationError(`a network key has ${NETWORK_KEY_BYTES} bytes, this one has ${key.byteLength}`);
  }
  const file = join(directory, KEY_FILE);
  const text = `${Buffer.from(key).toString('base64url')}\n`;
  if (writeSecret(file, text, options)) {
    return;
  }
  const present = loadNetworkKey(directory);
  if (present === undefined || !timingSafeEqual(present, key)) {
    throw new InvitationError(
      `${directory} already belongs to another network: use another directory, or leave it first`,
    );
  }
}

/** Eight hexadecimal characters by which a network can be told from others without knowing its key. */
export function networkFingerprint(key: Uint8Array): string {
  return createHmac('sha256', key).update('hoplite/1/network').digest('hex').slice(0, 8);
}
