import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Measurement } from '../measurement.ts';
import { honestCrossing } from '../honest-crossing.ts';
import { applyBrakes } from '../../../packages/node/src/admission/brakes.ts';
import { median } from '../statistics.ts';

const PASSES = 2_000;
const WARM_UP = 20_000;

/** One pass of all brakes over an honest task of the deepest chain that is let in, without its signatures. */
export const brakesPass: Measurement = {
  name: 'brakes',
  title: 'one pass of all brakes over an honest inbound task, without signatures',
  async measure({ rounds, quick, onRound }) {
    const directory = mkdtempSync(join(tmpdir(), 'hoplite-bench-'));
    const honest = honestCrossing(join(directory, 'hoplite.db'));
    const pass = (): void => {
      const stopped = applyBrakes(honest.crossing, honest.view);
      if (stopped !== undefined) {
        throw new Error(`${stopped.brake}: ${stopped.refusal.detail}`);
      }
    };
    try {
      microsPer(pass, quick ? PASSES : WARM_UP);
      const micros: number[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        micros.push(microsPer(pass, PASSES));
        onRound(round);
      }
      return { ratios: { brakesPassMicros: median(micros) }, details: {} };
    } finally {
      honest.close();
      rmSync(directory, { recursive: true });
    }
  },
};

function microsPer(work: () => void, times: number): number {
  const began = performance.now();
  for (let count = 0; count < times; count += 1) {
    work();
  }
  return ((performance.now() - began) * 1000) / times;
}
