import type { Script } from '../world/world.ts';
import { handOn, othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Says the same to the same peers, again and again, whatever comes of it. */
export function retriesEverything({ peers, times = 50, channel = 'task' }: AdversaryOptions = {}): Script {
  return async (turn) => {
    const outcomes: string[] = [];
    for (const peer of peers ?? (await othersOf(turn))) {
      for (let count = 0; count < times; count += 1) {
        outcomes.push(outcomeOf(await handOn(turn, channel, peer, 'please try again')));
      }
    }
    return outcomes;
  };
}
