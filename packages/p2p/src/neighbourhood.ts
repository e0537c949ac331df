import { join } from 'node:path';
import type { Connection } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import { AddressBook, mergeAddresses } from './address-book.ts';
import { HELLO_PROTOCOL } from './constants.ts';
import { MeshNotRunningError, PeerUnreachableError } from './errors.ts';
import type { Host } from './host.ts';
import { Liveness } from './liveness.ts';
import { readCard } from './membership/card.ts';
import type { Acquaintance } from './membership/hello.ts';
import type { Introduction } from './membership/introduction.ts';
import { Membership } from './membership/membership.ts';
import type { MeshPeer } from './mesh.ts';
import { messageOf, type MeshObserver } from './mesh-event.ts';
import type { MeshInit } from './mesh-init.ts';
import { peerIn } from './peer-address.ts';
import { Penalties } from './penalties.ts';
import { Redial } from './redial.ts';
import type { MeshTimings } from './timings.ts';

/** Milliseconds for dialling one peer at all its addresses. */
const DIAL_TIME = 10_000;
/** Milliseconds that the greater of two peers leaves to the other when a third introduced them: only one may know. */
const INTRODUCTION_FALLBACK = 300;
/** Peers of which somebody said where they are, and who have not been met. */
const MAX_HEARD = 1024;

/** What the neighbourhood tells. Called synchronously. */
export interface NeighbourhoodEvents {
  onJoined(peer: MeshPeer): void;
  onLeft(peerId: string): void;
  /** There is one more connection to a member. */
  onConnected(peerId: string): void;
  /** A member's gossip needs a connection: it is new, or the one that it had may be gone. */
  onGossipDue(peerId: string, connection: Connection): void;
}

/** Who is around: finds members, keeps them, and sends everyone else away. */
export class Neighbourhood {
  readonly membership: Membership;
  readonly #localPeer: string;
  readonly #explicit: readonly { readonly address: string; readonly peer: string | undefined }[];
  readonly #denied: ReadonlySet<string>;
  readonly #timings: MeshTimings;
  readonly #observe: MeshObserver;
  readonly #events: NeighbourhoodEvents;
  readonly #penalties: Penalties;
  readonly #book: AddressBook;
  /** What mDNS and other members said of peers that have not been met. */
  readonly #heard = new Map<string, readonly string[]>();
  readonly #redial: Redial;
  readonly #liveness: Liveness;
  #host: Host | undefined;

  /**
   * @throws {MalformedMessageError} when the card is out of bounds
   * @throws {InvalidAddressError} when an explicit address is no multiaddr
   */
  constructor(init: MeshInit, timings: MeshTimings, observe: MeshObserver, events: NeighbourhoodEvents) {
    this.#localPeer = init.identity.peerId;
    this.#explicit = (init.peers ?? []).map((address) => ({ address, peer: peerIn(address) }));
    this.#denied = new Set(init.deny);
    this.#timings = timings;
    this.#observe = observe;
    this.#events = events;
    this.#penalties = new Penalties(timings.penalty);
    const { dataDirectory } = init;
    this.#book = new AddressBook(dataDirectory && join(dataDirectory, 'address-book.json'), observe);
    const card = readCard(init.card);
    const self = { peerId: this.#localPeer, networkKey: init.networkKey, card, addresses: () => this.addresses };
    this.membership = new Membership(self, timings, {
      onJoined: (peer) => events.onJoined(peer),
      onLeft: (peer) => this.#onLeft(peer),
      onProven: (connection, acquaintance) => this.#onProven(connection, acquaintance),
      onThinned: (peer, left) => events.onGossipDue(peer, left),
      onIntroduced: (introductions) => this.#onIntroduced(introductions),
      onStranger: (peer, { code, message }) => observe({ kind: 'stranger', peer, code, message }),
    });
    this.#redial = new Redial({
      localPeer: this.#localPeer,
      timings,
      observe,
      isMember: (peer) => this.membership.isMember(peer),
      isDenied: (peer) => this.isDenied(peer),
      addressesOf: (peer) => mergeAddresses(peer, this.#book.addressesOf(peer), this.#heard.get(peer) ?? []),
      dial: (addresses, peer) => this.#dial(addresses, peer),
    });
    this.#liveness = new Liveness({
      timings,
      observe,
      connections: () => this.membership.connections(),
      onTick: () => this.#renewGossip(),
    });
  }

  /** Multiaddrs at which this node listens, with its peer ID. */
  get addresses(): readonly string[] {
    return this.#host?.libp2p.getMultiaddrs().map((address) => address.toString()) ?? [];
  }

  isDenied(peer: string): boolean {
    return this.#denied.has(peer) || this.#penalties.isShutOut(peer, performance.now());
  }

  /** Makes a host that has not been started tell of connections and peers. */
  async attach(host: Host): Promise<void> {
    this.#host = host;
    const { libp2p } = host;
    libp2p.addEventListener('connection:open', (event) => this.membership.onConnection(event.detail));
    libp2p.addEventListener('peer:discovery', ({ detail }) =>
      this.#onHeard(detail.id.toString(), texts(detail.multiaddrs), this.#timings.dialFallback),
    );
    // A restart on another port shows as an update only; so does every dial, which brings no new address.
    libp2p.addEventListener('peer:update', ({ detail }) =>
      this.#onHeard(
        detail.peer.id.toString(),
        texts(detail.peer.addresses.map((address) => address.multiaddr)),
        this.#timings.dialFallback,
      ),
    );
    await libp2p.handle(HELLO_PROTOCOL, this.membership.onHello, { maxInboundStreams: 2, maxOutboundStreams: 2 });
  }

  /** Begins to dial and to ping. The host has been started. */
  start(): void {
    for (const { address, peer } of this.#explicit) {
      this.#redial.wantAddress(address, peer);
    }
    for (const { peer } of this.#book.peers()) {
      // The greater of two peers gives the other one a moment, as always.
      this.#redial.want(peer, this.#localPeer < peer ? 0 : this.#timings.dialFallback);
    }
    this.#redial.start();
    this.#liveness.start();
  }

  stop(): void {
    this.#redial.stop();
    this.#liveness.stop();
    this.#book.flush();
  }

  /** See {@link Mesh.connect}. */
  async connect(address: string, signal: AbortSignal | undefined): Promise<string> {
    if (this.#host === undefined) {
      throw new MeshNotRunningError();
    }
    signal?.throwIfAborted();
    const peer = peerIn(address);
    const limit = AbortSignal.timeout(this.#timings.connect);
    try {
      this.#redial.wantAddress(address, peer);
      return await raced(
        this.#redial.now(peer ?? address, true),
        signal === undefined ? limit : AbortSignal.any([signal, limit]),
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw new PeerUnreachableError(address, error);
    }
  }

  /** Dials a peer now, because somebody wants to talk to it. */
  hurry(peer: string): void {
    this.#redial.now(peer).catch(() => undefined); // Has been observed; whoever waits has a time-out of its own.
  }

  /** A peer sent something malformed. */
  charge(peer: string, problem: string): void {
    this.#observe({ kind: 'charged', peer, message: problem });
    if (this.#penalties.charge(peer, performance.now())) {
      this.#observe({ kind: 'shut-out', peer, milliseconds: this.#timings.penalty });
      for (const connection of this.membership.connectionsTo(peer)) {
        connection.abort(new Error(problem));
      }
    }
  }

  async #dial(addresses: readonly string[], peer: string | undefined): Promise<string> {
    if (this.#host === undefined) {
      throw new MeshNotRunningError();
    }
    if (addresses.length === 0) {
      throw new Error('no address of this peer is known');
    }
    const suffix = peer === undefined ? '' : `/p2p/${peer}`;
    const targets = addresses.map((address) => multiaddr(address.endsWith(suffix) ? address : address + suffix));
    const connection = await this.#host.libp2p.dial(targets, { signal: AbortSignal.timeout(DIAL_TIME) });
    await this.membership.whenProven(connection);
    return connection.remotePeer.toString();
  }

  #onProven(connection: Connection, acquaintance: Acquaintance): void {
    const peer = connection.remotePeer.toString();
    const reached = connection.direction === 'outbound' ? [connection.remoteAddr.toString()] : [];
    this.#book.note(peer, [...reached, ...acquaintance.addresses]);
    this.#heard.delete(peer);
    this.#redial.joined(peer);
    for (const other of this.membership.connectionsTo(peer)) {
      if (other !== connection) {
        this.#liveness.probe(other);
      }
    }
    this.#events.onConnected(peer);
    void this.#identify(connection, peer);
    this.#onIntroduced(acquaintance.introductions);
  }

  #onIntroduced(introductions: readonly Introduction[]): void {
    for (const { peer, addresses } of introductions) {
      this.#onHeard(peer, addresses, INTRODUCTION_FALLBACK);
    }
  }

  /** Learns where a member listens and which protocols it speaks, upon which libp2p tells gossip of it. */
  async #identify(connection: Connection, peer: string): Promise<void> {
    try {
      const identified = await this.#host?.libp2p.services.identify.identify(connection);
      const addresses = texts(identified?.listenAddrs ?? []);
      if (addresses.length > 0) {
        const reached = connection.direction === 'outbound' ? [connection.remoteAddr.toString()] : [];
        this.#book.note(peer, [...reached, ...addresses]);
        this.membership.learn(
          peer,
          addresses.map((address) => `${address}/p2p/${peer}`),
        );
      }
    } catch {
      // The connection went, or is slow: gossip is told of the peer by the next tick.
    }
  }

  #onLeft(peer: string): void {
    this.#redial.left(peer);
    this.#events.onLeft(peer);
  }

  #onHeard(peer: string, addresses: readonly string[], fallback: number): void {
    if (peer === this.#localPeer || this.#denied.has(peer) || this.membership.isMember(peer)) {
      return;
    }
    const known = new Set([...this.#book.addressesOf(peer), ...(this.#heard.get(peer) ?? [])]);
    const heard = mergeAddresses(peer, addresses);
    if (heard.every((address) => known.has(address))) {
      return;
    }
    this.#heard.delete(peer);
    this.#heard.set(peer, heard);
    const oldest = this.#heard.size > MAX_HEARD ? this.#heard.keys().next().value : undefined;
    if (oldest !== undefined) {
      this.#heard.delete(oldest);
      this.#redial.forget(oldest);
    }
    this.#redial.discovered(peer, fallback);
  }

  #renewGossip(): void {
    for (const { peerId } of this.membership.peers()) {
      const connection = this.membership.connectionTo(peerId);
      if (connection !== undefined) {
        this.#events.onGossipDue(peerId, connection);
      }
    }
  }
}

function texts(addresses: readonly { toString(): string }[]): string[] {
  return addresses.map((address) => address.toString());
}

function raced<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: result, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void =>
    reject(signal.reason instanceof Error ? signal.reason : new Error(messageOf(signal.reason)));
  signal.addEventListener('abort', onAbort, { once: true });
  promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return result;
}
