import { createHash, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { systemIds, type Ids } from '../ports/ids.ts';
import { PrivateFileError } from './errors.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

const TOKEN_BYTES = 32;
/** 32 bytes in base64url. */
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Where a node keeps the token of its HTTP API. */
export function tokenFile(directory: string): string {
  return join(directory, 'api-token');
}

/**
 * The token of the node in `directory`: whoever can read the file is its operator.
 *
 * @returns undefined when none was made yet
 * @throws {PrivateFileError} when others may read it, or it holds no token
 */
export function readToken(directory: string): string | undefined {
  const file = tokenFile(directory);
  const token = readPrivateFile(file)?.trim();
  if (token === undefined || TOKEN_PATTERN.test(token)) return token;
  throw new PrivateFileError(file, 'does not hold a token: remove it, and the next start makes a new one');
}

/**
 * The same, made the first time. Only for the process that holds the directory.
 *
 * @throws {PrivateFileError}
 */
export function loadToken(directory: string, ids: Ids = systemIds): string {
  const existing = readToken(directory);
  if (existing !== undefined) return existing;
  const token = Buffer.from(ids.bytes(TOKEN_BYTES)).toString('base64url');
  writePrivateFile(tokenFile(directory), `${token}\n`);
  return token;
}

/** Whether an `Authorization` header carries the token. Takes equally long for any wrong one. */
export function bearsToken(authorization: string | undefined, token: string): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  // Hashes have one length, which timingSafeEqual asks for.
  return timingSafeEqual(sha256(given), sha256(token));
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
