import { createHash } from 'node:crypto';
import type { Channel } from '../channel.ts';
import type { Lineage, SignedLink } from '../lineage/lineage.ts';
import type { Refusal } from '../reasons.ts';
import type { Settlement } from '../settlement.ts';

/** One peer that a room post is to wake, with its part of the post's credit. */
export interface Wake {
  readonly peer: string;
  readonly credit: number;
}

/** What a message says, whichever channel carries it. */
export interface Body {
  /** JSON text on the task channel, plain text on the others. */
  readonly content: string;
  /** The message that this answers. */
  readonly inReplyTo?: string;
  /** When an answer is due, in milliseconds since the Unix epoch; only with obliging acts. */
  readonly deadline?: number;
  /** What became of the granted credit; only with terminal acts that answer. */
  readonly settlement?: Settlement;
  /** Only with `refuse`. */
  readonly refusal?: Refusal;
  /** The room; only on the room channel. */
  readonly room?: string;
  /** Whom a room post is to wake: not empty exactly when its act obliges. */
  readonly wake?: readonly Wake[];
}

/** A message as it stands on the wire: how it came to be, and what it says. */
export interface Message {
  readonly channel: Channel;
  readonly lineage: Lineage;
  /** The last link of the lineage, which stamps this message. */
  readonly link: SignedLink;
  readonly body: Body;
  /** The body's bytes as received or sent; the last link signs their hash. */
  readonly bodyBytes: Uint8Array;
}

/** What a link signs of its body. The channel is hashed along, so that a body cannot be replayed on another one. */
export function bodyHash(channel: Channel, bodyBytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(`hoplite/1/body/${channel}\0`).update(bodyBytes).digest();
}
