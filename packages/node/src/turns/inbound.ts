import {
  MalformedMessageError,
  decodeEnvelope,
  encodeEnvelope,
  type Channel,
  type InboundPost,
  type InboundRequest,
  type Message,
  type Refusal,
} from '@hoplite/p2p';
import { applyBrakes } from '../admission/brakes.ts';
import { isWoken, type Crossing } from '../admission/crossing.ts';
import { NodeView } from '../admission/node-view.ts';
import { parseContent } from '../dispatch/content.ts';
import { recordOf } from '../dispatch/record.ts';
import { TurnAbortedError } from '../errors.ts';
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

/**
 * The only way in. Whatever arrives passes the brakes, and is recorded before it is acknowledged; what obliges gets
 * exactly one answer, which is recorded before it is sent.
 */
export class Inbound {
  readonly #runtime: Runtime;
  readonly #turns: Turns;
  readonly #view: NodeView;
  readonly #exchanges = new Map<string, Exchange>();
  readonly #queued = new Map<string, number>();
  #idle: (() => void)[] = [];

  constructor(runtime: Runtime, turns: Turns) {
    this.#runtime = runtime;
    this.#turns = turns;
    this.#view = new NodeView(runtime, { hasCredit: () => true, hasCapacity: (peer) => this.#hasCapacity(peer) });
  }

  /** A message that obliges arrived on a stream. */
  onRequest(request: InboundRequest): void {
    const { channel, peer } = request;
    const crossing = this.#read(channel, peer, request.envelope);
    const stopped = applyBrakes(crossing, this.#view);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    if (stopped?.refusal.reason === 'duplicate' && message !== undefined && this.#repeat(request, message)) {
      return;
    }
    if (stopped !== undefined || message === undefined) {
      const refusal = stopped?.refusal ?? { reason: 'malformed', detail: 'not a message', path: [] };
      request.refuse(refusal);
      this.#tellRefused(channel, message, refusal);
      return;
    }
    const permit = this.#runtime.permits.tryAcquire();
    this.#record(message, request.envelope, permit !== undefined);
    request.accept();
    this.#begin(message, request, permit);
  }

  /** A post arrived by gossip. One that wakes this peer comes on a stream as well, and is taken from there. */
  onPost({ author, envelope }: InboundPost): void {
    const crossing = this.#read('room', author, envelope);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    if (message !== undefined && isWoken(message, this.#runtime.mesh.localPeer)) {
      return;
    }
    const stopped = applyBrakes(crossing, this.#view);
    const wakesNobodyHere = stopped === undefined || stopped.refusal.reason === 'terminal';
    if (message === undefined || !wakesNobodyHere) {
      if (stopped !== undefined && stopped.refusal.reason !== 'duplicate') {
        this.#tellRefused('room', message, stopped.refusal);
      }
      return;
    }
    this.#record(message, envelope, false);
  }

  /**
   * Takes up what a crash left behind: a turn that had begun is answered `interrupted`, one that had not is begun.
   */
  recover(): void {
    const { store, agent, log } = this.#runtime;
    for (const stored of store.unanswered(MAX_RECOVERED)) {
      const message = this.#reread(stored);
      if (message === undefined) {
        continue;
      }
      if (stored.started && !agent.idempotent) {
        log.warn({ message: stored.messageId, job: stored.jobId }, 'a turn was interrupted by a restart');
        const ledger = this.#ledger(message);
        const burnt = ledger.granted;
        const detail = 'the node stopped during the turn; it is not run again';
        this.#answer(
          { message, request: undefined, end: new AbortController() },
          { kind: 'refuse', reason: 'interrupted', detail },
          { ...ledger.summary(), returned: 0, burnt, open: 0 },
        );
      } else {
        this.#begin(message, undefined, this.#runtime.permits.tryAcquire());
      }
    }
  }

  /** Ends all turns with `interrupted`, and resolves when their answers are recorded. */
  async stop(): Promise<void> {
    const reason = new TurnAbortedError('interrupted', 'the node is stopping');
    for (const { end } of this.#exchanges.values()) {
      end.abort(reason);
    }
    if (this.#exchanges.size > 0) {
      await new Promise<void>((resolve) => this.#idle.push(resolve));
    }
  }

  #read(channel: Channel, peer: string, envelope: Uint8Array): Crossing {
    try {
      const message = decodeEnvelope(channel, envelope);
      parseContent(channel, message.body.content);
      const { lineage, link, body } = message;
      return {
        kind: 'message',
        direction: 'inbound',
        channel,
        peer,
        act: link.act,
        answers: body.inReplyTo !== undefined,
        lineage,
        depth: lineage.depth,
        visited: lineage.visited,
        path: [...lineage.chain, this.#runtime.mesh.localPeer].filter(Boolean),
        message,
      };
    } catch (error) {
      if (error instanceof MalformedMessageError) {
        return { kind: 'unreadable', direction: 'inbound', channel, peer, problem: error.message };
      }
      throw error;
    }
  }

  #reread(stored: StoredMessage): Message | undefined {
    try {
      return decodeEnvelope(stored.channel, stored.envelope);
    } catch (error) {
      this.#runtime.log.error({ err: error, message: stored.messageId }, 'a stored message cannot be read');
      return undefined;
    }
  }

  /** A message that is there already: it gets the recorded outcome, now or when there is one. False for an altered one. */
  #repeat(request: InboundRequest, message: Message): boolean {
    const { store, mesh, log } = this.#runtime;
    const { from, messageId } = message.link;
    if (this.#view.seen(message) === 'altered') {
      log.error({ peer: from, message: messageId }, 'ALARM: a message came again with another body');
      return false;
    }
    const exchange = this.#exchanges.get(exchangeKey(message));
    if (exchange !== undefined) {
      exchange.request = request;
      this.#endWith(exchange, request);
      request.accept();
      return true;
    }
    const answer = store.answer(mesh.localPeer, from, messageId);
    if (answer === undefined) {
      return false; // A post that was not to wake this peer.
    }
    request.answer(answer.envelope);
    return true;
  }

  #record(message: Message, envelope: Uint8Array, started: boolean): void {
    const { store, policy, emit, peers } = this.#runtime;
    const { link, body } = message;
    const peer = message.channel === 'room' && body.wake === undefined ? link.to : link.from;
    const { retentionMs } = policy;
    const isNew = store.addMessage(recordOf({ message, peer, direction: 'in', envelope, started, retentionMs }));
    if (isNew && body.room !== undefined) {
      const author = peers.nameOf(link.from);
      emit({ event: 'post', room: body.room, author, messageId: link.messageId, text: body.content });
    }
  }

  #begin(message: Message, request: InboundRequest | undefined, permit: Release | undefined): void {
    const exchange: Exchange = { message, request, end: new AbortController() };
    this.#exchanges.set(exchangeKey(message), exchange);
    if (request !== undefined) {
      this.#endWith(exchange, request);
    }
    this.#run(exchange, permit).catch((error: unknown) => {
      this.#runtime.log.error({ err: error, message: message.link.messageId }, 'a turn could not be answered');
      this.#forget(exchange);
    });
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
    const { emit, store } = this.#runtime;
    const { message, end } = exchange;
    const { link, lineage, body, channel } = message;
    let permit = tried;
    if (permit === undefined) {
      this.#countQueued(link.from, 1);
      permit = await this.#runtime.permits.acquire('beginning');
      this.#countQueued(link.from, -1);
      store.markStarted(link.from, link.messageId);
    }
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
    this.#answer(exchange, answer, ledger.summary());
    this.#settleLater(exchange, ledger);
    const reason = answer.kind === 'refuse' ? { reason: answer.reason } : {};
    emit({
      event: 'turn:ended',
      jobId: lineage.job.jobId,
      outcome: answer.kind === 'done' ? 'done' : 'refuse',
      ...reason,
    });
  }

  #answer(
    exchange: Exchange,
    answer: Parameters<typeof composeAnswer>[0]['answer'],
    settlement: Parameters<typeof composeAnswer>[0]['settlement'],
  ): void {
    const { clock, ids, mesh, policy, store, log } = this.#runtime;
    const { message: request } = exchange;
    const init = { request, answer, settlement, messageId: ids.next(), at: clock.now(), signer: mesh.signer };
    const message = composeAnswer(init);
    const envelope = encodeEnvelope(message);
    const { retentionMs } = policy;
    store.addMessage(recordOf({ message, peer: request.link.from, direction: 'out', envelope, retentionMs }));
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

  #hasCapacity(peer: string): boolean {
    const { permits, policy } = this.#runtime;
    return permits.isFree || (permits.queued < policy.queued && (this.#queued.get(peer) ?? 0) < policy.queuedPerPeer);
  }

  #countQueued(peer: string, change: 1 | -1): void {
    const count = (this.#queued.get(peer) ?? 0) + change;
    if (count > 0) {
      this.#queued.set(peer, count);
    } else {
      this.#queued.delete(peer);
    }
  }

  #forget(exchange: Exchange): void {
    this.#exchanges.delete(exchangeKey(exchange.message));
    if (this.#exchanges.size === 0) {
      for (const resolve of this.#idle.splice(0)) {
        resolve();
      }
    }
  }

  #tellRefused(channel: Channel, message: Message | undefined, { reason, detail, path }: Refusal): void {
    this.#runtime.emit({
      event: 'refused',
      direction: 'inbound',
      ...(message === undefined ? {} : { jobId: message.lineage.job.jobId }),
      channel,
      reason,
      detail,
      path: this.#runtime.peers.names(path),
    });
  }
}

/** Messages that are taken up after a restart. */
const MAX_RECOVERED = 10_000;

/** Two authors may use the same message ID. */
function exchangeKey({ link }: Message): string {
  return `${link.from}\n${link.messageId}`;
}
