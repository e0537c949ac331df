import type { Lineage } from './lineage/lineage.ts';
import type { Reason } from './reasons.ts';

/** What a halt or a resume is about. */
export type HaltScope =
  | { readonly kind: 'job'; readonly jobId: string }
  /** The agent of one peer. */
  | { readonly kind: 'peer'; readonly peer: string }
  /** All agents. */
  | { readonly kind: 'all' };

/**
 * Something that a runtime tells the others: signed, passed on from peer to peer, terminal by type. It wakes no agent and
 * carries no credit.
 */
export type NoticeContent =
  | {
      /** A brake has stopped a job: no further obliging message of this epoch is sent or accepted. */
      readonly kind: 'freeze';
      readonly jobId: string;
      readonly epoch: number;
      readonly reason: Reason;
      /** Peer IDs, the one that was not reached last. */
      readonly path: readonly string[];
      /** 32 bytes; of what was to be sent. */
      readonly briefHash?: Uint8Array;
      /** Of the message by which the job reached the author; without links when the author is the origin. */
      readonly witness: Lineage;
    }
  | { readonly kind: 'halt' | 'resume'; readonly scope: HaltScope; readonly note: string }
  | {
      /** To a supervisor: a job was stopped, and a person at its origin is asked what to do. */
      readonly kind: 'escalation';
      readonly jobId: string;
      readonly epoch: number;
      readonly reason: Reason;
      readonly detail: string;
      readonly path: readonly string[];
      readonly briefHash?: Uint8Array;
      /** The beginning of what was to be said. */
      readonly payload?: string;
    }
  | {
      /** To the origin of a job: the author ran a turn for the message of this lineage, which ends at the author. */
      readonly kind: 'receipt';
      readonly witness: Lineage;
    }
  | {
      /** That the author's node is at work, and what its agent has used in all. Gossiped while there is work in hand. */
      readonly kind: 'beat';
      /** Milliseconds until the next one may be expected while the author has work in hand. */
      readonly every: number;
      /** Input and output tokens since the author's node was made. Never goes down. */
      readonly tokens: number;
      /** Millionths of a US dollar; as `tokens`. */
      readonly costMicroUsd: number;
    }
  | {
      /** An edge-chasing probe (Chandy, Misra, Haas 1983): does who waits for `messageId` wait, in the end, for itself? */
      readonly kind: 'probe';
      /** The peer that asks, and what it asks about: anything that only it, and who is asked, can know. */
      readonly initiator: { readonly peer: string; readonly token: string };
      /** The waits that it has come along, from the initiator's to that of the author. 1 to {@link MAX_PROBE_WAITS}. */
      readonly waits: readonly ProbedWait[];
    }
  | {
      /** To the origin of a job: the author has seen a stall in it. */
      readonly kind: 'stall';
      readonly jobId: string;
      readonly epoch: number;
      readonly reason: Reason;
      readonly detail: string;
      readonly path: readonly string[];
      /** Of the message by which the job reached the author. */
      readonly witness: Lineage;
    };

/** A turn of `peer` waits for the answer to a message that it sent. */
export interface ProbedWait {
  readonly peer: string;
  /** Peer ID of the one that is to answer. */
  readonly on: string;
  readonly messageId: string;
  /** Since when, by the clock of `peer`, in milliseconds since the Unix epoch. */
  readonly since: number;
}

/** Waits that a probe has come along, at most: a longer chain is not followed. */
export const MAX_PROBE_WAITS = 32;

export interface Notice {
  /** Peer ID of the author. */
  readonly from: string;
  /** Unique per author. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** Until when it counts, milliseconds since the Unix epoch. */
  readonly until: number;
  readonly content: NoticeContent;
}
