/** A token bucket: `burst` messages at once, and `perMinute` in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perMinute: number;
}

/** One bucket's level, and when that was. */
interface Level {
  tokens: number;
  at: number;
}

/** Keys with a bucket of their own; beyond that the one used longest ago is forgotten, and begins full again. */
const MAX_BUCKETS = 4096;

const MINUTE_MS = 60_000;

/** Token buckets by key. Pure but for its memory: the time is an argument. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #levels = new Map<string, Level>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Milliseconds until one more is allowed; 0 when it is now. */
  wait(key: string, now: number): number {
    const missing = 1 - this.#tokens(key, now);
    return missing <= 0 ? 0 : Math.ceil((missing * MINUTE_MS) / this.#rate.perMinute);
  }

  /** Takes one, or as many as `count`, whether or not they are there: what was let through counts. */
  take(key: string, now: number, count = 1): void {
    const tokens = Math.max(0, this.#tokens(key, now) - count);
    this.#levels.delete(key); // To the end: the one used longest ago is forgotten first.
    this.#levels.set(key, { tokens, at: now });
    const oldest = this.#levels.size > MAX_BUCKETS ? this.#levels.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#levels.delete(oldest);
    }
  }

  /** Takes one if it is there. */
  tryTake(key: string, now: number): boolean {
    const isThere = this.wait(key, now) === 0;
    if (isThere) {
      this.take(key, now);
    }
    return isThere;
  }

  #tokens(key: string, now: number): number {
    const { burst, perMinute } = this.#rate;
    const level = this.#levels.get(key);
    if (level === undefined) {
      return burst;
    }
    level.at = Math.min(level.at, now); // A clock that was set back fills nothing, and goes on from there.
    return Math.min(burst, level.tokens + ((now - level.at) * perMinute) / MINUTE_MS);
  }
}

/** Rates of what arrives from a peer, of what leaves to one, and of what jobs of one origin cause here. */
export class Rates {
  readonly #peers: TokenBuckets;
  readonly #origins: TokenBuckets;

  constructor(perPeer: Rate, perOrigin: Rate) {
    this.#peers = new TokenBuckets(perPeer);
    this.#origins = new TokenBuckets(perOrigin);
  }

  /** Milliseconds until one more message may cross; 0 when it may now. */
  wait(crossing: RatedCrossing, now: number): number {
    const [peer, origin] = keysOf(crossing);
    return Math.max(this.#peers.wait(peer, now), this.#origins.wait(origin, now));
  }

  /** Notes that messages have crossed. */
  take(crossing: RatedCrossing, now: number, count = 1): void {
    const [peer, origin] = keysOf(crossing);
    this.#peers.take(peer, now, count);
    this.#origins.take(origin, now, count);
  }

  /** Notes what has arrived before a restart, so that a restart is no fresh start. */
  prime(counts: readonly { readonly author: string; readonly origin: string; readonly count: number }[], now: number) {
    for (const { author, origin, count } of counts) {
      this.take({ direction: 'inbound', peer: author, origin }, now, count);
    }
  }
}

export interface RatedCrossing {
  readonly direction: 'inbound' | 'outbound';
  readonly peer: string;
  /** Peer ID of the job's origin. */
  readonly origin: string;
}

function keysOf({ direction, peer, origin }: RatedCrossing): readonly [string, string] {
  return [`${direction} ${peer}`, `${direction} ${origin}`];
}
