import type { JsonValue } from '@hoplite/tools';
import { inWords } from './settle.ts';
import type { Stage } from './stage.ts';

/** An agent that does nothing until its key is released. */
export interface Hold {
  readonly key: string;
  readonly peer: string;
  readonly signal: AbortSignal;
}

/** Keys that hold agents, and agents that are held. */
export class Holds {
  readonly #all: Hold[] = [];
  readonly #released = new Map<string, PromiseWithResolvers<JsonValue>>();
  readonly #isReleased = new Set<string>();

  /** Waits until the key is released; at once, if it has been. */
  hold(hold: Hold): Promise<JsonValue> {
    this.#all.push(hold);
    return this.#gate(hold.key).promise;
  }

  release(key: string, value: JsonValue): void {
    this.#isReleased.add(key);
    this.#gate(key).resolve(value);
  }

  isHeld(key: string): boolean {
    return this.#all.some((hold) => hold.key === key);
  }

  /** For a look. */
  view(): readonly JsonValue[] {
    return this.#all.map(({ key, peer, signal }) => ({
      key,
      peer,
      aborted: signal.aborted,
      reason: reasonOf(signal),
      released: this.#isReleased.has(key),
    }));
  }

  #gate(key: string): PromiseWithResolvers<JsonValue> {
    const gate = this.#released.get(key) ?? Promise.withResolvers<JsonValue>();
    this.#released.set(key, gate);
    return gate;
  }
}

/** Why a turn is to end; null while it is not. */
function reasonOf(signal: AbortSignal): string | null {
  if (!signal.aborted) return null;
  const why: unknown = signal.reason;
  return typeof why === 'object' && why !== null && 'reason' in why ? String(why.reason) : String(why);
}

/** Waits until some agent holds a key. */
export function untilHeld({ world, holds }: Stage, key: string): Promise<void> {
  return world.until(inWords(`that an agent holds "${key}"`, () => holds.isHeld(key)));
}
