import type { Channel, InboundPost, InboundRequest, Message, Refusal } from '@hoplite/p2p';
import { applyBrakes } from '../admission/brakes.ts';
import { NodeView } from '../admission/node-view.ts';
import { readCrossing } from '../admission/read-crossing.ts';
import { recordOf } from '../dispatch/record.ts';
import type { Runtime } from '../runtime.ts';
import type { Exchanges } from './exchanges.ts';

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
    const refusal = applyBrakes(crossing, this.#view)?.refusal ?? wakesAnotherPeer(message, mesh.localPeer);
    if (refusal?.reason === 'duplicate' && message !== undefined && this.#repeat(message, request)) {
      return;
    }
    if (refusal !== undefined || message === undefined) {
      const why = refusal ?? { reason: 'malformed', detail: 'not a message', path: [] };
      request.refuse(why);
      this.#tellRefused(channel, message, why);
      return;
    }
    const permit = permits.tryAcquire();
    this.#record(message, envelope, permit !== undefined);
    this.#exchanges.begin(message, request, permit);
  }

  /** A post arrived by gossip. One that wakes this peer comes on a stream as well, and is taken from there. */
  onPost({ author, envelope }: InboundPost): void {
    const { localPeer } = this.#runtime.mesh;
    const crossing = readCrossing('room', author, envelope, localPeer);
    const message = crossing.kind === 'message' ? crossing.message : undefined;
    if (message !== undefined && wakes(message, localPeer)) {
      return;
    }
    const refusal = applyBrakes(crossing, this.#view)?.refusal;
    if (message !== undefined && (refusal === undefined || refusal.reason === 'terminal')) {
      this.#record(message, envelope, false);
    } else if (refusal !== undefined && refusal.reason !== 'duplicate') {
      this.#tellRefused('room', message, refusal);
    }
  }

  /** A message that is there already gets the recorded outcome; an altered one does not. */
  #repeat(message: Message, request: InboundRequest): boolean {
    if (this.#view.seen(message) === 'altered') {
      const { from, messageId } = message.link;
      this.#runtime.log.error({ peer: from, message: messageId }, 'ALARM: a message came again with another body');
      return false;
    }
    return this.#exchanges.repeat(message, request);
  }

  #record(message: Message, envelope: Uint8Array, started: boolean): void {
    const { store, policy, emit, mesh, peers } = this.#runtime;
    const { link, body } = message;
    // A post that does not wake this peer is owed no answer by it: its other side is the room.
    const peer = message.channel === 'room' && !wakes(message, mesh.localPeer) ? link.to : link.from;
    const { retentionMs } = policy;
    const isNew = store.addMessage(recordOf({ message, peer, direction: 'in', envelope, started, retentionMs }));
    if (isNew && body.room !== undefined) {
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

function wakes({ body }: Message, localPeer: string): boolean {
  return body.wake?.some(({ peer }) => peer === localPeer) === true;
}

/** A post on a stream that is to wake somebody else has no business there. */
function wakesAnotherPeer(message: Message | undefined, localPeer: string): Refusal | undefined {
  return message?.channel === 'room' && !wakes(message, localPeer)
    ? { reason: 'malformed', detail: 'the post is not to wake this peer', path: [...message.lineage.chain, localPeer] }
    : undefined;
}
