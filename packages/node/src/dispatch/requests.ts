import {
  MalformedMessageError,
  PeerUnreachableError,
  RequestNotSentError,
  briefHash,
  decodeEnvelope,
  verifyReply,
  type Message,
  type ProgressNote,
  type Refusal,
  type Reply,
  type Stop,
} from '@hoplite/p2p';
import { crossingOf } from '../admission/read-crossing.ts';
import { isRetryable, stopsJob } from '../admission/reasons.ts';
import { TurnAbortedError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { stopOf } from '../turns/ledger.ts';
import { Branches, type Branch } from './branches.ts';
import { parseContent } from './content.ts';
import type { FiledReply } from './pending.ts';
import { recordOf } from './record.ts';
import type { Sender } from './sender.ts';
import { untilReached } from './until-reached.ts';

export interface RequestInit {
  readonly sender: Sender;
  /** What was composed and recorded. */
  readonly message: Message;
  readonly envelope: Uint8Array;
  /** The peer that is to answer. */
  readonly peer: string;
  /** Its part of the credit, which the sender's ledger has reserved, or has granted to `branch` already. */
  readonly credit: number;
  readonly branch?: Branch;
  readonly deadline: number;
  readonly onAccepted?: () => void;
  readonly onProgress?: (note: ProgressNote) => void;
  /** Ends the request, besides the end of its sender; its reason is a TurnAbortedError. */
  readonly end?: AbortSignal;
  /**
   * Given when an earlier run of this node began it: its reply may be there already, and the peer is waited for. Resolves
   * when there is a network.
   */
  readonly resumed?: Promise<void>;
}

/** Sees requests through: sent, answered or not, and their credit settled. Every one ends in exactly one reply. */
export class Requests {
  readonly #runtime: Runtime;
  readonly #inFlight = new Map<string, number>();
  /** Credit that requests hold. */
  readonly branches: Branches;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.branches = new Branches(runtime);
  }

  /** Requests to `peer` without a reply yet. */
  inFlight(peer: string): number {
    return this.#inFlight.get(peer) ?? 0;
  }

  /** Sends a request and files its one reply. Never rejects: what went wrong is a refusal. */
  async run(init: RequestInit): Promise<FiledReply> {
    const { sender, message, peer, credit } = init;
    const branch = init.branch ?? this.branches.grant(sender, message, peer, credit);
    this.#inFlight.set(peer, this.inFlight(peer) + 1);
    try {
      const known = init.resumed === undefined ? undefined : this.#known(init, branch);
      return known ?? this.#take(init, branch, await this.#exchange(init));
    } catch (error) {
      return this.#failed(init, branch, error);
    } finally {
      const left = this.inFlight(peer) - 1;
      if (left > 0) {
        this.#inFlight.set(peer, left);
      } else {
        this.#inFlight.delete(peer);
      }
    }
  }

  /** A message that was recorded and then could not be sent at all. */
  unsent(message: Message, peer: string, refusal: Refusal): void {
    this.#recordOutcome(message, peer, refusal);
  }

  #exchange(init: RequestInit): Promise<Reply> {
    const { clock, peers } = this.#runtime;
    const { sender, peer, deadline, end } = init;
    const controller = new AbortController();
    const onAbort = (): void => controller.abort(sender.signal.reason);
    const onEnd = (): void => controller.abort(end?.reason);
    sender.signal.addEventListener('abort', onAbort, { once: true });
    end?.addEventListener('abort', onEnd, { once: true });
    if (sender.signal.aborted) {
      onAbort();
    } else if (end?.aborted === true) {
      onEnd();
    }
    const timer = clock.after(deadline - clock.now(), () =>
      controller.abort(new TurnAbortedError('deadline', `${peers.nameOf(peer)} did not answer before the deadline`)),
    );
    return this.#reach(init, controller.signal).finally(() => {
      timer.clear();
      sender.signal.removeEventListener('abort', onAbort);
      end?.removeEventListener('abort', onEnd);
    });
  }

  /** Asks the peer. When it may have got the message before this node was restarted, it is tried until the signal ends. */
  async #reach(init: RequestInit, signal: AbortSignal): Promise<Reply> {
    const { clock, ids, mesh, suspects } = this.#runtime;
    const { sender, message, peer, envelope, resumed } = init;
    const onAccepted = (): void => {
      suspects.heard(peer);
      init.onAccepted?.();
    };
    const onProgress = ({ tick, ...told }: ProgressNote): void => {
      suspects.heard(peer);
      if (tick !== undefined) {
        sender.onTick?.(tick);
      }
      if (told.note !== '') {
        init.onProgress?.(told);
      }
    };
    const ask = (): Promise<Reply> =>
      mesh.request({
        ...{ peer, channel: message.channel, id: message.link.messageId, envelope, signal },
        ...{ onAccepted, onProgress },
      });
    await resumed;
    const unexpected = suspects.expect(peer); // From now on its node should give signs of life.
    try {
      return await (resumed === undefined ? ask() : untilReached(ask, { clock, ids, signal }));
    } finally {
      unexpected();
    }
  }

  /** What the store knows of how a request ended. */
  #known(init: RequestInit, branch: Branch): FiledReply | undefined {
    const { mesh, store } = this.#runtime;
    const { message, peer } = init;
    const { messageId } = message.link;
    const answer = store.answer(peer, mesh.localPeer, messageId);
    if (answer !== undefined) {
      const read = decodeEnvelope(answer.channel, answer.envelope);
      this.branches.answered(branch, read.body.settlement);
      return this.#file(peer, read);
    }
    const outcome = store.outcomes(mesh.localPeer, messageId).find((known) => known.peer === peer);
    if (outcome === undefined) {
      return undefined;
    }
    this.branches.lost(branch);
    const { reason, detail, path } = outcome;
    return { reply: { ok: false, from: peer, refusal: { reason, detail, path } } };
  }

  #take(init: RequestInit, branch: Branch, reply: Reply): FiledReply {
    const { message, peer } = init;
    if (reply.kind === 'refused') {
      const { refusal } = reply;
      this.branches.unspent(
        branch,
        stopsJob(refusal.reason) ? this.#stopOf(message, refusal) : undefined,
        refusal.detail,
      );
      this.#refused(message, peer, refusal);
      return { reply: { ok: false, from: peer, refusal } };
    }
    const answer = decodeEnvelope(message.channel, reply.envelope);
    const fault = verifyReply(answer, message, peer);
    if (fault !== undefined) {
      throw new MalformedMessageError('answer', fault.detail);
    }
    const { store, policy } = this.#runtime;
    const { retentionMs } = policy;
    const { envelope } = reply;
    if (!store.addMessage(recordOf({ message: answer, peer, direction: 'in', retentionMs, envelope }))) {
      store.markAddressed(answer.link.from, answer.link.messageId, 0); // In a room gossip was here before.
    }
    this.branches.answered(branch, answer.body.settlement);
    return this.#file(peer, answer);
  }

  #file(peer: string, answer: Message): FiledReply {
    const { refusal, content } = answer.body;
    const { lineage } = answer;
    return refusal === undefined
      ? {
          reply: {
            ok: true,
            from: peer,
            messageId: answer.link.messageId,
            content: parseContent(answer.channel, content),
          },
          lineage,
        }
      : { reply: { ok: false, from: peer, refusal }, lineage };
  }

  #stopOf(message: Message, refusal: Refusal): Stop {
    return stopOf(refusal, briefHash(message.link.to, message.body.content, message.channel), message.body.content);
  }

  #failed({ message, peer }: RequestInit, branch: Branch, error: unknown): FiledReply {
    const refusal = refusalOf(error, [...message.lineage.chain, peer]);
    if (error instanceof MalformedMessageError) {
      this.#runtime.mesh.charge(peer, error.message);
    }
    if (error instanceof PeerUnreachableError || error instanceof RequestNotSentError) {
      this.branches.unspent(branch); // Nothing left, so nothing can have run.
    } else {
      this.branches.lost(branch);
    }
    this.#refused(message, peer, refusal);
    return { reply: { ok: false, from: peer, refusal } };
  }

  #refused(message: Message, peer: string, refusal: Refusal): void {
    const { mesh, refusals } = this.#runtime;
    const { path } = refusal;
    refusals.note({
      crossing: crossingOf(message, { direction: 'outbound', peer, path, localPeer: mesh.localPeer }),
      refusal,
    });
    this.#recordOutcome(message, peer, refusal);
  }

  #recordOutcome({ link }: Message, peer: string, { reason, detail, path }: Refusal): void {
    const { clock, store } = this.#runtime;
    const { from: author, messageId } = link;
    const retryable = isRetryable(reason);
    store.addOutcome({ author, messageId, peer, reason, detail, path, retryable, at: clock.now() });
  }
}

/** What a failed exchange is to its sender. */
function refusalOf(error: unknown, path: readonly string[]): Refusal {
  if (error instanceof TurnAbortedError) {
    return { reason: error.reason, detail: error.message, path: error.path ?? path };
  }
  if (error instanceof RequestNotSentError) {
    const ended = refusalOf(error.cause, path);
    const detail = `nothing was sent: the peer could not be reached in time (${ended.detail})`;
    return ended.reason === 'deadline' ? { reason: 'unreachable', detail, path } : ended;
  }
  if (error instanceof PeerUnreachableError) {
    return { reason: 'unreachable', detail: error.message, path };
  }
  if (error instanceof MalformedMessageError) {
    return { reason: 'malformed', detail: `the answer cannot be used: ${error.message}`, path };
  }
  return { reason: 'interrupted', detail: error instanceof Error ? error.message : String(error), path };
}
