import type { Script } from '../world/world.ts';
import { othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Sends ever new things to ever other peers, waits for nothing, and answers that it is done. */
export function spawnsFreshWork({ peers, times = 20 }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    const to = peers ?? (await othersOf(turn));
    const outcomes: string[] = [];
    for (let round = 0; round < times; round += 1) {
      for (const peer of to) {
        count += 1;
        outcomes.push(outcomeOf(await turn.tools.call('send_message', { peer, text: `something new (${count})` })));
      }
    }
    return outcomes;
  };
}
