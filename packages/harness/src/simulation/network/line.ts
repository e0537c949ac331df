import type { Clock, Timer } from '@hoplite/node';
import type { SeededRandom } from '../seeded-random.ts';
import { Connection, type End } from './connection.ts';
import type { LineFaults, Quality } from './line-faults.ts';
import type { Endpoint } from './endpoint.ts';
import type { Observers } from './traffic.ts';

/** Milliseconds before a broken connection is tried again: as the real mesh's, doubling from the first to the most. */
const REDIAL = { first: 250, most: 30_000 };

export interface LineInit {
  readonly clock: Clock;
  readonly observers: Observers;
  readonly faults: LineFaults;
  /** For the whole network; the line has a stream of its own. */
  readonly random: SeededRandom;
  /** Names of the peers at its ends. */
  readonly names: readonly [string, string];
  /** What runs at an end now. */
  readonly endpointAt: (end: End) => Endpoint | undefined;
}

/** What is between two peers, whether they run or not: one connection at most, which is tried again when it breaks. */
export class Line {
  readonly #init: LineInit;
  #connection: Connection | undefined;
  #random: SeededRandom | undefined;
  #quality: Quality | undefined;
  #qualityOf = -1;
  #dialling: Timer | undefined;
  #waiting: Timer | undefined;
  #failures = 0;
  #brokenAt = 0;

  constructor(init: LineInit) {
    this.#init = init;
  }

  get isUp(): boolean {
    return this.#connection !== undefined;
  }

  /** Connects now, if both ends run and may. */
  dial(): void {
    if (this.isUp || this.#dialling !== undefined || !this.isPossible) {
      return;
    }
    this.#waiting?.clear();
    this.#waiting = undefined;
    const { clock } = this.#init;
    this.#dialling = clock.after(this.#delay(), () => {
      this.#dialling = undefined;
      this.#handShake();
    });
  }

  /** It may work again: whoever lost the connection tries within the pause that has grown meanwhile. */
  heal(): void {
    if (this.isUp || !this.isPossible) {
      return;
    }
    const away = this.#init.clock.now() - this.#brokenAt;
    this.#redial(this.#chance().between(1, Math.max(REDIAL.first, Math.min(REDIAL.most, away))));
  }

  /** Breaks the connection; both ends notice. */
  break(): void {
    this.#connection?.break();
  }

  /** An end stops: in good order, so that what it has said arrives, or at once. */
  leave(end: End, isOrderly: boolean): void {
    this.#dialling?.clear();
    this.#dialling = undefined;
    this.#waiting?.clear();
    this.#waiting = undefined;
    if (isOrderly) {
      this.#connection?.shut(end);
    } else {
      this.#connection?.break();
    }
  }

  get isPossible(): boolean {
    const { faults, endpointAt, names } = this.#init;
    const [first, second] = [endpointAt(0), endpointAt(1)];
    return (
      first !== undefined &&
      second !== undefined &&
      faults.areTogether(...names) &&
      !first.isDenied(second.localPeer) &&
      !second.isDenied(first.localPeer)
    );
  }

  #handShake(): void {
    const [first, second] = [this.#init.endpointAt(0), this.#init.endpointAt(1)];
    if (first === undefined || second === undefined || !this.isPossible) {
      return;
    }
    const { lose } = this.#qualityNow();
    if (lose > 0 && this.#chance().chance(lose)) {
      this.#failures += 1;
      this.#redial(this.#pause());
      return;
    }
    this.#connection?.break(); // One end has been started anew before the other one heard that it had gone.
    const { clock, observers, faults, names } = this.#init;
    const connection = new Connection({
      ...{ clock, observers },
      random: () => this.#chance(),
      quality: () => this.#qualityNow(),
      slowness: () => faults.slowness(names[0]) + faults.slowness(names[1]),
      onBroken: () => this.#broken(connection, first, second),
    });
    this.#connection = connection;
    this.#failures = 0;
    first.onConnected(second, { connection, end: 0 });
    second.onConnected(first, { connection, end: 1 });
  }

  #broken(connection: Connection, first: Endpoint, second: Endpoint): void {
    if (this.#connection !== connection) {
      return;
    }
    this.#connection = undefined;
    this.#brokenAt = this.#init.clock.now();
    first.onDisconnected(second.localPeer);
    second.onDisconnected(first.localPeer);
    if (this.isPossible) {
      this.#failures += 1;
      this.#redial(this.#pause());
    }
  }

  #redial(after: number): void {
    this.#waiting?.clear();
    this.#waiting = this.#init.clock.after(after, () => {
      this.#waiting = undefined;
      this.dial();
    });
  }

  #pause(): number {
    const base = Math.min(REDIAL.most, REDIAL.first * 2 ** Math.min(this.#failures - 1, 20));
    return Math.min(REDIAL.most, base * (0.5 + this.#chance().next()));
  }

  #delay(): number {
    const { faults, names } = this.#init;
    const [least, most] = this.#qualityNow().delay;
    const delay = least >= most ? least : this.#chance().between(Math.ceil(least), Math.floor(most));
    return delay + faults.slowness(names[0]) + faults.slowness(names[1]);
  }

  #chance(): SeededRandom {
    this.#random ??= this.#init.random.stream(`line ${JSON.stringify(this.#init.names)}`);
    return this.#random;
  }

  #qualityNow(): Quality {
    const { faults, names } = this.#init;
    if (this.#quality === undefined || this.#qualityOf !== faults.version) {
      this.#quality = faults.quality(...names);
      this.#qualityOf = faults.version;
    }
    return this.#quality;
  }
}
