import { decodeEnvelope, type Message, type Refusal } from '@hoplite/p2p';
import type { Runtime } from '../runtime.ts';
import { askedOf, grantOf } from './asked.ts';
import type { Branch, Branches } from './branches.ts';
import { attemptKeyOf } from './clearing.ts';
import type { Sender } from './sender.ts';

/** A message that an earlier run of a turn has sent. */
export interface EarlierRequest {
  readonly message: Message;
  readonly envelope: Uint8Array;
}

/** The same, with the credit that it holds in the ledger of the run that goes on. */
export interface HeldRequest extends EarlierRequest {
  readonly branches: ReadonlyMap<string, Branch>;
}

/**
 * What the runs of a turn before a crash have asked of others. When the turn that runs again asks the same, that is the
 * same message, with the same ID: so it is handled once, and what was answered meanwhile is the answer. What it does not
 * ask again is withdrawn when it ends.
 */
export class EarlierRequests {
  readonly #runtime: Runtime;
  readonly #branches: Branches;
  readonly #held = new Map<string, HeldRequest>();

  constructor(runtime: Runtime, branches: Branches) {
    this.#runtime = runtime;
    this.#branches = branches;
  }

  /** Takes their credit from the ledger, in the order in which they were sent; some of it has come back since. */
  hold(sender: Sender, earlier: readonly EarlierRequest[]): void {
    for (const { message, envelope } of earlier) {
      const branches = new Map(askedOf(message).map((peer) => [peer, this.#hold(sender, message, peer)]));
      const { content } = message.body;
      const { key } = attemptKeyOf({ channel: message.channel, to: message.link.to, wakes: askedOf(message), content });
      this.#held.set(key, { message, envelope, branches });
    }
  }

  /** The request that this attempt repeats, if an earlier run has made it; once. */
  take(key: string): HeldRequest | undefined {
    const held = this.#held.get(key);
    this.#held.delete(key);
    return held;
  }

  /** The turn has ended. */
  withdrawRest(): void {
    for (const { message, branches } of this.#held.values()) {
      for (const [peer, branch] of branches) {
        this.#branches.lost(branch);
        withdraw(this.#runtime, message, peer);
      }
    }
    this.#held.clear();
  }

  #hold(sender: Sender, message: Message, peer: string): Branch {
    const { mesh, store } = this.#runtime;
    const { messageId } = message.link;
    const credit = grantOf(message, peer);
    sender.ledger.reserve(credit);
    const branch = this.#branches.grant(sender, message, peer, credit);
    const answer = store.answer(peer, mesh.localPeer, messageId);
    if (answer !== undefined) {
      this.#branches.answered(branch, decodeEnvelope(answer.channel, answer.envelope).body.settlement);
    }
    return branch;
  }
}

const WITHDRAWN: Pick<Refusal, 'reason' | 'detail' | 'path'> = {
  reason: 'interrupted',
  detail: 'the node stopped during the turn that sent it',
  path: [],
};

/** Tells a peer that nobody waits for its answer any more, unless it is there; and that so it ended. */
export function withdraw({ clock, mesh, store }: Runtime, { channel, link }: Message, peer: string): void {
  const { from: author, messageId } = link;
  if (store.answer(peer, author, messageId) === undefined) {
    store.addOutcome({ author, messageId, peer, ...WITHDRAWN, retryable: false, at: clock.now() });
    mesh.cancel(peer, channel, messageId, 'the node that asked was restarted');
  }
}
