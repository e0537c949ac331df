import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { loadConfig, writeConfig } from '../../src/config/config.ts';
import { breakerSettingsSchema } from '../../src/config/breaker-schema.ts';
import type { BreakerStatus, HopliteNode } from '../../src/sdk.ts';
import { SETTING_KEYS } from '../../src/cli/breaker-change.ts';
import { runningApi, temporaryDirectory } from '../api/running-api.ts';
import { healthy } from '../api/scripted-node.ts';
import { run, type Ran } from './recorded-terminal.ts';
import { withNode } from './with-node.ts';

verifies('breaker.settings', 'node.cli.json', 'node.cli.exit-codes');

const constrained: BreakerStatus = {
  level: 'constrained',
  reason: 'looping: 8 identical tool calls',
  since: Date.now() - 180_000,
  isRecovering: false,
  restrictions: ['No message to other peers.', 'Half the credit\u001B[2J for what it sends.'],
  settings: breakerSettingsSchema.parse({
    costCapUsd: 5,
    costCapTokens: 1_000_000,
    agentTokenCaps: { alpha: 200_000 },
  }),
  counters: { repeats: 8, errors: 1, outputTokens: 1234, hasProgressed: false },
  own: { tokens: 120_000, costUsd: 0.0123 },
  floor: {
    tokens: 420_000,
    costUsd: 1.5,
    peers: [{ peer: 'be\u0007ta', tokens: 300_000, costUsd: 1.4877, at: Date.now() - 120_000 }],
  },
  changes: [
    {
      at: Date.UTC(2026, 10, 30, 12),
      from: 'steering',
      to: 'constrained',
      action: 'constrain',
      reason: 'looping: 8 identical tool calls',
    },
    {
      at: Date.UTC(2026, 10, 30, 12),
      from: 'healthy',
      to: 'steering',
      action: 'steer',
      reason: 'looping: 8 identical\n tool calls',
    },
  ],
};

describe('hoplite breaker', () => {
  test.each([[['breaker']], [['breaker', 'show']]])('%j shows how it stands, and why', async (args) => {
    const hoplite = await withNode({ breaker: () => constrained });
    const { code, out } = await hoplite(args);
    expect(code).toBe(0);
    const lines = out.split('\n').map((line) => line.replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z| [\d:]+)/, 'TIME'));
    expect(lines).toEqual([
      'constrained: looping: 8 identical tool calls',
      '  since      TIME, 3 min ago',
      '  restricts  No message to other peers.',
      '             Half the credit for what it sends.',
      '  this beat  repeats 8 of 8 · errors 1 of 5 · 1,234 output tokens · no progress yet · a beat is 30 s',
      '  own        120,000 of 200,000 tokens · $0.0123',
      '  floor      420,000 of 1,000,000 tokens · $1.50 of $5.00',
      '',
      'PEER  TOKENS   COST     SAID',
      'beta  300,000  $1.4877  2 min ago',
      '',
      'newest changes',
      '  TIME  steering → constrained (constrain): looping: 8 identical tool calls',
      '  TIME  healthy → steering (steer): looping: 8 identical  tool calls',
      '',
    ]);
  });

  test('of one that is at rest is short, says so, and says when it is off', async () => {
    const { out } = await (await withNode({ breaker: () => healthy }))(['breaker']);
    expect(out).toMatch(/^healthy\n {2}since .*\n {2}this beat .*\n {2}own {8}0 tokens · \$0\.00\n {2}floor .*\n$/);
    const settings = breakerSettingsSchema.parse({ circuitBreaker: { enabled: false } });
    const off = await withNode({ breaker: () => ({ ...healthy, settings }) });
    expect((await off(['breaker'])).out).toContain('  off        nothing trips');
  });

  test('says that what is left of the restrictions is lifted step by step', async () => {
    const status: BreakerStatus = { ...constrained, level: 'steering', isRecovering: true };
    const { out } = await (await withNode({ breaker: () => status }))(['breaker']);
    expect(out).toContain('lifted step by step');
  });

  test('names the lower of the caps by name and by peer ID', async () => {
    const settings = breakerSettingsSchema.parse({ agentTokenCaps: { alpha: 10, '12D3KooWAlpha': 9, beta: 1 } });
    const hoplite = await withNode({ breaker: () => ({ ...healthy, settings }) });
    expect((await hoplite(['breaker'])).out).toContain('  own        0 of 9 tokens ·');
  });

  test('takes no cap for one that is called like a thing of the language', async () => {
    const hoplite = await withNode({ name: 'constructor', breaker: () => healthy });
    expect((await hoplite(['breaker'])).out).toContain('  own        0 tokens ·');
  });

  test('for programs is the status as it is', async () => {
    const hoplite = await withNode({ breaker: () => constrained });
    expect((await hoplite(['breaker', '--json'])).json()).toEqual(constrained);
  });
});

describe('hoplite breaker reset', () => {
  test('begins anew', async () => {
    const resetBreaker = vi.fn<HopliteNode['resetBreaker']>(async () => healthy);
    const hoplite = await withNode({ resetBreaker });
    expect(await hoplite(['breaker', 'reset'])).toMatchObject({
      code: 0,
      out: 'reset: the agent is healthy, and caps count from here\n',
    });
    expect((await hoplite(['breaker', 'reset', '--json'])).json()).toEqual(healthy);
    expect(resetBreaker).toHaveBeenCalledTimes(2);
  });

  test('without a running node ends with 1', async () => {
    const { code, err } = await run(['breaker', 'reset', '--dir', temporaryDirectory()]);
    expect(code).toBe(1);
    expect(err).toContain('hoplite up');
  });
});

describe('hoplite breaker set, with no node running', () => {
  let directory = '';
  beforeEach(() => {
    directory = temporaryDirectory();
    writeConfig(directory, { name: 'alpha', credit: 7, costCapUsd: 2, agentTokenCaps: { beta: 5 } });
  });
  const set = (...args: readonly string[]): Promise<Ran> => run(['breaker', 'set', ...args, '--dir', directory]);

  test.each([
    ['circuitBreaker.hardStop', 'true', { circuitBreaker: { hardStop: true } }, 'true'],
    ['circuitBreaker.beatSeconds', '0.5', { circuitBreaker: { beatSeconds: 0.5 } }, '0.5'],
    ['costCapUsd', '5', { costCapUsd: 5 }, '5'],
    ['costCapTokens', '1e6', { costCapTokens: 1_000_000 }, '1000000'],
    ['agentTokenCaps.alpha', '1000000', { agentTokenCaps: { alpha: 1_000_000, beta: 5 } }, '1000000'],
    ['agentTokenCaps', '{"alpha":1}', { agentTokenCaps: { alpha: 1, beta: 5 } }, '{"beta":5,"alpha":1}'],
    [
      'prices.gpt-4.1-mini',
      '{"inputPerMillion":1,"outputPerMillion":2}',
      { prices: { 'gpt-4.1-mini': { inputPerMillion: 1, outputPerMillion: 2 } } },
      '{"inputPerMillion":1,"outputPerMillion":2}',
    ],
  ])('%s %s is kept for the next start', async (key, value, config, words) => {
    const { code, out } = await set(key, value);
    expect(out).toBe(`${key} is ${words}\nNo node is running there: it counts from the next start.\n`);
    expect(code).toBe(0);
    expect(loadConfig(directory)).toMatchObject({ name: 'alpha', credit: 7, ...config });
  });

  test('none takes a cap or an entry away, and gives the rest its default back', async () => {
    expect((await set('costCapUsd', 'none')).out).toMatch(/^costCapUsd is not set\n/);
    expect((await set('agentTokenCaps.beta', 'none')).out).toMatch(/^agentTokenCaps\.beta is not set\n/);
    await set('circuitBreaker.beatSeconds', '5');
    expect((await set('circuitBreaker.beatSeconds', 'none')).out).toMatch(/^circuitBreaker\.beatSeconds is 30\n/);
    const { costCapUsd, agentTokenCaps, circuitBreaker } = loadConfig(directory);
    expect([costCapUsd, agentTokenCaps, circuitBreaker.beatSeconds]).toEqual([undefined, {}, 30]);
  });

  test('for programs says what holds', async () => {
    expect((await set('costCapUsd', '5', '--json')).json()).toMatchObject({
      key: 'costCapUsd',
      value: 5,
      settings: { costCapUsd: 5, agentTokenCaps: { beta: 5 } },
      isRunning: false,
    });
    expect((await set('costCapUsd', 'none', '--json')).json()).toMatchObject({ value: null });
  });

  test.each([
    ['hardStop', 'circuitBreaker.hardStop'],
    ['circuitbreaker.hardstop', 'circuitBreaker.hardStop'],
    ['circuitBreaker.hardStopp', 'circuitBreaker.hardStop'],
    ['breaker.errorStormLimit', 'circuitBreaker.errorStormLimit'],
    ['costCapUSD', 'costCapUsd'],
    ['costcaptoken', 'costCapTokens'],
    ['agentTokenCap.alpha', 'agentTokenCaps.alpha'],
    ['price.fast', 'prices.fast'],
  ])('%s is no setting: did you mean %s?', async (key, meant) => {
    const before = readFileSync(join(directory, 'hoplite.json'), 'utf8');
    const { code, out, err } = await set(key, '1');
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`hoplite: there is no setting "${key}": did you mean "${meant}"?\n`);
    expect(readFileSync(join(directory, 'hoplite.json'), 'utf8')).toBe(before);
  });

  test.each(['nonsense', 'credit', 'name', '__proto__.x', 'agentTokenCaps.', '', 'costCapUsd.x.y'])(
    '%j is no setting either',
    async (key) => {
      const { code, err } = await set(key, '1');
      expect(code).toBe(2);
      expect(err).toContain('there is no setting');
    },
  );

  test('what is far from every setting is answered with all of them', async () => {
    const { err } = await set('nonsense', '1');
    for (const key of SETTING_KEYS) expect(err).toContain(key);
    expect(SETTING_KEYS).toContain('circuitBreaker.tokenVelocityPerMin');
    expect(SETTING_KEYS).toContain('agentTokenCaps.NAME');
  });

  test.each([
    ['circuitBreaker.hardStop', 'yes', 'circuitBreaker.hardStop: expected boolean, received string'],
    ['circuitBreaker.repeatedToolLimit', '1', 'circuitBreaker.repeatedToolLimit: Too small: expected number to be >=2'],
    ['costCapUsd', 'a lot', 'costCapUsd: expected number, received string'],
    ['costCapTokens', '1.5', 'costCapTokens: expected int, received number'],
    ['agentTokenCaps.alpha', '"5"', 'agentTokenCaps.alpha: expected number, received string'],
    ['prices.fast', '{"inputPerMillion":1}', 'prices.fast.outputPerMillion: expected number, received undefined'],
    ['costCapUsd', `${'['.repeat(100)}${']'.repeat(100)}`, 'the value of costCapUsd is nested deeper than 64 levels'],
  ])('%s cannot be %s, and nothing is changed', async (key, value, words) => {
    const before = readFileSync(join(directory, 'hoplite.json'), 'utf8');
    const { code, out, err } = await set(key, value);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
    expect(readFileSync(join(directory, 'hoplite.json'), 'utf8')).toBe(before);
  });

  test.each([[[]], [['costCapUsd']], [['costCapUsd', '5', '6']], [['costCapUsd', '-5']]])(
    '%j is wrong usage',
    async (args) => {
      expect(await set(...args)).toMatchObject({ code: 2, out: '' });
    },
  );

  test('where there is no node at all, it makes none', async () => {
    const { code, err } = await run(['breaker', 'set', 'costCapUsd', '5', '--dir', temporaryDirectory()]);
    expect(code).toBe(2);
    expect(err).toContain('hoplite init');
  });
});

describe('hoplite breaker set, while the node runs', () => {
  async function running(setBreaker: HopliteNode['setBreaker']) {
    const { directory } = await runningApi({ breaker: () => constrained, setBreaker });
    writeConfig(directory, { name: 'alpha' });
    return {
      directory,
      set: (...args: readonly string[]): Promise<Ran> => run(['breaker', 'set', ...args, '--dir', directory]),
    };
  }

  test('is given to the node at once, and kept in hoplite.json', async () => {
    const setBreaker = vi.fn<HopliteNode['setBreaker']>(async () => healthy);
    const { directory, set } = await running(setBreaker);
    expect(await set('circuitBreaker.hardStop', 'true')).toMatchObject({
      code: 0,
      out: 'circuitBreaker.hardStop is true\nThe running node has taken it, and needs no restart.\n',
    });
    expect(setBreaker).toHaveBeenCalledOnce();
    // What else the node was told stays as it is.
    expect(setBreaker.mock.lastCall?.[0]).toMatchObject({ circuitBreaker: { hardStop: true }, costCapUsd: 5 });
    expect(loadConfig(directory).circuitBreaker.hardStop).toBe(true);
    expect((await set('costCapUsd', 'none', '--json')).json()).toMatchObject({ isRunning: true, value: null });
    expect(setBreaker.mock.lastCall?.[0]).toHaveProperty('costCapUsd', undefined);
  });

  test('which fails there, ends with 1, and says where it stands', async () => {
    const { directory, set } = await running(() => {
      throw new Error('the disk is full');
    });
    const { code, out, err } = await set('costCapUsd', '5');
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('hoplite.json has the change, which counts from the next start');
    expect(loadConfig(directory).costCapUsd).toBe(5);
  });
});
