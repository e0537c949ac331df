import { corpusFiles, readScenarioFile, runScenario } from '@hoplite/harness';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** Scenarios that are played when it is only to be seen that it runs. */
const QUICK_SCENARIOS = 5;
const MAX_ROUNDS = 3;

/** How long the simulator takes for all scenarios of the corpus, one after the other, with the invariants at each step. */
export const corpus: Measurement = {
  name: 'corpus',
  title: 'seconds for all scenarios of the corpus in the simulator',
  async measure({ rounds, quick, onRound }) {
    const all = corpusFiles()
      .map((path) => readScenarioFile(path))
      .filter(({ only }) => only?.world !== 'real');
    const scenarios = quick ? all.slice(0, QUICK_SCENARIOS) : all;
    const seconds: number[] = [];
    for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round += 1) {
      const began = performance.now();
      for (const scenario of scenarios) {
        const { violations } = await runScenario(scenario);
        if (violations[0] !== undefined) {
          throw new Error(`${scenario.id}: ${violations[0].detail}`);
        }
      }
      seconds.push((performance.now() - began) / 1000);
      onRound(round);
    }
    return { ratios: { corpusSeconds: median(seconds) }, details: { corpusScenarios: scenarios.length } };
  },
};
