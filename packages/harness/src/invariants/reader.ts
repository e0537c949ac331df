/** Reads a list that grows, each item once. */
export class Reader<T> {
  readonly #list: () => readonly T[];
  #at = 0;

  constructor(list: () => readonly T[]) {
    this.#list = list;
  }

  /** What came since the last time. */
  read(): readonly T[] {
    const list = this.#list();
    const news = list.slice(this.#at);
    this.#at = list.length;
    return news;
  }
}
