import type { Clock, Timer } from '@hoplite/node';
import { nextTurn, settled } from './event-loop.ts';
import { TimerHeap, type Entry } from './timer-heap.ts';

/** Turns of the event loop that one instant may take; more is something that never comes to rest. */
const MAX_TURNS = 1_000_000;

/** 2030-01-01T00:00:00Z: a round time that no certificate, log or person takes for now. */
export const DEFAULT_START = Date.UTC(2030, 0);

/**
 * Time that stands still until it is moved on. Nothing but {@link advance} and {@link step} moves it, so that the same calls
 * give the same order of callbacks, whatever the machine does meanwhile.
 */
export class VirtualClock implements Clock {
  #now: number;
  #order = 0;
  #soon: (() => void)[] = [];
  #isSoonArranged = false;
  readonly #timers = new TimerHeap();
  #onAsked: () => void = () => undefined;

  /** @param startAt milliseconds since the Unix epoch */
  constructor(startAt = DEFAULT_START) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): Timer {
    const at = Math.min(Number.MAX_SAFE_INTEGER, this.#now + (ms > 0 ? Math.ceil(ms) : 0));
    const entry: Entry = { at, order: (this.#order += 1), callback };
    this.#timers.add(entry);
    this.#onAsked();
    return { clear: () => this.#timers.clear(entry) };
  }

  soon(callback: () => void): void {
    this.#soon.push(callback);
    if (!this.#isSoonArranged) {
      // Whoever moves the clock sees to it; this is for what happens while nobody does.
      this.#isSoonArranged = true;
      nextTurn(() => {
        this.#isSoonArranged = false;
        this.#endTurn();
      });
    }
  }

  /** When something is to happen next; undefined when nothing is. */
  get next(): number | undefined {
    return this.#timers.peek()?.at;
  }

  /** Timers that have been asked for and have neither fired nor been cleared. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Told whenever a timer is asked for: for whoever keeps the clock going. */
  onAsked(listener: () => void): void {
    this.#onAsked = listener;
  }

  /** Lets what is under way come to rest, without moving the clock. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < MAX_TURNS; turns += 1) {
      await settled();
      if (this.#soon.length === 0) {
        return;
      }
      this.#endTurn();
    }
    throw new Error(`something at ${this.#now} asks to be called soon, again and again`);
  }

  /** Moves on to when something is to happen next, and lets it happen with all that comes of it at the same time. */
  async step(): Promise<void> {
    const at = this.next;
    if (at === undefined) {
      return;
    }
    this.#now = Math.max(this.#now, at);
    for (let turns = 0; this.#timers.size > 0 && this.next === at; turns += 1) {
      if (turns > MAX_TURNS) {
        throw new Error(`something at ${at} asks for timers of no time, again and again`);
      }
      this.#fire(at);
      await this.settle();
    }
  }

  /** Lets `ms` milliseconds pass, and everything that becomes due in them happen, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await this.settle();
    for (let next = this.next; next !== undefined && next <= end; next = this.next) {
      await this.step();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Calls back what was due when this turn began. */
  #fire(at: number): void {
    const last = this.#order;
    for (let next = this.#timers.peek(); next?.at === at && next.order <= last; next = this.#timers.peek()) {
      const callback = this.#timers.take()?.callback;
      next.callback = undefined;
      callback?.();
    }
  }

  #endTurn(): void {
    const due = this.#soon;
    this.#soon = [];
    for (const callback of due) {
      callback();
    }
  }
}
