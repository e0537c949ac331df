import type { Message, Settlement } from '@hoplite/p2p';
import { askedOf, causeOf, grantOf } from '../dispatch/asked.ts';
import { readStored } from '../dispatch/record.ts';
import { withdraw, type EarlierRequest } from '../dispatch/earlier-requests.ts';
import type { Requests } from '../dispatch/requests.ts';
import { Sender } from '../dispatch/sender.ts';
import { TurnAbortedError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import type { Aftermath } from './aftermath.ts';
import { Ledger } from './ledger.ts';

/** Messages that are looked through after a restart. */
const MAX_SENT = 10_000;

/** A turn that was answered before a crash, while messages that it had sent were still out. */
interface Answered {
  readonly message: Message;
  /** What its answer said of the credit. */
  readonly told: Settlement | undefined;
  readonly sent: EarlierRequest[];
}

/**
 * What answered turns still had out when the node crashed: it is seen through like that of a turn that runs, and what
 * comes of its credit is told to whoever had asked.
 */
export class Leftovers {
  readonly #runtime: Runtime;
  readonly #requests: Requests;
  readonly #aftermath: Aftermath;

  constructor(runtime: Runtime, requests: Requests, aftermath: Aftermath) {
    this.#runtime = runtime;
    this.#requests = requests;
    this.#aftermath = aftermath;
  }

  /** @param network resolves when messages can be sent */
  takeUp(network: Promise<void>): void {
    for (const turn of this.#answered()) {
      if (turn.sent.some(({ message }) => this.#isOut(message))) {
        this.#seeThrough(turn, network);
      }
    }
  }

  #seeThrough({ message, sent, told }: Answered, network: Promise<void>): void {
    const { log, mesh, permits, threads, work } = this.#runtime;
    const { lineage } = message;
    const { jobId } = lineage.job;
    const ledger = new Ledger(grantOf(message, mesh.localPeer), 1, [...lineage.chain, mesh.localPeer]);
    const end = new AbortController();
    const sender = new Sender({ lineage, ledger, signal: end.signal, permits });
    const origin = lineage.origin ?? mesh.localPeer;
    const done = work.begin({ jobId, origin, abort: (reason) => end.abort(reason) });
    const ban = threads.ban(lineage, []);
    if (ban?.reason === 'halted') {
      end.abort(new TurnAbortedError(ban.reason, ban.detail)); // Nothing is sent any more.
    }
    // In order, so that credit that came back from one is there for the next, as it was.
    const replies = sent.flatMap((out) => this.#run(sender, out, network));
    Promise.all(replies)
      .then(() => this.#aftermath.settleLater(message, ledger, told))
      .catch((error: unknown) =>
        log.error({ err: error, job: jobId }, 'what a turn had sent could not be seen through'),
      )
      .finally(done);
  }

  #run(sender: Sender, { message, envelope }: EarlierRequest, network: Promise<void>): readonly Promise<unknown>[] {
    return askedOf(message).map((peer) => {
      const credit = grantOf(message, peer);
      if (credit > sender.ledger.available) {
        // A settlement that is not on record had given credit back, and it was spent again: it cannot be followed.
        return network.then(() => withdraw(this.#runtime, message, peer));
      }
      sender.ledger.reserve(credit);
      const deadline = message.body.deadline ?? message.lineage.job.expiresAt;
      return this.#requests.run({ sender, message, envelope, peer, credit, deadline, resumed: network });
    });
  }

  /** Turns of this node that were answered, each with what it had sent. */
  #answered(): Iterable<Answered> {
    const { clock, mesh, store } = this.#runtime;
    const turns = new Map<string, Answered>();
    for (const stored of store.sent(clock.now(), MAX_SENT)) {
      const message = readStored(this.#runtime, stored);
      const cause = message && causeOf(message);
      const asked = cause && store.message(cause.from, cause.messageId);
      if (message === undefined || asked?.direction !== 'in') {
        continue;
      }
      const key = `${asked.author}\n${asked.messageId}`;
      const known = turns.get(key);
      const parent = known?.message ?? readStored(this.#runtime, asked);
      const answer = known === undefined ? store.answer(mesh.localPeer, asked.author, asked.messageId) : undefined;
      if (parent === undefined || (known === undefined && answer === undefined)) {
        continue;
      }
      const told = answer && readStored(this.#runtime, answer)?.body.settlement;
      const turn = known ?? { message: parent, told, sent: [] };
      turn.sent.push({ message, envelope: stored.envelope });
      turns.set(key, turn);
    }
    return turns.values();
  }

  /** Whether a message has a peer of which neither an answer nor another outcome is known. */
  #isOut(message: Message): boolean {
    const { store } = this.#runtime;
    const { from: author, messageId } = message.link;
    const ended = store.outcomes(author, messageId).map(({ peer }) => peer);
    return askedOf(message).some(
      (peer) => !ended.includes(peer) && store.answer(peer, author, messageId) === undefined,
    );
  }
}
