import type { Stream } from '@libp2p/interface';
import { decode } from 'it-length-prefixed';
import { pipe } from 'it-pipe';
import { MAX_FRAME_BYTES } from '../constants.ts';
import { MalformedMessageError } from '../errors.ts';
import { decodeFrame, encodeFrame, type Frame } from '../wire/frame-codec.ts';
import { FrameWriter } from './frame-writer.ts';

/** What becomes of one stream of frames. */
export interface FrameStreamEvents {
  /** A frame arrived. A {@link MalformedMessageError} that this throws ends the stream like one of the decoder's. */
  onFrame(frame: Frame): void;
  /** There is room for more, after {@link FrameStream.isFull} was true. */
  onDrained(): void;
  /** It is over; `malformed` when because of what the other side sent. Called once. */
  onClosed(malformed: MalformedMessageError | undefined): void;
}

/** Longest pause that a timer can hold, in milliseconds: these streams live as long as their connection. */
const NEVER = 2 ** 31 - 1;

/** Errors of the length decoder that are the sender's fault. libp2p's classes are not to be compared by identity. */
const NONSENSE = new Set([
  'InvalidDataLengthError',
  'InvalidDataLengthLengthError',
  'InvalidMessageLengthError',
  'UnexpectedEOFError',
]);

/** Frames that may leave a moment later, with others. */
const NOBODY_WAITS: ReadonlySet<Frame['kind']> = new Set(['accepted', 'progress', 'settled']);

/** One long-lived stream of frames in both directions. */
export class FrameStream {
  readonly #stream: Stream;
  readonly #writer: FrameWriter;
  readonly #events: FrameStreamEvents;
  #closed = false;

  /** Reads from the first moment on: a reader that begins only after the remote end has closed would never end. */
  constructor(stream: Stream, events: FrameStreamEvents) {
    this.#stream = stream;
    this.#events = events;
    this.#writer = new FrameWriter(stream, () => events.onDrained());
    stream.inactivityTimeout = NEVER;
    stream.addEventListener('close', () => this.#over(undefined));
    this.#read().then(
      () => this.#end(undefined),
      (error: unknown) => this.#end(error),
    );
  }

  get isOpen(): boolean {
    return !this.#closed && this.#stream.status === 'open';
  }

  /** Whether so much waits to be sent that the caller should pause. */
  get isFull(): boolean {
    return this.#writer.isFull;
  }

  /** Bytes that wait to be sent. */
  get queued(): number {
    return this.#writer.queued;
  }

  send(frame: Frame): void {
    this.#writer.write(encodeFrame(frame), NOBODY_WAITS.has(frame.kind) ? 'soon' : 'now');
  }

  /** Stops reading, so that the other side has to stop writing. */
  pause(): void {
    if (this.isOpen && this.#stream.readStatus === 'readable') {
      this.#stream.pause();
    }
  }

  resume(): void {
    if (this.isOpen && this.#stream.readStatus === 'paused') {
      this.#stream.resume();
    }
  }

  /** Sends what waits, then closes. */
  async close(signal: AbortSignal): Promise<void> {
    this.#writer.flush();
    await this.#stream.close({ signal });
  }

  abort(error: Error): void {
    this.#stream.abort(error);
  }

  #read(): Promise<void> {
    return pipe(
      this.#stream,
      // The length is checked as soon as it is there, before anything is kept for the frame.
      (source) => decode(source, { maxDataLength: MAX_FRAME_BYTES }),
      async (source) => {
        for await (const bytes of source) {
          const frame = decodeFrame(bytes.subarray());
          if (frame !== undefined) {
            this.#events.onFrame(frame);
          }
        }
      },
    );
  }

  #end(error: unknown): void {
    const malformed = asMalformed(error);
    if (malformed !== undefined) {
      this.#over(malformed);
      this.#stream.abort(malformed);
    } else {
      this.#over(undefined);
      // The other side has ended its part; this one has nothing more to say to it.
      this.#stream.close().catch((cause: unknown) => this.#stream.abort(cause instanceof Error ? cause : new Error()));
    }
  }

  #over(malformed: MalformedMessageError | undefined): void {
    if (!this.#closed) {
      this.#closed = true;
      this.#events.onClosed(malformed);
    }
  }
}

function asMalformed(error: unknown): MalformedMessageError | undefined {
  if (error instanceof MalformedMessageError) {
    return error;
  }
  return error instanceof Error && NONSENSE.has(error.name)
    ? new MalformedMessageError('frame', `has no proper length: ${error.message}`)
    : undefined;
}
