import type { Channel, InboundPost, InboundRequest, Message, Reason, Refusal } from '@hoplite/p2p';
import { applyBrakes } from '../admission/brakes.ts';
import { NodeView } from '../admission/node-view.ts';
import { readCrossing } from '../admission/read-crossing.ts';
import { recordOf } from '../dispatch/record.ts';
import type { Runtime } from '../runtime.ts';
import type { Exchanges } from './exchanges.ts';

/** Reasons for which a post wakes nobody here, while everyone in the room still keeps it. */
const KEPT: ReadonlySet<Reason> = new Set(['terminal', 'busy', 'halted', 'frozen', 'cannot: cycle']);

/**
 * The only way in. Whatever arrives passes the brakes, and is recorded before it is acknowledged; only then may it wake
 * an agent.
 */
export class Inbound {
  readonly #runtime: Runtime;
  readonly #exchanges: Exchanges;
  readonly #view: NodeView;

  constructor(runtime: Runtime, exchanges: Exchanges) {
    this.#runtime = runtime;
    this.#exchanges = exchanges;
    this.#view = new NodeView(runtime, {
      hasCredit: () => true,
      hasCapacity: (peer) => exchanges.hasCapacity(peer),
    });
  }

  /** A message that obliges arrived on a stream. */
  onRequest(request: InboundRequest): void {
    const { channel, peer, envelope } = request;
    const { mesh, permits } = this.#runtime;
    const crossing = readCrossing(channel, peer, envelope, mesh.localPeer);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    const refusal = applyBrakes(crossing, this.#view)?.refusal;
    if (refusal?.reason === 'duplicate' && message !== undefined && this.#repeat(message, request)) {
      return;
    }
    if (refusal !== undefined || message === undefined) {
      const why = refusal ?? { reason: 'malformed', detail: 'not a message', path: [] };
      request.refuse(why);
      this.#tellRefused(channel, message, why);
      if (message?.channel === 'room' && KEPT.has(why.reason)) {
        this.#keep(message, envelope); // It wakes nobody here, and is read here all the same.
      }
      return;
    }
    const permit = permits.tryAcquire();
    try {
      this.#record(message, envelope, permit !== undefined);
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
    const refusal = applyBrakes(crossing, this.#view)?.refusal;
    if (message !== undefined && (refusal === undefined || KEPT.has(refusal.reason))) {
      this.#keep(message, envelope);
    } else if (refusal?.reason !== 'duplicate') {
      this.#tellRefused('room', message, refusal ?? { reason: 'malformed', detail: 'not a post', path: [] });
    } else if (message !== undefined) {
      this.#alarmIfAltered(message);
    }
  }

  /** A message that is there already gets the recorded outcome; an altered one does not. */
  #repeat(message: Message, request: InboundRequest): boolean {
    return !this.#alarmIfAltered(message) && this.#exchanges.repeat(message, request);
  }

  #alarmIfAltered(message: Message): boolean {
    const isAltered = this.#view.seen(message) === 'altered';
    if (isAltered) {
      const { from, messageId } = message.link;
      this.#runtime.log.error({ peer: from, message: messageId }, 'ALARM: a message came again with another body');
    }
    return isAltered;
  }

  /** Keeps a post that this peer owes no answer yet: its other side is the room. */
  #keep(message: Message, envelope: Uint8Array): void {
    const { store, policy } = this.#runtime;
    const { retentionMs } = policy;
    const record = recordOf({ message, peer: message.link.to, direction: 'in', envelope, retentionMs });
    if (store.addMessage(record)) {
      this.#tellPost(message);
    }
  }

  #record(message: Message, envelope: Uint8Array, started: boolean): void {
    const { store, policy } = this.#runtime;
    const { from, messageId } = message.link;
    const { retentionMs } = policy;
    if (store.addMessage(recordOf({ message, peer: from, direction: 'in', envelope, started, retentionMs }))) {
      this.#tellPost(message);
    } else {
      store.markOwed(from, messageId, started); // Gossip was here before.
    }
  }

  #tellPost({ link, body }: Message): void {
    const { emit, peers } = this.#runtime;
    if (body.room !== undefined) {
      const author = peers.nameOf(link.from);
      emit({ event: 'post', room: body.room, author, messageId: link.messageId, text: body.content });
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
