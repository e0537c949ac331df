import { obliges, type Message } from '@hoplite/p2p';
import { askedOf, causeOf, grantOf } from '../dispatch/asked.ts';
import { readStored } from '../dispatch/record.ts';
import { withdraw, type EarlierRequest } from '../dispatch/earlier-requests.ts';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { NO_EARLIER_RUNS, type Exchanges } from './exchanges.ts';

/** After so many starts that each ended in a crash, a message is not tried again. */
export const MAX_STARTS = 3;

/** Messages that are taken up after a restart. */
const MAX_RECOVERED = 10_000;

/** A message that has crashed this node too often. */
export interface Quarantined {
  readonly message: Message;
  readonly starts: number;
}

/**
 * What a crash left behind: a turn that had begun is answered `interrupted`, and what it had asked of others withdrawn,
 * unless its agent may simply run it again; one that had not begun runs now.
 */
export class Recovery {
  readonly #runtime: Runtime;
  readonly #exchanges: Exchanges;
  readonly #onQuarantined: (quarantined: Quarantined) => void;
  #begin: (() => void)[] = [];
  #orphans: Message[] = [];

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
    for (const message of this.#orphans.splice(0)) {
      for (const peer of askedOf(message)) {
        withdraw(this.#runtime, message, peer);
      }
    }
    for (const begin of this.#begin.splice(0)) {
      begin();
    }
  }

  async #takeUp(stored: StoredMessage, message: Message): Promise<void> {
    const { agent, log, mesh } = this.#runtime;
    const { starts, messageId, jobId } = stored;
    if (starts === 0) {
      this.#begin.push(this.#exchanges.takeUp(message, NO_EARLIER_RUNS));
      return;
    }
    const requests = this.#sentBy(stored);
    const mayRun =
      agent.idempotent &&
      starts < MAX_STARTS &&
      this.#isAffordable(grantOf(message, mesh.localPeer) - starts, requests);
    log.warn({ message: messageId, job: jobId, starts, again: mayRun }, 'a turn was interrupted by a restart');
    if (mayRun) {
      this.#begin.push(this.#exchanges.takeUp(message, { runs: starts, requests }));
      return;
    }
    this.#orphans.push(...requests.map(({ message }) => message));
    const isQuarantined = starts >= MAX_STARTS;
    const detail = isQuarantined
      ? `the message is in quarantine: the node stopped during each of its ${starts} turns`
      : 'the node stopped during the turn; it is not run again';
    await this.#exchanges.interrupt(message, detail);
    if (isQuarantined) {
      this.#onQuarantined({ message, starts });
    }
  }

  /** Whether there is credit for one more run besides what the earlier ones have given to others, in their order. */
  #isAffordable(left: number, requests: readonly EarlierRequest[]): boolean {
    const { mesh, store } = this.#runtime;
    let available = left - 1;
    for (const { message } of requests) {
      for (const peer of askedOf(message)) {
        available -= grantOf(message, peer);
        if (available < 0) {
          return false;
        }
        const answer = store.answer(peer, mesh.localPeer, message.link.messageId);
        const returned = (answer && readStored(this.#runtime, answer)?.body.settlement?.returned) ?? 0;
        available += Math.min(returned, grantOf(message, peer)); // As the ledger takes it.
      }
    }
    return available >= 0;
  }

  /** What the turn of a message has asked of others, in order; not what never left, and may be asked anew. */
  #sentBy({ author, jobId, messageId }: StoredMessage): readonly EarlierRequest[] {
    const { mesh, store } = this.#runtime;
    const own = store.messagesOfJob(jobId).filter((stored) => {
      return stored.author === mesh.localPeer && obliges(stored.act);
    });
    return own.flatMap((stored) => {
      const message = readStored(this.#runtime, stored);
      const cause = message && causeOf(message);
      const isChild = cause?.from === author && cause.messageId === messageId;
      const passed = store.outcomes(stored.author, stored.messageId).filter(({ retryable }) => retryable);
      const isUnsent =
        message !== undefined && askedOf(message).every((asked) => passed.some((one) => one.peer === asked));
      return message !== undefined && isChild && !isUnsent ? [{ message, envelope: stored.envelope }] : [];
    });
  }
}
