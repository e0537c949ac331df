import { explore } from '@hoplite/harness';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** States of a 3-peer world that are found in one round. */
const STATES = 100_000;

/** A world of three peers, all channels and four hops, with credit for more states than one round finds. */
const WORLD = { peers: 3, depth: 4, credit: 6 };

/** How fast the explorer finds different states, on one core. */
export const explorerSpeed: Measurement = {
  name: 'explorer',
  title: 'different states that the explorer finds in a second, in a world of three peers',
  async measure({ rounds, quick, onRound }) {
    const maxStates = quick ? 1_000 : STATES;
    await explore({ ...WORLD, maxStates });
    const speeds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const began = performance.now();
      const { states, violation } = await explore({ ...WORLD, maxStates });
      if (violation !== undefined) {
        throw new Error(`${violation.rule}: ${violation.detail}`);
      }
      speeds.push((states * 1000) / (performance.now() - began));
      onRound(round);
    }
    return { ratios: { explorerStatesPerSecond: median(speeds) }, details: {} };
  },
};
