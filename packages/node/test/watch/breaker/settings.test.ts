import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { breakerSettingsSchema } from '../../../src/config/breaker-schema.ts';
import { InvalidOptionError } from '../../../src/errors.ts';
import { changedSettings, differences, limitsOf } from '../../../src/watch/breaker/settings.ts';

verifies('breaker.settings');

const DEFAULTS = breakerSettingsSchema.parse({});
const CAPPED = breakerSettingsSchema.parse({ costCapUsd: 5, agentTokenCaps: { alpha: 10 } });

describe('a change', () => {
  test('of one key of the breaker leaves the others', () => {
    expect(changedSettings(CAPPED, { circuitBreaker: { hardStop: true } })).toEqual({
      ...CAPPED,
      circuitBreaker: { ...CAPPED.circuitBreaker, hardStop: true },
    });
  });

  test('of caps and prices takes the place of those there were', () => {
    expect(changedSettings(CAPPED, { agentTokenCaps: { bravo: 1 } }).agentTokenCaps).toEqual({ bravo: 1 });
  });

  test('to undefined takes a cap away', () => {
    expect(changedSettings(CAPPED, { costCapUsd: undefined }).costCapUsd).toBeUndefined();
    expect(changedSettings(CAPPED, {}).costCapUsd).toBe(5);
  });

  test('is named key by key', () => {
    expect(
      differences(CAPPED, changedSettings(CAPPED, { circuitBreaker: { hardStop: true }, costCapTokens: 1 })),
    ).toEqual(['circuitBreaker.hardStop', 'costCapTokens']);
    expect(differences(CAPPED, changedSettings(CAPPED, { costCapUsd: undefined }))).toEqual(['costCapUsd']);
    expect(differences(CAPPED, changedSettings(CAPPED, { costCapUsd: 5 }))).toEqual([]);
  });
});

describe('a bad change names the key', () => {
  test.each<[unknown, string, string]>([
    [{ circuitBreaker: { beatSeconds: 0 } }, 'circuitBreaker.beatSeconds', '0.05'],
    [{ circuitBreaker: { repeatedToolLimit: 1 } }, 'circuitBreaker.repeatedToolLimit', '2'],
    [{ circuitBreaker: { hardstop: true } }, 'circuitBreaker.hardstop', 'did you mean "hardStop"?'],
    [{ circuitBreaker: { hardStop: 'yes' } }, 'circuitBreaker.hardStop', 'boolean'],
    [{ circuitBreaker: null }, 'circuitBreaker', 'object'],
    [{ costCapUSD: 1 }, 'costCapUSD', 'did you mean "costCapUsd"?'],
    [{ costCapUsd: -1 }, 'costCapUsd', '0'],
    [{ agentTokenCaps: { alpha: 1.5 } }, 'agentTokenCaps.alpha', 'int'],
    [{ costCapTokens: 'x', costCapUsd: -1 }, 'costCapUsd', 'costCapTokens'],
  ])('%j', (changes, option, message) => {
    let error: unknown;
    try {
      changedSettings(DEFAULTS, changes as object);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InvalidOptionError);
    expect(error).toMatchObject({ option, code: 'ERR_INVALID_OPTION' });
    expect(String(error)).toContain(message);
  });
});

describe('the cap of an agent', () => {
  const capOf = (agentTokenCaps: Record<string, number>) =>
    limitsOf({ ...DEFAULTS, agentTokenCaps }, { peerId: '12D3', name: 'alpha' }).agentTokenCap;

  test.each([
    [{}, undefined],
    [{ alpha: 5 }, 5],
    [{ '12D3': 6 }, 6],
    [{ alpha: 5, '12D3': 6 }, 5],
    [{ bravo: 5 }, undefined],
    [{ alpha: 0 }, 0],
  ])('%j is %s', (caps, cap) => {
    expect(capOf(caps)).toBe(cap);
  });

  test('a name that every object has is no cap', () => {
    expect(limitsOf(DEFAULTS, { peerId: '12D3', name: 'constructor' }).agentTokenCap).toBeUndefined();
  });
});
