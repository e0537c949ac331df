import {
  EmptyMessageError,
  MessageTooLargeError,
  composeMessage,
  encodeEnvelope,
  type Act,
  type Body,
  type Channel,
  type Lineage,
  type Message,
} from '@hoplite/p2p';
import type { Attempt } from '@hoplite/tools';
import type { Runtime } from '../runtime.ts';
import type { AttemptKey } from './clearing.ts';
import { recordOf } from './record.ts';
import type { Sender } from './sender.ts';

/** A message that has been cleared, and is to be made. */
export interface Composing {
  readonly channel: Channel;
  readonly to: string;
  readonly act: Act;
  readonly parent: Lineage;
  readonly credit: number;
  readonly body: Body;
  /** Peer ID of the other side, or a room's topic. */
  readonly peer: string;
  readonly attempt: AttemptKey | undefined;
  /** Whether it is recorded by {@link Composer.record} once it has been heard. */
  readonly recordedAfter?: boolean;
}

/** Makes messages: stamped, signed, and recorded before they leave. */
export class Composer {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Makes a message and, unless it is to be recorded afterwards, records it. Once this resolves, it may leave. */
  async compose(
    sender: Sender,
    init: Composing,
  ): Promise<Attempt<{ readonly message: Message; readonly envelope: Uint8Array }>> {
    const { ids, clock, mesh } = this.#runtime;
    try {
      const { channel, parent, to, act, credit, body, peer } = init;
      const stamp = { channel, parent, to, act, credit, body, messageId: ids.next(), at: clock.now() };
      const message = composeMessage(stamp, mesh.signer);
      const envelope = encodeEnvelope(message);
      if (init.recordedAfter !== true) {
        await this.record(message, peer, envelope, init.attempt?.briefHash);
      }
      return { ok: true, value: { message, envelope } };
    } catch (error) {
      sender.ledger.release(init.credit);
      forget(sender, init.attempt);
      if (error instanceof MessageTooLargeError || error instanceof EmptyMessageError) {
        const reason = error instanceof EmptyMessageError ? 'malformed' : 'too_large';
        const path = [...sender.lineage.chain, mesh.localPeer, init.to];
        return { ok: false, refusal: { reason, detail: error.message, path } };
      }
      throw error;
    }
  }

  /** Records what leaves, or has left. Resolves when that outlives a crash. */
  async record(message: Message, peer: string, envelope: Uint8Array, briefHash?: Uint8Array): Promise<void> {
    const { policy, store } = this.#runtime;
    const { retentionMs } = policy;
    const hash = briefHash === undefined ? {} : { briefHash };
    store.addMessage(recordOf({ message, peer, direction: 'out', envelope, retentionMs, ...hash }));
    await store.written();
  }

  /** Until when an answer is due. */
  deadline({ job }: Lineage, timeoutMs = Infinity): number {
    return Math.trunc(Math.min(job.expiresAt, this.#runtime.clock.now() + timeoutMs));
  }
}

/** What was cleared did not leave: the same may be sent again. */
export function forget(sender: Sender, attempt: AttemptKey | undefined): void {
  if (attempt !== undefined) {
    sender.attempts.forget(attempt.hash);
  }
}
