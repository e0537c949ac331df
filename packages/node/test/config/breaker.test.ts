import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { breakerSettingsSchema, breakerShape } from '../../src/config/breaker-schema.ts';
import { parseConfig } from '../../src/config/config.ts';
import { ConfigError, type ConfigProblem } from '../../src/config/errors.ts';

verifies('breaker.settings');

/** What is wrong with settings, in the config of a node. */
function problems(settings: object): readonly ConfigProblem[] {
  try {
    parseConfig({ name: 'alpha', ...settings });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('everything has a default, and no cap is one', () => {
  expect(breakerSettingsSchema.parse({})).toEqual({
    circuitBreaker: {
      enabled: true,
      hardStop: false,
      repeatedToolLimit: 8,
      errorStormLimit: 5,
      tokenVelocityPerMin: 60_000,
      beatSeconds: 30,
    },
    agentTokenCaps: {},
    prices: {},
  });
});

test('half of it is filled up', () => {
  expect(parseConfig({ name: 'alpha', circuitBreaker: { hardStop: true } }).circuitBreaker).toMatchObject({
    enabled: true,
    hardStop: true,
    beatSeconds: 30,
  });
});

test('every key says what it is for', () => {
  const inner = breakerShape.circuitBreaker.unwrap().shape;
  const undocumented = Object.entries({ ...breakerShape, ...inner }).filter(([, schema]) => !schema.description);
  expect(undocumented.map(([key]) => key)).toEqual([]);
});

describe('bounds', () => {
  test.each([
    ['repeatedToolLimit', 2, 1000],
    ['errorStormLimit', 1, 1000],
    ['beatSeconds', 0.05, 3600],
  ])('%s is %d to %i', (key, least, most) => {
    for (const value of [least, most]) expect(problems({ circuitBreaker: { [key]: value } })).toEqual([]);
    for (const value of [least - 0.01, most + 1, 'x', null]) {
      expect(problems({ circuitBreaker: { [key]: value } })).toMatchObject([{ path: `circuitBreaker.${key}` }]);
    }
  });

  test.each([
    [{ circuitBreaker: { tokenVelocityPerMin: 0 } }, 'circuitBreaker.tokenVelocityPerMin'],
    [{ circuitBreaker: { enabled: 'no' } }, 'circuitBreaker.enabled'],
    [{ circuitBreaker: [] }, 'circuitBreaker'],
    [{ costCapUsd: -0.01 }, 'costCapUsd'],
    [{ costCapUsd: '5' }, 'costCapUsd'],
    [{ costCapTokens: 1.5 }, 'costCapTokens'],
    [{ costCapTokens: -1 }, 'costCapTokens'],
    [{ agentTokenCaps: { alpha: -1 } }, 'agentTokenCaps.alpha'],
    [{ agentTokenCaps: { '': 1 } }, 'agentTokenCaps[""]'],
    [{ agentTokenCaps: Object.fromEntries(Array.from({ length: 1025 }, (_, n) => [`a${n}`, 1])) }, 'agentTokenCaps'],
    [{ prices: { big: { inputPerMillion: 3 } } }, 'prices.big.outputPerMillion'],
    [{ prices: { big: { inputPerMillion: -3, outputPerMillion: 1 } } }, 'prices.big.inputPerMillion'],
  ])('%j names %s', (settings, path) => {
    expect(problems(settings)).toMatchObject([{ path }]);
  });

  test.each([
    [{ costCapUsd: 0, costCapTokens: 0 }],
    [{ agentTokenCaps: { alpha: 0 } }],
    [{ prices: { 'claude-opus-4.5': { inputPerMillion: 5, outputPerMillion: 25, cachedPerMillion: 0.5 } } }],
    [{ prices: { free: { inputPerMillion: 0, outputPerMillion: 0 } } }],
  ])('%j is fine', (settings) => {
    expect(problems(settings)).toEqual([]);
  });
});

describe('a wrong key names the right one', () => {
  test.each([
    [{ circuitbreaker: {} }, 'circuitbreaker', 'circuitBreaker'],
    [{ circuitBreaker: { hardstop: true } }, 'circuitBreaker.hardstop', 'hardStop'],
    [{ circuitBreaker: { repeatToolLimit: 8 } }, 'circuitBreaker.repeatToolLimit', 'repeatedToolLimit'],
    [{ circuitBreaker: { beatSecond: 3 } }, 'circuitBreaker.beatSecond', 'beatSeconds'],
    [{ costCapUSD: 1 }, 'costCapUSD', 'costCapUsd'],
    [{ costCapToken: 1 }, 'costCapToken', 'costCapTokens'],
    [{ agentTokenCap: {} }, 'agentTokenCap', 'agentTokenCaps'],
    [{ price: {} }, 'price', 'prices'],
  ])('%j: %s, did you mean "%s"?', (settings, path, meant) => {
    expect(problems(settings)).toEqual([{ path, message: `there is no such key: did you mean "${meant}"?` }]);
  });

  test('also inside a price', () => {
    const price = { inputPerMillion: 1, outputPerMillion: 1, cachePerMillion: 1 };
    expect(problems({ prices: { big: price } })).toMatchObject([
      {
        path: 'prices.big.cachePerMillion',
        message: expect.stringContaining('did you mean "cachedPerMillion"?') as string,
      },
    ]);
  });
});
