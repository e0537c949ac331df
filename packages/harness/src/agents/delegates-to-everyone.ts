import type { Script } from '../world/world.ts';
import { handOn, othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Hands new work to every peer that it knows, several times, all at once. */
export function delegatesToEveryone({ peers, times = 5, channel = 'task' }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    const to = peers ?? (await othersOf(turn));
    const each = Array.from({ length: times }, () => to).flat();
    const results = await Promise.all(each.map((peer) => handOn(turn, channel, peer, `part ${(count += 1)}`)));
    return results.map(outcomeOf);
  };
}
