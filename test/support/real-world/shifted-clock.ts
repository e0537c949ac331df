import { systemClock, type Clock, type Timer } from '@hoplite/node';

interface Due {
  readonly at: number;
  readonly callback: () => void;
  timer?: Timer;
}

/** The system's clock, which a test can move on. What becomes due then fires at once, in order. */
export class ShiftedClock implements Clock {
  #offset = 0;
  readonly #pending = new Set<Due>();

  now(): number {
    return systemClock.now() + this.#offset;
  }

  after(ms: number, callback: () => void): Timer {
    const due: Due = { at: this.now() + Math.max(0, ms), callback };
    this.#pending.add(due);
    due.timer = systemClock.after(ms, () => this.#fire(due));
    return { clear: () => this.#drop(due) };
  }

  soon(callback: () => void): void {
    systemClock.soon(callback);
  }

  async advance(ms: number): Promise<void> {
    const end = this.now() + ms;
    for (;;) {
      const [next] = [...this.#pending].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#offset += Math.max(0, next.at - this.now());
      this.#fire(next);
      await new Promise<void>((resolve) => systemClock.soon(resolve)); // What comes of it may become due as well.
    }
    this.#offset += Math.max(0, end - this.now());
    for (const due of this.#pending) {
      due.timer?.clear();
      due.timer = systemClock.after(due.at - this.now(), () => this.#fire(due));
    }
  }

  #fire(due: Due): void {
    if (this.#drop(due)) due.callback();
  }

  #drop(due: Due): boolean {
    due.timer?.clear();
    return this.#pending.delete(due);
  }
}
