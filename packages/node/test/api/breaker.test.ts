import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import { openClient } from '../../src/api/client.ts';
import { breakerSettingsSchema } from '../../src/config/breaker-schema.ts';
import { InvalidOptionError } from '../../src/errors.ts';
import type { BreakerStatus, HopliteNode } from '../../src/sdk.ts';
import { runningApi } from './running-api.ts';
import { healthy, trace, usage, wait, watch } from './scripted-node.ts';

verifies('breaker.settings', 'breaker.usage', 'node.cli.token');

const settings = breakerSettingsSchema.parse({
  costCapUsd: 5,
  agentTokenCaps: { alpha: 10, beta: 20 },
  circuitBreaker: { beatSeconds: 5 },
});

function script() {
  return {
    breaker: (): BreakerStatus => ({ ...healthy, settings }),
    setBreaker: vi.fn<HopliteNode['setBreaker']>(async (changes) => ({
      ...healthy,
      settings: breakerSettingsSchema.parse(changes),
    })),
    resetBreaker: vi.fn<HopliteNode['resetBreaker']>(async () => healthy),
  };
}

describe('the breaker', () => {
  test('is shown, and reset', async () => {
    const node = script();
    const { call, directory } = await runningApi(node);
    expect((await call('GET', '/api/v1/breaker')).json).toEqual(JSON.parse(JSON.stringify(node.breaker())));
    const client = openClient(directory);
    expect(await client.breaker()).toMatchObject({ level: 'healthy', settings: { costCapUsd: 5 } });
    expect(await client.resetBreaker()).toEqual(healthy);
    expect(node.resetBreaker).toHaveBeenCalledExactlyOnceWith();
  });

  test.each([
    [{}, settings],
    [{ costCapUsd: 7.5 }, { ...settings, costCapUsd: 7.5 }],
    [
      { circuitBreaker: { hardStop: true } },
      { ...settings, circuitBreaker: { ...settings.circuitBreaker, hardStop: true } },
    ],
    [
      { circuitBreaker: { beatSeconds: null } },
      { ...settings, circuitBreaker: { ...settings.circuitBreaker, beatSeconds: 30 } },
    ],
    [{ costCapUsd: null }, { ...settings, costCapUsd: undefined }],
    [{ agentTokenCaps: { alpha: null, gamma: 30 } }, { ...settings, agentTokenCaps: { beta: 20, gamma: 30 } }],
    [{ agentTokenCaps: null }, { ...settings, agentTokenCaps: {} }],
  ])('is told %j: the rest stays, and what is null goes', async (body, wanted) => {
    const node = script();
    const { call } = await runningApi(node);
    const answer = await call('PATCH', '/api/v1/breaker', { body });
    expect(answer).toMatchObject({ status: 200, json: { level: 'healthy' } });
    expect(node.setBreaker).toHaveBeenCalledOnce();
    expect(node.setBreaker.mock.lastCall?.[0]).toEqual(wanted);
  });

  test('is told of every cap by name, so that one that is gone is not taken for one that stays', async () => {
    const node = script();
    const { directory } = await runningApi(node);
    await openClient(directory).setBreaker({ costCapUsd: null });
    expect(node.setBreaker.mock.lastCall?.[0]).toHaveProperty('costCapUsd', undefined);
    expect(Object.keys(node.setBreaker.mock.lastCall?.[0] ?? {})).toContain('costCapUsd');
  });

  test.each([
    [{ circuitBreaker: { hardStop: 'yes' } }, 'circuitBreaker.hardStop', 'expected boolean'],
    [{ circuitBreaker: { hardstop: true } }, 'circuitBreaker.hardstop', 'did you mean "hardStop"?'],
    [{ circuitBreaker: { repeatedToolLimit: 1 } }, 'circuitBreaker.repeatedToolLimit', '>=2'],
    [{ costCapUSD: 1 }, 'costCapUSD', 'did you mean "costCapUsd"?'],
    [{ costCapUsd: -1 }, 'costCapUsd', '>=0'],
    [{ costCapTokens: 1.5 }, 'costCapTokens', 'expected int'],
    [{ agentTokenCaps: { alpha: 'many' } }, 'agentTokenCaps.alpha', 'expected number'],
    [{ prices: { fast: { inputPerMillion: 1 } } }, 'prices.fast.outputPerMillion', 'expected number'],
    [[1], '', 'expected an object'],
  ])('%j is 400, names %s, and changes nothing', async (body, field, words) => {
    const node = script();
    const { call } = await runningApi(node);
    const answer = await call('PATCH', '/api/v1/breaker', { body });
    expect(answer).toMatchObject({ status: 400, json: { error: { code: 'bad_request', field } } });
    expect(answer.text).toContain(JSON.stringify(words).slice(1, -1));
    expect(node.setBreaker).not.toHaveBeenCalled();
  });

  test('a patch as deep as a stack is 400, not a failure', async () => {
    const { call } = await runningApi(script());
    const body = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(await call('PATCH', '/api/v1/breaker', { body })).toMatchObject({ status: 400 });
  });

  test('what the node itself does not take is 400, with the key', async () => {
    const { call } = await runningApi({
      ...script(),
      setBreaker: () => {
        throw new InvalidOptionError('agentTokenCaps', 'names nobody');
      },
    });
    expect(await call('PATCH', '/api/v1/breaker', { body: {} })).toMatchObject({
      status: 400,
      json: { error: { field: 'agentTokenCaps' } },
    });
  });
});

describe('usage', () => {
  test('is summed up as asked', async () => {
    const asked = vi.fn<HopliteNode['usage']>(() => [usage]);
    const { call, directory } = await runningApi({ usage: asked });
    expect((await call('GET', '/api/v1/usage')).json).toEqual([usage]);
    expect(asked).toHaveBeenLastCalledWith({ by: 'day', limit: 100 });
    const query = { by: 'agent', since: '2026-11-01', jobId: 'job/1 &', limit: 7 } as const;
    expect(await openClient(directory).usage(query)).toEqual([usage]);
    expect(asked).toHaveBeenLastCalledWith(query);
    await openClient(directory).usage();
    expect(asked).toHaveBeenLastCalledWith({ by: 'day', limit: 100 });
  });

  test.each([
    ['by=week', 'by'],
    ['since=yesterday', 'since'],
    ['since=2026-02-30', 'since'],
    ['jobId=', 'jobId'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['until=2026-11-01', 'until'],
  ])('with %s is 400, and names the field', async (query, field) => {
    const { call } = await runningApi();
    expect(await call('GET', `/api/v1/usage?${query}`)).toMatchObject({ status: 400, json: { error: { field } } });
  });
});

test('waits are listed, and the trace of a job carries what the monitor saw', async () => {
  const { directory } = await runningApi({ waits: () => [wait], trace: () => ({ ...trace, watch }) });
  const client = openClient(directory);
  expect(await client.waits()).toEqual([wait]);
  expect((await client.trace('job-1'))?.watch).toEqual(watch);
});

test.each([
  ['GET', '/breaker'],
  ['PATCH', '/breaker'],
  ['POST', '/breaker/reset'],
  ['GET', '/usage'],
  ['GET', '/waits'],
])('%s %s needs the token', async (method, path) => {
  const { call } = await runningApi();
  const headers = { authorization: 'Bearer wrong' };
  expect(await call(method, `/api/v1${path}`, { headers })).toMatchObject({ status: 401 });
});
