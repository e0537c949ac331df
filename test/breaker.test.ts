import type { Agent, AgentTurn, Config } from '@hoplite/node';
import { describe, expect, test } from 'vitest';
import { verifies } from './requirements.ts';
import { agentOf, Cluster, done } from './support/cluster.ts';
import { aborted } from './support/scripted.ts';

/** The settings of the breaker with beats of a tenth of a second. */
function quick(changes: Partial<Config['circuitBreaker']> = {}): Pick<Config, 'circuitBreaker'> {
  return {
    circuitBreaker: {
      enabled: true,
      hardStop: false,
      repeatedToolLimit: 8,
      errorStormLimit: 5,
      tokenVelocityPerMin: 60_000,
      beatSeconds: 0.1,
      ...changes,
    },
  };
}

/** Does one and the same thing until it is ended, or `isEnough` says so; `each` is told after every time. */
function looping(isEnough: (turn: AgentTurn) => boolean = () => false): Agent {
  return agentOf(async (turn) => {
    while (!turn.signal.aborted && !isEnough(turn)) {
      turn.report({ kind: 'tool', name: 'read', input: { path: 'plan.md', line: 1 }, result: 'the same as ever' });
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done('ended');
  });
}

describe('the circuit breaker', () => {
  test('an agent that repeats itself is told, then restricted, and gets it back step by step', async () => {
    verifies('breaker.ladder', 'breaker.restrictions', 'breaker.told');
    const seen: string[] = [];
    let outcome = '';
    const agent = agentOf(async (turn) => {
      const { tools, signal } = turn;
      turn.notes.subscribe((note) => seen.push(note));
      const constrained = new Promise<void>((resolve) => {
        const look = (): void => (cluster.node('beta').breaker().level === 'constrained' ? resolve() : again());
        const again = (): void => {
          turn.report({ kind: 'tool', name: 'read', input: { path: 'plan.md' }, result: 'the same as ever' });
          setImmediate(look);
        };
        look();
      });
      await Promise.race([constrained, aborted(signal)]);
      const result = await tools.call('delegate_task', { peer: 'alpha', brief: 'help me' });
      outcome = result.ok ? 'ok' : result.refusal.reason;
      return done('ended');
    });
    await using cluster = await Cluster.start(['alpha', 'beta'], { agents: { beta: agent }, config: quick() });
    const report = await cluster.node('alpha').delegate('beta', 'work');
    expect(report).toMatchObject({ state: 'done', result: 'ended' });
    expect(outcome).toBe('breaker');
    expect(seen.join('\n')).toContain('looping: ');
    await cluster.until(() => cluster.node('beta').breaker().level === 'healthy');
    const { changes } = cluster.node('beta').breaker();
    expect(changes.map(({ to }) => to).reverse()).toEqual(['steering', 'constrained', 'steering', 'healthy']);
    const told = cluster.events.flatMap((event) => (event.event === 'breaker' ? [event] : []));
    expect(told.map(({ node, change }) => [node, change.to])).toEqual([
      ['beta', 'steering'],
      ['beta', 'constrained'],
      ['beta', 'steering'],
      ['beta', 'healthy'],
    ]);
    // One item for a person, which says how it is now.
    expect(cluster.node('beta').inbox()).toMatchObject([{ kind: 'breaker', count: 4 }]);
    expect(await cluster.node('beta').metrics()).toContain('hoplite_breaker_changes_total{to="constrained"} 1');
  });

  test('with hardStop it is stopped in the end: the job is frozen everywhere, and new work is refused `breaker`', async () => {
    verifies('breaker.ladder');
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: looping() },
      config: quick({ hardStop: true, beatSeconds: 0.2 }),
    });
    const alpha = cluster.node('alpha');
    const report = await alpha.delegate('beta', 'work');
    expect(report).toMatchObject({ state: 'stopped', reason: 'breaker' });
    expect(await alpha.delegate('beta', 'more work')).toMatchObject({ state: 'stopped', reason: 'breaker', turns: 0 });
    await cluster.until(() => alpha.inbox().some(({ kind }) => kind === 'stop'));
    expect(alpha.trace(report.jobId)?.thread).toMatchObject({ state: 'frozen', reason: 'breaker' });
    expect(cluster.node('beta').trace(report.jobId)?.thread).toMatchObject({ state: 'frozen', reason: 'breaker' });
  });

  test('level and spend survive a restart', async () => {
    verifies('breaker.durable', 'breaker.usage');
    const agent = agentOf(({ report }) => {
      report({ kind: 'usage', inputTokens: 1000, outputTokens: 500, cachedTokens: 200, model: 'small' });
      return done('ok');
    });
    const prices = { small: { inputPerMillion: 1000, outputPerMillion: 2000, cachedPerMillion: 100 } };
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { beta: agent },
      config: { ...quick({ beatSeconds: 60 }), prices, agentTokenCaps: { beta: 1499 } },
    });
    const report = await cluster.node('alpha').delegate('beta', 'work');
    const spent = { tokens: 1500, costUsd: 0.8 + 0.02 + 1 };
    expect(cluster.node('beta').breaker().own).toEqual(spent);
    await cluster.stop('beta');
    await cluster.add('beta');
    const beta = cluster.node('beta');
    expect(beta.breaker().own).toEqual(spent);
    const used = { inputTokens: 1000, outputTokens: 500, cachedTokens: 200, costUsd: 1.82 };
    expect(beta.usage({ by: 'job' })).toMatchObject([{ key: report.jobId, ...used }]);
    expect(beta.usage({ by: 'agent' })).toMatchObject([{ key: 'beta', ...used }]);
    expect(beta.usage({ by: 'model' })).toMatchObject([{ key: 'small', ...used }]);
    expect(beta.usage()).toHaveLength(1);
  });

  test('the floor is the mesh: what others use counts against the cap here, and stops growth without stopping anyone', async () => {
    verifies('breaker.floor');
    const spending = agentOf(async (turn) => {
      const isEnded = aborted(turn.signal);
      turn.report({ kind: 'usage', inputTokens: 900, outputTokens: 200 });
      await Promise.race([isEnded, cluster.until(() => cluster.node('alpha').breaker().floor.tokens >= 1100)]);
      return done('ok');
    });
    await using cluster = await Cluster.start(['alpha', 'beta'], {
      agents: { alpha: agentOf(() => done('ok')), beta: spending },
      config: { ...quick({ hardStop: true }), costCapTokens: 1000 },
    });
    const alpha = cluster.node('alpha');
    // The beats of beta are heard while it is at work; alpha looks at them while it is at work itself: it waits for beta.
    expect(await alpha.delegate('beta', 'work')).toMatchObject({ state: 'done' });
    await cluster.until(() => alpha.breaker().level === 'constrained');
    expect(alpha.breaker().reason).toBe('token cap: floor total over 1000 tokens');
    expect(alpha.breaker().floor.peers).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ peer: 'beta', tokens: 1100 })]) as unknown[],
    );
    const reset = await alpha.resetBreaker();
    expect(reset).toMatchObject({ level: 'healthy', floor: { tokens: 0 } });
  });

  test('a peer that comes later is told what the others have used', async () => {
    verifies('breaker.floor');
    const agent = agentOf(({ report }) => {
      report({ kind: 'usage', inputTokens: 70, outputTokens: 7 });
      return done('ok');
    });
    await using cluster = await Cluster.start(['alpha'], { agents: { alpha: agent }, config: quick() });
    expect(await cluster.node('alpha').delegate('alpha', 'work')).toMatchObject({ state: 'done' });
    const beta = await cluster.add('beta');
    await cluster.meet();
    // A question to the peer comes after what it was told as it came.
    await cluster.node('beta').delegate('alpha', 'work');
    expect(beta.breaker().floor.tokens).toBeGreaterThanOrEqual(77);
  });

  test('its settings are changed while it runs, and what is no setting is named', async () => {
    verifies('breaker.settings');
    await using cluster = await Cluster.start(['alpha'], { config: quick({ beatSeconds: 60 }) });
    const alpha = cluster.node('alpha');
    expect((await alpha.setBreaker({ costCapUsd: 5 })).settings).toMatchObject({ costCapUsd: 5 });
    expect((await alpha.setBreaker({ circuitBreaker: { hardStop: true } })).settings.circuitBreaker).toMatchObject({
      hardStop: true,
      beatSeconds: 60,
    });
    await expect(alpha.setBreaker({ circuitBreaker: { errorStormLimit: 0 } })).rejects.toThrow('errorStormLimit');
    expect(alpha.breaker().settings.circuitBreaker.errorStormLimit).toBe(5);
  });
});
