import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@hoplite/tools';
import { canonicalState } from '../../../src/watch/stall/canonical-state.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('watch.canonical');

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.json(),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => `at ${date.toISOString()}`),
  fc.integer({ min: 900_000_000_000, max: 6_000_000_000_000 }).map((number) => `${number}`),
  fc.stringMatching(/^[0-9a-fA-F]{30,70}$/),
  fc.constantFrom(
    'TRUE',
    ' NULL ',
    '1E5',
    '1.0',
    '-0',
    '"x"',
    'İ ΣΑΣ',
    '\ud800',
    '[TRUE]',
    '"\\"[1]\\""',
    '2024-01-01  10:00',
  ),
);

/** Any JSON, with keys and texts that are dealt with specially among it. */
const { value: anyJson } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    anyText,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: 900_000_000_000, max: 6_000_000_000_000 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('id', 'requestId', 'text', 'hash', 'commit', '__proto__', 'sent_at')),
      tie('value'),
      { maxKeys: 4 },
    ),
  ),
}));

test('applying it to its own result changes nothing', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      const canonical = canonicalState(value);
      expect(canonicalState(canonical)).toBe(canonical);
    }),
    { numRuns: 2000 },
  );
});

test('is JSON as RFC 8785 writes it: without white space, keys in order', () => {
  expect(canonicalState({ b: 1, a: [true, null, 1e21, 0.1], '\u20ac': 'x', '\r': 'y' })).toBe(
    '{"\\r":"y","a":[true,null,1e+21,0.1],"b":1,"€":"x"}',
  );
});

test('the order of keys makes no difference', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anyJson), (value) => {
      expect(canonicalState(Object.fromEntries(Object.entries(value).toReversed()))).toBe(canonicalState(value));
    }),
  );
});

test.each<[string, JsonValue, JsonValue]>([
  ['an ID under its key', { id: 1, say: 'no' }, { id: 2, say: 'no' }],
  ['an ID under any such key', { request_id: 'x', messageId: 'y' }, { request_id: 'z', messageId: 'w' }],
  ['a time under its key', { createdAt: 'noon', sent_at: 5, ts: 1 }, { createdAt: 'later', sent_at: 6, ts: 2 }],
  ['a duration under its key', { duration_ms: 12, elapsed: '3 s' }, { duration_ms: 15, elapsed: '4 s' }],
  ['a key that is there or not', { nonce: 'n', say: 'no' }, { say: 'no' }],
  [
    'a UUID in a text',
    'job 0190a5c8-7a77-7cc1-b1c9-0b1c2d3e4f50 failed',
    'job 0190a5c9-0000-7cc1-b1c9-0b1c2d3e4f51 failed',
  ],
  ['a time in a text', 'done at 2026-11-06T10:00:00.123Z', 'done at 2026-11-07 11:30:00+01:00'],
  ['milliseconds since 1970 in a text', 'at 1700000000000', 'at 1700000009999'],
  ['milliseconds since 1970', { when: 1_700_000_000_000 }, { when: 1_700_000_009_999 }],
  ['a UUID without hyphens in a text', `ref ${'0a'.repeat(16)}`, `ref ${'1b'.repeat(16)}`],
  ['white space', 'I  do\n not agree ', 'I do not agree'],
  ['case', 'I do NOT agree', 'i do not agree'],
  ['the spelling of characters', 'caf\u00e9', 'cafe\u0301'],
  ['JSON in a text', '{"say": "No", "id": 7}', { say: 'no', id: 8 }],
  ['JSON within JSON in a text', { body: '{"inner":"{\\"a\\":1}"}' }, { body: { inner: { a: 1 } } }],
])('%s makes no difference', (_, one, other) => {
  expect(canonicalState(one)).toBe(canonicalState(other));
});

test.each<[string, JsonValue, JsonValue]>([
  ['a number in a text', 'number 1', 'number 2'],
  ['an ID that names the work', { order_id: 7, say: 'ship it' }, { order_id: 8, say: 'ship it' }],
  ['a time at which something is due', { due_at: '2026-11-06' }, { due_at: '2026-11-07' }],
  ['an hour that a text is about', 'the figures of 2026-11-06T10:00', 'the figures of 2026-11-06T11:00'],
  ['a commit in a text', `look at ${'0a'.repeat(20)}`, `look at ${'1b'.repeat(20)}`],
  ['a number', { count: 1 }, { count: 2 }],
  ['a word', 'yes', 'no'],
  ['an order', ['a', 'b'], ['b', 'a']],
  ['a key', { yes: 1 }, { no: 1 }],
  ['a hash under a key that says so', { sha256: '0a'.repeat(32) }, { sha256: '1b'.repeat(32) }],
  ['a commit', { commit: '0a'.repeat(20) }, { commit: '1b'.repeat(20) }],
  ['a number that JavaScript cannot hold, in a text', '12345678901234567890', '12345678901234567891'],
  ['a short hexadecimal word', 'commit abc1234', 'commit abc1235'],
  ['the spelling of a number in a text', '1.0', '1'],
])('%s makes a difference', (_, one, other) => {
  expect(canonicalState(one)).not.toBe(canonicalState(other));
});

describe('what is very deep or very long', () => {
  test('is cut below 64 levels, also when a text hides it', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(canonicalState(deep)).toContain('…');
    expect(canonicalState({ text: deep })).toHaveLength(canonicalState(deep).length + '{"text":}'.length - 2);
  });

  test('takes time in proportion to its length', () => {
    // Each of these would take hours if an expression went back over what it has read.
    for (const text of [
      '0'.repeat(1e6),
      '0a-'.repeat(3e5),
      ' '.repeat(1e6),
      '2024-01-01 '.repeat(1e5),
      'aAt'.repeat(3e5),
    ]) {
      expect(canonicalState({ [text]: text }).length).toBeGreaterThan(0);
    }
  });
});
