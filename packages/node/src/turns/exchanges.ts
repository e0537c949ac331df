import type { InboundRequest, Message, Refusal, Settlement } from '@hoplite/p2p';
import { parseContent } from '../dispatch/content.ts';
import { grantOf } from '../dispatch/asked.ts';
import type { EarlierRequest } from '../dispatch/earlier-requests.ts';
import { recordOf } from '../dispatch/record.ts';
import { TurnAbortedError } from '../errors.ts';
import type { AgentAnswer } from '../ports/agent.ts';
import type { Runtime } from '../runtime.ts';
import { Aftermath } from './aftermath.ts';
import { composeAnswer, type ComposedAnswer } from './answer.ts';
import { Ledger } from './ledger.ts';
import type { Release } from './permits.ts';
import type { Turns } from './turns.ts';

/** Runs of a turn that crashes have ended. */
export interface EarlierRuns {
  /** How many there were; each has burnt its credit. */
  readonly runs: number;
  /** What they have asked of others, in order. */
  readonly requests: readonly EarlierRequest[];
}

export const NO_EARLIER_RUNS: EarlierRuns = { runs: 0, requests: [] };

/** An accepted message whose answer is not there yet. */
interface Exchange {
  readonly message: Message;
  /** What earlier runs of the turn have done, which crashes have ended. */
  readonly earlier: EarlierRuns;
  readonly end: AbortController;
  /** Where the answer goes: the newest of the sender's attempts; undefined after a restart until it asks again. */
  request: InboundRequest | undefined;
  /** Whose abort ends the turn. */
  signal: AbortSignal | undefined;
  /** Takes it out of what can be halted. */
  readonly done: () => void;
}

const NOT_RECORDED: Refusal = {
  reason: 'interrupted',
  detail: 'the node could not record this: its disk may be full',
  path: [],
};

/** Sees accepted messages through: each wakes one turn and gets exactly one answer, recorded before it is sent. */
export class Exchanges {
  readonly #runtime: Runtime;
  readonly #turns: Turns;
  readonly aftermath: Aftermath;
  readonly #running = new Map<string, Exchange>();
  /** Accepted messages that have no permit yet, by peer. */
  readonly #queued = new Map<string, number>();
  #queuedInAll = 0;
  #idle: (() => void)[] = [];
  #stopping = false;

  constructor(runtime: Runtime, turns: Turns) {
    this.#runtime = runtime;
    this.#turns = turns;
    this.aftermath = new Aftermath(runtime);
  }

  /** Whether one more message of `peer` may be taken on. */
  hasCapacity(peer: string): boolean {
    const { permits, policy, store } = this.#runtime;
    if (this.#stopping || store.isFull()) {
      return false;
    }
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
    this.#attach(exchange, request);
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
      this.#attach(exchange, request);
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
   * Knows a message again that a crash left without an answer, so that its sender's repeats find it.
   *
   * @param earlier what earlier runs of its turn have done
   * @returns what begins its turn
   */
  takeUp(message: Message, earlier: EarlierRuns): () => void {
    const { permits, store, waits } = this.#runtime;
    const { from, messageId } = message.link;
    const exchange = this.#register(message, earlier);
    return () => {
      const permit = permits.tryAcquire(permits.isSerial && waits.mayEnter(message.lineage, permits.held));
      if (permit === undefined) {
        this.#count(from, 1);
        this.#start(exchange, undefined);
        return;
      }
      store.markStarted(from, messageId);
      store.written().then(
        () => this.#start(exchange, permit),
        (error: unknown) => {
          this.#runtime.log.error({ err: error, message: messageId }, 'a turn could not be recorded');
          permit();
          this.#giveUp(exchange);
        },
      );
    };
  }

  /** Answers a message whose turn a crash ended. Nothing of what it was granted is left. */
  async interrupt(message: Message, detail: string): Promise<void> {
    const exchange = this.#register(message);
    const ledger = this.#ledger(exchange);
    const settlement = { ...ledger.summary(), returned: 0, burnt: ledger.granted };
    await this.#answer(exchange, { kind: 'refuse', reason: 'interrupted', detail }, settlement);
  }

  /** Ends all turns with `interrupted`, and resolves when their answers are recorded. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const reason = stopping();
    for (const { end } of this.#running.values()) {
      end.abort(reason);
    }
    if (this.#running.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #register(message: Message, earlier = NO_EARLIER_RUNS): Exchange {
    const end = new AbortController();
    const { jobId } = message.lineage.job;
    const origin = message.lineage.origin ?? message.link.from;
    const done = this.#runtime.work.begin({ jobId, origin, abort: (reason) => end.abort(reason) });
    const exchange: Exchange = { message, request: undefined, signal: undefined, end, earlier, done };
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

  /**
   * Has the answer go to this attempt of the sender. Its cancel, or its going away, ends the turn; but not that of an
   * attempt which a newer one has replaced. (The listener holds no request: a repeat costs no memory.)
   */
  #attach(exchange: Exchange, request: InboundRequest): void {
    const { signal } = request;
    exchange.request = request;
    if (exchange.signal === signal) {
      return;
    }
    exchange.signal = signal;
    const { end } = exchange;
    const onAbort = (): void => {
      if (exchange.signal === signal) {
        const gone = new TurnAbortedError('cancelled', 'whoever asked has cancelled, or went away');
        end.abort(this.#stopping ? stopping() : gone);
      }
    };
    signal.addEventListener('abort', onAbort, { once: true });
  }

  async #run(exchange: Exchange, tried: Release | undefined): Promise<void> {
    const { message, end } = exchange;
    const { link, lineage, body, channel } = message;
    const ledger = this.#ledger(exchange);
    const deadline = Math.min(body.deadline ?? lineage.job.expiresAt, lineage.job.expiresAt);
    const permit = tried ?? (await this.#queue(exchange, deadline));
    const ban = this.#runtime.threads.ban(lineage, [link.from]);
    if (ban !== undefined) {
      end.abort(new TurnAbortedError(ban.reason, ban.detail)); // Since it was accepted: no turn begins any more.
    }
    const answer = await this.#turns.run(
      {
        lineage,
        ledger,
        channel,
        from: link.from,
        ...(body.room === undefined ? {} : { room: body.room }),
        brief: parseContent(channel, body.content),
        deadline,
        earlier: exchange.earlier.requests,
        signal: end.signal,
        onProgress: (note, fraction) =>
          exchange.request?.progress(fraction === undefined ? { note } : { note, fraction }),
        onTick: (tick) => exchange.request?.progress({ note: '', tick }),
      },
      permit,
    );
    const settlement = ledger.summary();
    await this.#answer(exchange, answer, settlement);
    if (settlement.burnt > exchange.earlier.runs) {
      this.aftermath.sendReceipt(message); // Its agent was run.
    }
    if (settlement.open > 0) {
      this.aftermath.settleLater(message, ledger);
    }
  }

  /**
   * Waits for a permit; from then on the turn counts as begun, also after a crash. Without a permit when the turn was
   * ended, or its deadline has passed, before there was one.
   */
  async #queue({ message, end }: Exchange, deadline: number): Promise<Release> {
    const { clock, permits, store } = this.#runtime;
    const { from, messageId } = message.link;
    const timer = clock.after(deadline - clock.now(), () =>
      end.abort(new TurnAbortedError('deadline', 'the deadline passed while the message waited for its turn')),
    );
    const permit = await (permits.isSerial
      ? this.#inTurn(message, end.signal)
      : permits.acquire('beginning', end.signal));
    timer.clear();
    this.#count(from, -1);
    if (permit === undefined) {
      return () => undefined;
    }
    try {
      store.markStarted(from, messageId);
      await store.written();
    } catch (error) {
      permit();
      throw error;
    }
    return permit;
  }

  /**
   * A permit of an agent that handles one message at a time: the message waits for the turns that run, and perhaps they for
   * it. A question along the call of one of them is let in once they all wait.
   */
  async #inTurn({ lineage }: Message, signal: AbortSignal): Promise<Release | undefined> {
    const { permits, waits } = this.#runtime;
    const early = new AbortController();
    let entered: Release | undefined;
    const look = (): void => {
      if (entered === undefined && waits.mayEnter(lineage, permits.held)) {
        entered = permits.tryAcquire(true); // At once: others that are queued look as well.
        early.abort();
      }
    };
    const unlook = waits.onChange(look);
    const over = waits.queued({ lineage });
    look();
    const permit = await permits.acquire('beginning', AbortSignal.any([signal, early.signal]));
    over();
    unlook();
    if (entered !== undefined && (permit !== undefined || signal.aborted)) {
      entered();
      waits.changed();
    }
    return permit ?? (signal.aborted ? undefined : entered);
  }

  /** Records the answer, and then gives it. An outcome that cannot be recorded is given as a refusal. */
  async #answer(exchange: Exchange, answer: AgentAnswer, settlement: Settlement): Promise<void> {
    const { store, log } = this.#runtime;
    const { message: request } = exchange;
    const composed = this.#compose(request, answer, settlement);
    try {
      const { retentionMs } = this.#runtime.policy;
      store.addMessage(recordOf({ ...composed, peer: request.link.from, direction: 'out', retentionMs }));
      await store.written();
    } catch (error) {
      log.error({ err: error, message: request.link.messageId }, 'an answer could not be recorded');
      const refusal = { kind: 'refuse', reason: NOT_RECORDED.reason, detail: NOT_RECORDED.detail } as const;
      exchange.request?.answer(this.#compose(request, refusal, settlement).envelope);
      this.#forget(exchange);
      return;
    }
    exchange.request?.answer(composed.envelope);
    this.#forget(exchange);
    this.aftermath.tellRoom(request.body.room, composed);
  }

  #compose(request: Message, answer: AgentAnswer, settlement: Settlement): ComposedAnswer {
    const { clock, ids, mesh } = this.#runtime;
    const stamp = { messageId: ids.next(), at: clock.now(), signer: mesh.signer };
    return composeAnswer({ request, answer, settlement, ...stamp });
  }

  /** A turn's ledger: what its message granted, less the one that it burns, and what earlier runs of it have spent. */
  #ledger({ message, earlier }: Exchange): Ledger {
    const localPeer = this.#runtime.mesh.localPeer;
    return new Ledger(grantOf(message, localPeer), 1 + earlier.runs, [...message.lineage.chain, localPeer]);
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
    exchange.done();
    this.#running.delete(keyOf(exchange.message));
    if (this.#running.size === 0) {
      for (const resolve of this.#idle.splice(0)) {
        resolve();
      }
    }
  }
}

function stopping(): TurnAbortedError {
  return new TurnAbortedError('interrupted', 'the node is stopping');
}

/** Two authors may use the same message ID. */
function keyOf({ link }: Message): string {
  return `${link.from}\n${link.messageId}`;
}
