import type { Clock, Timer } from '../../ports/clock.ts';
import type { Wait } from './wait-graph.ts';

/** How long a wait has lasted before it asks by itself: most are over by then. */
export const FIRST_ROUND_MS = 200;

/** How often a wait asks again: probes may be lost. */
export const ROUND_MS = 30_000;

/** Waits that have a place here, at most: others ask only when something happens. */
export const MAX_PROBING = 4096;

/** When waits ask whether they wait for themselves. One timer for all of them: the two delays keep two lines sorted. */
export class Rounds {
  readonly #clock: Clock;
  readonly #ask: (wait: Wait) => void;
  /** Due times. A wait is in one of the two lines. */
  readonly #soon = new Map<Wait, number>();
  readonly #later = new Map<Wait, number>();
  #timer: { readonly at: number; readonly timer: Timer } | undefined;

  /** @param ask is called when a wait is due; it is in the later line by then */
  constructor(clock: Clock, ask: (wait: Wait) => void) {
    this.#clock = clock;
    this.#ask = ask;
  }

  /** In {@link FIRST_ROUND_MS}, unless that is so already. */
  soon(wait: Wait): void {
    if (this.#soon.has(wait) || (!this.#later.delete(wait) && this.#soon.size + this.#later.size >= MAX_PROBING)) {
      return;
    }
    this.#soon.set(wait, this.#clock.now() + FIRST_ROUND_MS);
    this.#arm();
  }

  /** In {@link ROUND_MS}: it has just asked. */
  later(wait: Wait): void {
    const isKnown = this.#soon.delete(wait) || this.#later.delete(wait);
    if (isKnown || this.#soon.size + this.#later.size < MAX_PROBING) {
      this.#later.set(wait, this.#clock.now() + ROUND_MS);
      this.#arm();
    }
  }

  drop(wait: Wait): void {
    this.#soon.delete(wait);
    this.#later.delete(wait);
    if (this.#soon.size + this.#later.size === 0) {
      this.#disarm();
    }
  }

  stop(): void {
    this.#soon.clear();
    this.#later.clear();
    this.#disarm();
  }

  #arm(): void {
    const [soon = Infinity] = this.#soon.values();
    const [later = Infinity] = this.#later.values();
    const at = Math.min(soon, later);
    if (at === Infinity || (this.#timer !== undefined && this.#timer.at <= at)) {
      return; // One that fires too early arms the next one.
    }
    this.#disarm();
    const timer = this.#clock.after(at - this.#clock.now(), () => this.#due());
    this.#timer = { at, timer };
  }

  #disarm(): void {
    this.#timer?.timer.clear();
    this.#timer = undefined;
  }

  #due(): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    const due = [...dueBy(this.#soon, now), ...dueBy(this.#later, now)];
    for (const wait of due) {
      this.later(wait);
    }
    for (const wait of due) {
      this.#ask(wait);
    }
    this.#arm();
  }
}

/** The head of a line that is sorted by time. */
function dueBy(line: ReadonlyMap<Wait, number>, now: number): readonly Wait[] {
  const due: Wait[] = [];
  for (const [wait, at] of line) {
    if (at > now) {
      break;
    }
    due.push(wait);
  }
  return due;
}
