import type { Lineage } from '@hoplite/p2p';

/**
 * What a message to a peer extends: the session reply that was consumed from that peer, or else the turn's own lineage.
 *
 * @param consumed of the replies of that peer, see {@link consumedOf}
 */
export function parentOf(own: Lineage, consumed: Lineage | undefined): Lineage {
  return consumed ?? own;
}

/** The reply of a peer from which messages to it go on, now that one more was read: the deepest. */
export function consumedOf(own: Lineage, consumed: Lineage | undefined, reply: Lineage): Lineage | undefined {
  return reply.depth > parentOf(own, consumed).depth ? reply : consumed;
}
