import type { Script } from '../world/world.ts';
import { aborted, handOn, othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Goes on after its turn was ended: asks others for new things, and answers as if nothing had been. */
export function ignoresStops({ peers, times = 20, channel = 'task' }: AdversaryOptions = {}): Script {
  return async (turn) => {
    const to = peers ?? (await othersOf(turn));
    await aborted(turn);
    const outcomes: string[] = [];
    for (let count = 0; count < times; count += 1) {
      for (const peer of to) outcomes.push(outcomeOf(await handOn(turn, channel, peer, `all the same (${count})`)));
    }
    return outcomes;
  };
}
