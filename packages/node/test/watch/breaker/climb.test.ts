import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { LEVELS } from '../../../src/watch/breaker/ladder.ts';
import { openTemporaryStore } from '../../store/temporary-store.ts';
import { HandClock } from '../../turns/hand-clock.ts';
import { DONE, breakerAt, memoryStore, ok, trip } from './breaker-at.ts';

verifies('breaker.ladder', 'breaker.told', 'breaker.durable', 'breaker.trips');

const HARD = { circuitBreaker: { hardStop: true } } as const;

describe('a full climb', () => {
  test('without hardStop goes step by step to constrained, stays, and comes back step by step', () => {
    const at = breakerAt();
    const turn = at.turn();
    const up = Array.from({ length: 4 }, () => (trip(turn), at.beat()));
    expect(up).toEqual(['steering', 'constrained', 'constrained', 'constrained']);
    at.breaker.set({ circuitBreaker: { repeatedToolLimit: 1000 } });
    expect([at.beat(), at.beat(), at.beat()]).toEqual(['steering', 'healthy', 'healthy']);
  });

  test('with hardStop goes on to stopped, ends what runs, and comes back step by step', () => {
    const at = breakerAt({ settings: HARD });
    const turn = at.turn();
    const up = Array.from({ length: 4 }, () => (trip(turn), at.beat()));
    expect(up).toEqual(['steering', 'constrained', 'stopped', 'stopped']);
    turn.meter.end({ kind: 'refuse', reason: 'breaker', detail: '' });
    const down = Array.from({ length: 8 }, () => at.beat());
    expect(down.filter((level, index) => level !== down[index - 1])).toEqual([
      'stopped',
      'constrained',
      'steering',
      'healthy',
    ]);
    expect(at.clock.timers).toBe(0);
  });

  test('is the same with very short beats', () => {
    const at = breakerAt({ settings: { circuitBreaker: { hardStop: true, beatSeconds: 0.05 } } });
    const turn = at.turn();
    expect(Array.from({ length: 3 }, () => (trip(turn), at.beat()))).toEqual(['steering', 'constrained', 'stopped']);
    expect(at.changes.map(({ at }) => at - 1_700_000_000_000)).toEqual([50, 100, 150]);
  });

  test('no sequence of beats ever jumps', () => {
    const beat = fc.record({ trips: fc.boolean(), hardStop: fc.boolean() });
    fc.assert(
      fc.property(fc.array(beat, { maxLength: 12 }), (beats) => {
        const at = breakerAt();
        at.work(true);
        let before = 0;
        for (const { trips, hardStop } of beats) {
          at.breaker.set({ circuitBreaker: { hardStop } });
          const { meter } = at.turn();
          if (trips) for (let count = 0; count < 5; count += 1) meter.report({ kind: 'error', detail: '' });
          const after = LEVELS.findIndex((level) => level === at.beat());
          expect(Math.abs(after - before)).toBeLessThanOrEqual(1);
          before = after;
          meter.end(DONE);
        }
        const levels = at.changes.filter(({ from, to }) => from !== to);
        for (const [index, { from }] of levels.entries()) expect(from).toBe(levels[index - 1]?.to ?? 'healthy');
        at.breaker.stop();
      }),
      { numRuns: 30 },
    );
  });
});

describe('each trip, seen from outside', () => {
  const settings = {
    agentTokenCaps: { local: 100 },
    costCapUsd: 1,
    costCapTokens: 1000,
    circuitBreaker: { tokenVelocityPerMin: 600 },
  };

  /** The reason after one beat in which an agent has done this, and answered. */
  function reasonAfter(reports: readonly object[], calls = 0): string | undefined {
    const at = breakerAt({ settings });
    const { meter } = at.turn();
    for (const report of reports) meter.report(report as Parameters<typeof meter.report>[0]);
    for (let count = 0; count < calls; count += 1) meter.called('list_peers', {}, ok([]));
    meter.end(DONE);
    at.beat();
    return at.breaker.status().reason;
  }

  const usage = (inputTokens: number, outputTokens: number, costUsd = 0) => [
    { kind: 'usage', inputTokens, outputTokens, costUsd },
  ];
  const errors = (count: number) => Array.from({ length: count }, () => ({ kind: 'error', detail: 'model down' }));

  test.each([
    ['7 identical calls', () => reasonAfter([], 7), undefined],
    ['8 identical calls', () => reasonAfter([], 8), 'looping: 8 identical tool calls'],
    ['4 errors', () => reasonAfter(errors(4)), undefined],
    ['5 errors', () => reasonAfter(errors(5)), 'error storm: 5 errors'],
    ['as many tokens as the cap', () => reasonAfter(usage(100, 0)), undefined],
    ['one more', () => reasonAfter(usage(101, 0)), 'token limit: 101 over the agent cap'],
    ['as much as the cost cap', () => reasonAfter(usage(0, 0, 1)), undefined],
    ['a millionth more', () => reasonAfter(usage(0, 0, 1.000001)), 'cost cap: floor total over $1'],
    [
      'all of them at once',
      () => reasonAfter([...errors(9), ...usage(0, 2000, 9)], 9),
      'looping: 9 identical tool calls',
    ],
  ])('%s', (_what, reason, expected) => {
    expect(reason()).toBe(expected);
  });

  test('as many output tokens a minute as the velocity are not too fast, one more is', () => {
    const velocity = (tokens: number) => {
      const at = breakerAt({ settings: { circuitBreaker: { tokenVelocityPerMin: 600 } } });
      const { meter } = at.turn();
      meter.report({ kind: 'usage', inputTokens: 5000, outputTokens: tokens });
      meter.end(DONE);
      at.beat();
      return at.breaker.status().reason;
    };
    expect(velocity(300)).toBeUndefined();
    expect(velocity(301)).toBe('token velocity 602/min > 600/min');
  });

  test('one answer within a very short beat is no velocity', () => {
    const at = breakerAt({ settings: { circuitBreaker: { beatSeconds: 0.05 } } });
    const { meter } = at.turn();
    meter.report({ kind: 'usage', inputTokens: 0, outputTokens: 1000 });
    meter.end(DONE);
    expect(at.beat()).toBe('healthy');
  });
});

describe('what is told', () => {
  test('one change is one row, one event, one call and one count; a beat without one is none', async () => {
    const at = breakerAt();
    const turn = at.turn();
    for (let beats = 0; beats < 20; beats += 1) {
      trip(turn);
      at.beat();
    }
    const expected = [
      { from: 'healthy', to: 'steering', action: 'steer', reason: 'looping: 32 identical tool calls' },
      { from: 'steering', to: 'constrained', action: 'constrain' },
    ];
    expect(at.events).toMatchObject(expected);
    expect(at.changes).toEqual(at.events);
    expect(at.store.breakerChanges(100)).toEqual([...at.events].reverse());
    expect(await at.sample('hoplite_breaker_level')).toBe(2);
    expect(await at.sample('hoplite_breaker_changes_total{to="steering"}')).toBe(1);
    expect(await at.sample('hoplite_breaker_changes_total{to="constrained"}')).toBe(1);
    expect(turn.notes).toHaveLength(2);
  });

  test('flapping tells each change once, and no more', async () => {
    const at = breakerAt();
    const levels: string[] = [];
    for (let rounds = 0; rounds < 10; rounds += 1) {
      const { meter } = at.turn();
      for (let count = 0; count < 5; count += 1) meter.report({ kind: 'error', detail: '' });
      levels.push(at.beat());
      meter.end(DONE);
      levels.push(at.beat());
    }
    expect(levels).toEqual(Array.from({ length: 10 }, () => ['steering', 'healthy']).flat());
    expect(at.changes.map(({ action }) => action)).toEqual(Array.from({ length: 10 }, () => ['steer', 'lift']).flat());
    expect(at.store.breakerChanges(100)).toHaveLength(20);
    expect(await at.sample('hoplite_breaker_changes_total{to="healthy"}')).toBe(10);
  });

  test('the agent is told what to do: turns that run, and turns that begin', () => {
    const at = breakerAt();
    const turn = at.turn();
    trip(turn);
    at.beat();
    expect(turn.notes).toEqual([
      'Circuit breaker: looping: 32 identical tool calls. The same call gives the same result: do something else, or end ' +
        'your turn with what you have.',
    ]);
    expect(at.turn('another').notes).toEqual(turn.notes);
    expect(breakerAt().turn().notes).toEqual([]);
  });

  test('a listener that fails keeps nothing from the others', () => {
    const at = breakerAt();
    at.breaker.onChange(() => {
      throw new Error('no inbox');
    });
    const heard: string[] = [];
    at.breaker.onChange(({ to }) => void heard.push(to));
    const turn = at.turn();
    trip(turn);
    at.beat();
    expect(heard).toEqual(['steering']);
    expect(at.logged.join('')).toContain('could not be told');
  });
});

describe('a restart', () => {
  test('keeps the level, its reason and since when, and the way back', async () => {
    const kept = await openTemporaryStore();
    try {
      const clock = new HandClock();
      const at = breakerAt({ store: kept.store, clock });
      const turn = at.turn();
      trip(turn);
      at.beat();
      trip(turn);
      at.beat();
      at.breaker.stop();
      const { level, since, restrictions } = at.breaker.status();
      const again = breakerAt({ store: await kept.reopen(), clock });
      expect(again.breaker.status()).toMatchObject({ level, since, restrictions });
      expect(level).toBe('constrained');
      expect(again.breaker.status().reason).toContain('looping: ');
      expect(await again.sample('hoplite_breaker_level')).toBe(2);
      expect([again.beat(), again.breaker.status().isRecovering]).toEqual(['steering', true]);
      again.breaker.stop();
      const third = breakerAt({ store: await kept.reopen(), clock });
      expect(third.breaker.status()).toMatchObject({ level: 'steering', isRecovering: true });
      expect(third.beat()).toBe('healthy');
      third.breaker.stop();
    } finally {
      await kept.dispose();
    }
  });

  test('keeps what was used, also when the process was killed before the next beat', async () => {
    const kept = await openTemporaryStore();
    try {
      const settings = { agentTokenCaps: { local: 100 } };
      const at = breakerAt({ store: kept.store, settings });
      at.turn().meter.report({ kind: 'usage', inputTokens: 90, outputTokens: 11, costUsd: 0.25 });
      await kept.store.written();
      const again = breakerAt({ store: await kept.reopen(), settings }); // Nobody has stopped it.
      expect(again.breaker.status().own).toEqual({ tokens: 101, costUsd: 0.25 });
      expect(again.beat()).toBe('steering');
      expect(again.beats()).toMatchObject([{ tokens: 101, costMicroUsd: 250_000 }]);
      again.breaker.stop();
    } finally {
      await kept.dispose();
    }
  });

  test('with a state that cannot be read begins anew', () => {
    for (const json of ['{', '{"level":"furious"}', '[]']) {
      const store = memoryStore();
      store.putState('breaker', json);
      expect(breakerAt({ store }).breaker.status().level).toBe('healthy');
    }
  });
});

describe('beats', () => {
  test('there are none while all is at rest', () => {
    const at = breakerAt();
    expect(at.clock.timers).toBe(0);
    at.work(true);
    expect(at.clock.timers).toBe(1);
    at.work(true);
    expect(at.clock.timers).toBe(1);
    at.beat();
    expect(at.clock.timers).toBe(1);
    at.work(false);
    at.beat();
    expect(at.clock.timers).toBe(0);
  });

  test('are gossiped, signed, while there is work in hand, and once more for what was used', () => {
    const at = breakerAt();
    at.work(true);
    const { meter } = at.turn();
    at.beat();
    at.beat();
    expect(at.beats()).toEqual([
      { kind: 'beat', every: 30_000, tokens: 0, costMicroUsd: 0 },
      { kind: 'beat', every: 30_000, tokens: 0, costMicroUsd: 0 },
    ]);
    meter.report({ kind: 'usage', inputTokens: 5, outputTokens: 2 });
    meter.end(DONE);
    at.work(false);
    at.beat();
    at.beat();
    expect(at.beats().slice(2)).toEqual([{ kind: 'beat', every: 30_000, tokens: 7, costMicroUsd: 0 }]);
    expect(at.clock.timers).toBe(0);
  });

  test('end when the node stops, which tells what was used last', () => {
    const at = breakerAt();
    at.work(true);
    at.turn().meter.report({ kind: 'usage', inputTokens: 5, outputTokens: 2 });
    at.breaker.stop();
    expect(at.clock.timers).toBe(0);
    expect(at.beats()).toMatchObject([{ tokens: 7 }]);
    at.breaker.wake();
    expect(at.clock.timers).toBe(0);
  });

  test('that fail to be recorded are logged, and the breaker works on', () => {
    let fails = true;
    const store = memoryStore();
    const failing = {
      ...store,
      putState: () => {
        if (fails) throw new Error('disk full');
      },
    };
    Object.setPrototypeOf(failing, store);
    const at = breakerAt({ store: failing });
    at.work(true);
    const turn = at.turn();
    trip(turn);
    expect(at.beat()).toBe('steering');
    expect(at.logged.join('')).toContain('disk full');
    fails = false;
    trip(turn);
    expect(at.beat()).toBe('constrained');
  });
});
