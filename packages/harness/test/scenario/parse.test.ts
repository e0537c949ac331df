import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { ScenarioFileError, type ScenarioProblem } from '../../src/errors.ts';
import { parseScenario, readScenarioFile } from '../../src/scenario/index.ts';

const GOOD = {
  ...{ id: 'S99', source: 'a test', says: 'what is right', peers: ['alpha', 'beta'] },
  steps: [
    { delegate: { from: 'alpha', to: 'beta', brief: 'go' }, expect: { state: 'done' }, as: 'report' },
  ] as unknown[],
};

/** What is wrong with a scenario. */
function problems(changes: Readonly<Record<string, unknown>>): readonly ScenarioProblem[] {
  try {
    parseScenario({ ...GOOD, ...changes }, 'a.json');
    return [];
  } catch (error) {
    if (error instanceof ScenarioFileError) return error.problems;
    throw error;
  }
}

const step = (value: unknown): readonly ScenarioProblem[] => problems({ steps: [...GOOD.steps, value] });

describe('a scenario file that is wrong', () => {
  verifies('harness.scenario.bad-file');

  test('the one that all these are made of is right', () => {
    expect(problems({})).toEqual([]);
  });

  test('a wrong key is told with the right one', () => {
    expect(problems({ step: [] })).toEqual([{ path: 'step', message: 'there is no such key: did you mean "steps"?' }]);
    expect(step({ delegate: { form: 'alpha', to: 'beta', brief: 'go' } })).toContainEqual({
      ...{ path: 'steps[1].delegate.form', message: 'there is no such key: did you mean "from"?' },
    });
  });

  test('a wrong verb is told with the right one, for steps and for agents', () => {
    expect(step({ delegat: { from: 'alpha', to: 'beta', brief: 'go' } })).toEqual([
      { path: 'steps[1].delegat', message: 'there is no such verb: did you mean "delegate"?' },
    ]);
    expect(problems({ agents: { beta: [{ anser: 1 }] } })).toEqual([
      { path: 'agents.beta[0].anser', message: 'there is no such verb: did you mean "answer"?' },
    ]);
  });

  test('a wrong name of an agent is told with the right one', () => {
    const [problem] = problems({ agents: { beta: 'rephrase' } });
    expect(problem?.path).toBe('agents.beta');
    expect(problem?.message).toContain('"rephrases"');
  });

  test('a wrong value within a step of a loop is told with its place', () => {
    const [problem] = step({ repeat: 2, do: [{ advance: 'soon' }] });
    expect(problem?.path).toBe('steps[1].do[0].advance');
  });

  test('all that is wrong is told at once', () => {
    expect(problems({ id: '', peers: [], steps: [{ advance: -1 }] }).map(({ path }) => path)).toEqual([
      ...['id', 'peers', 'steps[0].advance'],
    ]);
  });

  test('names that nobody has, and bindings that no step makes, are told', () => {
    expect(step({ look: 'jobs', at: 'alhpa', expect: [] })).toEqual([
      { path: 'steps[1].at', message: 'there is no peer "alhpa": did you mean "alpha"?' },
    ]);
    expect(step({ look: 'job', at: 'alpha', job: '$repot.jobId' })).toEqual([
      { path: 'steps[1].job', message: 'there is no binding "repot": did you mean "report"?' },
    ]);
    expect(step({ value: 'it is {repot.state}' })).toEqual([
      { path: 'steps[1].value', message: 'there is no binding "repot": did you mean "report"?' },
    ]);
  });

  test('an operator that there is not is told', () => {
    expect(step({ look: 'turns', expect: { $atmost: 3 } })).toEqual([
      { path: 'steps[1].expect.$atmost', message: 'there is no operator "$atmost": did you mean "$atMost"?' },
    ]);
  });

  test('a look that lacks what it needs is told', () => {
    expect(step({ look: 'job', at: 'alpha' })).toEqual([{ path: 'steps[1].job', message: 'a look at "job" needs it' }]);
  });

  test('a wrong config is told in the words of the node', () => {
    const [problem] = problems({ config: { maxHopDepth: 5 } });
    expect(problem?.path).toBe('config.maxHopDepth');
    expect(problems({ config: { credits: 5 } })[0]?.message).toContain('did you mean "credit"');
  });

  test('what is too many, too deep or too long is refused', () => {
    const many = Array.from({ length: 501 }, (_, index) => `p${index}`);
    expect(problems({ peers: many })[0]?.path).toBe('peers');
    expect(step({ repeat: 10_001, do: [] })[0]?.path).toBe('steps[1].repeat');
    const nested = step({ repeat: 200, do: [{ repeat: 200, do: [{ advance: 1 }] }] });
    expect(nested[0]?.message).toContain('loops within loops');
    const combined = step({ each: { a: Array(200).fill(0), b: Array(200).fill(0) }, do: [] });
    expect(combined[0]?.path).toBe('steps[1].each');
    let deep: unknown = 0;
    for (let level = 0; level < 10_000; level += 1) deep = [deep];
    expect(step({ value: deep })).toEqual([{ path: '', message: 'it is nested deeper than 48 levels' }]);
    expect(step({ value: Array(200_001).fill(0) })[0]?.message).toContain('more than 200000 values');
  });
});

describe('reading a scenario file', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'hoplite-scenario-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const read = (text: string): unknown => {
    const path = join(directory, 'a.json');
    writeFileSync(path, text);
    return readScenarioFile(path);
  };

  test('one that is right is read', () => {
    expect(read(JSON.stringify(GOOD))).toEqual(GOOD);
  });

  test('one that is not there, no JSON, or too large, is an error that names it', () => {
    expect(() => readScenarioFile(join(directory, 'b.json'))).toThrow(
      /b\.json is no scenario\n {2}there is no such file/,
    );
    expect(() => read('{')).toThrow(ScenarioFileError);
    expect(() => read(' '.repeat(5 * 1024 * 1024))).toThrow(/has at most 4194304/);
  });
});
