import { encodeFrame, type Frame } from '../wire/frame-codec.ts';

/** Frames that may wait. */
const MAX_NOTES = 4096;
/** Bytes that may wait. */
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * Frames for a peer that belong to no request, or no longer, and for which there is no stream now: cancels, settlements,
 * notices. The oldest give way when there are too many.
 */
export class Notes {
  readonly #frames: Frame[] = [];
  #bytes = 0;

  get size(): number {
    return this.#frames.length;
  }

  add(frame: Frame): void {
    this.#frames.push(frame);
    this.#bytes += bytesOf(frame);
    while (this.#frames.length > MAX_NOTES || this.#bytes > MAX_BYTES) {
      this.take();
    }
  }

  /** The oldest one, which does not wait any more. */
  take(): Frame | undefined {
    const oldest = this.#frames.shift();
    this.#bytes -= oldest === undefined ? 0 : bytesOf(oldest);
    return oldest;
  }
}

/** A settlement has up to 32 KiB as well; only few are long, so weighing them costs little. */
function bytesOf(frame: Frame): number {
  return frame.kind === 'notice' ? frame.notice.byteLength : encodeFrame(frame).byteLength;
}
