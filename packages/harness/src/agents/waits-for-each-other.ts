import type { Script } from '../world/world.ts';
import { handOn, nextInRing, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Answers nobody before it has an answer of the next peer of the ring, so that in the end all wait for each other. */
export function waitsForEachOther({ peers, channel = 'session' }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    const to = await nextInRing(turn, peers);
    if (to === undefined) return 'there is nobody else';
    count += 1;
    return outcomeOf(await handOn(turn, channel, to, `you first (${count})`));
  };
}
