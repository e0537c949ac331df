import { PeerUnreachableError } from '@hoplite/p2p';
import type { SeededRandom } from '../seeded-random.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { addressOf, parseAddress } from './address.ts';
import type { End } from './connection.ts';
import type { Endpoint } from './endpoint.ts';
import { Gossip } from './gossip.ts';
import { Line } from './line.ts';
import { LineFaults, type NetworkFault } from './line-faults.ts';
import { SharedVerification } from './shared-verification.ts';
import { SimulatedMesh, type SimulatedMeshInit } from './simulated-mesh.ts';
import { Observers, type TrafficObserver } from './traffic.ts';

export interface SimulatedNetworkInit {
  readonly clock: VirtualClock;
  readonly random: SeededRandom;
}

/**
 * A network without sockets: what is sent arrives one millisecond of virtual time later, unless a fault says otherwise. All
 * meshes that have been started find each other by themselves, and find each other again.
 */
export class SimulatedNetwork {
  readonly clock: VirtualClock;
  readonly gossip: Gossip;
  readonly verification = new SharedVerification();
  readonly observers = new Observers();
  readonly #random: SeededRandom;
  readonly #faults = new LineFaults();
  /** Those that run, by peer ID. */
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #lines = new Map<string, Map<string, Line>>();
  /** Places, in the order in which peers were first seen. */
  readonly #places = new Map<string, number>();

  constructor({ clock, random }: SimulatedNetworkInit) {
    this.clock = clock;
    this.gossip = new Gossip(clock);
    this.#random = random;
  }

  /** A mesh that is not started yet. */
  createMesh(init: SimulatedMeshInit): SimulatedMesh {
    this.#placeOf(init.identity.peerId);
    return new SimulatedMesh(this, init);
  }

  /** Makes it worse, or well again, from now on. Peers stand by name. */
  apply(fault: NetworkFault): void {
    this.#faults.apply(fault);
    if (fault.kind !== 'partition' && fault.kind !== 'heal') {
      return;
    }
    for (const [a, b] of this.#pairs()) {
      const line = this.#line(a, b);
      if (line.isUp && !line.isPossible) {
        line.break();
      } else {
        line.heal();
      }
    }
  }

  /** Tells what crosses the lines. @returns ends that */
  observe(observer: TrafficObserver): () => void {
    return this.observers.add(observer);
  }

  /** Whether two peers that run may be connected, as far as the network and what they deny go. */
  canReach(a: string, b: string): boolean {
    const [first, second] = [this.#endpoints.get(a), this.#endpoints.get(b)];
    return first !== undefined && second !== undefined && this.#line(first, second).isPossible;
  }

  // What follows is for meshes.

  endpointOf(peer: string): Endpoint | undefined {
    return this.#endpoints.get(peer);
  }

  enter(endpoint: Endpoint): void {
    const others = [...this.#endpoints.values()];
    this.#endpoints.set(endpoint.localPeer, endpoint);
    for (const other of others) {
      this.#line(endpoint, other).dial();
    }
  }

  leave(endpoint: Endpoint, isOrderly: boolean): void {
    if (this.#endpoints.get(endpoint.localPeer) !== endpoint) {
      return;
    }
    this.#endpoints.delete(endpoint.localPeer);
    for (const other of this.#endpoints.values()) {
      this.#line(endpoint, other).leave(endOf(endpoint.localPeer, other.localPeer), isOrderly);
    }
  }

  /** A mesh wants to talk to a peer now. */
  hurry(endpoint: Endpoint, peer: string): void {
    const other = this.#endpoints.get(peer);
    if (other !== undefined && other !== endpoint) {
      this.#line(endpoint, other).dial();
    }
  }

  addressOf(peer: string): string {
    return `${addressOf(this.#placeOf(peer))}/p2p/${peer}`;
  }

  /**
   * Resolves with who is at an address when it is connected.
   *
   * @throws {InvalidAddressError}
   * @throws {PeerUnreachableError}
   */
  async connect(endpoint: Endpoint, address: string, signal: AbortSignal | undefined): Promise<string> {
    const { place, peer } = parseAddress(address);
    signal?.throwIfAborted();
    const found = [...this.#places].find(([, index]) => addressOf(index) === place)?.[0];
    if (found === undefined || found === endpoint.localPeer || (peer ?? found) !== found) {
      throw new PeerUnreachableError(address);
    }
    const end = this.clock.now() + endpoint.connectTime;
    while (!endpoint.members.has(found)) {
      this.hurry(endpoint, found);
      if (this.clock.now() >= end) {
        throw new PeerUnreachableError(address);
      }
      await new Promise<void>((resolve) => void this.clock.after(1, resolve));
      signal?.throwIfAborted();
    }
    return found;
  }

  #placeOf(peer: string): number {
    const place = this.#places.get(peer) ?? this.#places.size + 1;
    this.#places.set(peer, place);
    return place;
  }

  #line(a: Endpoint, b: Endpoint): Line {
    const [first, second] = endOf(a.localPeer, b.localPeer) === 0 ? [a, b] : [b, a];
    const lines = this.#lines.get(first.localPeer) ?? new Map<string, Line>();
    this.#lines.set(first.localPeer, lines);
    const peers = [first.localPeer, second.localPeer] as const;
    const line =
      lines.get(second.localPeer) ??
      new Line({
        clock: this.clock,
        observers: this.observers,
        faults: this.#faults,
        random: this.#random,
        names: [first.name, second.name],
        endpointAt: (end) => this.#endpoints.get(peers[end]),
      });
    lines.set(second.localPeer, line);
    return line;
  }

  #pairs(): readonly (readonly [Endpoint, Endpoint])[] {
    const endpoints = [...this.#endpoints.values()];
    return endpoints.flatMap((a, index) => endpoints.slice(index + 1).map((b) => [a, b] as const));
  }
}

/** Which end of their line a peer is at: the same for both, and in every run. */
function endOf(peer: string, other: string): End {
  return peer < other ? 0 : 1;
}
