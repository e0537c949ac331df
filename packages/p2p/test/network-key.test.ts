import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { generateNetworkKey, loadNetworkKey, networkFingerprint, storeNetworkKey } from '../src/index.ts';

describe('a network key', () => {
  let directory: string;
  let file: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-network-'));
    file = join(directory, 'network.key');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  test('is not there at first, and is read as it was stored', () => {
    expect(loadNetworkKey(directory)).toBeUndefined();
    const key = generateNetworkKey();
    storeNetworkKey(directory, key);
    expect(loadNetworkKey(directory)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('may be stored again, but another one only on purpose', () => {
    const key = generateNetworkKey();
    const other = generateNetworkKey();
    storeNetworkKey(directory, key);
    storeNetworkKey(directory, key);
    expect(() => storeNetworkKey(directory, other)).toThrow(/already belongs to another network/);
    expect(loadNetworkKey(directory)).toEqual(key);
    storeNetworkKey(directory, other, { replace: true });
    expect(loadNetworkKey(directory)).toEqual(other);
  });

  test('is refused when others can read it', () => {
    storeNetworkKey(directory, generateNetworkKey());
    chmodSync(file, 0o644);
    expect(() => loadNetworkKey(directory)).toThrow(/chmod 600/);
  });

  test.each(['', 'short', 'x'.repeat(44)])('is refused when its file holds %j', (content) => {
    writeFileSync(file, content, { mode: 0o600 });
    expect(() => loadNetworkKey(directory)).toThrow(expect.objectContaining({ name: 'InvitationError' }));
  });

  test('of the wrong length is not stored', () => {
    expect(() => storeNetworkKey(directory, new Uint8Array(31))).toThrow(/32 bytes/);
  });

  test('has a fingerprint that tells networks apart', () => {
    const key = generateNetworkKey();
    expect(networkFingerprint(key)).toMatch(/^[0-9a-f]{8}$/);
    expect(networkFingerprint(key)).toBe(networkFingerprint(Buffer.from(key)));
    expect(networkFingerprint(key)).not.toBe(networkFingerprint(generateNetworkKey()));
  });
});
