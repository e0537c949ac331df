import { expect, test, describe } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { corpusFiles, readScenarioFile, runScenario } from '../../src/scenario/index.ts';

describe('scenario files, in the simulator', () => {
  verifies('harness.scenario.both-worlds', 'harness.scenario.invariants-each-step');

  const scenarios = corpusFiles().map((path) => readScenarioFile(path));
  test.each(
    scenarios
      .filter(({ only }) => only?.world !== 'real')
      .map((scenario) => [`${scenario.id}: ${scenario.says}`, scenario] as const),
  )('%s', async (_, scenario) => {
    expect((await runScenario(scenario)).violations).toEqual([]);
  });
});
