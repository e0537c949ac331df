import { NothingLeftToHappenError } from '../../errors.ts';

/** Something that somebody waits for. */
interface Awaited {
  readonly holds: () => boolean;
  /** How it is called in errors. */
  readonly what: string;
  /** When it is given up, in milliseconds since the Unix epoch. */
  readonly until: number;
  /** Whether it is looked at only when an instant has settled: it costs, or is about the whole instant. */
  readonly isSettled: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface AwaitOptions {
  readonly what: string;
  readonly until: number;
  readonly isSettled?: boolean;
}

/** What is waited for, looked at whenever something has happened. */
export class Conditions {
  readonly #awaited = new Set<Awaited>();

  get size(): number {
    return this.#awaited.size;
  }

  /** Resolves when it holds. Rejects with what the condition throws, or when it is given up. */
  until(holds: () => boolean, { what, until, isSettled = false }: AwaitOptions): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const awaited = { holds, what, until, isSettled, resolve, reject };
    this.#awaited.add(awaited);
    if (!isSettled) {
      this.#lookAt(awaited);
    }
    return promise;
  }

  /** @param isSettled whether an instant has ended, as opposed to something having happened in it */
  look(isSettled: boolean, now: number): void {
    for (const awaited of this.#awaited) {
      if (isSettled || !awaited.isSettled) {
        this.#lookAt(awaited);
      }
      if (isSettled && now > awaited.until) {
        this.#giveUp(awaited, new NothingLeftToHappenError(awaited.what, 'its time is up', now));
      }
    }
  }

  /** Nothing more will happen. */
  giveUpAll(why: string, now: number): void {
    for (const awaited of this.#awaited) {
      this.#giveUp(awaited, new NothingLeftToHappenError(awaited.what, why, now));
    }
  }

  /** Something failed that all who wait must hear of. */
  failAll(error: unknown): void {
    for (const awaited of this.#awaited) {
      this.#giveUp(awaited, error);
    }
  }

  #lookAt(awaited: Awaited): void {
    try {
      if (this.#awaited.has(awaited) && awaited.holds()) {
        this.#awaited.delete(awaited);
        awaited.resolve();
      }
    } catch (error) {
      this.#giveUp(awaited, error);
    }
  }

  #giveUp(awaited: Awaited, error: unknown): void {
    if (this.#awaited.delete(awaited)) {
      awaited.reject(error);
    }
  }
}
