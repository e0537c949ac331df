import { leastUnderWay, settled, underWay, untilQuiet } from './event-loop.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Virtual time that may pass without anything worth the name happening, in milliseconds. */
const QUIET_MS = 24 * 60 * 60 * 1000;

/** No more virtual time than this passes, in all, while agents are at something real, in milliseconds. */
const DRIFT_MS = 1_000;

/** Real milliseconds for which they are waited for then, between two signs of life. */
export const DEFAULT_PATIENCE_MS = 10_000;

/** It is looked this often whether an agent has gone on meanwhile, in real milliseconds. */
const SLICE_MS = 10;

export interface AutoRunOptions {
  /** Real milliseconds for what agents do for real. @default 10000 */
  readonly patience?: number;
  /** Whether an agent is at something that the world does not know of. @default never */
  readonly isAgentBusy?: () => boolean;
  /** Patience has run out: time moves on, although agents are at something real. */
  readonly onImpatient?: () => void;
  /** After everything that one instant brought has settled. */
  readonly onStep?: () => void;
  /** Whether time stops, because nothing worth the name has happened for `ms` milliseconds. @default after 24 hours */
  readonly isTooQuiet?: (ms: number) => boolean;
  /** The clock has stopped: nothing more is to happen, or nothing has for too long. */
  readonly onStalled?: (why: string) => void;
  /** Something that was called back threw, which in production ends a process. The clock stops for good. */
  readonly onFailed?: (error: unknown) => void;
}

/**
 * Keeps a virtual clock going while whoever uses it waits for something. Time moves when the event loop has nothing left to
 * do in a turn, so what is called without an `await` in between happens at the same time. Real input and output of agents is
 * waited for, within bounds, before time leaps.
 */
export class AutoRun {
  readonly #clock: VirtualClock;
  readonly #options: AutoRunOptions;
  /** What is under way for longer than anybody waits, and so is nothing that an agent does. */
  #lasting = 0;
  /** Virtual time at which one of the agents that are busy was first seen at something real. */
  #realSince: number | undefined;
  #isStopped = false;
  #wake: () => void = () => undefined;
  #lastSign: number;
  #patience: number;

  constructor(clock: VirtualClock, options: AutoRunOptions = {}) {
    this.#clock = clock;
    this.#options = options;
    this.#patience = options.patience ?? DEFAULT_PATIENCE_MS;
    this.#lastSign = clock.now();
    clock.onAsked(() => this.#wake());
    void this.#run();
  }

  /** Something worth the name has happened: what comes of it is waited for. */
  stir(): void {
    this.#lastSign = this.#clock.now();
    this.#patience = this.#options.patience ?? DEFAULT_PATIENCE_MS;
    this.#wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isStopped) {
        await this.#clock.settle();
        await this.#next();
      }
    } catch (error) {
      this.#options.onFailed?.(error);
    }
  }

  async #next(): Promise<void> {
    if (await this.#waitForAgents()) {
      return; // What was waited for may have asked for something sooner.
    }
    const { onStalled, onStep, isTooQuiet = (ms) => ms > QUIET_MS } = this.#options;
    const next = this.#clock.next;
    if (next === undefined || isTooQuiet(next - this.#lastSign)) {
      onStep?.();
      onStalled?.(next === undefined ? 'nothing is left to happen' : 'nothing has happened for too long');
      await new Promise<void>((resolve) => (this.#wake = resolve));
      await settled();
      return;
    }
    await this.#clock.step();
    onStep?.();
  }

  /** Waits a little in real time for what agents do, when the next step would take time too far. @returns whether it did */
  async #waitForAgents(): Promise<boolean> {
    const now = underWay();
    const usual = Math.max(leastUnderWay(), this.#lasting);
    if (this.#options.isAgentBusy?.() !== true) {
      this.#realSince = undefined;
      return false;
    }
    if (now <= usual || this.#patience <= 0) {
      return false;
    }
    this.#realSince ??= this.#clock.now();
    const next = this.#clock.next;
    if (next !== undefined && next - this.#realSince <= DRIFT_MS) {
      return false;
    }
    this.#patience -= Math.max(1, await untilQuiet(usual, Math.min(this.#patience, SLICE_MS)));
    if (this.#patience <= 0) {
      this.#lasting = now;
      if (underWay() > usual) {
        this.#options.onImpatient?.();
      }
    }
    return true;
  }
}
