import { CallRepeats, NO_REPEATS, worse, type Repeats } from './call-repeats.ts';

/** Jobs whose last turn is remembered. */
const MAX_JOBS = 256;

/**
 * The calls of each turn by themselves: turns that run side by side may well do the same. A later turn of the same job goes
 * on where the one before it ended, so that a loop of many short turns is one as well.
 */
export class RepeatsByJob {
  readonly #running = new Set<CallRepeats>();
  readonly #ended = new Map<string, CallRepeats>();
  /** The worst that had to be forgotten in this beat. */
  #forgotten = NO_REPEATS;

  get worst(): Repeats {
    return this.#all().reduce((worst, repeats) => worse(worst, repeats.worst), this.#forgotten);
  }

  get isAtRest(): boolean {
    return this.#forgotten.count <= 1 && this.#all().every((repeats) => repeats.isAtRest);
  }

  /** A turn begins. */
  begin(jobId: string): CallRepeats {
    const repeats = this.#ended.get(jobId) ?? new CallRepeats();
    this.#ended.delete(jobId);
    this.#running.add(repeats);
    return repeats;
  }

  /** It has ended; what it did still counts in this beat. */
  end(jobId: string, repeats: CallRepeats): void {
    this.#running.delete(repeats);
    this.#forget(jobId);
    this.#ended.set(jobId, repeats); // To the end: the one that ended longest ago is forgotten first.
    const oldest = this.#ended.size > MAX_JOBS ? this.#ended.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#forget(oldest);
    }
  }

  /** A beat is over. */
  decay(): void {
    for (const repeats of this.#all()) {
      repeats.decay();
    }
    this.#forgotten = NO_REPEATS;
  }

  reset(): void {
    this.#ended.clear();
    this.#forgotten = NO_REPEATS;
    for (const repeats of this.#running) {
      repeats.reset();
    }
  }

  #forget(jobId: string): void {
    this.#forgotten = worse(this.#forgotten, this.#ended.get(jobId)?.worst ?? NO_REPEATS);
    this.#ended.delete(jobId);
  }

  #all(): readonly CallRepeats[] {
    return [...this.#running, ...this.#ended.values()];
  }
}
