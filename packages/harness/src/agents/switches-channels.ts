import { CHANNELS } from '@hoplite/p2p';
import type { Script } from '../world/world.ts';
import { handOn, nextInRing, outcomeOf } from './hand-on.ts';
import type { AdversaryOptions } from './options.ts';

/** Hands on what it was asked to the next peer of the ring, each time on another channel than it came on. */
export function switchesChannels({ peers }: AdversaryOptions = {}): Script {
  let count = 0;
  return async (turn) => {
    const to = await nextInRing(turn, peers);
    if (to === undefined) return 'there is nobody else';
    count += 1;
    const channel = CHANNELS[(CHANNELS.indexOf(turn.channel) + 1) % CHANNELS.length] ?? 'task';
    return outcomeOf(await handOn(turn, channel, to, `by another way (${count})`));
  };
}
