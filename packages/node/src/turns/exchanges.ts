import { decodeEnvelope, type InboundRequest, type Message, type Refusal, type Settlement } from '@hoplite/p2p';
import { parseContent } from '../dispatch/content.ts';
import { recordOf } from '../dispatch/record.ts';
import { TurnAbortedError } from '../errors.ts';
import type { AgentAnswer } from '../ports/agent.ts';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { composeAnswer } from './answer.ts';
import { Ledger } from './ledger.ts';
import type { Release } from './permits.ts';
import type { Turns } from './turns.ts';

/** An accepted message whose answer is not there yet. */
interface Exchange {
  readonly message: Message;
  readonly end: AbortController;
  /** Where the answer goes: the newest of the sender's attempts; undefined after a restart until it asks again. */
  request: InboundRequest | undefined;
}

/** Messages that are taken up after a restart. */
const MAX_RECOVERED = 10_000;

const NOT_RECORDED: Refusal = {
  reason: 'interrupted',
  detail: 'the node could not record the message: its disk may be full',
  path: [],
};

/** Sees accepted messages through: each wakes one turn and gets exactly one answer, recorded before it is sent. */
export class Exchanges {
  readonly #runtime: Runtime;
  readonly #turns: Turns;
  readonly #running = new Map<string, Exchange>();
  /** Accepted messages that have no permit yet, by peer. */
  readonly #queued = new Map<string, number>();
  #queuedInAll = 0;
  /** Taken up after a restart, and begun once the network is there. */
  #recovered: Exchange[] = [];
  #idle: (() => void)[] = [];

  constructor(runtime: Runtime, turns: Turns) {
    this.#runtime = runtime;
    this.#turns = turns;
  }

  /** Whether one more message of `peer` may wait for a turn. */
  hasCapacity(peer: string): boolean {
    const { permits, policy } = this.#runtime;
    const mayQueue = this.#queuedInAll < policy.queued && (this.#queued.get(peer) ?? 0) < policy.queuedPerPeer;
    return permits.isFree || mayQueue;
  }

  /**
   * Begins a turn for a message that has been recorded, as soon as the record outlives a crash.
   *
   * @param permit the permit of the turn, if one was free
   */
  begin(message: Message, request: InboundRequest, permit: Release | undefined): void {
    const exchange = this.#register(message);
    exchange.request = request;
    this.#endWith(exchange, request);
    if (permit === undefined) {
      this.#count(message.link.from, 1);
    }
    this.#runtime.store.written().then(
      () => {
        exchange.request?.accept();
        this.#start(exchange, permit);
      },
      (error: unknown) => {
        this.#runtime.log.error({ err: error, message: message.link.messageId }, 'a message could not be recorded');
        if (permit === undefined) {
          this.#count(message.link.from, -1);
        }
        permit?.();
        this.#giveUp(exchange);
      },
    );
  }

  /** Gives a repeat what was answered, now or when it is. @returns false when the message wakes no turn here */
  repeat(message: Message, request: InboundRequest): boolean {
    const { store, mesh } = this.#runtime;
    const exchange = this.#running.get(keyOf(message));
    if (exchange !== undefined) {
      exchange.request = request;
      this.#endWith(exchange, request);
      request.accept();
      return true;
    }
    const answer = store.answer(mesh.localPeer, message.link.from, message.link.messageId);
    if (answer !== undefined) {
      request.answer(answer.envelope);
    }
    return answer !== undefined;
  }

  /**
   * Takes up what a crash left behind, before the network is there: a turn that had begun is answered `interrupted`, one
   * that had not is known again, so that its sender's repeats find it.
   */
  async recover(): Promise<void> {
    const { store, agent, log } = this.#runtime;
    for (const stored of store.unanswered(MAX_RECOVERED)) {
      const message = this.#reread(stored);
      if (message === undefined) {
        continue;
      }
      const exchange = this.#register(message);
      if (!stored.started || agent.idempotent) {
        this.#recovered.push(exchange);
        continue;
      }
      log.warn({ message: stored.messageId, job: stored.jobId }, 'a turn was interrupted by a restart');
      const detail = 'the node stopped during the turn; it is not run again';
      const ledger = this.#ledger(message);
      const settlement = { ...ledger.summary(), returned: 0, burnt: ledger.granted };
      await this.#answer(exchange, { kind: 'refuse', reason: 'interrupted', detail }, settlement);
    }
  }

  /** Begins the turns that were taken up. */
  resume(): void {
    for (const exchange of this.#recovered.splice(0)) {
      const permit = this.#runtime.permits.tryAcquire();
      if (permit === undefined) {
        this.#count(exchange.message.link.from, 1);
      }
      this.#start(exchange, permit);
    }
  }

  /** Ends all turns with `interrupted`, and resolves when their answers are recorded. */
  async stop(): Promise<void> {
    const reason = new TurnAbortedError('interrupted', 'the node is stopping');
    for (const { end } of this.#running.values()) {
      end.abort(reason);
    }
    if (this.#running.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #register(message: Message): Exchange {
    const exchange: Exchange = { message, request: undefined, end: new AbortController() };
    this.#running.set(keyOf(message), exchange);
    return exchange;
  }

  #start(exchange: Exchange, permit: Release | undefined): void {
    this.#run(exchange, permit).catch((error: unknown) => {
      const { messageId } = exchange.message.link;
      this.#runtime.log.error({ err: error, message: messageId }, 'a turn could not be answered');
      this.#giveUp(exchange);
    });
  }

  /** Ends an exchange whose answer could not be recorded, and so cannot be given. */
  #giveUp(exchange: Exchange): void {
    exchange.request?.refuse(NOT_RECORDED);
    this.#forget(exchange);
  }

  /** The sender's cancel, or its going away, ends the turn; but not a request that a newer attempt has replaced. */
  #endWith(exchange: Exchange, request: InboundRequest): void {
    const onAbort = (): void => {
      if (exchange.request === request) {
        exchange.end.abort(new TurnAbortedError('cancelled', 'whoever asked has cancelled, or went away'));
      }
    };
    request.signal.addEventListener('abort', onAbort, { once: true });
  }

  async #run(exchange: Exchange, tried: Release | undefined): Promise<void> {
    const { message, end } = exchange;
    const { link, lineage, body, channel } = message;
    const permit = tried ?? (await this.#queue(message));
    const ledger = this.#ledger(message);
    const answer = await this.#turns.run(
      {
        lineage,
        ledger,
        channel,
        from: link.from,
        ...(body.room === undefined ? {} : { room: body.room }),
        brief: parseContent(channel, body.content),
        deadline: Math.min(body.deadline ?? lineage.job.expiresAt, lineage.job.expiresAt),
        signal: end.signal,
        onProgress: (note, fraction) =>
          exchange.request?.progress(fraction === undefined ? { note } : { note, fraction }),
      },
      permit,
    );
    await this.#answer(exchange, answer, ledger.summary());
    this.#settleLater(exchange, ledger);
  }

  /** Waits for a permit; from then on the turn counts as begun, also after a crash. */
  async #queue({ link }: Message): Promise<Release> {
    const { permits, store } = this.#runtime;
    const permit = await permits.acquire('beginning');
    this.#count(link.from, -1);
    store.markStarted(link.from, link.messageId);
    await store.written();
    return permit;
  }

  /** Records the answer, and then gives it. */
  async #answer(exchange: Exchange, answer: AgentAnswer, settlement: Settlement): Promise<void> {
    const { clock, ids, mesh, policy, store, log } = this.#runtime;
    const { message: request } = exchange;
    const init = { request, answer, settlement, messageId: ids.next(), at: clock.now(), signer: mesh.signer };
    const { message, envelope } = composeAnswer(init);
    const { retentionMs } = policy;
    store.addMessage(recordOf({ message, peer: request.link.from, direction: 'out', envelope, retentionMs }));
    await store.written();
    exchange.request?.answer(envelope);
    this.#forget(exchange);
    if (request.body.room !== undefined && message.link.act === 'inform') {
      // The asker has it from the stream; the others in the room, if there are any, hear it too.
      mesh.publish(request.body.room, envelope).catch((error: unknown) => {
        log.debug({ err: error, room: request.body.room }, 'an answer was heard by nobody else');
      });
    }
  }

  /** Credit that branches still hold when the turn has answered goes back when they have settled. */
  #settleLater({ message }: Exchange, ledger: Ledger): void {
    if (ledger.open > 0) {
      ledger.onChange(() => {
        if (ledger.open === 0) {
          const { from, messageId } = message.link;
          this.#runtime.mesh.settle(from, message.channel, messageId, ledger.summary());
        }
      });
    }
  }

  /** A turn's ledger: what its message granted, less the one that it burns. */
  #ledger({ link, lineage, body }: Message): Ledger {
    const localPeer = this.#runtime.mesh.localPeer;
    const part = body.wake?.find(({ peer }) => peer === localPeer)?.credit ?? link.credit;
    return new Ledger(part, 1, [...lineage.chain, localPeer]);
  }

  #reread(stored: StoredMessage): Message | undefined {
    try {
      return decodeEnvelope(stored.channel, stored.envelope);
    } catch (error) {
      this.#runtime.log.error({ err: error, message: stored.messageId }, 'a stored message cannot be read');
      return undefined;
    }
  }

  #count(peer: string, change: 1 | -1): void {
    this.#queuedInAll += change;
    const count = (this.#queued.get(peer) ?? 0) + change;
    if (count > 0) {
      this.#queued.set(peer, count);
    } else {
      this.#queued.delete(peer);
    }
  }

  #forget(exchange: Exchange): void {
    this.#running.delete(keyOf(exchange.message));
    if (this.#running.size === 0) {
      for (const resolve of this.#idle.splice(0)) {
        resolve();
      }
    }
  }
}

/** Two authors may use the same message ID. */
function keyOf({ link }: Message): string {
  return `${link.from}\n${link.messageId}`;
}
