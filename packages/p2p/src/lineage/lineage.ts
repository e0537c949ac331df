import { obliges, type Act } from '../acts.ts';
import { InvalidLinkError, NoLocalIdError } from '../errors.ts';
import { encodeJobHeader, encodeLink } from './codec.ts';
import { signedBytes, type Signer } from './signature.ts';

/** What is fixed when a job is born. Every signature of its chain covers it. */
export interface JobHeader {
  readonly jobId: string;
  /** Hops that the job may take; a receiver uses the smaller of this and its own limit. */
  readonly maxDepth: number;
  /** Turns that the job may cause in all. */
  readonly credit: number;
  /** Milliseconds since the Unix epoch. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /**
   * How often a person has released the job after it was stopped; 0 at first. Only the origin can mint a later epoch,
   * because it signs the header; what was frozen in an earlier one stays frozen.
   */
  readonly epoch: number;
}

/** One hop. */
export interface Link {
  /** Peer ID of the sender. */
  readonly from: string;
  /** Peer ID of the receiver, or the topic of a room. */
  readonly to: string;
  /** Turns that the subtree of this message may cause; 0 on a terminal act. */
  readonly credit: number;
  /** Unique per sender. */
  readonly messageId: string;
  readonly act: Act;
  /** SHA-256 of the message's body. */
  readonly bodyHash: Uint8Array;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** A link with the bytes that were signed, exactly as they were received. */
export interface SignedLink extends Link {
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

/**
 * How a message came to be: a job and one signed link per hop. Depth, chain and origin are read off the links; they are
 * not fields, so they cannot disagree with them and nothing can default to 0 (design.md section 2).
 */
export class Lineage {
  readonly job: JobHeader;
  /** The job header's bytes as they were received; signatures cover these. */
  readonly jobBytes: Uint8Array;
  readonly links: readonly SignedLink[];

  constructor(job: JobHeader, jobBytes: Uint8Array, links: readonly SignedLink[]) {
    this.job = job;
    this.jobBytes = jobBytes;
    this.links = links;
  }

  /** The lineage of a root turn: a new job, and no hop yet. */
  static root(job: JobHeader): Lineage {
    return new Lineage(job, encodeJobHeader(job), []);
  }

  /** Hops taken so far: 0 for a root turn, at least 1 for a message. */
  get depth(): number {
    return this.links.length;
  }

  /** The peer IDs that sent, in order. */
  get chain(): readonly string[] {
    return this.links.map((link) => link.from);
  }

  /**
   * The peers that the call path runs through: those that sent an obliging message. Whoever only answered has been left
   * again, so a message to it closes no cycle.
   */
  get visited(): readonly string[] {
    return this.links.filter((link) => obliges(link.act)).map((link) => link.from);
  }

  /** The peer whose root event began the job; undefined for a root turn. */
  get origin(): string | undefined {
    return this.links[0]?.from;
  }

  /** The hop that this message is; undefined for a root turn. */
  get last(): SignedLink | undefined {
    return this.links.at(-1);
  }

  /**
   * The lineage of a message that is sent because of this one: one more link, signed by the sender. This is the only way
   * to make an outbound lineage, and the only place where depth grows.
   *
   * @throws {NoLocalIdError} when the signer does not know its own peer ID
   * @throws {InvalidLinkError} when the credit does not fit the act
   */
  extend(next: Omit<Link, 'from'>, signer: Signer): Lineage {
    if (signer.peerId === '') {
      throw new NoLocalIdError();
    }
    if (obliges(next.act) ? !Number.isSafeInteger(next.credit) || next.credit < 1 : next.credit !== 0) {
      throw new InvalidLinkError(`a link with act ${next.act} cannot carry a credit of ${next.credit}`);
    }
    const link: Link = { ...next, from: signer.peerId };
    const bytes = encodeLink(link);
    const signature = signer.sign(signedBytes(this.jobBytes, this.last?.signature, bytes));
    return new Lineage(this.job, this.jobBytes, [...this.links, { ...link, bytes, signature }]);
  }
}
