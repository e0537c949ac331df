/** Requests of one peer that may be worked on at once, over all channels. */
export const MAX_REQUESTS = 1024;
/** Bytes of envelopes that they may hold together. */
const MAX_BYTES = 64 * 1024 * 1024;

/** How much of each peer is being worked on. */
export class Load {
  readonly #peers = new Map<string, { requests: number; bytes: number }>();

  /** Counts one request in. @returns false when there is no room for it */
  take(peer: string, bytes: number): boolean {
    const load = this.#peers.get(peer) ?? { requests: 0, bytes: 0 };
    if (load.requests >= MAX_REQUESTS || load.bytes + bytes > MAX_BYTES) {
      return false;
    }
    load.requests += 1;
    load.bytes += bytes;
    this.#peers.set(peer, load);
    return true;
  }

  /** Counts one out again. */
  give(peer: string, bytes: number): void {
    const load = this.#peers.get(peer);
    if (load !== undefined) {
      load.requests -= 1;
      load.bytes -= bytes;
      if (load.requests <= 0) {
        this.#peers.delete(peer);
      }
    }
  }
}
