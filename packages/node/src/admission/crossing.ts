import type { Act, Channel, Lineage, LineageClaims, LineageFault, Message } from '@hoplite/p2p';
import type { Addressing } from './graph.ts';

/** A message that is about to cross from one peer to others, as the brakes see it: on its way out, or just arrived. */
export type Crossing = UnreadableCrossing | MessageCrossing;

/** Bytes that are not a message. */
export interface UnreadableCrossing {
  readonly kind: 'unreadable';
  readonly direction: 'inbound';
  readonly channel: Channel;
  /** The peer that the connection authenticated. */
  readonly peer: string;
  readonly problem: string;
}

export interface MessageCrossing {
  readonly kind: 'message';
  readonly direction: 'inbound' | 'outbound';
  readonly channel: Channel;
  /** The other side: the authenticated author, or the addressee; the topic for a post that wakes nobody. */
  readonly peer: string;
  readonly act: Act;
  /** Whether it answers another message. */
  readonly answers: boolean;
  /** Inbound: as received. Outbound: what the message will extend. */
  readonly lineage: Lineage;
  /** Links that the message has on the wire. */
  readonly depth: number;
  /** Peer IDs that the call path has been through, the sender of this message last. */
  readonly visited: readonly string[];
  /** Peer IDs it goes along, the one that it reaches or is to reach last. */
  readonly path: readonly string[];
  /** Peer IDs that it is to wake; inbound, of those only this one. */
  readonly wakes: readonly string[];
  /** Outbound: whether it is a root event of the operator, and no agent sends it. */
  readonly isOperator?: boolean;
  /** The room of a post. */
  readonly room?: string;
  /** Of what obliges: SHA-256 of whom it is for and what it says. */
  readonly briefHash?: Uint8Array;
  /** The message itself; outbound it is made only when no brake has fired. */
  readonly message?: Message;
}

/** What the brakes know of the node. Plain answers to plain questions, so that the harness can give them too. */
export interface View {
  /** Peer ID of this node; empty when it is not known, and then everything is refused. */
  readonly localPeer: string;
  /** The node's own limit, at most MAX_HOP_DEPTH. */
  readonly maxHopDepth: number;
  readonly now: number;
  /** Whether `peer` may address this node on `channel`, or be addressed by it. */
  allows(peer: string, channel: Channel, direction: 'inbound' | 'outbound'): boolean;
  /** Whether this node is in the room that a topic names. */
  inRoom(topic: string): boolean;
  /** What is known of an earlier message of the same author and ID. */
  seen(message: Message): 'new' | 'same' | 'altered';
  /** Whether the job, or an agent that the message is from or for, has been halted, or the job frozen. */
  ban(crossing: MessageCrossing): Ban | undefined;
  /** Whether the sender has said the same to the same in this job before. */
  hasSaid(crossing: MessageCrossing): boolean;
  /** Whether the policy graph lets one peer address another. */
  allowsEdge(addressing: Addressing): boolean;
  /** Milliseconds until the rate allows one more message; 0 when it does now. */
  rateWait(crossing: MessageCrossing): number;
  /** Why the circuit breaker holds the message back; undefined when it does not. */
  breaker(crossing: MessageCrossing): string | undefined;
  /** Checks an inbound lineage; its signatures are part of that. */
  verify(
    lineage: Lineage,
    claims: Pick<LineageClaims, 'channel' | 'author' | 'topic' | 'bodyHash'>,
  ): LineageFault | undefined;
  /** Outbound: whether the turn has credit for one more message, now or once a branch has settled. */
  hasCredit(): boolean;
  /** Whether one more message from, or to, `peer` can be taken on. */
  hasCapacity(peer: string, direction: 'inbound' | 'outbound'): boolean;
}

/** Why no message of a job crosses any more. */
export interface Ban {
  readonly reason: 'halted' | 'frozen';
  readonly detail: string;
}

/** Whether a post names `peer` among those that it wakes. */
export function isWoken({ body }: Message, peer: string): boolean {
  return body.wake?.some((wake) => wake.peer === peer) === true;
}
