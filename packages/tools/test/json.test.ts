import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_JSON_DEPTH, isJsonObject, jsonProblem } from '../src/index.ts';

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

describe('jsonProblem', () => {
  test('finds nothing wrong with JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(jsonProblem(value)).toBeUndefined();
      }),
    );
  });

  test('finds fault beyond the greatest depth, not at it', () => {
    expect(jsonProblem(nested(MAX_JSON_DEPTH))).toBeUndefined();
    expect(jsonProblem(nested(MAX_JSON_DEPTH + 1))).toContain('deeper');
  });

  test('counts bytes as JSON writes them', () => {
    expect(jsonProblem('é"', 5)).toBe('has more than 5 bytes as JSON');
    expect(jsonProblem('é"', 6)).toBeUndefined();
  });

  test.each([[undefined], [NaN], [Infinity], [10n], [() => 1], [Symbol('x')], ['\ud800'], [{ '\udfff': 1 }]])(
    'finds fault with %s, which JSON cannot say',
    (value) => {
      expect(jsonProblem({ a: [value] })).toBeTypeOf('string');
    },
  );
});

test('a JSON object is neither null nor a list', () => {
  expect([{}, null, [], 'x', 1, undefined].map(isJsonObject)).toEqual([true, false, false, false, false, false]);
});
