import type { Channel, ObligingAct } from '@hoplite/p2p';
import type { Bounds } from './bounds.ts';
import { ROOM } from './hop.ts';

/** One message that an agent may choose to send. */
export interface Choice {
  /** Of this choice among all of its world; negative for one that is not kept. */
  readonly number: number;
  readonly key: string;
  readonly from: number;
  readonly channel: Channel;
  readonly act: ObligingAct;
  /** A peer, or {@link ROOM}. */
  readonly to: number;
  /** In the order in which they get what is left over of the credit. */
  readonly wakes: readonly number[];
  /** Whether it says what may have been said before; else something new. */
  readonly isSaidAgain: boolean;
}

const ACTS: Readonly<Record<Channel, ObligingAct>> = { task: 'request', session: 'query', room: 'request' };

export function choiceOf(about: Pick<Choice, 'number' | 'from' | 'channel' | 'wakes' | 'isSaidAgain'>): Choice {
  const { channel, wakes, isSaidAgain } = about;
  const to = channel === 'room' ? ROOM : (wakes[0] ?? ROOM);
  return { ...about, act: ACTS[channel], to, key: `${channel}/${to}/${wakes.join()}/${isSaidAgain ? 'again' : 'new'}` };
}

/** Everything that agents may choose to send, by peer: every channel, every peer or part of the room, every order. */
export function choicesOf({ channels, peers, repeats }: Bounds): readonly (readonly Choice[])[] {
  let number = 0;
  return Array.from({ length: peers }, (_, from) => {
    const others = Array.from({ length: peers }, (_, peer) => peer).filter((peer) => peer !== from);
    return channels.flatMap((channel) =>
      (channel === 'room' ? arrangements(others) : [from, ...others].map((to) => [to])).flatMap((wakes) =>
        (repeats ? [true, false] : [false]).map((isSaidAgain) => {
          number += 1;
          return choiceOf({ number, from, channel, wakes, isSaidAgain });
        }),
      ),
    );
  });
}

/** All parts of a set, but for the empty one, in all orders. */
function arrangements(all: readonly number[]): readonly (readonly number[])[] {
  return all.flatMap((first) => {
    const rest = all.filter((one) => one !== first);
    return [[first], ...arrangements(rest).map((others) => [first, ...others])];
  });
}
