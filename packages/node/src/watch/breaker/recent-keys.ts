/** The newest keys of a stream, a bounded number of them. */
export class RecentKeys {
  readonly #keys = new Set<string>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns whether it is new: not among the newest so far */
  add(key: string): boolean {
    const isNew = !this.#keys.delete(key);
    this.#keys.add(key); // To the end: the one seen longest ago is forgotten first.
    const oldest = this.#keys.size > this.#limit ? this.#keys.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#keys.delete(oldest);
    }
    return isNew;
  }

  clear(): void {
    this.#keys.clear();
  }
}
