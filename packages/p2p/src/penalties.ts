/** Malformed frames that a peer may send within {@link WINDOW}. */
const ALLOWED = 9;
/** Milliseconds for which a charge counts. */
const WINDOW = 60_000;
/** Peers that are watched; of more, those charged least recently are forgotten. */
const MAX_PEERS = 1024;

/** Counts what peers are charged for, and shuts out for a while those that are charged too often. */
export class Penalties {
  readonly #penalty: number;
  readonly #charges = new Map<string, readonly number[]>();
  readonly #until = new Map<string, number>();

  /** @param penalty milliseconds for which a peer is shut out */
  constructor(penalty: number) {
    this.#penalty = penalty;
  }

  /**
   * Charges a peer at `now`, in milliseconds of any clock.
   *
   * @returns whether it is shut out from now on
   */
  charge(peer: string, now: number): boolean {
    const recent = [...(this.#charges.get(peer) ?? []).filter((at) => now - at < WINDOW), now];
    this.#charges.delete(peer);
    if (recent.length > ALLOWED) {
      this.#until.set(peer, now + this.#penalty);
      bound(this.#until);
      return true;
    }
    this.#charges.set(peer, recent);
    bound(this.#charges);
    return false;
  }

  isShutOut(peer: string, now: number): boolean {
    const until = this.#until.get(peer);
    if (until !== undefined && until <= now) {
      this.#until.delete(peer);
    }
    return until !== undefined && until > now;
  }
}

function bound(map: Map<string, unknown>): void {
  const oldest = map.size > MAX_PEERS ? map.keys().next().value : undefined;
  if (oldest !== undefined) {
    map.delete(oldest);
  }
}
