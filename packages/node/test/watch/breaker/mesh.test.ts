import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { A, B, C, D } from '../../admission/crossings.ts';
import { BEAT_MS, DONE, breakerAt, trip, type BreakerAt } from './breaker-at.ts';

verifies('breaker.floor', 'breaker.settings', 'breaker.usage', 'breaker.told');

const says = (at: BreakerAt, peer: { readonly peerId: string }, tokens: number, costMicroUsd = 0): void =>
  at.breaker.onBeat({ from: peer.peerId, at: at.clock.now() }, { tokens, costMicroUsd });

describe('caps of the whole mesh', () => {
  test.each([
    [499, 'healthy'],
    [500, 'healthy'],
    [501, 'steering'],
  ])('with what two peers and the own agent use, %i of 1,000 here', (tokens, level) => {
    const at = breakerAt({ settings: { costCapTokens: 1000 } });
    says(at, B, 300);
    says(at, C, 200);
    const { meter } = at.turn();
    meter.report({ kind: 'usage', inputTokens: tokens, outputTokens: 0 });
    meter.end(DONE);
    expect(at.beat()).toBe(level);
  });

  test('constrain an agent that does nothing wrong, and never stop it', () => {
    const at = breakerAt({ settings: { costCapUsd: 1, circuitBreaker: { hardStop: true } } });
    const turn = at.turn();
    says(at, B, 10, 1_000_001);
    expect([at.beat(), at.beat(), at.beat(), at.beat()]).toEqual([
      'steering',
      'constrained',
      'constrained',
      'constrained',
    ]);
    expect(at.breaker.status().reason).toBe('cost cap: floor total over $1');
    expect(turn.aborted).toEqual([]);
  });

  test('stop one that trips itself as well', () => {
    const at = breakerAt({ settings: { costCapTokens: 1, circuitBreaker: { hardStop: true } } });
    const turn = at.turn();
    says(at, B, 10);
    at.beat();
    at.beat();
    for (let times = 0; times < 8; times += 1) {
      turn.meter.report({ kind: 'tool', name: 'read', input: 'plan.md', result: 'the same' });
    }
    expect(at.beat()).toBe('stopped');
    expect(at.breaker.status().reason).toBe('looping: 8 identical tool calls');
    expect(turn.aborted).toHaveLength(1);
  });

  test('do not blame an agent whose tools they have shut for coming no further, and end no turn that runs', () => {
    verifies('breaker.floor');
    const at = breakerAt({ settings: { costCapTokens: 1, circuitBreaker: { hardStop: true } } });
    const turn = at.turn();
    says(at, B, 10);
    at.beat();
    at.beat();
    for (let beat = 0; beat < 5; beat += 1) {
      turn.meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 9000 }); // Without any progress.
      expect(at.beat()).toBe('constrained');
    }
    expect(turn.aborted).toEqual([]);
  });

  test('hold for an agent that is idle, before it is woken; then nothing beats', () => {
    const at = breakerAt({ settings: { costCapTokens: 100 } });
    says(at, B, 101);
    at.clock.advance(10 * BEAT_MS);
    expect(at.breaker.status().level).toBe('constrained');
    expect(at.clock.timers).toBe(0);
  });

  test('are lifted by a person: a reset counts from here, a higher cap lets go step by step', () => {
    const at = breakerAt({ settings: { costCapTokens: 100 } });
    says(at, B, 101);
    at.clock.advance(10 * BEAT_MS);
    at.breaker.set({ costCapTokens: 1000 });
    expect([at.beat(), at.beat()]).toEqual(['steering', 'healthy']);
    at.breaker.set({ costCapTokens: 100 });
    expect(at.beat()).toBe('steering');
    expect(at.breaker.reset()).toMatchObject({ level: 'healthy', floor: { tokens: 0 } });
    says(at, B, 201);
    at.clock.advance(10 * BEAT_MS);
    expect(at.breaker.status()).toMatchObject({ level: 'healthy', floor: { tokens: 100 } });
  });
});

describe('who is believed', () => {
  test('not a stranger, and not somebody who speaks of this node', () => {
    const at = breakerAt({ settings: { costCapTokens: 1 } });
    says(at, D, 1000);
    says(at, A, 1000);
    expect(at.breaker.status().floor).toMatchObject({ tokens: 0, peers: [] });
    expect(at.clock.timers).toBe(0);
  });

  test('not that it is less than before, and not that it will be', () => {
    const at = breakerAt();
    says(at, B, 1000);
    says(at, B, 10);
    at.breaker.onBeat({ from: C.peerId, at: at.clock.now() + 1e9 }, { tokens: 5, costMicroUsd: 7_000_000 });
    expect(at.breaker.status().floor).toEqual({
      tokens: 1005,
      costUsd: 7,
      peers: [
        { peer: 'bravo', tokens: 1000, costUsd: 0, at: at.clock.now() },
        { peer: 'charlie', tokens: 5, costUsd: 7, at: at.clock.now() },
      ],
    });
  });

  test('what a peer says is kept with the next beat, however often it says so', () => {
    const at = breakerAt();
    for (let tokens = 1; tokens <= 100; tokens += 1) says(at, B, tokens);
    expect(at.store.spends()).toEqual([]);
    at.beat();
    expect(at.store.spends()).toMatchObject([{ peer: B.peerId, tokens: 100 }]);
    expect(at.beats()).toEqual([]);
  });
});

describe('settings', () => {
  test('hold at once: the limit, the length of a beat, hardStop', () => {
    const at = breakerAt();
    const turn = at.turn();
    expect(
      at.breaker.set({ circuitBreaker: { errorStormLimit: 1, beatSeconds: 0.05 } }).settings.circuitBreaker,
    ).toMatchObject({ errorStormLimit: 1, beatSeconds: 0.05, repeatedToolLimit: 8 });
    turn.meter.report({ kind: 'error', detail: '' });
    at.clock.advance(50);
    expect(at.breaker.status().level).toBe('steering');
  });

  test('are audited by key, and not when nothing changes', () => {
    const at = breakerAt();
    at.breaker.set({ circuitBreaker: { hardStop: true }, costCapUsd: 5 });
    at.breaker.set({ costCapUsd: 5 });
    expect(at.store.breakerChanges(10)).toMatchObject([
      {
        from: 'healthy',
        to: 'healthy',
        action: 'settings',
        reason: 'a person has changed circuitBreaker.hardStop, costCapUsd',
      },
    ]);
    expect(at.changes).toHaveLength(1);
  });

  test('that are bad change nothing', () => {
    const at = breakerAt();
    const before = at.breaker.status();
    expect(() => at.breaker.set({ costCapUsd: 1, circuitBreaker: { beatSeconds: 0 } })).toThrow(
      expect.objectContaining({ name: 'InvalidOptionError', option: 'circuitBreaker.beatSeconds' }),
    );
    expect(at.breaker.status()).toEqual(before);
  });

  test('switched off, it is healthy at once and nothing trips, but usage is counted and told', () => {
    const at = breakerAt();
    const turn = at.turn();
    trip(turn);
    at.beat();
    trip(turn);
    at.beat();
    expect(at.breaker.set({ circuitBreaker: { enabled: false } }).level).toBe('healthy');
    expect(at.changes.at(-1)).toMatchObject({ from: 'constrained', to: 'healthy', action: 'settings' });
    trip(turn);
    turn.meter.report({ kind: 'usage', inputTokens: 1, outputTokens: 1_000_000 });
    expect([at.beat(), at.beat()]).toEqual(['healthy', 'healthy']);
    expect(at.beats()).toMatchObject([{ tokens: 1_000_001 }]);
    expect(at.breaker.status().own.tokens).toBe(1_000_001);
    at.breaker.set({ circuitBreaker: { enabled: true } });
    trip(turn);
    expect(at.beat()).toBe('steering');
  });

  test('switched off in the config, a level from before a restart is lifted, and that is audited', () => {
    const at = breakerAt();
    const turn = at.turn();
    trip(turn);
    at.beat();
    const again = breakerAt({ store: at.store, settings: { circuitBreaker: { enabled: false } } });
    expect(again.breaker.status().level).toBe('healthy');
    expect(again.events).toMatchObject([{ from: 'steering', to: 'healthy', action: 'settings' }]);
  });
});

describe('a reset', () => {
  test('makes the agent healthy at once, with all counters at 0, and is audited', () => {
    const at = breakerAt({ settings: { circuitBreaker: { hardStop: true }, agentTokenCaps: { local: 10 } } });
    const turn = at.turn();
    turn.meter.report({ kind: 'usage', inputTokens: 11, outputTokens: 0 });
    for (let beats = 0; beats < 3; beats += 1) at.beat();
    expect(at.breaker.status()).toMatchObject({ level: 'stopped', own: { tokens: 11 } });
    const status = at.breaker.reset();
    expect(status).toMatchObject({ level: 'healthy', own: { tokens: 0 }, restrictions: [] });
    expect(status.counters).toEqual({ repeats: 0, errors: 0, outputTokens: 0, hasProgressed: false });
    expect(status.changes[0]).toMatchObject({ from: 'stopped', to: 'healthy', action: 'reset' });
    expect(at.breaker.refusal()).toBeUndefined();
    expect(at.beat()).toBe('healthy');
  });
});

describe('usage', () => {
  const settings = { prices: { big: { inputPerMillion: 3, outputPerMillion: 15, cachedPerMillion: 0.3 } } };

  test('is kept by day, job, agent and model, with what it cost', () => {
    const at = breakerAt({ settings });
    const [one, two] = [at.turn('one'), at.turn('two')];
    one.meter.report({ kind: 'usage', inputTokens: 1000, outputTokens: 100, cachedTokens: 900, model: 'big' });
    two.meter.report({ kind: 'usage', inputTokens: 10, outputTokens: 5 });
    at.clock.advance(24 * 3_600_000);
    two.meter.report({ kind: 'usage', inputTokens: 10, outputTokens: 5, costUsd: 0.5 });
    const big = { inputTokens: 1000, outputTokens: 100, cachedTokens: 900, costUsd: 0.00207 };
    expect(at.breaker.usage({ by: 'job' })).toEqual([
      { key: 'two', day: '2023-11-15', inputTokens: 20, outputTokens: 10, cachedTokens: 0, costUsd: 0.5 },
      { key: 'one', day: '2023-11-14', ...big },
    ]);
    expect(at.breaker.usage().map(({ key, inputTokens }) => [key, inputTokens])).toEqual([
      ['2023-11-15', 10],
      ['2023-11-14', 1010],
    ]);
    expect(at.breaker.usage({ by: 'agent' }).map(({ key }) => key)).toEqual(['local']);
    expect(at.breaker.usage({ by: 'model', jobId: 'one' })).toEqual([{ key: 'big', day: '2023-11-14', ...big }]);
    expect(at.breaker.usage({ since: '2023-11-15' })).toHaveLength(1);
    expect(at.breaker.usage({ limit: 1 })).toHaveLength(1);
  });

  test('is counted', async () => {
    const at = breakerAt({ settings });
    at.turn().meter.report({ kind: 'usage', inputTokens: 1000, outputTokens: 100, cachedTokens: 900, model: 'big' });
    expect(await at.sample('hoplite_tokens_total{direction="input"}')).toBe(1000);
    expect(await at.sample('hoplite_tokens_total{direction="output"}')).toBe(100);
    expect(await at.sample('hoplite_tokens_total{direction="cached"}')).toBe(900);
    expect(await at.sample('hoplite_cost_usd_total')).toBeCloseTo(0.00207);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1001 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2026-02-30' }, 'since'],
    [{ by: 'moon' }, 'by'],
  ])('is not asked for by %j', (query, option) => {
    expect(() => breakerAt().breaker.usage(query as object)).toThrow(
      expect.objectContaining({ name: 'InvalidOptionError', option }),
    );
  });
});
