import type { Script } from '../world/world.ts';
import { PATIENCE_SECONDS, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Posts to the room each time that it is woken, and wakes everyone there. */
export function postsBack({ peers }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    count += 1;
    const wake = peers === undefined ? ('everyone' as const) : [...peers];
    const text = `to all, from me (${count})`;
    const input = { room: turn.room ?? 'lobby', text, wake, wait_seconds: PATIENCE_SECONDS };
    return outcomeOf(await turn.tools.call('post_to_room', input));
  };
}
