import type { Script } from '../world/world.ts';
import { handOn, othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

const WAYS = ['Please', 'Could you', 'I would be glad if you could', 'Now', 'Once more:', 'In other words:'];

/** Asks for the same with other words each time, so that no two briefs are equal. */
export function rephrases({ peers, times = 100, channel = 'task' }: AdversaryOptions = {}): Script {
  return async (turn) => {
    const outcomes: string[] = [];
    for (const peer of peers ?? (await othersOf(turn))) {
      for (let count = 0; count < times; count += 1) {
        const way = WAYS[count % WAYS.length] ?? '';
        outcomes.push(outcomeOf(await handOn(turn, channel, peer, `${way} check it${'!'.repeat(count)}`)));
      }
    }
    return outcomes;
  };
}
