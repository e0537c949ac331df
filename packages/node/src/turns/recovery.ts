import type { Message } from '@hoplite/p2p';
import { isRetryable } from '../admission/reasons.ts';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { readStored } from '../trace/trace.ts';
import { grantOf, type Exchanges } from './exchanges.ts';

/** After so many starts that each ended in a crash, a message is not tried again. */
export const MAX_STARTS = 3;

/** Messages that are taken up after a restart. */
const MAX_RECOVERED = 10_000;

/** A message that has crashed this node too often. */
export interface Quarantined {
  readonly message: Message;
  readonly starts: number;
}

/** A request that an ended turn had sent to one peer. */
interface Child {
  readonly stored: StoredMessage;
  readonly message: Message;
  readonly peer: string;
}

/**
 * What a crash left behind: a turn that had begun is answered `interrupted`, unless its agent may simply run it again;
 * one that had not begun runs now. What an ended turn had asked of others is withdrawn.
 */
export class Recovery {
  readonly #runtime: Runtime;
  readonly #exchanges: Exchanges;
  readonly #onQuarantined: (quarantined: Quarantined) => void;
  #begin: (() => void)[] = [];
  #orphans: Child[] = [];

  constructor(runtime: Runtime, exchanges: Exchanges, onQuarantined: (quarantined: Quarantined) => void) {
    this.#runtime = runtime;
    this.#exchanges = exchanges;
    this.#onQuarantined = onQuarantined;
  }

  /** Takes it up, before the network is there: from then on repeats of the senders find it. */
  async recover(): Promise<void> {
    for (const stored of this.#runtime.store.unanswered(MAX_RECOVERED)) {
      const message = readStored(this.#runtime, stored);
      if (message !== undefined) {
        await this.#takeUp(stored, message);
      }
    }
  }

  /** Begins what runs now, once there is a network. */
  resume(): void {
    for (const { stored, peer } of this.#orphans.splice(0)) {
      this.#runtime.mesh.cancel(peer, stored.channel, stored.messageId, 'the node that asked was restarted');
    }
    for (const begin of this.#begin.splice(0)) {
      begin();
    }
  }

  async #takeUp(stored: StoredMessage, message: Message): Promise<void> {
    const { agent, log, mesh } = this.#runtime;
    const { starts, messageId, jobId } = stored;
    if (starts === 0) {
      this.#begin.push(this.#exchanges.takeUp(message, 0));
      return;
    }
    const spent = starts + this.#withdraw(stored);
    const mayRun = agent.idempotent && starts < MAX_STARTS && spent < grantOf(message, mesh.localPeer);
    log.warn({ message: messageId, job: jobId, starts, again: mayRun }, 'a turn was interrupted by a restart');
    if (mayRun) {
      this.#begin.push(this.#exchanges.takeUp(message, spent));
      return;
    }
    const isQuarantined = starts >= MAX_STARTS;
    const detail = isQuarantined
      ? `the message is in quarantine: the node stopped during each of its ${starts} turns`
      : 'the node stopped during the turn; it is not run again';
    await this.#exchanges.interrupt(message, detail);
    if (isQuarantined) {
      this.#onQuarantined({ message, starts });
    }
  }

  /**
   * Withdraws what an ended turn had sent. It does not count as said: the turn may run again.
   *
   * @returns the credit that it took and has not given back
   */
  #withdraw(parent: StoredMessage): number {
    const { clock, mesh, store } = this.#runtime;
    let spent = 0;
    for (const child of this.#childrenOf(parent)) {
      const { stored, message, peer } = child;
      const { author, messageId } = stored;
      const answer = store.answer(peer, mesh.localPeer, messageId);
      const settlement = answer && readStored(this.#runtime, answer)?.body.settlement;
      // What an earlier restart has withdrawn was sent all the same, and its credit is not there.
      const known = store.outcomes(author, messageId).find((outcome) => outcome.peer === peer);
      const isUnsent = known !== undefined && isRetryable(known.reason);
      spent += isUnsent ? 0 : grantOf(message, peer) - (settlement?.returned ?? 0);
      const detail = 'the node stopped during the turn that sent it';
      const outcome = { author, messageId, peer, reason: 'interrupted', detail, path: [], at: clock.now() } as const;
      if (store.addOutcome({ ...outcome, retryable: true }) && answer === undefined) {
        this.#orphans.push(child);
      }
    }
    return spent;
  }

  #childrenOf({ author, jobId, messageId }: StoredMessage): readonly Child[] {
    const { mesh, store } = this.#runtime;
    const sent = store.messagesOfJob(jobId).filter((stored) => {
      return stored.author === mesh.localPeer && stored.briefHash !== undefined;
    });
    return sent.flatMap((stored) => {
      const message = readStored(this.#runtime, stored);
      const cause = message?.lineage.links.at(-2);
      const isChild = cause?.from === author && cause.messageId === messageId;
      const peers = message?.body.wake?.map(({ peer }) => peer) ?? [stored.peer];
      return message !== undefined && isChild ? peers.map((peer) => ({ stored, message, peer })) : [];
    });
  }
}
