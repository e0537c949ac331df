import type { Script } from '../world/world.ts';
import { handOn, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Answers each message with a message of its own to whoever sent it, besides the answer that every message gets. */
export function answersEverything({ channel = 'session' }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    if (turn.from === undefined) return 'nobody asked';
    count += 1;
    return outcomeOf(await handOn(turn, channel, turn.from.name, `in answer to yours (${count})`));
  };
}
