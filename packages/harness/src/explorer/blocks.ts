/** Numbers of a block: 2^16. Growing by blocks, a list is never copied, nor twice as large as what is in it. */
const BITS = 16;
const SIZE = 2 ** BITS;
const REST = SIZE - 1;

type Block = Int32Array | Int16Array;

/** A long list of small numbers that grows. What was never set is 0. */
export class Blocks<T extends Block = Int32Array> {
  readonly #blocks: T[] = [];
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
  }

  get(index: number): number {
    return this.#blocks[index >>> BITS]?.[index & REST] ?? 0;
  }

  set(index: number, value: number): void {
    const block = (this.#blocks[index >>> BITS] ??= this.#make(SIZE));
    block[index & REST] = value;
  }
}

export function int32s(): Blocks {
  return new Blocks((length) => new Int32Array(length));
}

export function int16s(): Blocks<Int16Array> {
  return new Blocks((length) => new Int16Array(length));
}
