import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Channel } from '../channel.ts';
import { MalformedMessageError } from '../errors.ts';

/** Characters of {@link shortHash}. */
const SHORT = 10;

/**
 * What identifies something said to somebody, whoever says it, in which job and when: SHA-256 of the canonical JSON
 * (RFC 8785) of `{to, brief}`. White space and the order of keys make no difference on the task channel.
 *
 * @param to peer ID, or a room's topic
 * @param content JSON text on the task channel, which is hashed as what it stands for; on the others text
 * @throws {MalformedMessageError} when the content of a task is no JSON, or holds what RFC 8785 cannot write: a number
 * out of range or half a character
 */
export function briefHash(to: string, content: string, channel: Channel): Uint8Array {
  // Half characters do not cross the wire as such, see protobufjs; so both sides hash what arrives.
  const brief = channel === 'task' ? parsed(content) : content.toWellFormed();
  return createHash('sha256').update(canonical({ to, brief })).digest();
}

/** The beginning of a hash, for people: the first ten hexadecimal digits. */
export function shortHash(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex').slice(0, SHORT);
}

/**
 * The canonical form of a JSON value (RFC 8785): the same for the same value, whatever the order of keys.
 *
 * @throws {TypeError} when it is not JSON
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) {
    throw new TypeError('this is not JSON, and has no canonical form');
  }
  return text;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    throw new MalformedMessageError('body.content', 'is not JSON');
  }
}

function canonical(value: object): string {
  try {
    return canonicalJson(value);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw new MalformedMessageError('body.content', `has no canonical form: ${problem}`);
  }
}
