import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedMessageError, briefHash, shortHash } from '../../src/index.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('p2p.wire.brief-hash');

const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
const taskHash = (content: string): string => hex(briefHash('to', content, 'task'));

/** JSON text of `value` with its keys in the opposite order and white space wherever it may stand. */
function spread(value: unknown): string {
  if (Array.isArray(value)) {
    return `[ ${value.map(spread).join(' ,\n')} ]`;
  }
  return value !== null && typeof value === 'object'
    ? `{\t${Object.entries(value)
        .reverse()
        .map(([key, part]) => `${JSON.stringify(key)} : ${spread(part)}`)
        .join(',\r\n')} }`
    : JSON.stringify(value);
}

/** What JSON can say and RFC 8785 can write: no half characters. */
const json = fc.jsonValue({ stringUnit: 'binary' }).filter((value) => JSON.stringify(value).isWellFormed());

describe('the hash of a brief', () => {
  test('is SHA-256 of the canonical JSON of whom it is for and what it says', () => {
    const canonical = '{"brief":{"a":[1,2.5,"é"],"b":null},"to":"12D3KooW"}';
    const hash = briefHash('12D3KooW', '{ "b": null, "a": [1.0, 25e-1, "\\u00e9"] }', 'task');
    expect(hex(hash)).toBe(createHash('sha256').update(canonical).digest('hex'));
    const text = briefHash('12D3KooW', 'say "hello"', 'session');
    expect(hex(text)).toBe(createHash('sha256').update('{"brief":"say \\"hello\\"","to":"12D3KooW"}').digest('hex'));
  });

  test('does not change with white space and the order of keys', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(taskHash(spread(value))).toBe(taskHash(JSON.stringify(value)));
      }),
    );
  });

  test('changes with what is said', () => {
    fc.assert(
      fc.property(json, json, (one, other) => {
        const isSame =
          spread(one) === spread(other) || taskHash(JSON.stringify(other)) === taskHash(JSON.stringify(one));
        expect(isSame).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
      }),
    );
  });

  test('is of text, white space and all, on the channels that carry text', () => {
    for (const channel of ['session', 'room'] as const) {
      expect(hex(briefHash('to', '{"a":1}', channel))).not.toBe(hex(briefHash('to', '{ "a": 1 }', channel)));
      expect(hex(briefHash('to', '"x"', channel))).not.toBe(hex(briefHash('to', 'x', channel)));
      expect(hex(briefHash('to', 'no JSON', channel))).toBe(hex(briefHash('to', 'no JSON', 'session')));
    }
  });

  test('is another one for another receiver', () => {
    expect(hex(briefHash('b', '1', 'task'))).not.toBe(hex(briefHash('c', '1', 'task')));
  });

  test('is the same at both ends for text with half a character, which does not cross the wire', () => {
    expect(hex(briefHash('to', 'a\ud800b', 'session'))).toBe(hex(briefHash('to', 'a\ufffdb', 'session')));
  });

  test.each(['', 'hello', '{', '{"a":1}}', "{'a':1}", '1e400', '"\\ud800"', '{"\\udfff":1}'])(
    'is not to be had of %j as a task',
    (content) => {
      expect(() => briefHash('to', content, 'task')).toThrow(MalformedMessageError);
    },
  );

  test('is to be had of what is nested deeper than a stack', () => {
    const depth = 200_000;
    expect(taskHash('['.repeat(depth) + ']'.repeat(depth))).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is short for people', () => {
    const hash = briefHash('to', '1', 'task');
    expect(shortHash(hash)).toBe(hex(hash).slice(0, 10));
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sorted);
  }
  return value !== null && typeof value === 'object'
    ? [
        'an object, not a list',
        ...Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, part]) => [key, sorted(part), 'key']),
      ]
    : Object.is(value, -0)
      ? 0
      : value;
}
