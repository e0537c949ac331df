/** Something to be done at a time. */
export interface Entry {
  readonly at: number;
  /** Of two at the same time, the one with the smaller order comes first. */
  readonly order: number;
  /** Undefined when it is not to be done any more. */
  callback: (() => void) | undefined;
}

/** Cleared entries are swept when there are more than this many, and more of them than of the others. */
const MIN_SWEEP = 64;

/** What is to be done, soonest first: a binary heap. Entries are cleared where they are, and swept now and then. */
export class TimerHeap {
  #entries: Entry[] = [];
  #cleared = 0;

  /** Entries that are still to be done. */
  get size(): number {
    return this.#entries.length - this.#cleared;
  }

  /** Entries that take up memory, with those that were cleared and have not been swept. */
  get held(): number {
    return this.#entries.length;
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#rise(this.#entries.length - 1);
  }

  /** Takes nothing out yet: it is passed over when its time comes. */
  clear(entry: Entry): void {
    if (entry.callback === undefined) {
      return;
    }
    entry.callback = undefined;
    this.#cleared += 1;
    if (this.#cleared > MIN_SWEEP && this.#cleared > this.size) {
      this.#sweep();
    }
  }

  /** The soonest, which stays. */
  peek(): Entry | undefined {
    for (;;) {
      const first = this.#entries[0];
      if (first === undefined || first.callback !== undefined) {
        return first;
      }
      this.#cleared -= 1;
      this.#takeFirst();
    }
  }

  /** Takes the soonest out. */
  take(): Entry | undefined {
    const first = this.peek();
    if (first !== undefined) {
      this.#takeFirst();
    }
    return first;
  }

  #takeFirst(): void {
    const last = this.#entries.pop();
    if (last !== undefined && this.#entries.length > 0) {
      this.#entries[0] = last;
      this.#sink(0);
    }
  }

  #sweep(): void {
    // Sorted is a heap, too.
    this.#entries = this.#entries
      .filter(({ callback }) => callback !== undefined)
      .sort((a, b) => (isBefore(a, b) ? -1 : 1));
    this.#cleared = 0;
  }

  #rise(start: number): void {
    let index = start;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfBefore(index, parent)) {
        return;
      }
      index = parent;
    }
  }

  #sink(start: number): void {
    let index = start;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const smaller = this.#isBefore(right, left) ? right : left;
      if (!this.#swapIfBefore(smaller, index)) {
        return;
      }
      index = smaller;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [first, second] = [this.#entries[a], this.#entries[b]];
    return first !== undefined && second !== undefined && isBefore(first, second);
  }

  #swapIfBefore(a: number, b: number): boolean {
    const [first, second] = [this.#entries[a], this.#entries[b]];
    if (first === undefined || second === undefined || !isBefore(first, second)) {
      return false;
    }
    this.#entries[a] = second;
    this.#entries[b] = first;
    return true;
  }
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
