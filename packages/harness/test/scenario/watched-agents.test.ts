import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { ScenarioFileError } from '../../src/errors.ts';
import { reportText } from '../../src/report/index.ts';
import { configOf, parseScenario, runScenario } from '../../src/scenario/index.ts';

verifies('harness.scenario.schema');

interface Given {
  readonly steps: readonly unknown[];
  readonly [key: string]: unknown;
}

function scenario({ steps, ...rest }: Given): ReturnType<typeof parseScenario> {
  const about = { id: 'T', source: 'issue 5', says: 'what is right', peers: ['alpha', 'beta'] };
  return parseScenario({ ...about, steps, ...rest });
}

/** What a scenario says that broke. */
async function broken(given: Given): Promise<readonly string[]> {
  return (await runScenario(scenario(given))).violations.map(({ rule, detail }) => `${rule}: ${detail}`);
}

/** What is wrong with a step of a scenario. */
function problemsOf(step: unknown): readonly string[] {
  try {
    scenario({ steps: [step] });
    return [];
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.problems.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
}

const DELEGATE = { delegate: { from: 'alpha', to: 'beta', brief: 'go' } };
const SELF = { delegate: { from: 'beta', to: 'beta', brief: 'go' } };

describe('what agents tell the runtime', () => {
  test('the usage of a model is added up by day, job, agent and model', async () => {
    const beta = [
      { usage: { inputTokens: 100, outputTokens: 20, cachedTokens: 40, model: 'small' } },
      { repeat: 2, do: [{ usage: { inputTokens: '$i', outputTokens: 1, model: 'large', costUsd: 0.5 } }] },
    ];
    const usage = { look: 'usage', at: 'beta' };
    const steps = [
      { ...DELEGATE, as: 'report' },
      {
        ...usage,
        per: 'model',
        where: { key: 'small' },
        expect: [{ inputTokens: 100, outputTokens: 20, cachedTokens: 40 }],
      },
      { ...usage, per: 'model', where: { key: 'large' }, expect: [{ inputTokens: 3, outputTokens: 2, costUsd: 1 }] },
      { ...usage, per: 'job', pick: 'key', expect: ['$report.jobId'] },
      { ...usage, expect: [{ inputTokens: 103 }] },
      { ...usage, job: 'another', expect: [] },
      { look: 'usage', at: 'alpha', expect: [] },
    ];
    expect(await broken({ agents: { beta }, steps })).toEqual([]);
  });

  test('errors of their own trip the breaker, and it says so once to the person and to the turn', async () => {
    const beta = [
      { repeat: 5, do: [{ error: 'the API says 500 ({i})' }] },
      { until: 'notes', at: '$me', expect: { $count: { $atLeast: 1 } } },
    ];
    const steps = [
      DELEGATE,
      { look: 'notes', at: 'beta', where: { turn: 1 }, pick: 'note', expect: [{ $includes: 'error storm: 5' }] },
      { look: 'notes', at: 'alpha', expect: [] },
      { look: 'events', at: 'beta', where: { event: 'breaker' }, pick: 'change.to', expect: { $includes: 'steering' } },
      { look: 'breaker', at: 'beta', pick: 'changes.0.reason', expect: { $includes: 'error storm: 5' } },
    ];
    const expectation = { escalations: { beta: 1 } };
    const given = { agents: { beta }, steps, expect: expectation };
    expect(await broken(given)).toEqual([]);
  });

  test('tools of their own that give the same again and again are a loop, also when keys stand in another order', async () => {
    const ownTool = { name: 'read', input: { path: 'a', from: 1 }, result: 'x' };
    const beta = [
      { repeat: 4, do: [{ ownTool }, { ownTool: { ...ownTool, input: { from: 1, path: 'a' } } }] },
      { until: 'breaker', at: '$me', pick: 'level', expect: 'steering' },
    ];
    const steps = [
      DELEGATE,
      { look: 'breaker', at: 'beta', pick: 'changes.0.reason', expect: { $includes: 'looping: ' } },
    ];
    expect(await broken({ agents: { beta }, steps })).toEqual([]);
  });

  test('something new that they have made is no loop, however alike the calls are', async () => {
    const ownTool = { name: 'test', input: 'all', result: 'failed' };
    const beta = [{ repeat: 9, do: [{ ownTool }, { artefact: 'version {i}' }] }];
    const repeats = { look: 'breaker', at: 'beta', pick: 'counters.repeats' };
    const steps = [DELEGATE, { ...repeats, expect: { $atMost: 1 } }];
    expect(await broken({ agents: { beta }, steps })).toEqual([]);
    const same = { agents: { beta: [{ repeat: 9, do: [{ ownTool }, { artefact: 'version 1' }] }] } };
    expect(await broken({ ...same, steps: [DELEGATE, { ...repeats, expect: { $atLeast: 8 } }] })).toEqual([]);
  });

  test('the goal that they report is what the monitor at the origin of the job sees, as long as it runs', async () => {
    const beta = [{ progress: 'two to go', goalDistance: 2 }, { session: 'alpha', text: 'hello' }, { hold: 'beta' }];
    const steps = [
      { ...DELEGATE, background: true, as: 'report' },
      { held: 'beta' },
      { look: 'calls', where: { tool: 'report_progress' }, pick: 'input.goal_distance', expect: [2] },
      { look: 'jobs', at: 'alpha', pick: '0.jobId', as: 'job' },
      { until: 'watch', at: 'alpha', job: '$job', pick: 'window', expect: { $includes: { goalDistance: 2 } } },
      { look: 'watch', at: 'alpha', job: '$job', expect: { goal: 'reported', verdict: { kind: 'indeterminate' } } },
      { release: 'beta' },
      { await: 'report', expect: { state: 'done' } },
    ];
    expect(await broken({ agents: { beta }, steps })).toEqual([]);
  });
});

describe('the circuit breaker of a scenario', () => {
  test('is told other things by a person, and begins anew', async () => {
    const steps = [
      {
        breaker: { at: 'beta', set: { circuitBreaker: { errorStormLimit: 2 } } },
        pick: 'settings.circuitBreaker',
        expect: { errorStormLimit: 2, repeatedToolLimit: 8 },
      },
      { breaker: { at: 'beta', set: { costCapTokens: -1 } }, error: 'InvalidOptionError' },
      {
        breaker: { at: 'beta', set: { agentTokenCaps: { beta: 10 } } },
        pick: 'settings.agentTokenCaps',
        expect: { $exactly: { beta: 10 } },
      },
      { breaker: { at: 'beta', reset: true }, pick: 'level', expect: 'healthy' },
    ];
    expect(await broken({ steps })).toEqual([]);
  });

  test('is told one thing at a time', () => {
    const told = 'steps[0].breaker: expected one of set and reset';
    expect(problemsOf({ breaker: { at: 'beta' } })).toEqual([told]);
    expect(problemsOf({ breaker: { at: 'beta', set: {}, reset: true } })).toEqual([told]);
    expect(problemsOf({ breaker: { at: 'gamma', reset: true } })).toEqual([
      expect.stringContaining('steps[0].breaker.at'),
    ]);
  });
});

describe('a serial agent', () => {
  const agent = { turns: [[{ answer: 1 }]], serial: true };

  test('is one by itself, or by the config of its peer, before which it goes', () => {
    const peers = {
      alpha: { agent },
      beta: { agent: [], config: { turns: { serial: true, queued: 3 } } },
      gamma: { agent: { ...agent, serial: false }, config: { turns: { serial: true, queued: 3 } } },
      delta: { agent: { adversary: 'waits-for-each-other', serial: true } },
      epsilon: {},
    };
    const given = scenario({ peers, steps: [] });
    const turns = Object.keys(peers).map((name) => configOf(given, name).turns);
    expect(turns.map((each) => each?.serial)).toEqual([true, true, false, true, undefined]);
    expect(turns.map((each) => each?.queued)).toEqual([512, 3, 3, 512, undefined]);
  });

  test('is not replaced by another kind while its node runs', () => {
    expect(problemsOf({ script: { beta: agent } })).toEqual([
      'steps[0].script.beta.serial: it is said of the agent with which the peer starts, or as `turns.serial` in its config',
    ]);
  });

  test('takes one message at a time, also while it waits', async () => {
    const beta = { turns: [[{ task: 'gamma', brief: 'slow' }], [{ answer: 'second' }]], serial: true };
    const gamma = [{ hold: 'gamma' }];
    const steps = [
      { ...DELEGATE, background: true, as: 'first' },
      { held: 'gamma' },
      { ...DELEGATE, background: true, as: 'second' },
      { advance: 60_000 },
      { look: 'turns', at: 'beta', expect: { $count: 1 } },
      { look: 'waits', at: 'beta', expect: [{ kind: 'reply', on: [{ peer: 'gamma', isSuspect: false }] }] },
      { release: 'gamma' },
      { await: ['first', 'second'], pick: 'state', expect: ['done', 'done'] },
      { look: 'waits', at: 'everyone', expect: [] },
    ];
    const peers = { alpha: {}, beta: { agent: beta }, gamma: { agent: gamma } };
    expect(await broken({ peers, steps, legit: true })).toEqual([]);
  });

  test('that waits for another one which waits for it is told so at once', async () => {
    const at = (other: string): unknown => ({
      turns: [
        [
          { until: 'turns', expect: { $count: 2 } },
          { task: other, brief: 'from {me}' },
        ],
        [{ answer: 'at last' }],
      ],
      serial: true,
    });
    const peers = { alpha: { agent: at('beta') }, beta: { agent: at('alpha') } };
    const mine = { delegate: { from: 'alpha', to: 'alpha', brief: 'go' } };
    const steps = [
      { ...mine, background: true, as: 'one' },
      { ...SELF, background: true, as: 'other' },
      { await: ['one', 'other'], pick: 'state', expect: { $unordered: ['done', 'done'] } },
      { look: 'calls', pick: 'outcome', expect: { $unordered: ['deadlock', 'ok'] } },
      { look: 'waits', at: 'everyone', expect: [] },
    ];
    const run = await runScenario(scenario({ peers, steps }));
    expect(run.violations).toEqual([]);
    const circle = run.waits.filter(({ reason }) => reason === 'deadlock');
    expect(circle.length).toBe(1);
    expect((circle[0]?.until ?? run.endedAt) - (circle[0]?.since ?? 0)).toBeLessThan(1000); // In virtual time.
    expect(reportText(run)).toMatch(/(alpha → beta|beta → alpha): \d+ ms, refused deadlock/);
  });
});

describe('strangers', () => {
  test('hear beats of who is at work, and are believed what they have used themselves', async () => {
    const beta = [{ hold: 'beta' }];
    const notice = { by: 'mallory', to: 'alpha', kind: 'beat', every: 1000, tokens: 5000, costMicroUsd: 2_000_000 };
    const steps = [
      { stranger: 'mallory' },
      { ...DELEGATE, background: true, as: 'report' },
      { until: 'notices', at: 'mallory', where: { content: { kind: 'beat' } }, expect: { $count: { $atLeast: 1 } } },
      { notice },
      { until: 'breaker', at: 'alpha', pick: 'floor', expect: { tokens: 5000, costUsd: 2 } },
      { notice: { ...notice, tokens: 10 } },
      { advance: 1000 },
      { look: 'breaker', at: 'alpha', pick: 'floor', expect: { tokens: 5000, costUsd: 2 } },
      { release: 'beta' },
      { await: 'report', expect: { state: 'done' } },
    ];
    expect(await broken({ agents: { beta }, steps })).toEqual([]);
  });

  test('who probe for waits that there are not make no honest wait fail', async () => {
    const beta = [{ task: 'gamma', brief: 'slow' }];
    const steps = [
      { stranger: 'mallory' },
      { ...DELEGATE, background: true, as: 'report' },
      { held: 'gamma' },
      { look: 'waits', at: 'beta', as: 'waits' },
      {
        notice: {
          ...{ by: 'mallory', to: 'gamma', kind: 'probe', initiator: { peer: 'beta', token: 'guessed' } },
          waits: [
            { peer: 'beta', on: 'mallory', messageId: '$waits.0.on.0.messageId', since: 1 },
            { peer: 'mallory', on: 'gamma', messageId: '$waits.0.on.0.messageId', since: 1 },
          ],
        },
      },
      { advance: 60_000 },
      { look: 'waits', at: 'beta', expect: [{ kind: 'reply' }] },
      { release: 'gamma' },
      { await: 'report', expect: { state: 'done', result: 'ok' } },
    ];
    const peers = {
      alpha: {},
      beta: { agent: { turns: [beta], serial: true } },
      gamma: { agent: [{ hold: 'gamma' }] },
    };
    expect(await broken({ peers, steps })).toEqual([]);
  });

  test('tell of a stall with the request that they got in the job, and of none without', async () => {
    const alpha = [{ task: 'mallory', brief: 'go' }];
    const stall = { kind: 'stall', reason: 'deadlock', detail: 'they wait', path: ['alpha', 'mallory', 'alpha'] };
    const steps = [
      { stranger: { name: 'mallory', requests: 'accept' } },
      { delegate: { from: 'alpha', to: 'alpha', brief: 'go' }, background: true, as: 'report' },
      { until: 'received', at: 'mallory', expect: { $count: 1 } },
      { notice: { by: 'mallory', to: 'alpha', ...stall, received: 1 } },
      { until: 'events', at: 'alpha', where: { event: 'stall' }, expect: [{ intervention: { kind: 'deadlock' } }] },
      { reply: { by: 'mallory', to: 1 } },
      { await: 'report', expect: { state: 'done' } },
    ];
    expect(await broken({ agents: { alpha }, steps })).toEqual([]);
    const many = { notice: { by: 'mallory', to: 'alpha', ...stall, received: 1 } };
    expect(await broken({ steps: [{ stranger: 'mallory' }, many] })).toEqual([
      expect.stringContaining('mallory has not got so many requests'),
    ]);
  });
});

test('beats do not keep a world going in which nothing else happens, and are no events of it', async () => {
  const config = { circuitBreaker: { beatSeconds: 1 }, jobTimeoutSeconds: 600 };
  const steps = [
    { stranger: 'mallory' },
    DELEGATE,
    { look: 'notices', at: 'mallory', expect: { $count: { $atLeast: 500 } } },
  ];
  const run = await runScenario(scenario({ config, agents: { beta: [{ hold: 'never' }] }, steps }));
  expect(run.violations).toEqual([]);
  expect(run.jobs).toMatchObject([{ state: 'failed', reason: 'deadline' }]);
  expect(run.effort.steps).toBeLessThan(40);
});
