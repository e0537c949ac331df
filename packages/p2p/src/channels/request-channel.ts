import type { Stream } from '@libp2p/interface';
import type { Channel } from '../channel.ts';
import { MalformedMessageError, MeshNotRunningError, PeerUnreachableError, RequestNotSentError } from '../errors.ts';
import type { OutboundRequest, Reply } from '../mesh.ts';
import { messageOf } from '../mesh-event.ts';
import type { Settlement } from '../settlement.ts';
import type { Frame } from '../wire/frame-codec.ts';
import { FrameStream } from './frame-stream.ts';

/** Requests to one peer on one channel that may wait for their replies. */
export const MAX_IN_FLIGHT = 4096;
/** Milliseconds before another try to open a stream on a connection that stands. */
const REOPEN_FIRST = 100;
const REOPEN_MAX = 5_000;

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
  onMalformed(peer: string, error: MalformedMessageError): void;
  /** Runs code of the node, which should not throw. */
  guard(run: () => void): void;
}

/** One call of `request()`. */
interface Waiter {
  readonly request: OutboundRequest;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (reason: unknown) => void;
  readonly onAbort: () => void;
}

/** One request, and everyone who waits for its reply. */
interface Pending {
  readonly id: string;
  readonly envelope: Uint8Array;
  readonly waiters: Set<Waiter>;
  /** Whether it has been written at least once, so that the peer may be at work on it. */
  written: boolean;
  /** Ends a request that could not be written. */
  timer: NodeJS.Timeout | undefined;
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
  /** Frames that belong to no request, or no longer: cancels and settlements for which there was no stream. */
  readonly #notes: Frame[] = [];
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
    return this.#pending.size === 0 && this.#notes.length === 0 && this.#stream === undefined && !this.#opening;
  }

  send(request: OutboundRequest): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const { signal, id, envelope } = request;
    const twin = this.#pending.get(id);
    if (signal.aborted) {
      reject(this.#whyEnded(signal, twin));
      return promise;
    }
    if (twin === undefined && this.#pending.size >= MAX_IN_FLIGHT) {
      resolve(this.#busy());
      return promise;
    }
    const pending = twin ?? { id, envelope, waiters: new Set(), written: false, timer: undefined };
    const waiter: Waiter = { request, resolve, reject, onAbort: () => this.#cancel(pending, waiter) };
    pending.waiters.add(waiter);
    signal.addEventListener('abort', waiter.onAbort, { once: true });
    if (twin === undefined) {
      this.#pending.set(id, pending);
      this.#start(pending);
    }
    return promise;
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
      settle(pending, (waiter) => waiter.reject(new PeerUnreachableError(this.#peer, this.#lastError)));
    }, this.#ports.connectTime);
  }

  /** Sends a frame that no reply belongs to, at the next opportunity. The oldest give way when there are too many. */
  note(frame: Frame): void {
    if (this.#stream?.isOpen === true) {
      this.#stream.send(frame);
      return;
    }
    if (this.#notes.length >= MAX_IN_FLIGHT) {
      this.#notes.shift();
    }
    this.#notes.push(frame);
    this.#wake();
  }

  /** The peer is connected now. */
  onConnected(): void {
    this.#failures = 0;
    if (this.#unsent.size > 0 || this.#notes.length > 0) {
      this.#wake();
    }
  }

  /** Ends everything; what waits is rejected. @returns when what was written has been sent */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#reopening);
    for (const pending of [...this.#pending.values()]) {
      this.#take(pending);
      settle(pending, (waiter) => waiter.reject(new MeshNotRunningError()));
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
    for (const note of this.#notes.splice(0)) {
      stream.send(note);
    }
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
    if (this.#stopped || (this.#unsent.size === 0 && this.#notes.length === 0)) {
      return;
    }
    const pause = Math.min(REOPEN_MAX, REOPEN_FIRST * 2 ** this.#failures);
    this.#reopening = setTimeout(() => this.#wake(), pause);
  }

  #writeUnsent(stream: FrameStream): void {
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
    stream.send({ kind: 'request', id: pending.id, envelope: pending.envelope });
  }

  #onFrame(frame: Frame): void {
    this.#failures = 0; // Opening a stream proves little; that the other side makes sense of it is another thing.
    const pending = this.#pending.get(frame.id);
    switch (frame.kind) {
      case 'accepted':
        this.#tell(pending, (request) => request.onAccepted?.());
        return;
      case 'progress':
        this.#tell(pending, (request) => request.onProgress?.(frame.progress));
        return;
      case 'answer':
        this.#finish(pending, { kind: 'answer', envelope: frame.envelope });
        return;
      case 'refused':
        this.#finish(pending, { kind: 'refused', refusal: frame.refusal });
        return;
      case 'settled':
        this.#ports.onSettled(this.#peer, this.#channel, frame.id, frame.settlement);
        return;
      case 'request':
      case 'cancel':
        throw new MalformedMessageError(`frame.${frame.kind}`, 'came from the side that answers');
    }
  }

  #tell(pending: Pending | undefined, tell: (request: OutboundRequest) => void): void {
    for (const waiter of pending?.waiters ?? []) {
      this.#ports.guard(() => tell(waiter.request));
    }
  }

  /** A reply to what is no longer waited for is passed over. */
  #finish(pending: Pending | undefined, reply: Reply): void {
    if (pending !== undefined) {
      this.#take(pending);
      settle(pending, (waiter) => waiter.resolve(reply));
    }
  }

  #cancel(pending: Pending, waiter: Waiter): void {
    const { signal } = waiter.request;
    pending.waiters.delete(waiter);
    waiter.reject(this.#whyEnded(signal, pending));
    if (pending.waiters.size > 0) {
      return;
    }
    this.#take(pending);
    if (pending.written) {
      this.note({ kind: 'cancel', id: pending.id, reason: messageOf(signal.reason) });
    }
  }

  /** What a call whose signal was aborted is told: it must know when nothing has left. */
  #whyEnded({ reason }: { readonly reason: unknown }, pending: Pending | undefined): unknown {
    return pending?.written === true ? reason : new RequestNotSentError(this.#peer, reason);
  }

  /** Takes a request out of everything it is in. */
  #take(pending: Pending): void {
    this.#pending.delete(pending.id);
    this.#unsent.delete(pending);
    clearTimeout(pending.timer);
  }

  #busy(): Reply {
    const detail = `${MAX_IN_FLIGHT} requests already wait for this peer on the ${this.#channel} channel`;
    return { kind: 'refused', refusal: { reason: 'busy', detail, path: [this.#ports.localPeer, this.#peer] } };
  }
}

function settle(pending: Pending, how: (waiter: Waiter) => void): void {
  for (const waiter of pending.waiters) {
    waiter.request.signal.removeEventListener('abort', waiter.onAbort);
    how(waiter);
  }
  pending.waiters.clear();
}
