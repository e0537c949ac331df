import { obliges } from '../acts.ts';
import { roomOf, type Channel } from '../channel.ts';
import { CLOCK_SKEW_MS, MAX_JOB_LIFETIME_MS } from '../constants.ts';
import type { Lineage, SignedLink } from './lineage.ts';
import { isPeerId, signedBytes, type VerifySignature } from './signature.ts';

/** Why a lineage is not believed. */
export interface LineageFault {
  readonly reason: 'malformed' | 'expired';
  readonly detail: string;
}

/** What a receiver knows besides the lineage itself. */
export interface LineageClaims {
  readonly channel: Channel;
  /** SHA-256 of the body as it was received, see {@link bodyHash}. */
  readonly bodyHash: Uint8Array;
  /** The peer that the connection authenticated; for a room post, the author that its last signature authenticated. */
  readonly author: string;
  /** Peer ID of the receiver. Never empty: that is refused before (brake 3). */
  readonly localPeer: string;
  /** The topic on which a room post arrived. */
  readonly topic?: string;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** The transport vouches for the last link, so its signature need not be checked before it is extended. */
  readonly lastLinkAuthenticated: boolean;
  readonly verify: VerifySignature;
}

/**
 * Whether a received lineage is to be believed: its form, every hop's fit to the next, that credit never grew, its age,
 * that it was meant for this receiver, and every signature (design.md section 2). Cheap checks come first.
 *
 * @returns the fault, or undefined when there is none
 */
export function verifyLineage(lineage: Lineage, claims: LineageClaims): LineageFault | undefined {
  return (
    headerFault(lineage, claims.now) ??
    addressFault(lineage, claims) ??
    chainFault(lineage) ??
    creditFault(lineage) ??
    signatureFault(lineage, claims.lastLinkAuthenticated ? lineage.depth - 1 : lineage.depth, claims.verify)
  );
}

/**
 * Whether a lineage that nobody vouches for is to be believed, wherever it was going: its form, every hop's fit to the
 * next, that credit never grew, its age, and every signature.
 *
 * @param now milliseconds since the Unix epoch
 * @returns the fault, or undefined when there is none
 */
export function unvouchedFault(lineage: Lineage, now: number, verify: VerifySignature): LineageFault | undefined {
  return (
    headerFault(lineage, now) ??
    chainFault(lineage) ??
    creditFault(lineage) ??
    signatureFault(lineage, lineage.depth, verify)
  );
}

function headerFault({ job }: Lineage, now: number): LineageFault | undefined {
  const lifetime = job.expiresAt - job.issuedAt;
  if (lifetime <= 0 || lifetime > MAX_JOB_LIFETIME_MS) {
    return malformed(`a job may live up to ${MAX_JOB_LIFETIME_MS} ms, this one claims ${lifetime}`);
  }
  if (job.issuedAt > now + CLOCK_SKEW_MS) {
    return malformed(`the job was issued ${Math.round(job.issuedAt - now)} ms in the future: check the clocks`);
  }
  if (job.expiresAt + CLOCK_SKEW_MS < now) {
    return { reason: 'expired', detail: `the job expired ${Math.round(now - job.expiresAt)} ms ago` };
  }
  return undefined;
}

function addressFault(lineage: Lineage, claims: LineageClaims): LineageFault | undefined {
  const last = lineage.last;
  if (last === undefined) {
    return malformed('a message carries at least one link');
  }
  if (last.from !== claims.author) {
    return malformed(`the last link is from ${last.from}, but it came from ${claims.author}`);
  }
  const expected = claims.channel === 'room' ? claims.topic : claims.localPeer;
  if (last.to !== expected) {
    return malformed(`the last link is addressed to ${last.to}, but it arrived at ${expected ?? 'no room'}`);
  }
  if (Buffer.compare(last.bodyHash, claims.bodyHash) !== 0) {
    return malformed('the body is not the one that was signed');
  }
  return undefined;
}

function chainFault({ links }: Lineage): LineageFault | undefined {
  for (const [index, link] of links.entries()) {
    const next = links[index + 1];
    if (!isPeerId(link.from) || (roomOf(link.to) === undefined && !isPeerId(link.to))) {
      return malformed(`link ${index} is not between peers`);
    }
    if (next === undefined) {
      continue;
    }
    if (roomOf(link.to) === undefined && link.to !== next.from) {
      return malformed(`link ${index} went to ${link.to}, but ${next.from} carried on`);
    }
    if (!obliges(link.act) && !isConsumedReply(links[index - 1], link, next)) {
      return malformed(`link ${index} is terminal, and nothing may follow it but a message back to who answered`);
    }
  }
  return undefined;
}

/** The one way in which a terminal link may be followed: a session reply whose reader writes back to its author. */
function isConsumedReply(asked: SignedLink | undefined, reply: SignedLink, next: SignedLink): boolean {
  return asked !== undefined && obliges(asked.act) && reply.to === asked.from && next.to === reply.from;
}

/**
 * A link's credit is bounded by what its author was granted: by the last obliging link that reached it, or, for the
 * origin, by the job.
 */
function creditFault({ job, links }: Lineage): LineageFault | undefined {
  const granted = new Map<string, number>();
  let toEveryone: number | undefined = job.credit; // what the job, or a room post, granted to whoever carries on
  for (const [index, link] of links.entries()) {
    if (!obliges(link.act)) {
      if (link.credit !== 0) {
        return malformed(`link ${index} is terminal and claims a credit of ${link.credit}`);
      }
      continue;
    }
    const bound = toEveryone ?? granted.get(link.from);
    if (bound === undefined || link.credit < 1 || link.credit > bound) {
      return malformed(`link ${index} claims a credit of ${link.credit}, and its sender had ${bound ?? 'none'}`);
    }
    granted.set(link.from, bound);
    const isPost = roomOf(link.to) !== undefined;
    toEveryone = isPost ? link.credit : undefined;
    if (!isPost) {
      granted.set(link.to, link.credit);
    }
  }
  return undefined;
}

function signatureFault(lineage: Lineage, checked: number, verify: VerifySignature): LineageFault | undefined {
  for (let index = 0; index < checked; index += 1) {
    if (!isSignedLink(lineage, index, verify)) {
      return malformed(`link ${index} does not bear the signature of its sender`);
    }
  }
  return undefined;
}

/** Whether the link at `index` bears its sender's signature. */
export function isSignedLink(lineage: Lineage, index: number, verify: VerifySignature): boolean {
  const link = lineage.links[index];
  if (link === undefined) {
    return false;
  }
  const previous = lineage.links[index - 1]?.signature;
  return verify(link.from, signedBytes(lineage.jobBytes, previous, link.bytes), link.signature);
}

function malformed(detail: string): LineageFault {
  return { reason: 'malformed', detail };
}
