import type { Ids } from '../../ports/ids.ts';
import type { Wait } from './wait-graph.ts';

const TOKEN_BYTES = 16;

/**
 * What stands for a wait in its probes: unpredictable, never the same for two waits, and another one for each time it
 * asks. So what comes back late, or is made up, is about nothing.
 */
export class AskTokens {
  readonly #ids: Ids;
  readonly #secrets = new Map<Wait, { readonly secret: string; rounds: number }>();
  readonly #waits = new Map<string, Wait>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  /** A new one. A wait that never asks needs none. */
  next(wait: Wait): string {
    let known = this.#secrets.get(wait);
    if (known === undefined) {
      known = { secret: Buffer.from(this.#ids.bytes(TOKEN_BYTES)).toString('base64url'), rounds: 0 };
      this.#secrets.set(wait, known);
      this.#waits.set(known.secret, wait);
    }
    known.rounds += 1;
    return `${known.secret}.${known.rounds}`;
  }

  /** The wait that a token stands for, if it has not ended and has not asked again since. */
  find(token: string): Wait | undefined {
    const wait = this.#waits.get(token.slice(0, token.indexOf('.')));
    return wait !== undefined && this.#tokenOf(wait) === token ? wait : undefined;
  }

  #tokenOf(wait: Wait): string | undefined {
    const known = this.#secrets.get(wait);
    return known && `${known.secret}.${known.rounds}`;
  }

  end(wait: Wait): void {
    this.#waits.delete(this.#secrets.get(wait)?.secret ?? '');
    this.#secrets.delete(wait);
  }
}
