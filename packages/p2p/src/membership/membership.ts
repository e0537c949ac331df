import type { Connection, Stream } from '@libp2p/interface';
import { HELLO_PROTOCOL } from '../constants.ts';
import type { MeshPeer } from '../mesh.ts';
import type { MeshTimings } from '../timings.ts';
import { answerGreeting, greet, type Acquaintance, type HelloSelf } from './hello.ts';
import { hearNews, tellNews } from './news.ts';
import { HelloError, isStranger } from './hello-error.ts';
import { MAX_INTRODUCTIONS, type Introduction } from './introduction.ts';
import type { MemberGate } from './members-only-registrar.ts';

/** What membership tells. Called synchronously. */
export interface MembershipEvents {
  /** Its first connection has been proven. */
  onJoined(peer: MeshPeer): void;
  /** Its last connection has closed. */
  onLeft(peerId: string): void;
  /** A connection has been proven, also one more to a peer that is a member already. */
  onProven(connection: Connection, acquaintance: Acquaintance): void;
  /** A connection of a peer that stays a member by another one has closed. */
  onThinned(peerId: string, left: Connection): void;
  /** A member tells, after its hand-shake, of others that it knows. */
  onIntroduced(introductions: readonly Introduction[]): void;
  /** Somebody could not prove membership, and was sent away. */
  onStranger(peerId: string, error: HelloError): void;
}

interface Member {
  readonly peer: MeshPeer;
  /** Proven ones, the newest last. */
  readonly connections: readonly Connection[];
  /** Whom this side has told it of. */
  readonly told: Set<string>;
}

interface Verdict {
  readonly connection: Connection;
  readonly decided: PromiseWithResolvers<Acquaintance>;
  state: 'pending' | 'greeting' | 'proven' | 'refused';
  /** Whom this side told the other one of. */
  readonly told: Set<string>;
}

/**
 * Who is proven. Every connection is judged for itself by a hand-shake, in which the side that dialled begins; one that
 * does not end well in time is closed. A peer is a member for as long as it has at least one proven connection.
 */
export class Membership implements MemberGate {
  readonly #self: Omit<HelloSelf, 'introductions'>;
  readonly #timings: MeshTimings;
  readonly #events: MembershipEvents;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #members = new Map<string, Member>();

  constructor(self: Omit<HelloSelf, 'introductions'>, timings: MeshTimings, events: MembershipEvents) {
    this.#self = self;
    this.#timings = timings;
    this.#events = events;
  }

  isMember(peerId: string): boolean {
    return this.#members.has(peerId);
  }

  peer(peerId: string): MeshPeer | undefined {
    return this.#members.get(peerId)?.peer;
  }

  peers(): readonly MeshPeer[] {
    return [...this.#members.values()].map((member) => member.peer);
  }

  /** Every proven connection. */
  connections(): readonly Connection[] {
    return [...this.#members.values()].flatMap((member) => member.connections);
  }

  /** The newest proven connection to a peer: the likeliest to be alive. */
  connectionTo(peerId: string): Connection | undefined {
    return this.#members.get(peerId)?.connections.findLast((connection) => connection.status === 'open');
  }

  connectionsTo(peerId: string): readonly Connection[] {
    return this.#members.get(peerId)?.connections ?? [];
  }

  isProven(connection: Connection): boolean {
    return this.#verdicts.get(connection.id)?.state === 'proven';
  }

  whenDecided(connection: Connection): Promise<boolean> {
    return this.whenProven(connection).then(
      () => true,
      () => false,
    );
  }

  /** Resolves when a connection has proven membership. @throws {HelloError} when it does not */
  whenProven(connection: Connection): Promise<Acquaintance> {
    const verdict = this.#verdicts.get(connection.id);
    return verdict?.decided.promise ?? Promise.reject(new HelloError('ERR_CONNECTION_LOST', 'the connection is gone'));
  }

  /** Sees to a connection that has just been opened, by either side. */
  onConnection(connection: Connection): void {
    const decided = Promise.withResolvers<Acquaintance>();
    decided.promise.catch(() => undefined); // Whoever waits hears of it; nobody has to.
    const verdict: Verdict = { connection, decided, state: 'pending', told: new Set() };
    this.#verdicts.set(connection.id, verdict);
    connection.addEventListener('close', () => this.#onClosed(verdict));
    if (connection.status !== 'open') {
      this.#onClosed(verdict);
    } else if (connection.direction === 'outbound') {
      void this.#greet(verdict);
    } else {
      const timer = setTimeout(() => this.#expire(verdict), this.#timings.hello);
      connection.addEventListener('close', () => clearTimeout(timer));
      decided.promise.then(
        () => clearTimeout(timer),
        () => clearTimeout(timer),
      );
    }
  }

  /** Handles the stream on which a dialler proves itself, or a member tells of others. */
  readonly onHello = (stream: Stream, connection: Connection): void => {
    const verdict = this.#verdicts.get(connection.id);
    const signal = AbortSignal.timeout(this.#timings.hello);
    if (verdict?.state === 'pending' && connection.direction === 'inbound') {
      verdict.state = 'greeting';
      const peer = connection.remotePeer.toString();
      void this.#settle(verdict, stream, answerGreeting(this.#me(verdict), peer, stream, signal));
    } else {
      this.#hear(connection, hearNews(stream, signal)).catch((error: unknown) => stream.abort(asHello(error)));
    }
  };

  async #hear(connection: Connection, news: Promise<readonly Introduction[]>): Promise<void> {
    news.catch(() => undefined); // Heard below, if the one who tells is a member.
    await this.whenProven(connection);
    this.#events.onIntroduced(await news);
  }

  async #greet(verdict: Verdict): Promise<void> {
    verdict.state = 'greeting';
    const { connection } = verdict;
    const signal = AbortSignal.timeout(this.#timings.hello);
    let stream: Stream;
    try {
      stream = await connection.newStream(HELLO_PROTOCOL, { signal });
    } catch (error) {
      this.#refuse(verdict, unopened(error, signal));
      return;
    }
    await this.#settle(verdict, stream, greet(this.#me(verdict), connection.remotePeer.toString(), stream, signal));
  }

  async #settle(verdict: Verdict, stream: Stream, handshake: Promise<Acquaintance>): Promise<void> {
    try {
      const acquaintance = await handshake;
      this.#accept(verdict, acquaintance);
    } catch (error) {
      this.#refuse(verdict, asHello(error));
    }
    // Lets what was said last arrive.
    await stream.close({ signal: AbortSignal.timeout(1_000) }).catch((error: unknown) => stream.abort(asHello(error)));
  }

  #accept(verdict: Verdict, acquaintance: Acquaintance): void {
    const { connection } = verdict;
    if (verdict.state !== 'greeting' || connection.status !== 'open') {
      this.#refuse(verdict, new HelloError('ERR_CONNECTION_LOST', 'the connection closed'));
      return;
    }
    verdict.state = 'proven';
    const peerId = connection.remotePeer.toString();
    const before = this.#members.get(peerId);
    const peer: MeshPeer = {
      peerId,
      card: acquaintance.card,
      addresses: whereabouts(connection, acquaintance, before),
    };
    const told = new Set([...(before?.told ?? []), ...verdict.told]);
    this.#members.set(peerId, { peer, connections: [...(before?.connections ?? []), connection], told });
    verdict.decided.resolve(acquaintance);
    if (before === undefined) {
      this.#events.onJoined(peer);
    }
    this.#events.onProven(connection, acquaintance);
    this.#introduceMissed(peerId, connection);
  }

  /** Two that came in at the same time were told of everyone but each other: the later one is told now. */
  #introduceMissed(peerId: string, connection: Connection): void {
    const told = this.#members.get(peerId)?.told ?? new Set();
    const missed = this.#introductions(peerId).filter(
      ({ peer }) => !told.has(peer) && this.#members.get(peer)?.told.has(peerId) !== true,
    );
    if (missed.length > 0) {
      missed.forEach(({ peer }) => told.add(peer));
      tellNews(connection, missed, AbortSignal.timeout(this.#timings.hello)).catch(() => undefined); // It left again.
    }
  }

  /** Notes where a member listens, as it said after its hand-shake. */
  learn(peerId: string, addresses: readonly string[]): void {
    const member = this.#members.get(peerId);
    if (member !== undefined && addresses.length > 0) {
      this.#members.set(peerId, { ...member, peer: { ...member.peer, addresses } });
    }
  }

  #refuse(verdict: Verdict, error: HelloError): void {
    if (verdict.state === 'proven' || verdict.state === 'refused') {
      return;
    }
    verdict.state = 'refused';
    verdict.decided.reject(error);
    if (isStranger(error)) {
      this.#events.onStranger(verdict.connection.remotePeer.toString(), error);
    }
    closeConnection(verdict.connection, error);
  }

  #expire(verdict: Verdict): void {
    // Also one that began and does not go on: its own time-out ends that, and this one whatever happens.
    this.#refuse(verdict, new HelloError('ERR_HELLO_TIMEOUT', 'the peer did not prove membership in time'));
  }

  #onClosed(verdict: Verdict): void {
    const { connection } = verdict;
    this.#verdicts.delete(connection.id);
    if (verdict.state === 'pending') {
      this.#refuse(verdict, new HelloError('ERR_CONNECTION_LOST', 'the connection closed'));
    }
    if (verdict.state !== 'proven') {
      return; // A hand-shake that is going on ends by itself, and knows better why.
    }
    const peerId = connection.remotePeer.toString();
    const member = this.#members.get(peerId);
    const connections = (member?.connections ?? []).filter((other) => other.id !== connection.id);
    const newest = connections.at(-1);
    if (member === undefined || newest === undefined) {
      this.#members.delete(peerId);
      this.#events.onLeft(peerId);
    } else {
      this.#members.set(peerId, { ...member, connections });
      this.#events.onThinned(peerId, newest);
    }
  }

  #me(verdict: Verdict): HelloSelf {
    return {
      ...this.#self,
      introductions: (except) => {
        const introductions = this.#introductions(except);
        introductions.forEach(({ peer }) => verdict.told.add(peer));
        return introductions;
      },
    };
  }

  #introductions(except: string): readonly Introduction[] {
    return this.peers()
      .filter((peer) => peer.peerId !== except && peer.addresses.length > 0)
      .slice(0, MAX_INTRODUCTIONS)
      .map(({ peerId, addresses }) => ({ peer: peerId, addresses }));
  }
}

/** Where a peer said it listens, or until it has said so, where it was reached. */
function whereabouts(connection: Connection, said: Acquaintance, before: Member | undefined): readonly string[] {
  if (said.addresses.length > 0) {
    return said.addresses;
  }
  return before?.peer.addresses ?? (connection.direction === 'outbound' ? [connection.remoteAddr.toString()] : []);
}

/** Ends a connection so that what was said last still arrives, if it does within half a second. */
export function closeConnection(connection: Connection, error: Error): void {
  connection.close({ signal: AbortSignal.timeout(500) }).catch(() => connection.abort(error));
}

function unopened(error: unknown, signal: AbortSignal): HelloError {
  if (error instanceof Error && error.name === 'UnsupportedProtocolError') {
    return new HelloError('ERR_NOT_HOPLITE', 'the peer speaks no Hoplite protocol', error);
  }
  return signal.aborted
    ? new HelloError('ERR_HELLO_TIMEOUT', 'the peer did not open a hand-shake in time', error)
    : new HelloError('ERR_CONNECTION_LOST', 'the connection was lost before the hand-shake', error);
}

function asHello(error: unknown): HelloError {
  return error instanceof HelloError
    ? error
    : new HelloError('ERR_CONNECTION_LOST', 'the hand-shake was cut off', error);
}
