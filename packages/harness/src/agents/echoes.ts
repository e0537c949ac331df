import type { Script } from '../world/world.ts';
import { handOn, othersOf, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Sends what it was asked back to who asked, word for word. */
export function echoes({ peers, channel = 'session' }: AdversaryOptions = {}): Script {
  return async (turn) => {
    const [to] = turn.from === undefined ? (peers ?? (await othersOf(turn))) : [turn.from.name];
    return to === undefined ? 'there is nobody else' : outcomeOf(await handOn(turn, channel, to, turn.brief));
  };
}
