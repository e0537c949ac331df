import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { costMicroUsd } from '../../../src/watch/breaker/prices.ts';

verifies('breaker.usage');

const PRICES = {
  big: { inputPerMillion: 3, outputPerMillion: 15, cachedPerMillion: 0.3 },
  flat: { inputPerMillion: 1.1, outputPerMillion: 4.4 },
};

const usage = (inputTokens: number, outputTokens: number, more: object = {}) =>
  ({ kind: 'usage', inputTokens, outputTokens, ...more }) as const;

describe('what a call costs', () => {
  test.each([
    ['input and output', usage(1000, 100, { model: 'big' }), 4500],
    ['cached tokens are a part of the input', usage(1000, 0, { model: 'big', cachedTokens: 900 }), 570],
    [
      'they cost as much as others without a price of their own',
      usage(1000, 0, { model: 'flat', cachedTokens: 900 }),
      1100,
    ],
    ['what floating point adds is not charged', usage(10, 0, { model: 'flat' }), 11],
    ['a part of a millionth is a whole one', usage(1, 0, { model: 'flat' }), 2],
    ['the agent knows better', usage(1000, 100, { model: 'big', costUsd: 0.29 }), 290_000],
    ['a model that is not in the table costs nothing', usage(1000, 100, { model: 'other' }), 0],
    ['so does one without a name', usage(1000, 100), 0],
    ['a name that every object has is not in the table', usage(1000, 100, { model: 'constructor' }), 0],
  ])('%s', (_what, used, cost) => {
    expect(costMicroUsd(used, PRICES)).toBe(cost);
  });

  test('is a whole number, never less than it is and never a whole one more', () => {
    const tokens = fc.integer({ min: 0, max: 10_000_000 });
    const price = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(tokens, tokens, price, price, (input, output, inMilli, outMilli) => {
        const prices = { m: { inputPerMillion: inMilli / 1000, outputPerMillion: outMilli / 1000 } };
        const exact = BigInt(input) * BigInt(inMilli) + BigInt(output) * BigInt(outMilli);
        const cost = costMicroUsd(usage(input, output, { model: 'm' }), prices);
        if (exact < 10n ** 14n) expect(BigInt(cost)).toBe((exact + 999n) / 1000n);
        expect(Number.isSafeInteger(cost)).toBe(true);
      }),
    );
  });
});
