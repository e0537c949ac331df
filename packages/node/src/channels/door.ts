import type { Channel, InboundPost, InboundRequest } from '@hoplite/p2p';
import type { Runtime } from '../runtime.ts';
import type { Exchanges } from '../turns/exchanges.ts';
import type { Inbound } from '../turns/inbound.ts';

/** What a door is made from: the parts of one node that see a message through. */
export interface DoorInit {
  readonly runtime: Runtime;
  readonly inbound: Inbound;
  readonly exchanges: Exchanges;
}

/**
 * The door by which the messages of one channel come in, and the only way to wake an agent by that channel. No flag tells it
 * of a rehearsal: the checklist makes it anew, on a stage, and brings it real bytes.
 *
 * It waits for its ports only (the store, the clock, the mesh), never for anything else of the outside.
 */
export interface ChannelDoor {
  readonly channel: Channel;
  /** A message that obliges came on a stream. Ends in exactly one answer or refusal, of which the asker hears. */
  onRequest(request: InboundRequest): void;
  /** A message came by gossip. It is kept at most: what it wakes here, if anything, is woken by the copy on the stream. */
  onPost?(post: InboundPost): void;
}

/** Makes a door at one node. Called more than once: for the node itself, and for each stage that it is rehearsed on. */
export type MakeDoor = (init: DoorInit) => ChannelDoor;
