import type { Refusal } from '@hoplite/p2p';

/** How often one may attempt what was refused for good; the last of them ends the turn. */
export const MAX_ATTEMPTS = 3;

/** Different attempts of one turn that may be refused for good; then it ends. */
export const MAX_REFUSED = 100;

/** An attempt that is answered without the network: the same was refused before. */
export interface Repeated {
  readonly refusal: Refusal;
  /** Why the turn is to end now; undefined while it may go on. */
  readonly enough?: string;
}

interface Refused {
  readonly refusal: Refusal;
  times: number;
}

/** What one turn has tried to send, so that "try again" costs nothing and comes to an end. */
export class Attempts {
  /** By key. */
  readonly #refused = new Map<string, Refused>();
  /** Hashes of briefs. */
  readonly #said = new Set<string>();

  /**
   * Looks an attempt up, and counts it when the same has been refused for good.
   *
   * @param key what makes two attempts the same: channel, addressees and brief
   */
  repeat(key: string): Repeated | undefined {
    const attempt = this.#refused.get(key);
    if (attempt === undefined) {
      return undefined;
    }
    attempt.times += 1;
    const { refusal, times } = attempt;
    return times >= MAX_ATTEMPTS
      ? { refusal, enough: `the agent attempted the same ${times} times, and it stays refused: ${refusal.detail}` }
      : { refusal };
  }

  /** Whether this brief is on its way to its addressee, or has been answered. */
  isSaid(briefHash: string): boolean {
    return this.#said.has(briefHash);
  }

  /** It leaves now. */
  begin(briefHash: string): void {
    this.#said.add(briefHash);
  }

  /**
   * It was refused, here or over there.
   *
   * @returns why the turn is to end now; undefined while it may go on
   */
  refused(key: string, refusal: Refusal): string | undefined {
    this.#refused.set(key, { refusal, times: 1 });
    return this.#refused.size >= MAX_REFUSED ? `${this.#refused.size} messages of this turn were refused` : undefined;
  }

  /** It did not leave after all, or may be worth another attempt later. */
  forget(briefHash: string): void {
    this.#said.delete(briefHash);
  }
}
