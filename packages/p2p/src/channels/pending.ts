import type { OutboundRequest, Reply } from '../mesh.ts';
import type { Frame } from '../wire/frame-codec.ts';

/** What ends a question: the reply to a request, or the posts of a history. */
export type Outcome = Reply | Extract<Frame, { readonly kind: 'posts' }>;

/** One call that asks something of a peer. */
export interface Call {
  readonly signal: AbortSignal;
  readonly onAccepted?: OutboundRequest['onAccepted'] | undefined;
  readonly onProgress?: OutboundRequest['onProgress'] | undefined;
  resolve(outcome: Outcome): void;
  reject(reason: unknown): void;
}

/** One question to a peer, and every call that waits for its outcome. */
export class Pending {
  readonly frame: Extract<Frame, { readonly kind: 'request' | 'history' }>;
  /** Whether it has been written at least once, so that the peer may be at work on it. */
  written = false;
  /** Ends a question that could not be written. */
  timer: NodeJS.Timeout | undefined;
  readonly #calls = new Map<Call, () => void>();

  constructor(frame: Pending['frame']) {
    this.frame = frame;
  }

  get id(): string {
    return this.frame.id;
  }

  get calls(): Iterable<Call> {
    return this.#calls.keys();
  }

  /** Lets one more call wait. `onAbort` is called when its signal is aborted before that. */
  add(call: Call, onAbort: () => void): void {
    this.#calls.set(call, onAbort);
    call.signal.addEventListener('abort', onAbort, { once: true });
  }

  /** One call waits no longer. @returns whether none does now */
  delete(call: Call): boolean {
    this.#calls.delete(call);
    return this.#calls.size === 0;
  }

  /** Whether `outcome` is of the kind that this is to end with. */
  fits(outcome: Outcome): boolean {
    return (this.frame.kind === 'history') === (outcome.kind === 'posts');
  }

  /** Ends all calls. */
  settle(how: (call: Call) => void): void {
    for (const [call, onAbort] of this.#calls) {
      call.signal.removeEventListener('abort', onAbort);
      how(call);
    }
    this.#calls.clear();
  }
}
