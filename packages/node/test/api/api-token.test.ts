import { chmodSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { bearsToken, loadToken, readToken, tokenFile } from '../../src/api/api-token.ts';
import { PrivateFileError } from '../../src/api/errors.ts';
import { temporaryDirectory } from './running-api.ts';

verifies('node.cli.token');

describe('the token file', () => {
  test('is made once, of 32 random bytes, for its owner alone', () => {
    const directory = temporaryDirectory();
    const token = loadToken(directory);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(loadToken(directory)).toBe(token);
    expect(readToken(directory)).toBe(token);
    expect(statSync(tokenFile(directory)).mode & 0o777).toBe(0o600);
    expect(loadToken(temporaryDirectory())).not.toBe(token);
  });

  test('is not there before a node has run', () => {
    expect(readToken(temporaryDirectory())).toBeUndefined();
  });

  test('is refused when others may read it, and says how to mend that', () => {
    const directory = temporaryDirectory();
    loadToken(directory);
    chmodSync(tokenFile(directory), 0o640);
    expect(() => loadToken(directory)).toThrow(PrivateFileError);
    expect(() => readToken(directory)).toThrow(`chmod 600 ${tokenFile(directory)}`);
  });

  test.each(['', 'short', `${'A'.repeat(43)}=`, 'x'.repeat(1000)])(
    'is refused with the content %j, and kept',
    (text) => {
      const directory = temporaryDirectory();
      writeFileSync(tokenFile(directory), text, { mode: 0o600 });
      expect(() => loadToken(directory)).toThrow('does not hold a token');
      expect(readFileSync(tokenFile(directory), 'utf8')).toBe(text);
    },
  );

  test('is not followed when it is a link', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'elsewhere'), 'A'.repeat(43), { mode: 0o600 });
    symlinkSync(join(directory, 'elsewhere'), tokenFile(directory));
    expect(() => readToken(directory)).toThrow('not a plain file');
  });
});

describe('an Authorization header', () => {
  const token = 'A'.repeat(43);

  test.each([`Bearer ${token}`, `bearer ${token}`, `Bearer   ${token}`])('%j carries the token', (header) => {
    expect(bearsToken(header, token)).toBe(true);
  });

  test.each([undefined, '', 'Bearer', 'Bearer ', token, `Basic ${token}`, `Bearer ${token}B`, `Bearer ${token} x`])(
    '%j does not',
    (header) => {
      expect(bearsToken(header, token)).toBe(false);
    },
  );
});
