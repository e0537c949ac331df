/** Gives back a permit. Safe to call twice. */
export type Release = () => void;

/**
 * A bounded number of turns that run at once. A turn that waits gives its permit back and takes one again afterwards;
 * those that come back go before those that begin, so that what has begun gets finished. A serial agent has one permit,
 * which its turn keeps while it waits.
 */
export class Permits {
  /** Whether a turn keeps its permit while it waits. */
  readonly isSerial: boolean;
  readonly #limit: number;
  readonly #returning: (() => void)[] = [];
  readonly #beginning: (() => void)[] = [];
  #held = 0;

  constructor(limit: number, { isSerial = false }: { readonly isSerial?: boolean } = {}) {
    this.#limit = isSerial ? 1 : limit;
    this.isSerial = isSerial;
  }

  /** Permits given out now. */
  get held(): number {
    return this.#held;
  }

  /** Whether one would be given out at once. */
  get isFree(): boolean {
    return this.#held < this.#limit;
  }

  /** Turns that wait to begin. */
  get queued(): number {
    return this.#beginning.length;
  }

  /**
   * A permit if one is free now.
   *
   * @param isCallback whether it is for what a turn that runs here waits for: it gets one in any case
   */
  tryAcquire(isCallback = false): Release | undefined {
    if (!this.isFree && !isCallback) {
      return undefined;
    }
    this.#held += 1;
    return this.#releaser();
  }

  /** A permit as soon as one is free; undefined when the signal aborts before. */
  async acquire(kind: 'beginning' | 'returning'): Promise<Release>;
  async acquire(kind: 'beginning' | 'returning', signal: AbortSignal): Promise<Release | undefined>;
  async acquire(kind: 'beginning' | 'returning', signal?: AbortSignal): Promise<Release | undefined> {
    const free = this.tryAcquire();
    if (free !== undefined) {
      return free;
    }
    const queue = kind === 'returning' ? this.#returning : this.#beginning;
    return new Promise<Release | undefined>((resolve) => {
      const given = (): void => {
        signal?.removeEventListener('abort', abandoned);
        resolve(this.#releaser());
      };
      const abandoned = (): void => {
        queue.splice(queue.indexOf(given), 1);
        resolve(undefined);
      };
      if (signal?.aborted === true) {
        resolve(undefined);
        return;
      }
      signal?.addEventListener('abort', abandoned, { once: true });
      queue.push(given);
    });
  }

  #releaser(): Release {
    let given = false;
    return () => {
      if (given) {
        return;
      }
      given = true;
      const isOver = this.#held > this.#limit; // There is one more than there should be, for a callback.
      const next = isOver ? undefined : (this.#returning.shift() ?? this.#beginning.shift());
      if (next === undefined) {
        this.#held -= 1;
      } else {
        next(); // The permit goes straight to who has waited longest.
      }
    };
  }
}
