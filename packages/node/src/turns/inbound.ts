import {
  isSignedLink,
  type InboundPost,
  type InboundRequest,
  type Message,
  type Reason,
  type Refusal,
} from '@hoplite/p2p';
import { applyBrakes, BRAKES, type Brake } from '../admission/brakes.ts';
import { isWoken, type MessageCrossing } from '../admission/crossing.ts';
import { NodeView, ratedAs } from '../admission/node-view.ts';
import { TokenBuckets } from '../admission/rates.ts';
import { readCrossing } from '../admission/read-crossing.ts';
import { stopsJob } from '../admission/reasons.ts';
import type { Refused } from '../admission/refusals.ts';
import { recordOf } from '../dispatch/record.ts';
import type { StoredMessage } from '../ports/store.ts';
import type { Runtime } from '../runtime.ts';
import { tellPost } from '../tell-post.ts';
import type { Exchanges } from './exchanges.ts';
import { stopOf } from './ledger.ts';

/** Reasons for which a post wakes nobody here, while everyone in the room still keeps it. */
const KEPT: ReadonlySet<Reason> = new Set([
  'terminal',
  'busy',
  'halted',
  'frozen',
  'cannot: ping-pong',
  'cannot: cycle',
  'illegal_edge',
  'rate_limited',
  'breaker',
]);

/** Jobs that are frozen because of what one peer has sent. */
const STOPS_PER_PEER = { burst: 60, perMinute: 60 };

/** Gossiped posts of one author that are kept. */
const POSTS_PER_AUTHOR = { burst: 300, perMinute: 600 };

/**
 * The only way in. Whatever arrives passes the brakes, and is recorded before it is acknowledged; only then may it wake
 * an agent.
 */
export class Inbound {
  readonly #runtime: Runtime;
  readonly #exchanges: Exchanges;
  readonly #view: NodeView;
  readonly #brakes: readonly Brake[];
  readonly #stops = new TokenBuckets(STOPS_PER_PEER);
  readonly #posts = new TokenBuckets(POSTS_PER_AUTHOR);
  #onAltered: ((message: Message, first: StoredMessage) => void) | undefined;

  constructor(runtime: Runtime, exchanges: Exchanges, brakes: readonly Brake[] = BRAKES) {
    this.#runtime = runtime;
    this.#exchanges = exchanges;
    this.#brakes = brakes;
    this.#view = new NodeView(runtime, {
      hasCredit: () => true,
      hasCapacity: (peer) => exchanges.hasCapacity(peer),
    });
  }

  /** Calls `listener` for a message that came again with another body, with what came first. */
  onAltered(listener: (message: Message, first: StoredMessage) => void): void {
    this.#onAltered = listener;
  }

  /**
   * A message that obliges arrived on a stream.
   *
   * @param options.isRehearsal of the self-test: it is only decided about, and nobody is told
   */
  onRequest(request: InboundRequest, { isRehearsal = false }: { readonly isRehearsal?: boolean } = {}): void {
    const { channel, peer, envelope } = request;
    const { clock, mesh, permits, rates } = this.#runtime;
    const crossing = readCrossing(channel, peer, envelope, mesh.localPeer);
    // A node that a person has halted may be started, and its other brakes are tried all the same.
    const brakes = isRehearsal ? this.#brakes.filter(({ name }) => name !== 'not-banned') : this.#brakes;
    const stopped = applyBrakes(crossing, this.#view, brakes);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    if (stopped?.refusal.reason === 'duplicate' && message !== undefined && this.#repeat(message, request)) {
      return;
    }
    if (stopped !== undefined || crossing.kind !== 'message' || message === undefined) {
      const refusal: Refusal = stopped?.refusal ?? { reason: 'malformed', detail: 'not a message', path: [] };
      request.refuse(refusal);
      if (isRehearsal) {
        return;
      }
      this.#refused({ ...stopped, crossing, refusal });
      if (message?.channel === 'room' && KEPT.has(refusal.reason)) {
        this.#keep(message, envelope); // It wakes nobody here, and is read here all the same.
      }
      return;
    }
    if (isRehearsal) {
      return;
    }
    rates.take(ratedAs(crossing, mesh.localPeer), clock.now());
    const permit = permits.tryAcquire(permits.isSerial && this.#runtime.waits.mayEnter(message.lineage, permits.held));
    try {
      this.#record(message, crossing, envelope, permit !== undefined);
    } catch (error) {
      permit?.();
      throw error;
    }
    this.#exchanges.begin(message, request, permit);
  }

  /** A post arrived by gossip, and is kept. The turn that it wakes here, if any, is begun by the copy on the stream. */
  onPost({ author, envelope }: InboundPost): void {
    const crossing = readCrossing('room', author, envelope, this.#runtime.mesh.localPeer);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    const stopped = applyBrakes(crossing, this.#view, this.#brakes);
    if (message !== undefined && (stopped === undefined || KEPT.has(stopped.refusal.reason))) {
      this.#keep(message, envelope);
      if (stopped?.refusal.reason === 'terminal') {
        this.#runtime.metrics.refused({ reason: 'terminal', direction: 'inbound', channel: 'room' });
      }
    } else if (stopped?.refusal.reason !== 'duplicate') {
      const refusal: Refusal = stopped?.refusal ?? { reason: 'malformed', detail: 'not a post', path: [] };
      this.#refused({ ...stopped, crossing, refusal });
    } else if (message !== undefined) {
      this.#alarmIfAltered(message);
    }
  }

  /** A message that is there already gets the recorded outcome; an altered one does not. */
  #repeat(message: Message, request: InboundRequest): boolean {
    return !this.#alarmIfAltered(message) && this.#exchanges.repeat(message, request);
  }

  #alarmIfAltered(message: Message): boolean {
    const { log, store } = this.#runtime;
    const { from, messageId } = message.link;
    const first = this.#view.seen(message) === 'altered' ? store.message(from, messageId) : undefined;
    if (first !== undefined) {
      log.error({ peer: from, message: messageId }, 'ALARM: a message came again with another body');
      this.#onAltered?.(message, first);
    }
    return first !== undefined;
  }

  /** A brake has fired on what came in. Where it is one that stops a job, the job is stopped, here and everywhere. */
  #refused(refused: Refused): void {
    const { clock, mesh, refusals, threads } = this.#runtime;
    const { crossing, refusal } = refused;
    refusals.note(refused);
    if (crossing.kind !== 'message' || crossing.message === undefined || !stopsJob(refusal.reason)) {
      return;
    }
    // A post that would have woken nobody here is no business of this peer, and who sends too much is not listened to.
    const isForOthers = crossing.channel === 'room' && !isWoken(crossing.message, mesh.localPeer);
    if (isForOthers || !this.#stops.tryTake(crossing.peer, clock.now())) {
      return;
    }
    // The transport has vouched for the last link until now; others, who are shown it, will not take our word.
    if (isSignedLink(crossing.lineage, crossing.depth - 1, mesh.verify)) {
      const stop = stopOf(refusal, crossing.briefHash, crossing.message.body.content);
      threads.stopped(crossing.lineage, { ...stop, detail: refusal.detail });
    }
  }

  /** Keeps a post that this peer owes no answer yet: its other side is the room. */
  #keep(message: Message, envelope: Uint8Array): void {
    const { clock, log, store, policy } = this.#runtime;
    const { retentionMs } = policy;
    const { from } = message.link;
    if (store.isFull() || !this.#posts.tryTake(from, clock.now())) {
      log.warn({ peer: from }, 'a post was not kept: the store is full, or its author posts too much');
      return;
    }
    const record = recordOf({ message, peer: message.link.to, direction: 'in', envelope, retentionMs });
    if (store.addMessage(record)) {
      tellPost(this.#runtime, message);
    }
  }

  #record(message: Message, { briefHash }: MessageCrossing, envelope: Uint8Array, started: boolean): void {
    const { store, policy } = this.#runtime;
    const { from, messageId } = message.link;
    const { retentionMs } = policy;
    const starts = started ? 1 : 0;
    const hash = briefHash === undefined ? {} : { briefHash };
    if (store.addMessage(recordOf({ message, peer: from, direction: 'in', envelope, starts, retentionMs, ...hash }))) {
      tellPost(this.#runtime, message);
    } else {
      store.markAddressed(from, messageId, starts); // Gossip was here before.
    }
  }
}
