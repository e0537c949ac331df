import type { Clock, Timer } from '@hoplite/node';
import type { SeededRandom } from '../seeded-random.ts';
import type { Quality } from './line-faults.ts';
import type { Crossing, Observers } from './traffic.ts';

/** Which end of a connection: the first that it was made with, or the second. */
export type End = 0 | 1;

/** What one end is sent. */
export interface Parcel {
  /** What of it is a message, for observers. */
  readonly crossing?: Crossing | undefined;
  /** What has to stay in order keeps the same name, whatever overtakes it otherwise. */
  readonly order?: string;
  /** Whether it may be lost without anybody's noticing; what else is lost breaks the connection. */
  readonly isGossip?: boolean;
  /** @param isRepeat whether it has been delivered before */
  deliver(isRepeat: boolean): void;
}

export interface ConnectionInit {
  readonly clock: Clock;
  readonly observers: Observers;
  readonly random: () => SeededRandom;
  readonly quality: () => Quality;
  /** Milliseconds that both ends together take longer than others. */
  readonly slowness: () => number;
  /** The connection is no more. Not called when it is dropped. */
  readonly onBroken: (connection: Connection) => void;
}

/** How long what is overtaken, or comes twice, comes later, in milliseconds. */
const LATER = [5, 50] as const;

interface Flight {
  readonly parcel: Parcel;
  timer: Timer;
}

/** One connection between two peers: what is sent at one end arrives at the other, in order, until it breaks. */
export class Connection {
  readonly #init: ConnectionInit;
  readonly #flights = new Set<Flight>();
  /** When what was sent last arrives, by the end that sent it. */
  readonly #lastArrival: [number, number] = [0, 0];
  /** When what was overtaken arrives, by its order. */
  readonly #held = new Map<string, number>();
  readonly #isShut: [boolean, boolean] = [false, false];
  #isBroken = false;

  constructor(init: ConnectionInit) {
    this.#init = init;
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Sends something from one end. It is lost in silence when the connection is broken. */
  send(from: End, parcel: Parcel): void {
    const { observers, random, quality } = this.#init;
    observers.tell('onSent', parcel.crossing);
    if (this.#isBroken) {
      observers.tell('onLost', parcel.crossing);
      return;
    }
    const { lose, duplicate, reorder } = quality();
    const isLost = lose > 0 && random().chance(lose);
    const isOvertaken = reorder > 0 && random().chance(reorder);
    const arrival = this.#arrivalOf(from, parcel, isOvertaken);
    if (isLost && parcel.isGossip === true) {
      observers.tell('onLost', parcel.crossing);
      return;
    }
    this.#fly(parcel, arrival, isLost ? () => this.break() : () => this.#deliver(from, parcel, false));
    if (!isLost && duplicate > 0 && random().chance(duplicate)) {
      observers.tell('onDuplicated', parcel.crossing);
      const again = arrival + random().between(...LATER);
      this.#fly({ ...parcel, crossing: undefined }, again, () => this.#deliver(from, parcel, true));
    }
  }

  /** One end closes it: what it has sent arrives, what is on its way to it does not. */
  shut(by: End): void {
    this.#isShut[by] = true;
    const { clock } = this.#init;
    const end = { deliver: () => this.break() };
    this.#fly(end, Math.max(clock.now() + this.#delay(), this.#lastArrival[by]), () => this.break());
  }

  /** Everything that is on its way is lost, and both ends notice. */
  break(): void {
    if (this.#isBroken) {
      return;
    }
    this.drop();
    this.#init.onBroken(this);
  }

  /** As {@link break}, but nobody is told. */
  drop(): void {
    this.#isBroken = true;
    for (const { parcel, timer } of this.#flights) {
      timer.clear();
      this.#init.observers.tell('onLost', parcel.crossing);
    }
    this.#flights.clear();
  }

  #delay(): number {
    const { quality, random, slowness } = this.#init;
    const [least, most] = quality().delay;
    return slowness() + (least >= most ? least : random().between(Math.ceil(least), Math.floor(most)));
  }

  #arrivalOf(from: End, { order }: Parcel, isOvertaken: boolean): number {
    const { clock, random } = this.#init;
    const soonest = clock.now() + this.#delay();
    const inOrder = Math.max(soonest, this.#lastArrival[from]);
    const held = order === undefined ? 0 : (this.#held.get(order) ?? 0);
    if (!isOvertaken) {
      this.#lastArrival[from] = inOrder;
      return Math.max(inOrder, held);
    }
    const later = Math.max(held, inOrder + random().between(...LATER));
    if (order !== undefined) {
      this.#held.set(order, later);
    }
    return later;
  }

  #fly(parcel: Parcel, arrival: number, arrive: () => void): void {
    const { clock } = this.#init;
    const flight: Flight = {
      parcel,
      timer: clock.after(arrival - clock.now(), () => {
        if (parcel.order !== undefined && this.#held.get(parcel.order) === arrival) {
          this.#held.delete(parcel.order);
        }
        this.#flights.delete(flight);
        arrive();
      }),
    };
    this.#flights.add(flight);
  }

  #deliver(from: End, parcel: Parcel, isRepeat: boolean): void {
    if (this.#isShut[from === 0 ? 1 : 0]) {
      this.#init.observers.tell('onLost', parcel.crossing);
      return;
    }
    if (!isRepeat) {
      this.#init.observers.tell('onDelivered', parcel.crossing);
    }
    parcel.deliver(isRepeat);
  }
}
