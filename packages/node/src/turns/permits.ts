/** Gives back a permit. Safe to call twice. */
export type Release = () => void;

/**
 * A bounded number of turns that run at once. A turn that waits gives its permit back and takes one again afterwards;
 * those that come back go before those that begin, so that what has begun gets finished.
 */
export class Permits {
  readonly #limit: number;
  readonly #returning: (() => void)[] = [];
  readonly #beginning: (() => void)[] = [];
  #held = 0;

  constructor(limit: number) {
    this.#limit = limit;
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

  /** A permit if one is free now. */
  tryAcquire(): Release | undefined {
    if (!this.isFree) {
      return undefined;
    }
    this.#held += 1;
    return this.#releaser();
  }

  /** A permit as soon as one is free. */
  async acquire(kind: 'beginning' | 'returning'): Promise<Release> {
    const free = this.tryAcquire();
    if (free !== undefined) {
      return free;
    }
    await new Promise<void>((resolve) => (kind === 'returning' ? this.#returning : this.#beginning).push(resolve));
    return this.#releaser();
  }

  #releaser(): Release {
    let given = false;
    return () => {
      if (given) {
        return;
      }
      given = true;
      const next = this.#returning.shift() ?? this.#beginning.shift();
      if (next === undefined) {
        this.#held -= 1;
      } else {
        next(); // The permit goes straight to who has waited longest.
      }
    };
  }
}
