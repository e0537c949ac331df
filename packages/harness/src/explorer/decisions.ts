import {
  BRAKES,
  accounted,
  consumedOf,
  isRetryable,
  parentOf,
  shareFor,
  splitShare,
  stopsJob,
  type Brake,
} from '@hoplite/node/decisions';
import { composeMessage, verifyReply, type Channel, type Lineage, type Message } from '@hoplite/p2p';

/** On which channel a message leaves, and by which one the turn that sends it was woken. */
export interface Switch {
  readonly to: Channel;
  /** Undefined for a root. */
  readonly from: Channel | undefined;
}

/** A message that waits for its answer. */
export interface Waiter {
  readonly message: Message;
  /** Peer ID of who is to answer. */
  readonly peer: string;
}

/**
 * Everything that is decided in the explorer's worlds. By default this is what a node runs; a planted bug, or a brake that
 * is switched off, replaces one of them.
 */
export interface Decisions {
  readonly brakes: readonly Brake[];
  /** What a message extends. */
  readonly parentOf: (own: Lineage, consumed: Lineage | undefined, about: Switch) => Lineage;
  /** What messages to the author of a reply extend from now on. */
  readonly consumedOf: typeof consumedOf;
  /** Makes a message: extends the lineage, and signs. */
  readonly compose: typeof composeMessage;
  readonly shareFor: typeof shareFor;
  readonly splitShare: typeof splitShare;
  readonly accounted: typeof accounted;
  readonly stopsJob: typeof stopsJob;
  readonly isRetryable: typeof isRetryable;
  /** Whether what `author` sent answers what waits. */
  readonly matches: (reply: Message, waiter: Waiter, author: string) => boolean;
  /** What comes first when a message arrives. */
  readonly first: 'brakes' | 'agent';
}

/** The decisions of a node. */
export const PRODUCTION: Decisions = {
  brakes: BRAKES,
  parentOf: (own, consumed) => parentOf(own, consumed),
  consumedOf,
  compose: composeMessage,
  shareFor,
  splitShare,
  accounted,
  stopsJob,
  isRetryable,
  matches: (reply, { message, peer }, author) => peer === author && verifyReply(reply, message, author) === undefined,
  first: 'brakes',
};

/** The decisions of a node without one of its brakes, in both directions. */
export function withoutBrake(name: string): Decisions {
  return { ...PRODUCTION, brakes: BRAKES.filter((brake) => brake.name !== name) };
}
