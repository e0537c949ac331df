import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '@hoplite/tools';
import { verifies } from '@hoplite/test/requirements';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configFile, loadConfig, patchConfig, writeConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { mergePatch } from '../../src/config/merge-patch.ts';

verifies('breaker.settings');

// RFC 7396, appendix A.
const vectors: readonly (readonly [JsonValue, JsonValue, JsonValue])[] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
];

test.each(vectors)('%j changed by %j is %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test('a patch that is given twice changes no more than once, and changes neither of its arguments', () => {
  const json = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(json, json, (target, patch) => {
      const before = JSON.stringify([target, patch]);
      const once = mergePatch(target, patch);
      expect(mergePatch(once, patch)).toEqual(once);
      expect(JSON.stringify([target, patch])).toBe(before);
    }),
  );
});

test('a key that is called like the prototype is a key like any other', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"x": 1}}') as JsonValue);
  expect(Object.keys(merged as object)).toEqual(['__proto__']);
  expect(({} as { readonly x?: number }).x).toBeUndefined();
});

describe('the config of a data directory', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-patch-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  test('is changed in one place, and what is taken away has its default again', () => {
    writeConfig(directory, { name: 'alpha', credit: 7, costCapUsd: 2, circuitBreaker: { beatSeconds: 5 } });
    patchConfig(directory, { costCapUsd: null, circuitBreaker: { hardStop: true, beatSeconds: null } });
    const { costCapUsd, circuitBreaker, credit } = loadConfig(directory);
    expect(costCapUsd).toBeUndefined();
    expect(circuitBreaker).toMatchObject({ hardStop: true, beatSeconds: 30 });
    expect(credit).toBe(7);
    expect(statSync(configFile(directory)).mode & 0o777).toBe(0o600);
  });

  test('is left as it was by a change that is not valid, which is named', () => {
    writeConfig(directory, { name: 'alpha' });
    const before = readFileSync(configFile(directory), 'utf8');
    expect(() => patchConfig(directory, { circuitBreaker: { hardstop: true } })).toThrow(
      /with this change, is not valid\n {2}circuitBreaker\.hardstop: .*did you mean "hardStop"\?/,
    );
    expect(readFileSync(configFile(directory), 'utf8')).toBe(before);
  });

  test('that is not there, or is broken, is not made by a change', () => {
    expect(() => patchConfig(directory, { costCapUsd: 1 })).toThrow(ConfigError);
    writeFileSync(configFile(directory), '{"name": ');
    expect(() => patchConfig(directory, { costCapUsd: 1 })).toThrow(ConfigError);
  });
});
