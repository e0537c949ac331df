import type { Lineage, Refusal } from '@hoplite/p2p';
import { turnKeyOf } from './turn-key.ts';

/** Something that a turn waits for. */
export interface WaitInit {
  /** Of the turn, or of the operator's event, that waits. */
  readonly lineage: Lineage;
  /** What for: an answer, credit that branches hold, or a person. */
  readonly kind: 'reply' | 'credit' | 'person';
  /** Peer IDs, with the message that each is to answer. The wait is for all of them. */
  readonly on: readonly { readonly peer: string; readonly messageId: string }[];
  /** Ends the wait because it would never end by itself. */
  readonly fail: (refusal: Refusal) => void;
}

/** A wait that has not ended. */
export interface Wait extends WaitInit {
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  /** Waits of this node in the order in which they began. */
  readonly order: number;
  readonly turnKey: string;
}

/**
 * Who waits for whom at one node. A turn waits for the turns that its messages woke. Where one message is handled at a
 * time, a queued message waits for every turn that runs.
 */
export class WaitGraph {
  readonly #waits = new Set<Wait>();
  readonly #waitsOfTurn = new Map<string, Set<Wait>>();
  /** Turns that run, and how many of the same key. */
  readonly #running = new Map<string, number>();
  /** Queued messages, by the key of the turn that they will wake. */
  readonly #queued = new Map<string, number>();
  /** Of queued messages, the turns here that they descend from. */
  readonly #callers = new Map<string, readonly string[]>();
  #begun = 0;

  get waits(): Iterable<Wait> {
    return this.#waits;
  }

  get hasQueued(): boolean {
    return this.#queued.size > 0;
  }

  turnBegan(lineage: Lineage): () => void {
    return counted(this.#running, turnKeyOf(lineage));
  }

  /** @param callers keys of the turns of this node that the message descends from */
  queued(lineage: Lineage, callers: readonly string[]): () => void {
    const key = turnKeyOf(lineage);
    this.#callers.set(key, callers);
    const over = counted(this.#queued, key);
    return () => {
      over();
      if (!this.#queued.has(key)) {
        this.#callers.delete(key);
      }
    };
  }

  isRunning(turnKey: string): boolean {
    return this.#running.has(turnKey);
  }

  begin(init: WaitInit, now: number): Wait {
    const turnKey = turnKeyOf(init.lineage);
    this.#begun += 1;
    const wait = { ...init, since: now, order: this.#begun, turnKey };
    this.#waits.add(wait);
    const ofTurn = this.#waitsOfTurn.get(turnKey) ?? new Set();
    ofTurn.add(wait);
    this.#waitsOfTurn.set(turnKey, ofTurn);
    return wait;
  }

  end(wait: Wait): void {
    this.#waits.delete(wait);
    const ofTurn = this.#waitsOfTurn.get(wait.turnKey);
    ofTurn?.delete(wait);
    if (ofTurn?.size === 0) {
      this.#waitsOfTurn.delete(wait.turnKey);
    }
  }

  isLive(wait: Wait): boolean {
    return this.#waits.has(wait);
  }

  waitsOf(turnKey: string): readonly Wait[] {
    return [...(this.#waitsOfTurn.get(turnKey) ?? [])];
  }

  /** Waits of the turns that run: those that a queued message waits for. */
  waitsOfRunning(): readonly Wait[] {
    return [...this.#running.keys()].flatMap((key) => this.waitsOf(key));
  }

  /** Turns that run. */
  get running(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether all turns that run wait. */
  get isBlocked(): boolean {
    return [...this.#running.keys()].every((key) => this.#waitsOfTurn.has(key));
  }

  /**
   * What stands between a message and its answer: the waits of its turn, or of those that it is queued behind. A question
   * along the call of one of them waits for nobody that is blocked: it is let in as soon as they all wait.
   */
  beyond(key: string): readonly Wait[] {
    if (this.isRunning(key)) {
      return this.waitsOf(key);
    }
    if (this.#callers.get(key)?.some((caller) => this.isRunning(caller)) === true) {
      return [];
    }
    return this.#queued.has(key) ? this.waitsOfRunning() : [];
  }

  /** Whether anybody may wait for the turn of a wait. If nobody does, it is in no circle. */
  mayBeWaitedFor(wait: Wait): boolean {
    return this.isRunning(wait.turnKey) && (wait.lineage.depth > 0 || this.hasQueued);
  }
}

/** Counts a key until what is returned is called. */
function counted(counts: Map<string, number>, key: string): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  let isOver = false;
  return () => {
    if (isOver) {
      return;
    }
    isOver = true;
    const left = (counts.get(key) ?? 0) - 1;
    if (left > 0) {
      counts.set(key, left);
    } else {
      counts.delete(key);
    }
  };
}
