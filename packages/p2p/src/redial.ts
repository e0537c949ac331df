import { backoff, isHopeless, type BackoffOptions } from './backoff.ts';
import { isStranger } from './membership/hello-error.ts';
import { messageOf, type MeshObserver } from './mesh-event.ts';
import type { MeshTimings } from './timings.ts';

/** What redialling needs of the rest. */
export interface RedialPorts {
  readonly localPeer: string;
  readonly timings: MeshTimings;
  readonly observe: MeshObserver;
  isMember(peer: string): boolean;
  isDenied(peer: string): boolean;
  /** Where a peer may be, the likeliest first. */
  addressesOf(peer: string): readonly string[];
  /** Connects to the first address that answers and waits for its hand-shake. @returns the peer that proved membership */
  dial(addresses: readonly string[], peer: string | undefined): Promise<string>;
}

/** A peer, or an address of which the peer is not known yet. */
interface Target {
  readonly key: string;
  readonly peer: string | undefined;
  /** Addresses that an operator named. */
  addresses: readonly string[];
  wanted: boolean;
  failures: number;
  strangers: number;
  timer: NodeJS.Timeout | undefined;
  /** When the timer is due, as `performance.now()` tells it. */
  due: number;
  /** The attempt that is going on. */
  dialling: Promise<string> | undefined;
}

/** Targets that nobody asked for are forgotten beyond this many. */
const MAX_TARGETS = 2048;
/** Addresses that operators may name for one peer. */
const MAX_NAMED = 8;

/**
 * Dials peers until they are members, with growing pauses: explicit addresses and former members without end, peers
 * that others told of at a slow pace until they are forgotten, and what turns out to be no member of this network a few
 * times only.
 */
export class Redial {
  readonly #ports: RedialPorts;
  readonly #targets = new Map<string, Target>();
  /** The peers that were found at addresses which did not say whose they are. */
  readonly #names = new Map<string, string>();
  #running = false;

  constructor(ports: RedialPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#running = true;
    for (const target of this.#targets.values()) {
      this.#schedule(target, 0);
    }
  }

  stop(): void {
    this.#running = false;
    for (const target of this.#targets.values()) {
      clearTimeout(target.timer);
    }
  }

  /** Keeps a peer that is, or once was, a member; `after` milliseconds from now it is dialled. */
  want(peer: string, after: number): void {
    const target = this.#target(peer, peer);
    if (target !== undefined) {
      target.wanted = true;
      this.#schedule(target, after);
    }
  }

  /** Keeps an address that an operator named. @param peer who is expected there, if the address says so */
  wantAddress(address: string, peer: string | undefined): void {
    const found = peer ?? this.#names.get(address);
    const target = this.#target(found ?? address, found);
    if (target !== undefined) {
      target.wanted = true;
      target.addresses = [...new Set([address, ...target.addresses])].slice(0, MAX_NAMED);
      this.#schedule(target, 0);
    }
  }

  /**
   * Somebody said that there is a peer, or that it is somewhere else now. Of two that hear of each other, the one with
   * the smaller ID dials; the other one only if that comes to nothing.
   */
  discovered(peer: string, fallback: number): void {
    const target = this.#target(peer, peer);
    if (target === undefined || this.#ports.isMember(peer)) {
      return;
    }
    target.failures = 0;
    target.strangers = 0;
    this.#schedule(target, this.#ports.localPeer < peer ? 0 : fallback);
  }

  /** Nobody remembers any more where a peer may be: it is dialled no more, unless it is wanted. */
  forget(peer: string): void {
    const target = this.#targets.get(peer);
    if (target !== undefined && !target.wanted) {
      clearTimeout(target.timer);
      this.#targets.delete(peer);
    }
  }

  /**
   * Dials at once, whoever's turn it is. Rejects when this one attempt fails; it goes on by itself.
   *
   * @param isNews something has become known since: an attempt that is under way may not know it, and does not count
   */
  now(peerOrAddress: string, isNews = false): Promise<string> {
    const key = this.#names.get(peerOrAddress) ?? peerOrAddress;
    const target = this.#target(key, key);
    if (target === undefined || !this.#running) {
      return Promise.reject(new Error('there is nobody to dial'));
    }
    target.strangers = 0;
    const underWay = target.dialling;
    return isNews && underWay !== undefined ? underWay.catch(() => this.#attempt(target)) : this.#attempt(target);
  }

  /** The peer is a member now. */
  joined(peer: string): void {
    const target = this.#targets.get(peer);
    if (target !== undefined) {
      clearTimeout(target.timer);
      target.timer = undefined;
      target.failures = 0;
      target.strangers = 0;
    }
  }

  /** The peer has gone: the one with the smaller ID dials first. */
  left(peer: string): void {
    const { localPeer, timings } = this.#ports;
    this.want(peer, localPeer < peer ? backoff(1, this.#pause(true), Math.random()) : timings.dialFallback);
  }

  #target(key: string, peer: string | undefined): Target | undefined {
    if (key === this.#ports.localPeer) {
      return undefined;
    }
    const existing = this.#targets.get(key);
    if (existing !== undefined) {
      return existing;
    }
    if (this.#targets.size >= MAX_TARGETS && !this.#forgetOne()) {
      return undefined;
    }
    const made = {
      key,
      peer,
      addresses: [],
      wanted: false,
      failures: 0,
      strangers: 0,
      timer: undefined,
      due: 0,
      dialling: undefined,
    };
    this.#targets.set(key, made);
    return made;
  }

  #forgetOne(): boolean {
    const idle = [...this.#targets.values()].find((target) => !target.wanted && target.dialling === undefined);
    clearTimeout(idle?.timer);
    return idle !== undefined && this.#targets.delete(idle.key);
  }

  /** Dials in `after` milliseconds, or sooner if that was arranged. */
  #schedule(target: Target, after: number): void {
    if (!this.#running || target.dialling !== undefined) {
      return;
    }
    const due = performance.now() + after;
    if (target.timer !== undefined && target.due <= due) {
      return;
    }
    clearTimeout(target.timer);
    target.due = due;
    target.timer = setTimeout(() => {
      target.timer = undefined;
      this.#attempt(target).catch(() => undefined); // It has been noted, and goes on by itself.
    }, after);
  }

  #attempt(target: Target): Promise<string> {
    target.dialling ??= this.#dial(target).finally(() => {
      target.dialling = undefined;
      this.#goOn(target);
    });
    return target.dialling;
  }

  async #dial(target: Target): Promise<string> {
    clearTimeout(target.timer);
    target.timer = undefined;
    const { peer } = target;
    if (peer !== undefined && this.#ports.isMember(peer)) {
      return peer;
    }
    const known = peer === undefined ? [] : this.#ports.addressesOf(peer);
    try {
      if (peer !== undefined && this.#ports.isDenied(peer)) {
        throw new Error('the peer is on the deny list');
      }
      // What worked last, then what an operator named: a restart elsewhere is in the book before it is in a config.
      const reached = await this.#ports.dial([...new Set([...known, ...target.addresses])], peer);
      target.failures = 0;
      target.strangers = 0;
      if (peer === undefined && this.#targets.delete(target.key)) {
        this.#rename(target, reached);
      }
      return reached;
    } catch (error) {
      this.#failed(target, error);
      throw error;
    }
  }

  /** The peer at an address is known now: from here on it is the peer that is looked for, there and elsewhere. */
  #rename(target: Target, peer: string): void {
    for (const address of target.addresses) {
      this.#names.set(address, peer);
    }
    const named = this.#target(peer, peer);
    if (named !== undefined) {
      named.wanted = true;
      named.addresses = [...new Set([...target.addresses, ...named.addresses])].slice(0, MAX_NAMED);
    }
  }

  #failed(target: Target, error: unknown): void {
    if (isStranger(error)) {
      target.strangers += 1;
    } else {
      target.failures += 1;
    }
    const attempt = target.failures + target.strangers;
    const givenUp = this.#isHopeless(target);
    this.#ports.observe({
      kind: 'dial-failed',
      target: target.key,
      attempt,
      givenUp,
      code: codeOf(error),
      message: messageOf(error),
    });
  }

  /** After an attempt: arranges the next one if it failed and there is to be one. */
  #goOn(target: Target): void {
    const failed = target.failures + target.strangers;
    if (failed === 0 || this.#targets.get(target.key) !== target) {
      return;
    }
    if (!this.#isHopeless(target)) {
      this.#schedule(target, backoff(failed, this.#pause(target.wanted), Math.random()));
    } else if (!target.wanted) {
      this.#targets.delete(target.key);
    }
  }

  #isHopeless(target: Target): boolean {
    const located = target.peer !== undefined && this.#ports.addressesOf(target.peer).length > 0;
    return isHopeless({ ...target, located });
  }

  #pause(wanted: boolean): BackoffOptions {
    const { redialFirst, redialMax, redialUnmet } = this.#ports.timings;
    return { first: redialFirst, max: wanted ? redialMax : redialUnmet };
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return error instanceof Error ? error.name : 'Error';
}
