import { randomUUID } from 'node:crypto';
import type { Stream } from '@libp2p/interface';
import { backoff } from '../backoff.ts';
import type { Channel } from '../channel.ts';
import { MalformedMessageError, MeshNotRunningError, PeerUnreachableError, RequestNotSentError } from '../errors.ts';
import { MAX_HISTORY, type HistoryOptions, type OutboundRequest, type Reply } from '../mesh.ts';
import { messageOf } from '../mesh-event.ts';
import type { Settlement } from '../settlement.ts';
import type { Frame } from '../wire/frame-codec.ts';
import { requireHome } from './frame-home.ts';
import { FrameStream } from './frame-stream.ts';
import { Notes } from './notes.ts';
import { Pending, type Call, type Outcome } from './pending.ts';

/** Requests to one peer on one channel that may wait for their replies. */
export const MAX_IN_FLIGHT = 4096;
/** Milliseconds before another try to open a stream on a connection that stands. */
const REOPEN = { first: 100, max: 5_000 };

/** What a request channel needs of the rest. */
export interface RequestPorts {
  readonly localPeer: string;
  /** Milliseconds after which a request that could not be sent fails. */
  readonly connectTime: number;
  /** A new stream to a peer, or undefined when it is not connected. */
  open(peer: string, channel: Channel): Promise<Stream> | undefined;
  /** Somebody wants to talk to a peer that is not connected: dial it now. */
  hurry(peer: string): void;
  onSettled(peer: string, channel: Channel, id: string, settlement: Settlement): void;
  onNotice(peer: string, notice: Uint8Array): void;
  onMalformed(peer: string, error: MalformedMessageError): void;
  /** Runs code of the node, which should not throw. */
  guard(run: () => void): void;
}

/**
 * Requests to one peer on one channel: one stream for all of them, opened by this side, many at once, replies in any
 * order. After a drop the stream is opened anew and what had no reply yet is sent again, with the same ids.
 */
export class RequestChannel {
  readonly #peer: string;
  readonly #channel: Channel;
  readonly #ports: RequestPorts;
  readonly #pending = new Map<string, Pending>();
  /** What has to be written on the present stream, in order. */
  readonly #unsent = new Set<Pending>();
  readonly #notes = new Notes();
  #stream: FrameStream | undefined;
  #opening = false;
  #failures = 0;
  #lastError: unknown;
  #reopening: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(peer: string, channel: Channel, ports: RequestPorts) {
    this.#peer = peer;
    this.#channel = channel;
    this.#ports = ports;
  }

  /** Whether nothing would be lost by forgetting this channel. */
  get isIdle(): boolean {
    return this.#pending.size === 0 && this.#notes.size === 0 && this.#stream === undefined && !this.#opening;
  }

  send(request: OutboundRequest): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const { id, envelope, signal, onAccepted, onProgress } = request;
    if (!this.#pending.has(id) && !signal.aborted && this.#isBusy) {
      resolve(this.#busy());
      return promise;
    }
    const settle = (outcome: Outcome): void => (outcome.kind === 'posts' ? undefined : resolve(outcome));
    this.#ask({ kind: 'request', id, envelope }, { signal, onAccepted, onProgress, resolve: settle, reject });
    return promise;
  }

  /** Asks for posts of a room, which a drop in between does not keep from coming. */
  history(
    room: string,
    { since, limit, signal }: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly Uint8Array[]>();
    if (!signal.aborted && this.#isBusy) {
      reject(new PeerUnreachableError(this.#peer, new Error(this.#busy().refusal.detail)));
      return promise;
    }
    const most = Math.max(1, Math.min(limit, MAX_HISTORY));
    const settle = (outcome: Outcome): void =>
      outcome.kind === 'posts' ? resolve(outcome.envelopes.slice(-most)) : undefined;
    this.#ask({ kind: 'history', id: randomUUID(), room, since, limit: most }, { signal, resolve: settle, reject });
    return promise;
  }

  get #isBusy(): boolean {
    return this.#pending.size >= MAX_IN_FLIGHT;
  }

  #ask(frame: Pending['frame'], call: Call): void {
    const twin = this.#pending.get(frame.id);
    if (call.signal.aborted) {
      call.reject(this.#whyEnded(call.signal, frame, twin));
      return;
    }
    const pending = twin ?? new Pending(frame);
    pending.add(call, () => this.#cancel(pending, call));
    if (twin === undefined) {
      this.#pending.set(frame.id, pending);
      this.#start(pending);
    }
  }

  #start(pending: Pending): void {
    if (this.#stream?.isOpen === true && !this.#stream.isFull && this.#unsent.size === 0) {
      this.#write(this.#stream, pending);
      return;
    }
    this.#unsent.add(pending);
    if (this.#stream?.isOpen !== true) {
      this.#limit(pending);
      this.#wake();
    }
  }

  /** Gives a request that has not been written until the connect time. */
  #limit(pending: Pending): void {
    pending.timer ??= setTimeout(() => {
      this.#take(pending);
      pending.settle((call) => call.reject(new PeerUnreachableError(this.#peer, this.#lastError)));
    }, this.#ports.connectTime);
  }

  /** Sends a frame that no reply belongs to, at the next opportunity. */
  note(frame: Frame): void {
    if (this.#stream?.isOpen === true && !this.#stream.isFull) {
      this.#stream.send(frame);
      return;
    }
    this.#notes.add(frame);
    if (this.#stream?.isOpen !== true) {
      this.#wake();
    }
  }

  /** The peer is connected now. */
  onConnected(): void {
    this.#failures = 0;
    if (this.#unsent.size > 0 || this.#notes.size > 0) {
      this.#wake();
    }
  }

  /** Ends everything; what waits is rejected. @returns when what was written has been sent */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reopening);
    for (const pending of [...this.#pending.values()]) {
      this.#take(pending);
      pending.settle((call) => call.reject(new MeshNotRunningError()));
    }
    const stream = this.#stream;
    await stream?.close(signal).catch((error: unknown) => stream.abort(new Error(messageOf(error))));
  }

  #wake(): void {
    if (this.#stream?.isOpen === true) {
      this.#writeUnsent(this.#stream);
    } else if (!this.#opening && !this.#stopped) {
      clearTimeout(this.#reopening);
      const opening = this.#ports.open(this.#peer, this.#channel);
      if (opening === undefined) {
        this.#ports.hurry(this.#peer); // It goes on at onConnected().
      } else {
        this.#opening = true;
        opening.then(
          (stream) => this.#opened(stream),
          (error: unknown) => this.#notOpened(error),
        );
      }
    }
  }

  #opened(raw: Stream): void {
    this.#opening = false;
    if (this.#stopped) {
      raw.abort(new MeshNotRunningError());
      return;
    }
    const stream: FrameStream = new FrameStream(raw, {
      onFrame: (frame) => this.#onFrame(frame),
      onDrained: () => this.#writeUnsent(stream),
      onClosed: (malformed) => this.#closed(stream, malformed),
    });
    this.#stream = stream;
    this.#writeUnsent(stream);
  }

  #notOpened(error: unknown): void {
    this.#opening = false;
    this.#lastError = error;
    this.#failures += 1;
    this.#reopenLater();
  }

  #closed(stream: FrameStream, malformed: MalformedMessageError | undefined): void {
    if (malformed !== undefined) {
      this.#ports.onMalformed(this.#peer, malformed);
      this.#failures += 1;
    }
    if (this.#stream !== stream) {
      return;
    }
    this.#stream = undefined;
    for (const pending of this.#pending.values()) {
      this.#unsent.add(pending);
      if (!pending.written) {
        this.#limit(pending);
      }
    }
    this.#reopenLater();
  }

  #reopenLater(): void {
    clearTimeout(this.#reopening);
    if (this.#stopped || (this.#unsent.size === 0 && this.#notes.size === 0)) {
      return;
    }
    // Peers that lost this one together must not come back together.
    const pause = backoff(this.#failures + 1, REOPEN, Math.random());
    this.#reopening = setTimeout(() => this.#wake(), pause);
  }

  #writeUnsent(stream: FrameStream): void {
    while (this.#notes.size > 0 && stream.isOpen && !stream.isFull) {
      const note = this.#notes.take();
      if (note !== undefined) {
        stream.send(note);
      }
    }
    for (const pending of this.#unsent) {
      if (stream.isFull || !stream.isOpen) {
        return;
      }
      this.#unsent.delete(pending);
      this.#write(stream, pending);
    }
  }

  #write(stream: FrameStream, pending: Pending): void {
    clearTimeout(pending.timer);
    pending.timer = undefined;
    pending.written = true;
    stream.send(pending.frame);
  }

  #onFrame(frame: Frame): void {
    requireHome(frame, this.#channel);
    this.#failures = 0; // Opening a stream proves little; that the other side makes sense of it is another thing.
    switch (frame.kind) {
      case 'accepted':
        this.#tell(frame.id, (call) => call.onAccepted?.());
        return;
      case 'progress':
        this.#tell(frame.id, (call) => call.onProgress?.(frame.progress));
        return;
      case 'answer':
        this.#finish(frame.id, { kind: 'answer', envelope: frame.envelope });
        return;
      case 'refused':
        this.#finish(frame.id, { kind: 'refused', refusal: frame.refusal });
        return;
      case 'posts':
        this.#finish(frame.id, frame);
        return;
      case 'notice':
        this.#ports.onNotice(this.#peer, frame.notice);
        return;
      case 'settled':
        this.#ports.onSettled(this.#peer, this.#channel, frame.id, frame.settlement);
        return;
      case 'request':
      case 'history':
      case 'cancel':
        throw new MalformedMessageError(`frame.${frame.kind}`, 'came from the side that answers');
    }
  }

  #tell(id: string, tell: (call: Call) => void): void {
    for (const call of this.#pending.get(id)?.calls ?? []) {
      this.#ports.guard(() => tell(call));
    }
  }

  /** A reply to what is no longer waited for is passed over, and so is one that does not fit what was asked. */
  #finish(id: string, outcome: Outcome): void {
    const pending = this.#pending.get(id);
    if (pending?.fits(outcome) === true) {
      this.#take(pending);
      pending.settle((call) => call.resolve(outcome));
    }
  }

  #cancel(pending: Pending, call: Call): void {
    call.reject(this.#whyEnded(call.signal, pending.frame, pending));
    if (!pending.delete(call)) {
      return;
    }
    this.#take(pending);
    if (pending.written && pending.frame.kind === 'request') {
      this.note({ kind: 'cancel', id: pending.id, reason: messageOf(call.signal.reason) });
    }
  }

  /** What a call whose signal was aborted is told: who sent a request must know when nothing has left. */
  #whyEnded({ reason }: { readonly reason: unknown }, { kind }: Frame, pending: Pending | undefined): unknown {
    return pending?.written === true || kind === 'history' ? reason : new RequestNotSentError(this.#peer, reason);
  }

  /** Takes a request out of everything it is in. */
  #take(pending: Pending): void {
    this.#pending.delete(pending.id);
    this.#unsent.delete(pending);
    clearTimeout(pending.timer);
  }

  #busy(): Extract<Reply, { readonly kind: 'refused' }> {
    const detail = `${MAX_IN_FLIGHT} requests already wait for this peer on the ${this.#channel} channel`;
    return { kind: 'refused', refusal: { reason: 'busy', detail, path: [this.#ports.localPeer, this.#peer] } };
  }
}
