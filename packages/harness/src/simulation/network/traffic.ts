import type { Channel, Refusal } from '@hoplite/p2p';

/** Something that one peer says to another, on its way. Peers stand by ID. */
export interface Crossing {
  readonly from: string;
  readonly to: string;
  readonly channel: Channel;
  readonly kind: 'request' | 'answer' | 'refused' | 'post';
  /** Of the request; of a post, whatever tells it from others. */
  readonly id: string;
  readonly envelope?: Uint8Array;
  readonly refusal?: Refusal;
}

/** Told what crosses the lines. Called synchronously; must not throw. */
export interface TrafficObserver {
  onSent?(crossing: Crossing): void;
  onDelivered?(crossing: Crossing): void;
  /** It was sent, and will not arrive. */
  onLost?(crossing: Crossing): void;
  /** It was sent once, and will arrive once more. */
  onDuplicated?(crossing: Crossing): void;
  /** Who asked waits no longer: it has a reply, or gave up. */
  onEnded?(request: Pick<Crossing, 'from' | 'to' | 'channel' | 'id'>): void;
}

/** Tells several observers. */
export class Observers {
  readonly #observers = new Set<TrafficObserver>();

  add(observer: TrafficObserver): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  tell(what: 'onSent' | 'onDelivered' | 'onLost' | 'onDuplicated', crossing: Crossing | undefined): void {
    if (crossing !== undefined) {
      for (const observer of this.#observers) {
        observer[what]?.(crossing);
      }
    }
  }

  ended(request: Pick<Crossing, 'from' | 'to' | 'channel' | 'id'>): void {
    for (const observer of this.#observers) {
      observer.onEnded?.(request);
    }
  }
}
