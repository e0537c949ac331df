import {
  MAX_HOP_DEPTH,
  briefHash,
  obliges,
  roomOf,
  type Act,
  type Channel,
  type Lineage,
  type Refusal,
} from '@hoplite/p2p';
import type { Attempt } from '@hoplite/tools';
import { applyBrakes } from '../admission/brakes.ts';
import type { MessageCrossing } from '../admission/crossing.ts';
import { NodeView, ratedAs } from '../admission/node-view.ts';
import { MAX_IN_FLIGHT_PER_PEER } from '../admission/policy.ts';
import type { Refused } from '../admission/refusals.ts';
import { isRetryable, stopsJob } from '../admission/reasons.ts';
import { TurnAbortedError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { shareFor } from '../turns/credit.ts';
import { stopOf } from '../turns/ledger.ts';
import type { HeldRequest } from './earlier-requests.ts';
import type { Requests } from './requests.ts';
import type { Sender } from './sender.ts';

/** A message that is to leave, as the brakes need it. */
export interface Leaving {
  readonly channel: Channel;
  /** Peer ID, or the topic of a room. */
  readonly to: string;
  readonly act: Act;
  /** Whom it is to reach: the last of the path that a refusal names. */
  readonly reach: string;
  /** Peer IDs that it is to wake. */
  readonly wakes: readonly string[];
  readonly content: string;
}

/** What may cross: the lineage to extend, and the credit to carry. */
export interface Clearance {
  readonly parent: Lineage;
  readonly share: number;
  /** Of what obliges. */
  readonly attempt?: AttemptKey;
}

/** What makes two attempts the same. */
export interface AttemptKey {
  readonly key: string;
  /** Of its brief, as bytes and in hex. */
  readonly briefHash: Uint8Array;
  readonly hash: string;
}

/** Decides whether a message may leave: the same brakes as on the way in, and a share of the sender's credit. */
export class Clearing {
  readonly #runtime: Runtime;
  readonly #requests: Requests;

  constructor(runtime: Runtime, requests: Requests) {
    this.#runtime = runtime;
    this.#requests = requests;
  }

  /** Applies the brakes, waits for credit while branches hold it, and reserves the share. */
  async clear(sender: Sender, leaving: Leaving): Promise<Attempt<Clearance>> {
    const { ledger } = sender;
    const attempt = obliges(leaving.act) ? attemptKeyOf(leaving) : undefined;
    const repeated = attempt && sender.attempts.repeat(attempt.key);
    if (repeated !== undefined) {
      this.#endIf(sender, repeated.refusal, repeated.enough);
      return { ok: false, refusal: repeated.refusal };
    }
    const view = new NodeView(this.#runtime, {
      hasCredit: () => ledger.available > 0 || ledger.open > 0,
      hasCapacity: (peer) => this.#requests.inFlight(peer) < MAX_IN_FLIGHT_PER_PEER,
      hasJustSaid: () => attempt !== undefined && sender.attempts.isSaid(attempt.hash),
    });
    for (;;) {
      const crossing = this.#crossing(sender, leaving, attempt);
      // Without a local ID nothing of a chain is checked: the brakes refuse it first.
      if (view.localPeer !== '' && !sender.isVerified(this.#runtime.mesh.verify)) {
        const detail = 'the message that woke this turn does not bear the signature of its sender';
        return this.#refused(
          sender,
          { crossing, refusal: { reason: 'malformed', detail, path: crossing.path } },
          leaving,
        );
      }
      const stopped = applyBrakes(crossing, view);
      if (stopped !== undefined) {
        return this.#refused(sender, { crossing, ...stopped }, leaving, attempt);
      }
      const limit = Math.min(crossing.lineage.job.maxDepth, view.maxHopDepth, MAX_HOP_DEPTH);
      const available = restricted(ledger.available, this.#runtime.circuit.shareFactor());
      const share = shareFor(leaving, available, crossing.depth + 1 < limit);
      if (attempt === undefined || share > 0) {
        ledger.reserve(share); // At once: another message of this turn may be on its way out as well.
        if (attempt !== undefined) {
          sender.attempts.begin(attempt.hash);
          this.#runtime.rates.take(ratedAs(crossing, view.localPeer), view.now);
        }
        return { ok: true, value: { parent: crossing.lineage, share, ...(attempt && { attempt }) } };
      }
      const refusal = await sender.waiting(this.#forCredit(sender, crossing.path));
      if (refusal !== undefined) {
        return { ok: false, refusal };
      }
    }
  }

  /** The request of an earlier run of the turn that this one repeats. It has passed the brakes, but for what came since. */
  takeEarlier(sender: Sender, leaving: Leaving): HeldRequest | undefined {
    return sender.earlier !== undefined && this.#runtime.threads.ban(sender.lineage, leaving.wakes) === undefined
      ? sender.earlier.take(attemptKeyOf(leaving).key)
      : undefined;
  }

  /**
   * What was cleared was refused over there, or given up.
   *
   * @param wasAnswered whether an agent said so: then it was said, whatever the reason
   */
  ended(sender: Sender, attempt: AttemptKey, refusal: Refusal, wasAnswered: boolean): void {
    if (isRetryable(refusal.reason) && !wasAnswered) {
      sender.attempts.forget(attempt.hash);
    } else {
      this.#endIf(sender, refusal, sender.attempts.refused(attempt.key, refusal));
    }
  }

  /** Waits until a branch has settled. When only one is out, the wait is for that one. @returns why it waits in vain */
  async #forCredit(sender: Sender, path: readonly string[]): Promise<Refusal | undefined> {
    const { signal, ledger, obligations } = sender;
    const cancelled: Refusal = { reason: 'cancelled', detail: 'the turn ended while it waited for credit', path };
    if (signal.aborted) {
      return cancelled;
    }
    const ended = Promise.withResolvers<Refusal>();
    const onAbort = (): void => ended.resolve(cancelled);
    signal.addEventListener('abort', onAbort, { once: true });
    const over = this.#runtime.waits.wait({
      lineage: sender.lineage,
      kind: 'credit',
      // Any branch that settles will do, also one that has answered: only where there is but one it is waited for.
      on: obligations.length === 1 && ledger.openBranches === 1 ? obligations : [],
      fail: ended.resolve,
    });
    const refusal = await Promise.race([ledger.changed().then(() => undefined), ended.promise]);
    over();
    signal.removeEventListener('abort', onAbort);
    return sender.signal.aborted ? cancelled : refusal;
  }

  #crossing(sender: Sender, leaving: Leaving, attempt: AttemptKey | undefined): MessageCrossing {
    const { channel, to, act, reach, wakes } = leaving;
    const lineage = sender.parentFor(to);
    const localPeer = this.#runtime.mesh.localPeer;
    return {
      kind: 'message',
      direction: 'outbound',
      channel,
      peer: to,
      act,
      answers: false,
      lineage,
      depth: lineage.depth + 1,
      visited: [...lineage.visited, localPeer],
      path: [...lineage.chain, localPeer, reach],
      wakes,
      ...(sender.isTurn ? {} : { isOperator: true }),
      ...(roomOf(to) === undefined ? {} : { room: roomOf(to) ?? '' }),
      ...(attempt === undefined ? {} : { briefHash: attempt.briefHash }),
    };
  }

  #refused(
    sender: Sender,
    refused: Refused,
    { content }: Leaving,
    attempt?: AttemptKey,
  ): { readonly ok: false; refusal: Refusal } {
    const { refusals, threads } = this.#runtime;
    const { refusal } = refused;
    refusals.note(refused);
    if (stopsJob(refusal.reason)) {
      const stop = stopOf(refusal, attempt?.briefHash, content);
      sender.ledger.addStop(stop);
      threads.stopped(sender.lineage, { ...stop, detail: refusal.detail });
    }
    if (attempt !== undefined && !isRetryable(refusal.reason)) {
      this.#endIf(sender, refusal, sender.attempts.refused(attempt.key, refusal));
    }
    return { ok: false, refusal };
  }

  #endIf(sender: Sender, { reason }: Refusal, enough: string | undefined): void {
    if (enough !== undefined) {
      sender.giveUp(new TurnAbortedError(reason, enough));
    }
  }
}

/** What makes two attempts the same: channel, addressees and brief. */
export function attemptKeyOf({
  channel,
  to,
  wakes,
  content,
}: Pick<Leaving, 'channel' | 'to' | 'wakes' | 'content'>): AttemptKey {
  const hash = briefHash(to, content, channel);
  const hex = Buffer.from(hash).toString('hex');
  return { key: `${channel}\n${hex}\n${[...wakes].sort().join()}`, hash: hex, briefHash: hash };
}

/** What may be handed on of what is available: less while the agent is constrained, and never nothing. */
function restricted(available: number, factor: number): number {
  return Math.max(Math.min(available, 1), Math.floor(available * factor));
}
