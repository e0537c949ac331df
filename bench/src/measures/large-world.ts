import { runLargeWorld } from '@hoplite/harness';
import type { Measurement } from '../measurement.ts';
import { median } from '../statistics.ts';

/** The world that is promised: so many peers, and so many messages until it ends. */
const LARGE = { peers: 200, messages: 10_000 };
const QUICK = { peers: 20, messages: 200 };
/** One takes long enough for its noise to be small. */
const MAX_ROUNDS = 3;

/** How long the simulator takes for a large random world, its start included. */
export const largeWorld: Measurement = {
  name: 'largeWorld',
  title: 'seconds for a random world of 200 peers and 10,000 messages in the simulator',
  async measure({ rounds, quick, onRound }) {
    const seconds: number[] = [];
    for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round += 1) {
      const began = performance.now();
      await runLargeWorld({ ...(quick ? QUICK : LARGE), seed: round });
      seconds.push((performance.now() - began) / 1000);
      onRound(round);
    }
    return { ratios: { largeWorldSeconds: median(seconds) }, details: {} };
  },
};
