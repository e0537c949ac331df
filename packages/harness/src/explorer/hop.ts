import type { applyBrakes, Crossing, MessageCrossing } from '@hoplite/node/decisions';
import type { Act, Channel, Lineage, LineageFault, Message } from '@hoplite/p2p';
import type { Lie } from './bounds.ts';

/** Stands for everyone in the room where the number of a peer is expected. */
export const ROOM = -1;

/** One that a post is to wake, with its part of the credit. */
export interface Woken {
  readonly peer: number;
  readonly credit: number;
}

/** That a brake has stopped a message. */
export type BrakeStop = NonNullable<ReturnType<typeof applyBrakes>>;

/**
 * One message, with the lineage that production's code made for it; there is exactly one object for each message that is
 * the same, so that what is known of it is worked out once. Beside it stands how it really came to be, which no
 * decision is shown.
 */
export interface Hop {
  /** In the order in which they were made. */
  readonly number: number;
  readonly lineage: Lineage;
  /** Undefined for the root, which is no message, and for gibberish. */
  readonly message: Message | undefined;
  /** What its lineage extends. */
  readonly parent: Hop | undefined;
  /** What woke the turn that sent it. */
  readonly cause: Hop | undefined;
  readonly from: number;
  /** Who brings it: only a liar is another one than its author. */
  readonly bringer: number;
  /** {@link ROOM} for a post. */
  readonly to: number;
  readonly channel: Channel;
  readonly act: Act;
  readonly credit: number;
  readonly wake: readonly Woken[];
  /** Tells the messages of one turn apart that are out at the same time. */
  readonly slot: number;
  /** Whether its brief may come again; a brief that is new is never said twice. */
  readonly isSaidAgain: boolean;
  /** Hops that really led to it. */
  readonly hops: number;
  /** Peers that really sent on the way to it, and still wait: those of the call path. */
  readonly visited: readonly number[];
  /** Those that its lineage names as such. */
  readonly named: readonly number[];
  readonly lie?: Lie;

  /** Messages that extend it. */
  readonly next: Map<string, Hop>;
  /** What leaves because of it, as the brakes see it, by number of the choice. */
  readonly leaving: MessageCrossing[];
  /** What the brakes say of what leaves, by number of the choice, and by what varies: see `WorldView.variables`. */
  readonly leavingStops: (BrakeStop | 'none')[][];
  /** How it arrives at a peer, as the brakes see it. */
  readonly arriving: Crossing[];
  /** What the brakes say of it there, by peer, and by what varies. */
  readonly arrivingStops: (BrakeStop | 'none')[][];
  /** By peer: what the rules of lineages say of it there. */
  readonly verified: (LineageFault | 'none')[];
  /** By peer: see `ExploredWorld.admits`. */
  readonly admitted: number[];
  /** Numbers for it, by permutation of the peers, see `HopCodes`. */
  readonly codes: { readonly name: number[]; readonly aim: number[]; readonly whole: number[] };
}
