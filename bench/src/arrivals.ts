/** When posts came in, for whoever asks, before or after. */
export class Arrivals {
  readonly #posts = new Map<string, PromiseWithResolvers<bigint>>();

  note(text: string, at: bigint): void {
    this.#post(text).resolve(at);
  }

  /** By the monotonic clock, which all processes of one machine share. Each post is asked for once. */
  async of(text: string): Promise<bigint> {
    const at = await this.#post(text).promise;
    this.#posts.delete(text);
    return at;
  }

  #post(text: string): PromiseWithResolvers<bigint> {
    const post = this.#posts.get(text) ?? Promise.withResolvers<bigint>();
    this.#posts.set(text, post);
    return post;
  }
}
