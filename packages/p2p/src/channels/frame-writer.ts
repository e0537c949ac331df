import type { Stream } from '@libp2p/interface';

/** Bytes that may wait for a peer that does not read. Above this a writer says that it is full; see {@link FrameWriter.isFull}. */
export const HIGH_WATER = 8 * 1024 * 1024;
/** Bytes at which it takes more again. */
const LOW_WATER = HIGH_WATER / 2;
/** Bytes joined into one write. */
const MAX_JOINED = 256 * 1024;

/**
 * When a frame leaves: at once when it is the first of its turn of the event loop that somebody waits for, or at the end
 * of the turn, with what goes before.
 */
export type Urgency = 'now' | 'soon';

/**
 * Writes frames to a stream, each preceded by its length as an unsigned varint. The first urgent one of a turn of the
 * event loop goes out at once, the others of that turn together: a lone round trip waits for nothing, and many requests
 * in flight cost one write.
 */
export class FrameWriter {
  readonly #stream: Stream;
  readonly #onDrained: () => void;
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #full = false;
  #flushing = false;
  /** Whether this turn of the event loop has had its urgent write. */
  #spent = false;

  /** @param onDrained called when it is no longer full */
  constructor(stream: Stream, onDrained: () => void) {
    this.#stream = stream;
    this.#onDrained = onDrained;
    // Not `onDrain()`: its promise stays resolved after the first time.
    stream.addEventListener('drain', () => this.#flushSoon());
  }

  /** Whether more than {@link HIGH_WATER} bytes wait. Frames are taken all the same; it is for the caller to pause. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Bytes that wait. */
  get queued(): number {
    return this.#queued;
  }

  /** Writes a frame, or queues it. Order is kept. What a closed stream is given is dropped. */
  write(frame: Uint8Array, urgency: Urgency = 'now'): void {
    this.#queue.push(frame);
    this.#queued += frame.byteLength;
    if (urgency === 'now' && !this.#spent && !this.#stream.writableNeedsDrain) {
      this.#spent = true;
      this.flush();
    }
    this.#full ||= this.#queued > HIGH_WATER;
    this.#flushSoon();
  }

  /** Hands over to the stream what waits, as far as it takes it. */
  flush(): void {
    while (this.#queue.length > 0 && !this.#stream.writableNeedsDrain) {
      this.#send(this.#takeJoined());
    }
    if (this.#full && this.#queued <= LOW_WATER) {
      this.#full = false;
      this.#onDrained();
    }
  }

  #flushSoon(): void {
    if (!this.#flushing) {
      this.#flushing = true;
      setImmediate(() => {
        this.#flushing = false;
        this.#spent = false;
        this.flush();
      });
    }
  }

  #takeJoined(): Uint8Array {
    let count = 0;
    let bytes = 0;
    for (const frame of this.#queue) {
      if (count > 0 && bytes + frame.byteLength > MAX_JOINED) {
        break;
      }
      count += 1;
      bytes += frame.byteLength;
    }
    this.#queued -= bytes;
    return join(this.#queue.splice(0, count), bytes);
  }

  #send(bytes: Uint8Array): void {
    if (this.#stream.writeStatus !== 'writable') {
      this.#queue.length = 0;
      this.#queued = 0;
      return;
    }
    try {
      this.#stream.send(bytes);
    } catch (error) {
      this.#stream.abort(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/** Frames with their lengths, in one piece. */
function join(frames: readonly Uint8Array[], bytes: number): Uint8Array {
  const joined = Buffer.allocUnsafe(bytes + frames.length * 4); // Lengths up to 1 MiB take at most 3 bytes.
  let at = 0;
  for (const frame of frames) {
    at = writeVarint(joined, at, frame.byteLength);
    joined.set(frame, at);
    at += frame.byteLength;
  }
  return joined.subarray(0, at);
}

function writeVarint(target: Buffer, at: number, value: number): number {
  let rest = value;
  while (rest > 0x7f) {
    target[at] = (rest & 0x7f) | 0x80;
    at += 1;
    rest >>>= 7;
  }
  target[at] = rest;
  return at + 1;
}
