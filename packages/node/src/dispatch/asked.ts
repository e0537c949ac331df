import { obliges, type Message, type SignedLink } from '@hoplite/p2p';

/** The peers that a message obliges to answer. */
export function askedOf({ body, link }: Message): readonly string[] {
  return body.wake?.map(({ peer }) => peer) ?? [link.to];
}

/** The credit that a message grants to one of those it asks. */
export function grantOf({ body, link }: Message, peer: string): number {
  return body.wake?.find((wake) => wake.peer === peer)?.credit ?? link.credit;
}

/**
 * The link of the message that woke the turn which sent `message`: the last one before it that obliges and is of another
 * peer. Between the two stand, at most, what the turn has asked before and the reply to that.
 *
 * @returns undefined when a root event sent it
 */
export function causeOf({ lineage, link }: Message): SignedLink | undefined {
  return lineage.links.slice(0, -1).findLast(({ act, from }) => obliges(act) && from !== link.from);
}
