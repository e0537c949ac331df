import { isSignedLink, type Lineage, type ProgressTick, type VerifySignature } from '@hoplite/p2p';
import type { TurnAbortedError } from '../errors.ts';
import type { Ledger } from '../turns/ledger.ts';
import type { Permits, Release } from '../turns/permits.ts';
import { Attempts } from './attempts.ts';
import type { EarlierRequests } from './earlier-requests.ts';
import { consumedOf, parentOf } from './parent.ts';
import type { Pending } from './pending.ts';

export interface SenderInit {
  readonly lineage: Lineage;
  readonly ledger: Ledger;
  readonly signal: AbortSignal;
  readonly permits: Permits;
  /** The permit that it holds, if it is a turn that runs. */
  readonly permit?: Release;
  /** Ends the turn: what it attempts is refused again and again. */
  readonly giveUp?: (reason: TurnAbortedError) => void;
  /** A participant of the job, below what it has asked, has made a step. */
  readonly onTick?: (tick: ProgressTick) => void;
}

/**
 * On whose behalf messages are sent: a turn, or an operator's root event. It holds the lineage of what woke it, so that
 * whatever it sends, on whichever channel, extends that one.
 */
export class Sender {
  readonly lineage: Lineage;
  readonly ledger: Ledger;
  /** Aborted when what it has begun is to end. */
  readonly signal: AbortSignal;
  /** Replies owed to messages of this sender, by message ID. */
  readonly pending = new Map<string, Pending>();
  readonly attempts = new Attempts();
  /** What earlier runs of the turn have asked, which a crash has ended. */
  earlier: EarlierRequests | undefined;
  /** Whether it is a turn of the agent, as opposed to a root event of the operator. */
  readonly isTurn: boolean;
  readonly onTick: ((tick: ProgressTick) => void) | undefined;
  readonly #replied = new Map<string, Lineage>();
  readonly #permits: Permits;
  #permit: Release | undefined;
  #resuming: Promise<void> | undefined;
  #waits = 0;
  #ended = false;
  #verified: boolean | undefined;
  readonly #giveUp: SenderInit['giveUp'];

  constructor(init: SenderInit) {
    this.lineage = init.lineage;
    this.ledger = init.ledger;
    this.signal = init.signal;
    this.#permits = init.permits;
    this.#permit = init.permit;
    this.#giveUp = init.giveUp;
    this.isTurn = init.permit !== undefined;
    this.onTick = init.onTick;
  }

  /** What a message to `peer` extends: the session reply that was consumed from it last, or else the turn's own. */
  parentFor(peer: string): Lineage {
    return parentOf(this.lineage, this.#replied.get(peer));
  }

  /** A session reply from `peer` has been read: the next message to it goes on from there. */
  consume(peer: string, reply: Lineage): void {
    const consumed = consumedOf(this.lineage, this.#replied.get(peer), reply);
    if (consumed !== undefined) {
      this.#replied.set(peer, consumed);
    }
  }

  /** Whether the last link of one's own lineage bears its signature. The transport vouched for it until now. */
  isVerified(verify: VerifySignature): boolean {
    this.#verified ??= this.lineage.depth === 0 || isSignedLink(this.lineage, this.lineage.depth - 1, verify);
    return this.#verified;
  }

  /** Replies that it is owed and that have not come. */
  get obligations(): readonly { readonly peer: string; readonly messageId: string }[] {
    return [...this.pending].flatMap(([messageId, { missing }]) => missing.map((peer) => ({ peer, messageId })));
  }

  /** Waits without holding a permit, so that those waited for can run; that of a serial agent it keeps. */
  async waiting<T>(work: Promise<T>): Promise<T> {
    if (this.#permits.isSerial) {
      return work;
    }
    this.#waits += 1;
    if (this.#waits === 1) {
      this.#permit?.();
    }
    try {
      return await work;
    } finally {
      this.#waits -= 1;
      if (this.#waits === 0 && this.#permit !== undefined && !this.#ended) {
        await this.#resume();
      }
    }
  }

  /** Ends the turn from within, with an answer that the runtime gives. */
  giveUp(reason: TurnAbortedError): void {
    this.#giveUp?.(reason);
  }

  /** The turn is over: its permit goes back. */
  end(): void {
    this.#ended = true;
    this.#permit?.();
  }

  #resume(): Promise<void> {
    this.#resuming ??= this.#permits.acquire('returning').then((permit) => {
      this.#resuming = undefined;
      this.#permit = permit;
      if (this.#ended || this.#waits > 0) {
        permit(); // Meanwhile the turn has ended, or waits again.
      }
    });
    return this.#resuming;
  }
}
