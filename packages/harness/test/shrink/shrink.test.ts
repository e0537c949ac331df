import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterAll, describe, expect, test } from 'vitest';
import { parseScenario, readScenarioFile, runScenario, type ScenarioFile } from '../../src/scenario/index.ts';
import { failsLike, scenarioText, shrink } from '../../src/shrink/index.ts';
import { fansOut, wrongStep } from './planted.ts';

/** Shrinks what fails as it fails. */
async function smallestOf(scenario: ScenarioFile): Promise<ScenarioFile> {
  return shrink(scenario, failsLike(await runScenario(scenario)));
}

/** What a scenario is about: without what says which it is. */
function essence({ id: _id, source: _source, says: _says, ...rest }: ScenarioFile): unknown {
  return rest;
}

describe('shrinking', () => {
  verifies('harness.scenario.shrinks');
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-shrink-'));
  afterAll(() => rmSync(directory, { recursive: true }));

  test('leaves of six peers and twenty steps what takes too many turns, and no more', async () => {
    const scenario = fansOut();
    expect(scenario.steps).toHaveLength(20);
    expect(essence(await smallestOf(scenario))).toEqual({
      seed: 3,
      peers: ['alpha', 'beta', 'gamma', 'delta'],
      agents: { alpha: [{ task: ['beta', 'gamma', 'delta'], brief: 'x' }] },
      steps: [{ delegate: { from: 'alpha', to: 'alpha', brief: 'x' } }],
      expect: { turns: { atMost: 3 } },
    });
  });

  test('leaves the one step that fails, and what makes it fail', async () => {
    expect(essence(await smallestOf(wrongStep()))).toEqual({
      seed: 4,
      peers: { alpha: {}, beta: { agent: [{ refuse: 'x' }] } },
      steps: [{ delegate: { from: 'alpha', to: 'beta', brief: 'x' }, expect: { state: 'done' } }],
    });
  });

  test('gives the same for the same scenario', async () => {
    expect(scenarioText(await smallestOf(wrongStep()))).toBe(scenarioText(await smallestOf(wrongStep())));
  });

  test('ends in a file that fails in the same way when it is read and played', async () => {
    const scenario = wrongStep();
    const file = join(directory, 'smallest.json');
    writeFileSync(file, scenarioText(await smallestOf(scenario)));
    const read = readScenarioFile(file);
    expect(read.$schema).toMatch(/scenario\.schema\.json$/);
    expect(read.seed).toBe(4);
    expect(await failsLike(await runScenario(scenario))(read)).toBe(true);
  });

  test('can do none of its reductions any more in the end', async () => {
    const scenario = wrongStep();
    const judge = failsLike(await runScenario(scenario));
    const smallest = await shrink(scenario, judge);
    expect(await shrink(smallest, judge)).toEqual(smallest);
  });

  test('plays valid scenarios only, each once', async () => {
    const seen = new Set<string>();
    await shrink(fansOut(), async (candidate) => {
      expect(parseScenario(JSON.parse(JSON.stringify(candidate)))).toEqual(candidate);
      const key = JSON.stringify(candidate);
      expect(seen).not.toContain(key);
      seen.add(key);
      return candidate.steps.length > 3 && candidate.agents !== undefined;
    });
    expect(seen.size).toBeGreaterThan(30);
  });

  test('leaves out what names a peer, a stranger or a value together with it', async () => {
    const smallest = await shrink(fansOut(), async ({ steps }) => steps.some((step) => 'forge' in step));
    expect(smallest.steps).toEqual([{ stranger: 'mallory' }, { forge: expect.anything() as unknown }]);
    expect(smallest.peers).toHaveLength(1);
  });

  test('ends after so many runs with the smallest so far', async () => {
    let runs = 0;
    const told: number[] = [];
    const smaller = await shrink(
      fansOut(),
      async () => {
        runs += 1;
        return true;
      },
      { maxRuns: 3, onProgress: (progress) => told.push(progress.runs) },
    );
    expect(runs).toBe(3);
    expect(told).toEqual([1, 2, 3]);
    expect(Object.keys(smaller.peers)).toHaveLength(3);
  });

  test('ends at once when it is told to, with the smallest so far', async () => {
    const controller = new AbortController();
    let runs = 0;
    const smaller = await shrink(
      fansOut(),
      async () => {
        runs += 1;
        if (runs < 3) return true;
        controller.abort(new Error('enough'));
        throw controller.signal.reason;
      },
      { signal: controller.signal },
    );
    expect(runs).toBe(3);
    expect(Object.keys(smaller.peers)).toHaveLength(4);
  });

  test('hands on what goes wrong with the judge itself', async () => {
    const broken = new Error('the judge is ill');
    await expect(shrink(fansOut(), () => Promise.reject(broken))).rejects.toBe(broken);
  });
});

describe('failing in the same way', () => {
  test('is the same expectation, wherever its step stands and whatever was seen; another one is not', async () => {
    const scenario = wrongStep();
    const judge = failsLike(await runScenario(scenario));
    expect(await judge({ ...scenario, steps: scenario.steps.slice(3, 4) })).toBe(true);
    expect(await judge({ ...scenario, steps: scenario.steps.slice(0, 3) })).toBe(false);
    const other = { delegate: { from: 'alpha', to: 'beta', brief: 'please' }, expect: { state: 'failed', turns: 5 } };
    expect(await judge({ ...scenario, steps: [other] })).toBe(false);
  });

  test('is the same rule, where an invariant broke', async () => {
    const scenario = wrongStep();
    const judge = failsLike({
      ...(await runScenario(scenario)),
      violations: [{ rule: 'I11', detail: 'a brake fired on honest work' }],
    });
    expect(await judge({ ...scenario, legit: true })).toBe(true);
    expect(await judge(scenario)).toBe(false);
  });
});
