import { AutoRun } from '../auto-run.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { Conditions, type AwaitOptions } from './conditions.ts';

/** What is waited for is given up after so much virtual time, in milliseconds. */
const PATIENCE_MS = 24 * 60 * 60 * 1000;

/** The same when no job is open and no turn runs: only upkeep is left then. */
const IDLE_MS = 60 * 60 * 1000;

export interface WaitingInit {
  readonly clock: VirtualClock;
  /** Real milliseconds for what agents do for real. */
  readonly patience?: number | undefined;
  /** Whether an agent is at something that the world does not know of. */
  readonly isAgentBusy: () => boolean;
  /** Time moves on, although agents are at something real. */
  readonly onImpatient: () => void;
  /** Whether no turn runs and no job is open. */
  readonly isAtRest: () => boolean;
}

/** How time passes in a simulated world, and what is waited for meanwhile. */
export class Waiting {
  readonly #clock: VirtualClock;
  readonly #isAtRest: () => boolean;
  readonly #running: AutoRun;
  readonly #conditions = new Conditions();
  readonly #listeners = new Set<() => void>();
  #steps = 0;
  #hasStirred = false;
  #advancing = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor({ clock, patience, isAgentBusy, onImpatient, isAtRest }: WaitingInit) {
    this.#clock = clock;
    this.#isAtRest = isAtRest;
    this.#running = new AutoRun(clock, {
      ...(patience === undefined ? {} : { patience }),
      ...{ isAgentBusy, onImpatient },
      onStep: () => this.#onStep(),
      isTooQuiet: (ms) => this.#isTooQuiet(ms),
      onFailed: (error) => this.fail(error),
      onStalled: (why) => this.#conditions.giveUpAll(why, clock.now()),
    });
  }

  /** Instants of virtual time at which something happened, so far. */
  get steps(): number {
    return this.#steps;
  }

  /** Something worth the name happens. */
  stir(): void {
    this.#hasStirred = true;
    this.#running.stir();
  }

  /** Something has happened that may be waited for. */
  told(): void {
    this.stir();
    this.#conditions.look(false, this.#clock.now());
  }

  /** Resolves when it holds; rejects when nothing happens any more that could bring it about, or the world has failed. */
  async until(
    holds: () => boolean,
    { what, isSettled = false, until }: Omit<AwaitOptions, 'until'> & { readonly until?: number },
  ): Promise<void> {
    if (this.#failure !== undefined) {
      throw this.#failure.error;
    }
    this.stir();
    await this.#conditions.until(holds, { what, isSettled, until: until ?? this.#clock.now() + PATIENCE_MS });
  }

  async advance(ms: number): Promise<void> {
    const end = this.#clock.now() + ms;
    this.#advancing += 1;
    try {
      this.#clock.after(ms, () => undefined);
      const what = `${ms} ms to pass`;
      await this.until(() => this.#clock.now() >= end, { what, isSettled: true, until: Number.MAX_SAFE_INTEGER });
    } finally {
      this.#advancing -= 1;
    }
  }

  async finish<T>(promise: Promise<T>, what: string): Promise<T> {
    let isOver = false;
    const over = (): void => {
      isOver = true;
      this.told();
    };
    promise.then(over, over);
    await this.until(() => isOver, { what });
    return promise;
  }

  /** @returns ends that */
  onStep(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** All that is waited for is rejected, now and later. The first reason counts. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#conditions.failAll(error);
  }

  /** Time stops for good. */
  stop(): void {
    this.#running.stop();
    this.fail(new Error('the world has ended'));
  }

  #onStep(): void {
    if (this.#hasStirred) {
      this.#hasStirred = false;
      this.#steps += 1;
      try {
        for (const listener of this.#listeners) {
          listener();
        }
      } catch (error) {
        this.fail(error);
      }
    }
    this.#conditions.look(true, this.#clock.now());
  }

  #isTooQuiet(ms: number): boolean {
    return this.#advancing === 0 && ms > IDLE_MS && (ms > PATIENCE_MS || this.#isAtRest());
  }
}
