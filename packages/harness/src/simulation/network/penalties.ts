/** Malformed things that a peer may send within {@link WINDOW}, as in the real mesh. */
const ALLOWED = 9;
/** Milliseconds for which a charge counts. */
const WINDOW = 60_000;

/** Counts what peers are charged for, and shuts out for a while those that are charged too often. */
export class Penalties {
  readonly #charges = new Map<string, readonly number[]>();
  readonly #until = new Map<string, number>();

  /** @returns whether the peer is shut out from now on, for `penalty` milliseconds */
  charge(peer: string, now: number, penalty: number): boolean {
    const recent = [...(this.#charges.get(peer) ?? []).filter((at) => now - at < WINDOW), now];
    if (recent.length > ALLOWED) {
      this.#charges.delete(peer);
      this.#until.set(peer, now + penalty);
      return true;
    }
    this.#charges.set(peer, recent);
    return false;
  }

  isShutOut(peer: string, now: number): boolean {
    return (this.#until.get(peer) ?? 0) > now;
  }
}
