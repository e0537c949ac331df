import { explore } from '@hoplite/harness';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** States of the 3-peer world that are looked at in one round. */
const STATES = 100_000;

/** How fast the explorer looks at states of its default world: three peers, all channels, four hops. One core. */
export const explorerSpeed: Measurement = {
  name: 'explorer',
  title: 'states that the explorer looks at in a second, in its world of three peers',
  async measure({ rounds, quick, onRound }) {
    const maxStates = quick ? 1_000 : STATES;
    await explore({ maxStates });
    const speeds: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const began = performance.now();
      const { states, violation } = await explore({ maxStates });
      if (violation !== undefined) {
        throw new Error(`${violation.rule}: ${violation.detail}`);
      }
      speeds.push((states * 1000) / (performance.now() - began));
      onRound(round);
    }
    return { ratios: { explorerStatesPerSecond: median(speeds) }, details: {} };
  },
};
