import { CLOCK_SKEW_MS, composeNotice, type Mesh } from '@hoplite/p2p';
import type { BreakerSettings } from '../../config/breaker-schema.ts';
import type { Log } from '../../log.ts';
import type { Metrics } from '../../metrics.ts';
import type { PeerDirectory } from '../../peer-directory.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Store } from '../../ports/store.ts';
import type { BreakerStatus, Spent } from '../../sdk.ts';
import { dayOf } from '../../store/day.ts';
import { Floor, type Spending } from './floor.ts';
import { MICRO, costMicroUsd, type UsageOfCall } from './prices.ts';

export interface AccountsInit {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly store: Store;
  readonly mesh: Mesh;
  readonly peers: PeerDirectory;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** What the agent here has used, kept and told to the others; and what they say that theirs have. */
export class Accounts {
  readonly #init: AccountsInit;
  readonly #floor: Floor;
  #isUntold = false;

  constructor(init: AccountsInit) {
    this.#init = init;
    this.#floor = new Floor(init.store, init.mesh.localPeer);
  }

  /** What the agent here has used since the last reset. */
  get own(): Spending {
    return this.#floor.own;
  }

  /** What all agents of the mesh have. */
  get floor(): Spending {
    return this.#floor.total;
  }

  /** Whether the others do not know yet what was used here. */
  get isUntold(): boolean {
    return this.#isUntold;
  }

  get isUnsaved(): boolean {
    return this.#floor.isUnsaved;
  }

  /** Takes up what was known before a restart. */
  load(): void {
    this.#floor.load(this.#init.store.spends());
    this.#isUntold = this.#floor.told.tokens > 0; // The last that was told may not have left.
  }

  /** The agent here has used something: that counts whatever the breaker is told, and is kept at once. */
  used(jobId: string, usage: UsageOfCall, prices: BreakerSettings['prices']): void {
    const { clock, log, mesh, metrics, store } = this.#init;
    const { inputTokens, outputTokens, cachedTokens = 0, model = '' } = usage;
    const used = { inputTokens, outputTokens, cachedTokens, costMicroUsd: costMicroUsd(usage, prices) };
    const now = clock.now();
    metrics.used(used);
    this.#isUntold = true;
    try {
      this.#floor.add({ tokens: inputTokens + outputTokens, costMicroUsd: used.costMicroUsd }, now);
      store.addUsage({ day: dayOf(now), jobId, agent: mesh.localPeer, model, ...used });
    } catch (error) {
      log.error({ err: error, job: jobId }, 'what the agent used could not be recorded');
    }
  }

  /** Another peer says what its agent has used. Only a member is believed. @returns whether that is more than was known */
  heard(from: string, { tokens, costMicroUsd }: Spending, at: number): boolean {
    const { clock, mesh, peers } = this.#init;
    const isMember = from !== mesh.localPeer && peers.find(from) !== undefined;
    return isMember && this.#floor.heard(from, { tokens, costMicroUsd }, Math.min(at, clock.now()));
  }

  /** Gossips that this node is at work, and what its agent has used in all. @param every milliseconds to the next time */
  tell(every: number): void {
    const { log, mesh } = this.#init;
    try {
      mesh.broadcast(this.#beat(every));
      this.#isUntold = false;
    } catch (error) {
      log.warn({ err: error }, 'a beat could not be sent');
    }
  }

  /** Tells one peer that has come the same, if there is anything to tell. */
  tellPeer(peer: string, every: number): void {
    const { mesh } = this.#init;
    const { tokens, costMicroUsd } = this.#floor.told;
    if (tokens > 0 || costMicroUsd > 0) {
      mesh.notify(peer, this.#beat(every));
    }
  }

  save(): void {
    this.#floor.save();
  }

  /** From now on caps count from here. */
  reset(): void {
    this.#floor.reset();
  }

  #beat(every: number): Uint8Array {
    const { clock, ids, mesh } = this.#init;
    const now = clock.now();
    const stamp = { id: ids.next(), at: now, until: now + 2 * every + CLOCK_SKEW_MS };
    return composeNotice({ kind: 'beat', every, ...this.#floor.told }, stamp, mesh.signer);
  }

  status(): Pick<BreakerStatus, 'own' | 'floor'> {
    const { peers } = this.#init;
    return {
      own: spent(this.own),
      floor: {
        ...spent(this.floor),
        peers: this.#floor.peers.map(({ peer, at, ...spending }) => ({
          peer: peers.nameOf(peer),
          ...spent(spending),
          at,
        })),
      },
    };
  }
}

function spent({ tokens, costMicroUsd }: Spending): Spent {
  return { tokens, costUsd: costMicroUsd / MICRO };
}
