import {
  MAX_HISTORY,
  MeshNotRunningError,
  PeerUnreachableError,
  RequestNotSentError,
  isPeerId,
  type Channel,
  type Frame,
  type HistoryOptions,
  type OutboundRequest,
  type Reply,
} from '@hoplite/p2p';
import type { Clock, Timer } from '@hoplite/node';

/** Requests to one peer on one channel that may wait for their replies, as in the real mesh. */
const MAX_IN_FLIGHT = 4096;
/** Frames that may wait for a peer that is away; the oldest give way. */
const MAX_NOTES = 4096;

type Question = Extract<Frame, { readonly kind: 'request' | 'history' }>;
type Outcome = Reply | Extract<Frame, { readonly kind: 'posts' }>;

/** One call that asks something. */
interface Call {
  readonly signal: AbortSignal;
  readonly onAccepted?: OutboundRequest['onAccepted'];
  readonly onProgress?: OutboundRequest['onProgress'];
  resolve(outcome: Outcome): void;
  reject(reason: unknown): void;
}

/** One question, and every call that waits for its outcome. */
interface Pending {
  readonly channel: Channel;
  readonly frame: Question;
  readonly calls: Map<Call, () => void>;
  /** Whether it has been sent at least once, so that the peer may be at work on it. */
  isSent: boolean;
  limit: Timer | undefined;
}

/** What is between this node and one other. */
interface Correspondence {
  readonly pending: Map<string, Pending>;
  readonly notes: { readonly channel: Channel; readonly frame: Frame }[];
}

export interface AskingPorts {
  readonly localPeer: string;
  readonly clock: Clock;
  /** Milliseconds after which a request that could not be sent fails. */
  readonly connectTime: number;
  isConnected(peer: string): boolean;
  send(peer: string, channel: Channel, frame: Frame): void;
  /** Somebody wants to talk to a peer that is not connected. */
  hurry(peer: string): void;
  onEnded(peer: string, channel: Channel, id: string): void;
  guard(run: () => void): void;
}

/**
 * The side that asks. What has no reply when a connection breaks is sent again, with the same ID, on the next one; what
 * belongs to no reply waits for it.
 */
export class Asking {
  readonly #ports: AskingPorts;
  readonly #peers = new Map<string, Correspondence>();
  #questions = 0;

  constructor(ports: AskingPorts) {
    this.#ports = ports;
  }

  request({ peer, channel, id, envelope, ...call }: OutboundRequest): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    if (!this.#isPeer(peer)) {
      reject(notAPeer(peer));
      return promise;
    }
    const { pending } = this.#peer(peer);
    if (!pending.has(keyOf(channel, id)) && !call.signal.aborted && this.#isBusy(peer, channel)) {
      const detail = `${MAX_IN_FLIGHT} requests already wait for this peer on the ${channel} channel`;
      resolve({ kind: 'refused', refusal: { reason: 'busy', detail, path: [this.#ports.localPeer, peer] } });
      return promise;
    }
    const settle = (outcome: Outcome): void => (outcome.kind === 'posts' ? undefined : resolve(outcome));
    this.#ask(peer, channel, { kind: 'request', id, envelope }, { ...call, resolve: settle, reject });
    return promise;
  }

  history(
    peer: string,
    room: string,
    { since, limit, signal }: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Uint8Array[]>();
    if (!this.#isPeer(peer)) {
      reject(notAPeer(peer));
      return promise;
    }
    const most = Math.max(1, Math.min(limit, MAX_HISTORY));
    const id = `history-${(this.#questions += 1)}`;
    const settle = (outcome: Outcome): void =>
      outcome.kind === 'posts' ? resolve(outcome.envelopes.slice(-most)) : undefined;
    this.#ask(peer, 'room', { kind: 'history', id, room, since, limit: most }, { signal, resolve: settle, reject });
    return promise;
  }

  /** Sends a frame that no reply belongs to, as soon as the peer is there. */
  note(peer: string, channel: Channel, frame: Frame): void {
    if (!this.#isPeer(peer)) {
      return;
    }
    if (this.#ports.isConnected(peer)) {
      this.#ports.send(peer, channel, frame);
      return;
    }
    const { notes } = this.#peer(peer);
    notes.push({ channel, frame });
    if (notes.length > MAX_NOTES) {
      notes.shift();
    }
    this.#ports.hurry(peer);
  }

  onConnected(peer: string): void {
    const correspondence = this.#peers.get(peer);
    for (const { channel, frame } of correspondence?.notes.splice(0) ?? []) {
      this.#ports.send(peer, channel, frame);
    }
    for (const pending of correspondence?.pending.values() ?? []) {
      this.#send(peer, pending);
    }
  }

  onDisconnected(peer: string): void {
    const correspondence = this.#peers.get(peer);
    if (correspondence?.pending.size === 0 && correspondence.notes.length === 0) {
      this.#peers.delete(peer);
    }
  }

  /** A reply, or something on the way to one. What nobody waits for any more is passed over. */
  onFrame(peer: string, channel: Channel, frame: Frame): void {
    switch (frame.kind) {
      case 'accepted':
        this.#tell(peer, channel, frame.id, (call) => call.onAccepted?.());
        return;
      case 'progress':
        this.#tell(peer, channel, frame.id, (call) => call.onProgress?.(frame.progress));
        return;
      case 'answer':
        this.#finish(peer, channel, frame.id, { kind: 'answer', envelope: frame.envelope });
        return;
      case 'refused':
        this.#finish(peer, channel, frame.id, { kind: 'refused', refusal: frame.refusal });
        return;
      case 'posts':
        this.#finish(peer, channel, frame.id, frame);
        return;
      default: // Of the other side.
    }
  }

  stop(): void {
    for (const [peer, { pending }] of this.#peers) {
      for (const one of pending.values()) {
        this.#end(peer, one, (call) => call.reject(new MeshNotRunningError()));
      }
    }
    this.#peers.clear();
  }

  #ask(peer: string, channel: Channel, frame: Question, call: Call): void {
    const { pending } = this.#peer(peer);
    const key = keyOf(channel, frame.id);
    const twin = pending.get(key);
    if (call.signal.aborted) {
      call.reject(this.#whyEnded(peer, call, frame, twin));
      return;
    }
    const made: Pending = twin ?? { channel, frame, calls: new Map(), isSent: false, limit: undefined };
    const onAbort = (): void => this.#cancel(peer, made, call);
    made.calls.set(call, onAbort);
    call.signal.addEventListener('abort', onAbort, { once: true });
    if (twin !== undefined) {
      return;
    }
    pending.set(key, made);
    if (this.#ports.isConnected(peer)) {
      this.#send(peer, made);
    } else {
      const fail = (): void => this.#end(peer, made, (one) => one.reject(new PeerUnreachableError(peer)));
      made.limit = this.#ports.clock.after(this.#ports.connectTime, fail);
      this.#ports.hurry(peer);
    }
  }

  #send(peer: string, pending: Pending): void {
    pending.limit?.clear();
    pending.limit = undefined;
    pending.isSent = true;
    this.#ports.send(peer, pending.channel, pending.frame);
  }

  #tell(peer: string, channel: Channel, id: string, tell: (call: Call) => void): void {
    for (const call of this.#peers.get(peer)?.pending.get(keyOf(channel, id))?.calls.keys() ?? []) {
      this.#ports.guard(() => tell(call));
    }
  }

  #finish(peer: string, channel: Channel, id: string, outcome: Outcome): void {
    const pending = this.#peers.get(peer)?.pending.get(keyOf(channel, id));
    if (pending !== undefined && (pending.frame.kind === 'history') === (outcome.kind === 'posts')) {
      this.#end(peer, pending, (call) => call.resolve(outcome));
    }
  }

  #cancel(peer: string, pending: Pending, call: Call): void {
    call.reject(this.#whyEnded(peer, call, pending.frame, pending));
    pending.calls.delete(call);
    if (pending.calls.size > 0) {
      return;
    }
    this.#end(peer, pending, () => undefined);
    if (pending.isSent && pending.frame.kind === 'request') {
      const reason = messageOf(call.signal.reason);
      this.note(peer, pending.channel, { kind: 'cancel', id: pending.frame.id, reason });
    }
  }

  #whyEnded(peer: string, { signal }: Call, { kind }: Question, pending: Pending | undefined): unknown {
    const reason: unknown = signal.reason;
    return pending?.isSent === true || kind === 'history' ? reason : new RequestNotSentError(peer, reason);
  }

  #end(peer: string, pending: Pending, how: (call: Call) => void): void {
    const { channel, frame, calls } = pending;
    this.#peers.get(peer)?.pending.delete(keyOf(channel, frame.id));
    pending.limit?.clear();
    if (frame.kind === 'request') {
      this.#ports.onEnded(peer, channel, frame.id);
    }
    for (const [call, onAbort] of calls) {
      call.signal.removeEventListener('abort', onAbort);
      how(call);
    }
    calls.clear();
  }

  #isBusy(peer: string, channel: Channel): boolean {
    const pending = this.#peers.get(peer)?.pending;
    if (pending === undefined || pending.size < MAX_IN_FLIGHT) {
      return false;
    }
    return [...pending.values()].filter((one) => one.channel === channel).length >= MAX_IN_FLIGHT;
  }

  #isPeer(peer: string): boolean {
    return peer !== this.#ports.localPeer && isPeerId(peer);
  }

  #peer(peer: string): Correspondence {
    const correspondence = this.#peers.get(peer) ?? { pending: new Map(), notes: [] };
    this.#peers.set(peer, correspondence);
    return correspondence;
  }
}

function keyOf(channel: Channel, id: string): string {
  return `${channel} ${id}`;
}

function notAPeer(peer: string): PeerUnreachableError {
  return new PeerUnreachableError(peer, new Error('this is not the ID of another peer'));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
