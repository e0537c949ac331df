import type { Lineage } from '@hoplite/p2p';
import type { PeerReply, Replies } from '@hoplite/tools';
import type { Clock } from '../ports/clock.ts';

/** A reply with the chain that it came along. */
export interface FiledReply {
  readonly reply: PeerReply;
  /** Of an answer; refusals have none. */
  readonly lineage?: Lineage;
}

/**
 * The replies that one message is owed. It is there before the message leaves, so an answer cannot come too early; and
 * replies are matched by what they answer, so a late one is filed here and nowhere else.
 */
export class Pending {
  readonly #missing: Set<string>;
  readonly #filed: FiledReply[] = [];
  #complete: (() => void)[] = [];

  constructor(peers: readonly string[]) {
    this.#missing = new Set(peers);
  }

  /** Peer IDs that have not answered yet. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  get filed(): readonly FiledReply[] {
    return this.#filed;
  }

  file(peer: string, filed: FiledReply): void {
    if (this.#missing.delete(peer)) {
      this.#filed.push(filed);
    }
    if (this.#missing.size === 0) {
      for (const resolve of this.#complete.splice(0)) {
        resolve();
      }
    }
  }

  /** What there is once all replies are in, the time is over or the signal aborts. */
  async wait(timeoutMs: number, clock: Clock, signal: AbortSignal): Promise<Replies> {
    if (this.#missing.size > 0 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          timer.clear();
          signal.removeEventListener('abort', done);
          this.#complete = this.#complete.filter((waiter) => waiter !== done);
          resolve();
        };
        const timer = clock.after(timeoutMs, done);
        signal.addEventListener('abort', done, { once: true });
        this.#complete.push(done);
      });
    }
    return { replies: this.#filed.map(({ reply }) => reply), missing: [...this.#missing] };
  }
}
