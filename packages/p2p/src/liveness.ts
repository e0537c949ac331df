import type { Connection } from '@libp2p/interface';
import type { MeshObserver } from './mesh-event.ts';
import { pingConnection } from './ping.ts';
import type { MeshTimings } from './timings.ts';

/** What liveness needs of the rest. */
export interface LivenessPorts {
  readonly timings: MeshTimings;
  readonly observe: MeshObserver;
  /** Connections between members, now. */
  connections(): readonly Connection[];
  /** Called every time after the pings have been sent. */
  onTick(): void;
}

/**
 * Finds out that a peer is no longer there although its connection looks open: a pulled cable, a sleeping laptop.
 * Three pings in a row without an answer end a connection, which is about 15 seconds; redialling does the rest.
 */
export class Liveness {
  readonly #ports: LivenessPorts;
  /** Misses in a row, by connection; forgotten with it. */
  readonly #misses = new WeakMap<Connection, number>();
  /** Connections with a ping under way. */
  readonly #busy = new WeakSet<Connection>();
  #timer: NodeJS.Timeout | undefined;

  constructor(ports: LivenessPorts) {
    this.#ports = ports;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), this.#ports.timings.pingEvery);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Asks at once whether a connection still lives, and ends it on the first miss: its peer has opened another one,
   * which it would hardly do if this one worked.
   */
  probe(connection: Connection): void {
    void this.#ping(connection, 1);
  }

  #tick(): void {
    for (const connection of this.#ports.connections()) {
      void this.#ping(connection, this.#ports.timings.pingMisses);
    }
    this.#ports.onTick();
  }

  async #ping(connection: Connection, allowed: number): Promise<void> {
    if (this.#busy.has(connection)) {
      return;
    }
    this.#busy.add(connection);
    try {
      await pingConnection(connection, AbortSignal.timeout(this.#ports.timings.pingTimeout));
      this.#misses.delete(connection);
    } catch {
      this.#missed(connection, allowed);
    } finally {
      this.#busy.delete(connection);
    }
  }

  #missed(connection: Connection, allowed: number): void {
    const misses = (this.#misses.get(connection) ?? 0) + 1;
    this.#misses.set(connection, misses);
    if (misses >= allowed && connection.status === 'open') {
      this.#ports.observe({ kind: 'silent', peer: connection.remotePeer.toString() });
      connection.abort(new Error(`${misses} pings were not answered`));
    }
  }
}
