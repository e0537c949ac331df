import type { Channel } from '../channel.ts';
import { MessageTooLargeError } from '../errors.ts';
import { FRAME_OVERHEAD, MAX_FRAME_BYTES } from '../constants.ts';
import type { InboundRequest } from '../mesh.ts';
import type { Refusal } from '../reasons.ts';
import type { Frame, ProgressNote } from '../wire/frame-codec.ts';

/** A request that is being worked on here, however often it has been sent. */
export class InboundEntry {
  readonly peer: string;
  readonly channel: Channel;
  readonly id: string;
  readonly bytes: number;
  /** Which of the peer's streams, in the order in which it opened them, was the newest when the node last got it. */
  handedOver = 0;
  /** Runs while the requester is away. */
  timer: NodeJS.Timeout | undefined;
  readonly #reply: (entry: InboundEntry, frame: Frame, isLast: boolean) => void;
  #controller: AbortController | undefined;
  #abortReason: unknown;
  #isAborted = false;
  #isDone = false;

  constructor(
    peer: string,
    channel: Channel,
    id: string,
    bytes: number,
    reply: (entry: InboundEntry, frame: Frame, isLast: boolean) => void,
  ) {
    this.peer = peer;
    this.channel = channel;
    this.id = id;
    this.bytes = bytes;
    this.#reply = reply;
  }

  /** Made when it is asked for: most requests are answered without. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#isAborted) {
      this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#isAborted = true;
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }

  /** Sends a frame about this request; nothing more after the last one. */
  reply(frame: Frame, isLast: boolean): void {
    if (!this.#isDone) {
      this.#isDone = isLast;
      this.#reply(this, frame, isLast);
    }
  }
}

/** What the node is handed: one arrival of a request. */
export class Inbound implements InboundRequest {
  readonly envelope: Uint8Array;
  readonly #entry: InboundEntry;

  constructor(entry: InboundEntry, envelope: Uint8Array) {
    this.#entry = entry;
    this.envelope = envelope;
  }

  get peer(): string {
    return this.#entry.peer;
  }

  get channel(): Channel {
    return this.#entry.channel;
  }

  get id(): string {
    return this.#entry.id;
  }

  get signal(): AbortSignal {
    return this.#entry.signal;
  }

  accept(): void {
    this.#entry.reply({ kind: 'accepted', id: this.id }, false);
  }

  progress(note: ProgressNote): void {
    this.#entry.reply({ kind: 'progress', id: this.id, progress: note }, false);
  }

  answer(envelope: Uint8Array): void {
    if (envelope.byteLength > MAX_FRAME_BYTES - FRAME_OVERHEAD) {
      throw new MessageTooLargeError('this answer', envelope.byteLength, MAX_FRAME_BYTES - FRAME_OVERHEAD);
    }
    this.#entry.reply({ kind: 'answer', id: this.id, envelope }, true);
  }

  refuse(refusal: Refusal): void {
    this.#entry.reply({ kind: 'refused', id: this.id, refusal }, true);
  }
}
