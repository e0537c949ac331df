import type { Clock, Timer } from '../../ports/clock.ts';

/** A timer that beats only while there is something to beat for. */
export class BeatTimer {
  readonly #clock: Clock;
  readonly #beatMs: () => number;
  readonly #onBeat: () => boolean;
  #timer: Timer | undefined;
  #isBeating = false;
  #isStopped = false;

  /** @param onBeat says whether there is to be another, and does not throw */
  constructor(clock: Clock, beatMs: () => number, onBeat: () => boolean) {
    this.#clock = clock;
    this.#beatMs = beatMs;
    this.#onBeat = onBeat;
  }

  get isRunning(): boolean {
    return this.#timer !== undefined || this.#isBeating;
  }

  /** Begins to beat, the first time when a beat is over. Does nothing while it beats, or after it was stopped. */
  start(): void {
    if (!this.isRunning && !this.#isStopped) {
      this.#timer = this.#clock.after(this.#beatMs(), () => this.#fire());
    }
  }

  /** The length of a beat has changed: this one begins anew. */
  restart(): void {
    if (this.#timer !== undefined) {
      this.#timer.clear();
      this.#timer = undefined;
      this.start();
    }
  }

  /** For good. */
  stop(): void {
    this.#isStopped = true;
    this.#timer?.clear();
    this.#timer = undefined;
  }

  #fire(): void {
    this.#timer = undefined;
    this.#isBeating = true; // What happens in a beat starts no second timer.
    const goesOn = this.#onBeat();
    this.#isBeating = false;
    if (goesOn) {
      this.start();
    }
  }
}
