import type { Store, StoredSpend } from '../../ports/store.ts';

/** Peers of which it is known what they have used; the ones heard from longest ago are forgotten first. */
const MAX_PEERS = 4096;

const MOST = Number.MAX_SAFE_INTEGER;

/** What has been used since the last reset. */
export interface Spending {
  readonly tokens: number;
  readonly costMicroUsd: number;
}

/** What the agents of the whole mesh have used, each as its own node says. Totals never go down. */
export class Floor {
  readonly #store: Pick<Store, 'putSpend'>;
  readonly #localPeer: string;
  readonly #spends = new Map<string, StoredSpend>();
  /** Peers whose newest totals are not in the store. */
  readonly #unsaved = new Set<string>();

  constructor(store: Pick<Store, 'putSpend'>, localPeer: string) {
    this.#store = store;
    this.#localPeer = localPeer;
  }

  /** What the agent here has used since its node was made: what others are told. */
  get told(): Spending {
    const { tokens, costMicroUsd } = this.#of(this.#localPeer);
    return { tokens, costMicroUsd };
  }

  /** What the agent here has used since the last reset. */
  get own(): Spending {
    return sinceReset(this.#of(this.#localPeer));
  }

  get total(): Spending {
    const all = [...this.#spends.values()].map(sinceReset);
    return {
      tokens: all.reduce((sum, { tokens }) => plus(sum, tokens), 0),
      costMicroUsd: all.reduce((sum, { costMicroUsd }) => plus(sum, costMicroUsd), 0),
    };
  }

  /** By peer ID, as {@link total}; `at` is when it last said so. */
  get peers(): readonly (Spending & { readonly peer: string; readonly at: number })[] {
    return [...this.#spends.values()].map((spend) => ({ peer: spend.peer, at: spend.at, ...sinceReset(spend) }));
  }

  /** Whether something is yet to be written. */
  get isUnsaved(): boolean {
    return this.#unsaved.size > 0;
  }

  /** Takes up what was known before a restart. */
  load(spends: readonly StoredSpend[]): void {
    for (const spend of spends) {
      this.#spends.set(spend.peer, spend);
    }
  }

  /** The agent here has used something. Written at once: a crash must not give it back. */
  add({ tokens, costMicroUsd }: Spending, now: number): void {
    const known = this.#of(this.#localPeer);
    const spend = {
      ...known,
      tokens: plus(known.tokens, tokens),
      costMicroUsd: plus(known.costMicroUsd, costMicroUsd),
      at: now,
    };
    this.#spends.set(this.#localPeer, spend);
    this.#store.putSpend(spend);
  }

  /** Another peer has said what it has used in all. @returns whether that is more than was known */
  heard(peer: string, { tokens, costMicroUsd }: Spending, at: number): boolean {
    const known = this.#of(peer);
    if (tokens <= known.tokens && costMicroUsd <= known.costMicroUsd && this.#spends.has(peer)) {
      return false;
    }
    this.#put({
      ...known,
      tokens: Math.max(known.tokens, tokens),
      costMicroUsd: Math.max(known.costMicroUsd, costMicroUsd),
      at: Math.max(known.at, at),
    });
    return true;
  }

  /** From now on caps count from here. */
  reset(): void {
    for (const spend of this.#spends.values()) {
      this.#put({ ...spend, baseTokens: spend.tokens, baseCostMicroUsd: spend.costMicroUsd });
    }
    this.save();
  }

  /** Writes what is not written yet. */
  save(): void {
    for (const peer of this.#unsaved) {
      this.#store.putSpend(this.#of(peer));
    }
    if (this.#unsaved.size > 0 && this.#spends.has(this.#localPeer)) {
      // The store forgets the oldest, and this is never to be one of them.
      const latest = [...this.#unsaved].reduce((latest, peer) => Math.max(latest, this.#of(peer).at), 0);
      this.#store.putSpend({ ...this.#of(this.#localPeer), at: latest });
    }
    this.#unsaved.clear();
  }

  #of(peer: string): StoredSpend {
    return this.#spends.get(peer) ?? { peer, tokens: 0, costMicroUsd: 0, baseTokens: 0, baseCostMicroUsd: 0, at: 0 };
  }

  #put(spend: StoredSpend): void {
    this.#spends.set(spend.peer, spend);
    this.#unsaved.add(spend.peer);
    if (this.#spends.size > MAX_PEERS) {
      const others = [...this.#spends.values()].filter(({ peer }) => peer !== this.#localPeer);
      const { peer } = others.reduce((oldest, other) => (other.at < oldest.at ? other : oldest));
      this.#spends.delete(peer);
      this.#unsaved.delete(peer);
    }
  }
}

function sinceReset({ tokens, costMicroUsd, baseTokens, baseCostMicroUsd }: StoredSpend): Spending {
  return { tokens: tokens - baseTokens, costMicroUsd: costMicroUsd - baseCostMicroUsd };
}

/** Beyond what JavaScript counts exactly it stays as it is. */
function plus(one: number, other: number): number {
  return Math.min(one + other, MOST);
}
