import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import { callKey, outcomeKey, plainResult } from '../../../src/watch/breaker/call-key.ts';

verifies('breaker.repeats');

describe('a call', () => {
  test('is the same whatever the order of keys, however deep', () => {
    expect(callKey('t', { a: 1, b: { c: [1, { x: 1, y: 2 }], d: 2 } })).toBe(
      callKey('t', { b: { d: 2, c: [1, { y: 2, x: 1 }] }, a: 1 }),
    );
  });

  test('is another when only the end of a long argument differs', () => {
    const long = 'x'.repeat(500_000);
    expect(callKey('t', { text: `${long}1` })).not.toBe(callKey('t', { text: `${long}2` }));
  });

  test.each<[JsonValue, JsonValue]>([
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: null }, {}],
    ['a', ['a']],
    [{ id: 'one' }, { id: 'two' }],
  ])('%j is another than %j', (one, other) => {
    expect(callKey('t', one)).not.toBe(callKey('t', other));
  });

  test('is another with another tool, even when name and input run together to the same', () => {
    expect(callKey('a', 'b')).not.toBe(callKey('a"', 'b'));
    expect(callKey('t', 'x')).not.toBe(callKey('u', 'x'));
  });

  test('has a key for any JSON, that only depends on what it says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = value as JsonValue;
        expect(callKey('t', json)).toMatch(/^[0-9a-f]{64}$/);
        expect(callKey('t', JSON.parse(JSON.stringify(json)) as JsonValue)).toBe(callKey('t', json));
      }),
    );
  });

  test('of what is no JSON has one as well: nested too deep, a circle, a function', () => {
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as JsonValue;
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const input of [deep, circle as JsonValue, (() => 1) as unknown as JsonValue]) {
      expect(callKey('t', input)).toMatch(/^[0-9a-f]{64}$/);
      expect(outcomeKey('call', input)).toMatch(/^[0-9a-f]{64}$/);
    }
  });
});

describe('what came of it', () => {
  test('is the same when only IDs and times differ', () => {
    const reply = (id: string, at: string) => ({ message_id: id, at, text: `still working on it` });
    expect(outcomeKey('c', reply('0198c2d4-1111-7222-8333-123456789abc', '2026-08-01T10:00:00Z'))).toBe(
      outcomeKey('c', reply('0198c2d5-9999-7888-8777-cba987654321', '2026-08-01T10:00:30Z')),
    );
  });

  test('is another when the result says something else', () => {
    expect(outcomeKey('c', { status: 'queued', done: 1 })).not.toBe(outcomeKey('c', { status: 'queued', done: 2 }));
  });

  test('of a refusal is its reason: the sentence may tell the time', () => {
    const refused = (detail: string) =>
      outcomeKey('c', plainResult({ ok: false, refusal: { reason: 'busy', detail, path: [] } }));
    expect(refused('try again in 3 s')).toBe(refused('try again in 2 s'));
    expect(refused('x')).not.toBe(outcomeKey('c', plainResult({ ok: true, value: 'x' })));
  });

  test('of a very long result is all of it', () => {
    const long = 'word '.repeat(40_000);
    expect(outcomeKey('c', `${long}1`)).not.toBe(outcomeKey('c', `${long}2`));
  });
});
