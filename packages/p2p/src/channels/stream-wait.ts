/** Longest that posts wait for a stream to one peer, in milliseconds. */
const WAIT = 2_000;
/** A peer whose stream was there and has gone is waited for again after this, in milliseconds; until then it has had its turn. */
const AGAIN_AFTER = 60_000;

/**
 * For whose gossip streams a post waits. A peer that has only just come in, or whose connection has been replaced, has
 * one within moments; one that takes no stream is waited for once, so that it cannot slow down every post.
 */
export class StreamWait {
  /** When a post first found a peer without a stream. */
  readonly #since = new Map<string, number>();

  /** Whether a post waits for a peer at `now`, in milliseconds of any clock. */
  isWorthIt(peer: string, hasStream: boolean, now: number): boolean {
    const since = this.#since.get(peer);
    if (hasStream) {
      if (since !== undefined && now - since > AGAIN_AFTER) {
        this.#since.delete(peer);
      }
      return false;
    }
    this.#since.set(peer, since ?? now);
    return now - (since ?? now) < WAIT;
  }

  /** Forgets those that are no members any more. */
  keepOnly(isMember: (peer: string) => boolean): void {
    for (const peer of this.#since.keys()) {
      if (!isMember(peer)) {
        this.#since.delete(peer);
      }
    }
  }
}
