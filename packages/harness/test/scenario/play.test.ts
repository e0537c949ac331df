import { describe, expect, test } from 'vitest';
import { OnlyInRealWorldError } from '../../src/errors.ts';
import type { RunRecord } from '../../src/record.ts';
import { parseScenario, runScenario, simulate } from '../../src/scenario/index.ts';

interface Given {
  readonly peers?: unknown;
  readonly steps: readonly unknown[];
  readonly [key: string]: unknown;
}

function play({ steps, peers = ['alpha', 'beta'], ...rest }: Given): Promise<RunRecord> {
  return runScenario(parseScenario({ id: 'T', source: 'a test', says: 'what is right', peers, steps, ...rest }));
}

/** What a scenario says that broke. */
async function broken(given: Given): Promise<readonly string[]> {
  return (await play(given)).violations.map(({ rule, detail }) => `${rule}: ${detail}`);
}

const DELEGATE = { delegate: { from: 'alpha', to: 'beta', brief: 'go' } };

describe('what does not come about is a violation', () => {
  test('a step whose value is another, with its place and both values', async () => {
    expect(await broken({ steps: [{ advance: 1 }, { ...DELEGATE, expect: { state: 'stopped', turns: 1 } }] })).toEqual([
      'expected: steps[1] delegate: it was "done", at state, and should be "stopped"',
    ]);
  });

  test('a step in a loop, with the round', async () => {
    const steps = [{ each: { want: ['done', 'failed'] }, do: [{ ...DELEGATE, expect: { state: '$want' } }] }];
    const [violation, ...more] = await broken({ steps });
    expect(violation).toContain('steps[0] each (i=2, want=failed)[0] delegate');
    expect(more).toEqual([]);
  });

  test('an error that does not come, and another one than was expected', async () => {
    expect(await broken({ steps: [{ start: 'gamma', error: 'SelfTestError' }] })).toEqual([
      'expected: steps[0] start: it should have failed with SelfTestError, and did not',
    ]);
    const [violation] = await broken({ steps: [{ start: { name: 'g', sabotage: 'no-key' }, error: 'OtherError' }] });
    expect(violation).toContain('NoLocalIdError');
  });

  test('an error that may come is none, and another one is', async () => {
    const start = { name: 'g', sabotage: 'no-key' };
    expect(await broken({ steps: [{ start, mayFail: ['NoLocalIdError'] }, DELEGATE], expect: { turns: 1 } })).toEqual(
      [],
    );
    expect(await broken({ steps: [{ ...DELEGATE, mayFail: ['NoLocalIdError'] }] })).toEqual([]);
    const [violation] = await broken({ steps: [{ start, mayFail: ['OtherError'] }] });
    expect(violation).toContain('NoLocalIdError');
  });

  test('what is waited for and never comes, after which nothing more is done', async () => {
    const steps = [{ until: 'turns', expect: { $count: 5 } }, { ...DELEGATE }];
    const run = await play({ steps });
    expect(run.violations.map(({ detail }) => detail)).toEqual([expect.stringContaining('steps[0] until')]);
    expect(run.turns).toEqual([]);
  });

  test.each([
    [{ turns: 2 }, 'expect.turns'],
    [{ turns: { atLeast: 2 } }, 'expect.turns'],
    [{ depth: { atMost: 0 } }, 'expect.depth'],
    [{ handled: { alpha: 1 } }, 'expect.handled.alpha'],
    [{ handled: {} }, 'expect.handled.beta'],
    [{ escalations: { alpha: 1 } }, 'expect.escalations.alpha'],
    [{ stops: [{ reason: 'max_hops' }] }, 'expect.stops'],
    [{ jobs: { alpha: [{ state: 'failed' }] } }, 'expect.jobs.alpha'],
    [{ asked: [] }, 'expect.asked'],
  ])('an outcome that is another: %j', async (expectation, place) => {
    const details = await broken({ steps: [DELEGATE], expect: expectation });
    expect(details.some((detail) => detail.startsWith(`expected: ${place}`))).toBe(true);
  });

  test('an outcome that is as it should be is none', async () => {
    const expectation = {
      ...{ turns: 1, depth: { atMost: 1 }, handled: { beta: 1 }, escalations: {}, stops: [], asked: ['go'] },
      jobs: { alpha: [{ state: 'done', path: ['alpha', 'beta'] }] },
    };
    expect(await broken({ steps: [DELEGATE], expect: expectation })).toEqual([]);
  });

  test('honest work that is stopped', async () => {
    const agents = { beta: [{ task: 'alpha', brief: 'back' }] };
    const rules = (await play({ steps: [DELEGATE], agents, legit: true })).violations.map(({ rule }) => rule);
    expect(rules).toContain('I11');
  });
});

describe('scripted agents', () => {
  test('do their steps in order, and answer with what the calls came to', async () => {
    const beta = [
      { task: 'gamma', brief: 'one' },
      { session: ['gamma', 'delta'], text: 'two {n}' },
    ];
    const step = { ...DELEGATE, expect: { result: ['ok', 'ok', 'ok'] } };
    const peers = { alpha: {}, beta: { agent: beta }, gamma: {}, delta: {} };
    expect(await broken({ peers, steps: [step], expect: { handled: { beta: 1, gamma: 2, delta: 1 } } })).toEqual([]);
  });

  test('choose by what they are asked, and by whom', async () => {
    const agent = [
      { when: { brief: { $includes: 'go' }, from: 'alpha' }, do: [{ answer: 'yes {brief}' }] },
      { answer: 1 },
    ];
    const steps = [
      { ...DELEGATE, expect: { result: 'yes go' } },
      { delegate: { from: 'beta', to: 'beta', brief: 'go' }, expect: { result: 1 } },
    ];
    expect(await broken({ peers: { alpha: {}, beta: { agent } }, steps })).toEqual([]);
  });

  test('do something else in each turn, and refuse and crash when they are told to', async () => {
    const agent = { turns: [[{ refuse: 'no' }], [{ crash: 'boom' }], [{ answer: { turn: '$turn' } }]] };
    const steps = [
      { ...DELEGATE, expect: { state: 'failed', reason: 'agent_refused' } },
      { ...DELEGATE, expect: { state: 'failed', reason: 'agent_error', detail: { $includes: 'boom' } } },
      { ...DELEGATE, expect: { state: 'done', result: { turn: 3 } } },
      { ...DELEGATE, expect: { state: 'done', result: { turn: 4 } } },
    ];
    expect(await broken({ peers: { alpha: {}, beta: { agent } }, steps })).toEqual([]);
  });

  test('are held until a step lets them go, and sleep by the clock of the world', async () => {
    const agent = [{ sleep: 5000 }, { hold: 'gate', as: 'given' }, { answer: '$given' }];
    const steps = [
      { look: 'now', as: 'start' },
      { ...DELEGATE, background: true, as: 'report' },
      { held: 'gate' },
      { look: 'now', expect: { $atLeast: 1893456005000 } },
      { look: 'holds', expect: [{ key: 'gate', peer: 'beta', aborted: false, released: false }] },
      { release: 'gate', with: [1, 2] },
      { await: 'report', expect: { state: 'done', result: [1, 2] } },
    ];
    expect(await broken({ peers: { alpha: {}, beta: { agent } }, steps })).toEqual([]);
  });

  test('may be the node’s own', async () => {
    const brief = { skill: 'echo', input: 'hello' };
    const steps = [{ delegate: { from: 'alpha', to: 'beta', brief }, expect: { state: 'done', result: 'hello' } }];
    expect(await broken({ peers: { alpha: {}, beta: { agent: 'builtin' } }, steps })).toEqual([]);
  });

  test('call tools at once when they are told to, and give up with the operator', async () => {
    const agent = [{ together: [{ task: 'alpha', brief: 'one' }, { forever: true }] }];
    const steps = [
      { delegate: { from: 'gamma', to: 'beta', brief: 'go' }, background: true, as: 'report' },
      { until: 'calls', at: 'beta', expect: [{ outcome: 'ok' }] },
      { cancel: 'report' },
      { await: 'report', expect: { state: 'failed', reason: 'cancelled' } },
    ];
    expect(await broken({ peers: { alpha: {}, beta: { agent }, gamma: {} }, steps })).toEqual([]);
  });
});

describe('the world of a scenario', () => {
  test('goes wrong at the times that it says, and well again', async () => {
    const faults = [
      { at: 1000, kind: 'partition', groups: [['alpha'], ['beta']] },
      { at: 20_000, kind: 'heal' },
    ];
    const connected = { look: 'peers', at: 'alpha', where: { self: false }, pick: 'connected' };
    const steps = [
      { ...connected, expect: [true] },
      { advance: 10_000 },
      { ...connected, expect: [false] },
      { meet: true },
      { look: 'now', expect: { $atLeast: 1893456020000 } },
    ];
    expect(await broken({ steps, faults })).toEqual([]);
  });

  test('has rooms, absent peers and configs as it says', async () => {
    const peers = { alpha: { config: { credit: 7 } }, beta: {}, gamma: { absent: true } };
    const rooms = { lobby: ['alpha', 'beta', 'gamma'], den: ['beta'] };
    const steps = [
      { look: 'running', expect: ['alpha', 'beta'] },
      { look: 'rooms', at: 'beta', pick: 'room', expect: { $unordered: ['lobby', 'den'] } },
      { look: 'rooms', at: 'alpha', pick: 'room', expect: ['lobby'] },
      { ...DELEGATE, expect: { credit: { granted: 7 } } },
      { start: 'gamma' },
      { meet: true },
      { delegate: { from: 'alpha', to: 'gamma', brief: 'welcome' }, expect: { state: 'done' } },
    ];
    expect(await broken({ peers, rooms, steps })).toEqual([]);
  });

  test('is the same, byte for byte, with the same seed, strangers included', async () => {
    const steps = [
      { stranger: 'mallory' },
      { forge: { by: 'mallory', to: 'alpha', lineage: { before: 2 } } },
      { forge: { by: 'mallory', to: 'alpha', addressed: 'nobody' } },
      DELEGATE,
    ];
    const [first, again] = [await play({ steps, seed: 7 }), await play({ steps, seed: 7 })];
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });

  test('is not simulated when the scenario says that it cannot be', async () => {
    const only = { world: 'real', because: 'it looks at files' };
    await expect(play({ steps: [], only })).rejects.toThrow(OnlyInRealWorldError);
  });
});

test('agents in code play in a simulated world, and what they do is recorded', async () => {
  const run = await simulate({
    agents: { alpha: () => 'never asked', beta: ({ brief }) => ({ heard: brief }) },
    run: async (world) => {
      expect(await world.node('alpha').delegate('beta', 'go')).toMatchObject({ result: { heard: 'go' } });
    },
  });
  expect(run.violations).toEqual([]);
  expect(run.turns.map(({ peer }) => peer)).toEqual(['beta']);
});
