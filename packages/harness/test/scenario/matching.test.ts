import { expect, test } from 'vitest';
import type { JsonValue } from '@hoplite/tools';
import { matches, mismatchOf } from '../../src/scenario/matching.ts';
import { pathOf, select } from '../../src/scenario/selecting.ts';

/** Value, what it has, what it has not. */
const PATTERNS: readonly (readonly [string, unknown, JsonValue, JsonValue])[] = [
  ['an object with at least these keys', { a: 1, b: 2 }, { a: 1 }, { a: 2 }],
  ['a list of exactly these items', [1, 2], [1, 2], [1]],
  ['nothing', undefined, null, 0],
  ['at most', 3, { $atMost: 3 }, { $atMost: 2 }],
  ['at least', 3, { $atLeast: 3 }, { $atLeast: 4 }],
  ['between', 3, { $atLeast: 1, $atMost: 5 }, { $atLeast: 1, $atMost: 2 }],
  ['so many', [1, 2], { $count: 2 }, { $count: 1 }],
  ['not too many', [1, 2], { $count: { $atMost: 2 } }, { $count: { $atMost: 1 } }],
  ['an item', [{ a: 1, b: 1 }, { a: 2 }], { $includes: { a: 1 } }, { $includes: { a: 3 } }],
  ['a part of a text', 'a long text', { $includes: 'long' }, { $includes: 'short' }],
  ['each item', [1, 2], { $every: { $atLeast: 1 } }, { $every: 1 }],
  ['in any order', [{ a: 1 }, { a: 2, b: 3 }], { $unordered: [{ a: 2 }, {}] }, { $unordered: [{ a: 1 }, { a: 1 }] }],
  ['each but once', ['x', 'y'], { $unordered: [{ $any: true }, 'x'] }, { $unordered: ['x', 'x'] }],
  ['no item twice', [1, 2], { $distinct: true }, { $distinct: false }],
  ['one of', 'b', { $oneOf: ['a', 'b'] }, { $oneOf: ['a'] }],
  ['not', 'b', { $not: 'a' }, { $not: 'b' }],
  ['anything', 0, { $any: true }, { $any: false }],
  ['exactly', { a: 1 }, { $exactly: { a: 1 } }, { $exactly: {} }],
  ['like', 'S24', { $matches: '^S\\d+$' }, { $matches: '^X' }],
  ['JSON', '{"a":[1]}', { $json: { a: { $count: 1 } } }, { $json: { a: [] } }],
];

test.each(PATTERNS)('%s: %j has %j, and not %j', (_, value, has, hasNot) => {
  expect(mismatchOf(value, has)).toBeUndefined();
  expect(matches(value, hasNot)).toBe(false);
});

test('a mismatch names the place, what was there and what should be', () => {
  expect(mismatchOf({ a: [{ b: 1 }] }, { a: [{ b: 2 }] })).toEqual({ path: 'a.0.b', was: 1, should: 'be 2' });
});

test('an operator that there is not holds of nothing', () => {
  expect(matches(1, { $nothing: 1 })).toBe(false);
});

test('a selection keeps items and takes parts of them', () => {
  const items = [
    { a: 1, b: { c: 'x' } },
    { a: 2, b: { c: 'y' }, d: 'z' },
  ];
  expect(select(items, { where: { a: 2 }, pick: 'b.c' })).toEqual(['y']);
  expect(select(items, { pick: 'd|b.c' })).toEqual(['x', 'z']);
  expect(select(items, { pick: ['a', 'b.c'] })).toEqual([1, 2, 'x', 'y']);
  expect(select(items, { pick: 'length' })).toBe(2);
  expect(pathOf(items, '1.b.c')).toBe('y');
  expect(pathOf({ a: 1 }, 'constructor')).toBeUndefined();
});
