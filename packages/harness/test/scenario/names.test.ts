import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { ScenarioFileError, type ScenarioProblem } from '../../src/errors.ts';
import { parseScenario } from '../../src/scenario/index.ts';

verifies('harness.scenario.bad-file');

/** What is wrong with a scenario of alpha and beta. */
function problems(changes: Readonly<Record<string, unknown>>): readonly ScenarioProblem[] {
  try {
    parseScenario({
      ...{ id: 'T', source: 'a test', says: 'what is right', peers: ['alpha', 'beta'], steps: [] },
      ...changes,
    });
    return [];
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.problems;
    throw error;
  }
}

const UNKNOWN: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['faults[0].peer', { faults: [{ at: 0, kind: 'slow', peer: 'betta', ms: 1 }] }],
  ['faults[0].peer', { faults: [{ at: 0, kind: 'crash', peer: 'betta' }] }],
  ['faults[0].between[1]', { faults: [{ at: 0, kind: 'lose', share: 1, between: ['alpha', 'betta'] }] }],
  ['faults[0].groups[0][0]', { faults: [{ at: 0, kind: 'partition', groups: [['betta']] }] }],
  ['steps[0].fault.peer', { steps: [{ fault: { kind: 'skew', peer: 'betta', ms: 1 } }] }],
  ['steps[0].fault.groups[1][0]', { steps: [{ fault: { kind: 'partition', groups: [['alpha'], ['betta']] } }] }],
  ['agents.betta', { agents: { betta: 'echo' } }],
  ['rooms.den[0]', { rooms: { den: ['betta'] } }],
  ['steps[0].script.betta', { steps: [{ script: { betta: 'echo' } }] }],
  ['steps[0].crash', { steps: [{ crash: 'betta' }] }],
  ['steps[0].stop[1]', { steps: [{ stop: ['alpha', 'betta'] }] }],
  ['steps[0].restart', { steps: [{ restart: 'betta' }] }],
  ['steps[0].restart.name', { steps: [{ restart: { name: 'betta' } }] }],
  ['expect.handled.betta', { expect: { handled: { betta: 1 } } }],
  ['expect.escalations.betta', { expect: { escalations: { betta: 1 } } }],
  ['expect.jobs.betta', { expect: { jobs: { betta: [] } } }],
  ['expect.stops[0].at', { expect: { stops: [{ reason: 'max_hops', at: 'betta' }] } }],
];

test.each(UNKNOWN)('a peer that there is not is told with the right one: %s', (path, changes) => {
  expect(problems(changes)).toEqual([{ path, message: 'there is no peer "betta": did you mean "beta"?' }]);
});

test('strangers, peers that come later and bound names count, and who gets a message is free', () => {
  const steps = [
    { stranger: 'mallory' },
    { start: 'gamma' },
    { each: { who: ['alpha', 'beta'] }, do: [{ script: { $who: 'echo' } }, { crash: '$who' }] },
    { fault: { kind: 'partition', groups: [['mallory', 'gamma'], ['alpha']] } },
    { stop: 'mallory' },
    { delegate: { from: 'alpha', to: 'nobody', brief: { from: 'nowhere', crash: 'it' } } },
    { script: { alpha: [{ crash: 'boom' }] } },
  ];
  expect(problems({ steps })).toEqual([]);
});

test('a peer that is there twice, and one called "everyone", are told', () => {
  expect(problems({ peers: ['alpha', 'beta', 'alpha'] })).toEqual([
    { path: 'peers[2]', message: 'there is a peer "alpha" before it' },
  ]);
  expect(problems({ peers: { everyone: {} } })[0]?.path).toBe('peers.everyone');
});

test('a regular expression that is none is told, and one with a bound part is left to the run', () => {
  const matches = (expression: unknown): readonly ScenarioProblem[] =>
    problems({
      steps: [
        { value: 'a', as: 'word' },
        { look: 'now', expect: { $matches: expression } },
      ],
    });
  expect(matches('^(a')).toEqual([
    { path: 'steps[1].expect.$matches', message: expect.stringContaining('Invalid regular expression') as string },
  ]);
  expect(matches(5)[0]?.message).toBe('expected a regular expression, as a text');
  expect(matches('a'.repeat(501))[0]?.message).toContain('at most 500');
  expect(matches('^a{2,3}$')).toEqual([]);
  expect(matches('^{word}(')).toEqual([]);
});

test('what a step in the background is to give is refused: the await says it', () => {
  const delegate = { from: 'alpha', to: 'beta', brief: 'go' };
  const wrong = { expect: { state: 'done' }, error: 'E', pick: 'state', where: {}, mayFail: ['E'] };
  for (const [key, value] of Object.entries(wrong)) {
    expect(problems({ steps: [{ delegate, background: true, as: 'report', [key]: value }] })).toEqual([
      { path: `steps[0].${key}`, message: 'the step does not wait for the end: say it at the await' },
    ]);
  }
  expect(problems({ steps: [{ delegate, background: true, as: 'report' }] })).toEqual([]);
});

test('a delay has the least before the most, in whole milliseconds', () => {
  const delay = (ms: unknown): readonly ScenarioProblem[] => problems({ faults: [{ at: 0, kind: 'delay', ms }] });
  expect(delay([500, 10])).toEqual([{ path: 'faults[0].ms', message: 'expected the least first, and then the most' }]);
  expect(delay([0.5, 10])).not.toEqual([]);
  expect(delay([10, 10])).toEqual([]);
});

test('a time that is a text is told what it is to be', () => {
  expect(problems({ steps: [{ advance: '10s' }] })).toEqual([
    {
      path: 'steps[0].advance',
      message: 'expected a whole number of milliseconds, or "$name" of what was bound',
    },
  ]);
});
