import {
  MAX_HOP_DEPTH,
  MessageTooLargeError,
  NobodyListeningError,
  composeMessage,
  encodeEnvelope,
  obliges,
  roomTopic,
  type Act,
  type Body,
  type Channel,
  type Lineage,
  type Message,
  type ObligingAct,
  type ProgressNote,
  type Reason,
  type Refusal,
} from '@hoplite/p2p';
import type { Attempt, SentPost } from '@hoplite/tools';
import { applyBrakes } from '../admission/brakes.ts';
import type { MessageCrossing } from '../admission/crossing.ts';
import { NodeView } from '../admission/node-view.ts';
import { MAX_IN_FLIGHT_PER_PEER } from '../admission/policy.ts';
import { stopsJob } from '../admission/reasons.ts';
import type { Runtime } from '../runtime.ts';
import { shareOf, splitShare } from '../turns/credit.ts';
import { Pending, type FiledReply } from './pending.ts';
import { recordOf } from './record.ts';
import type { Requests } from './requests.ts';
import type { Sender } from './sender.ts';

/** A message to one peer that obliges it to answer. */
export interface Outgoing {
  readonly channel: 'task' | 'session';
  /** Peer ID. */
  readonly to: string;
  readonly act: ObligingAct;
  readonly content: string;
  /** How long an answer may take; the rest of the job's life by default. */
  readonly timeoutMs?: number;
  readonly onProgress?: (note: ProgressNote) => void;
}

/** A post to a room that this node is in. */
export interface OutgoingPost {
  readonly room: string;
  readonly text: string;
  /** Peer IDs. */
  readonly wake: readonly string[];
}

export interface SentRequest {
  readonly messageId: string;
  /** Resolves when the request was accepted, or when it ended otherwise. */
  readonly accepted: Promise<void>;
  /** Resolves with the one reply; never rejects. */
  readonly reply: Promise<FiledReply>;
}

/** A message that is to leave, as the brakes need it. */
interface Leaving {
  readonly channel: Channel;
  /** Peer ID, or the topic of a room. */
  readonly to: string;
  readonly act: Act;
  /** Whom it is to reach: the last of the path that a refusal names. */
  readonly reach: string;
  /** Peers that it is to wake. */
  readonly children: number;
}

/** What may cross: the lineage to extend, and the credit to carry. */
interface Clearance {
  readonly parent: Lineage;
  readonly share: number;
}

/**
 * The only way out of a node. Whatever a turn or an operator sends passes the brakes, takes its share of the credit,
 * extends the lineage, and is recorded before it leaves.
 */
export class Dispatch {
  readonly #runtime: Runtime;
  readonly #requests: Requests;

  constructor(runtime: Runtime, requests: Requests) {
    this.#runtime = runtime;
    this.#requests = requests;
  }

  /** Sends a task or a session message. A refusal here means that nothing left. */
  async request(sender: Sender, out: Outgoing): Promise<Attempt<SentRequest>> {
    const cleared = await this.#clear(sender, { ...out, reach: out.to, children: 1 });
    if (!cleared.ok) {
      return cleared;
    }
    const { parent, share } = cleared.value;
    const deadline = this.#deadline(parent, out.timeoutMs);
    const composed = this.#compose(sender, {
      ...out,
      parent,
      credit: share,
      body: { content: out.content, deadline },
      peer: out.to,
    });
    if (!composed.ok) {
      return composed;
    }
    const { message, envelope } = composed.value;
    const pending = new Pending([out.to]);
    sender.pending.set(message.link.messageId, pending);
    const accepted = Promise.withResolvers<void>();
    const reply = this.#requests.run({
      sender,
      message,
      envelope,
      peer: out.to,
      credit: share,
      deadline,
      onAccepted: accepted.resolve,
      ...(out.onProgress === undefined ? {} : { onProgress: out.onProgress }),
    });
    const filed = reply.then((reply) => {
      pending.file(out.to, reply);
      accepted.resolve();
      return reply;
    });
    return { ok: true, value: { messageId: message.link.messageId, accepted: accepted.promise, reply: filed } };
  }

  /** Posts to a room, and sees the answers of those it wakes through. A refusal here means that nothing left. */
  async post(sender: Sender, out: OutgoingPost): Promise<Attempt<SentPost>> {
    const { mesh } = this.#runtime;
    const topic = roomTopic(out.room);
    const here = [...sender.lineage.visited, mesh.localPeer];
    const visited = out.wake.filter((peer) => here.includes(peer));
    const askable = [...new Set(out.wake)].filter((peer) => !here.includes(peer));
    const act: Act = askable.length > 0 ? 'request' : 'inform';
    const reach = askable.length === 1 ? (askable[0] ?? topic) : topic;
    const cleared = await this.#clear(sender, { channel: 'room', to: topic, act, reach, children: askable.length });
    if (!cleared.ok) {
      return cleared;
    }
    const { parent, share } = cleared.value;
    const parts = splitShare(share, Math.max(1, askable.length));
    const wake = askable.flatMap((peer, index) => {
      const credit = parts[index] ?? 0;
      return credit > 0 ? [{ peer, credit }] : [];
    });
    const deadline = this.#deadline(parent);
    const composed = this.#compose(sender, {
      channel: 'room',
      to: topic,
      act,
      parent,
      credit: share,
      body: { content: out.text, room: out.room, ...(wake.length > 0 ? { wake, deadline } : {}) },
      peer: topic,
    });
    if (!composed.ok) {
      return composed;
    }
    const { message, envelope } = composed.value;
    const published = await this.#publish(sender, out.room, envelope, message);
    if (!published.ok) {
      return published;
    }
    this.#ask(sender, message, envelope, deadline);
    const chain = sender.lineage.chain;
    return {
      ok: true,
      value: {
        messageId: message.link.messageId,
        recipients: published.value,
        woken: wake.map(({ peer }) => peer),
        notWoken: [
          ...visited.map((peer) => notWoken(peer, 'cannot: cycle', 'it has been there already', chain)),
          ...askable
            .filter((peer) => !wake.some((woken) => woken.peer === peer))
            .map((peer) => notWoken(peer, 'max_turns', 'there is no credit left to wake it', chain)),
        ],
      },
    };
  }

  /** Sends a post to each peer that it wakes, so that it cannot be missed, and files what they answer. */
  #ask(sender: Sender, message: Message, envelope: Uint8Array, deadline: number): void {
    const wake = message.body.wake ?? [];
    const pending = new Pending(wake.map(({ peer }) => peer));
    sender.pending.set(message.link.messageId, pending);
    for (const { peer, credit } of wake) {
      this.#requests
        .run({ sender, message, envelope, peer, credit, deadline })
        .then((reply) => pending.file(peer, reply))
        .catch((error: unknown) => this.#runtime.log.error({ err: error }, 'a reply could not be filed'));
    }
  }

  /** Applies the brakes, waits for credit while branches hold it, and reserves the share. */
  async #clear(sender: Sender, leaving: Leaving): Promise<Attempt<Clearance>> {
    const { ledger } = sender;
    const view = new NodeView(this.#runtime, {
      hasCredit: () => ledger.available > 0 || ledger.open > 0,
      hasCapacity: (peer) => this.#requests.inFlight(peer) < MAX_IN_FLIGHT_PER_PEER,
    });
    for (;;) {
      const crossing = this.#crossing(sender, leaving);
      if (!sender.isVerified(this.#runtime.mesh.verify)) {
        const detail = 'the message that woke this turn does not bear the signature of its sender';
        return this.#refused(sender, crossing, { reason: 'malformed', detail, path: crossing.path });
      }
      const stopped = applyBrakes(crossing, view);
      if (stopped !== undefined) {
        return this.#refused(sender, crossing, stopped.refusal);
      }
      const limit = Math.min(crossing.lineage.job.maxDepth, view.maxHopDepth, MAX_HOP_DEPTH);
      const share = shareFor(leaving, ledger.available, crossing.depth + 1 < limit);
      if (share > 0 || !obliges(leaving.act)) {
        ledger.reserve(share); // At once: another message of this turn may be on its way out as well.
        return { ok: true, value: { parent: crossing.lineage, share } };
      }
      const aborted = await sender.waiting(settledOrAborted(sender));
      if (aborted) {
        const detail = 'the turn ended while it waited for credit';
        return this.#refused(sender, crossing, { reason: 'cancelled', detail, path: crossing.path });
      }
    }
  }

  #crossing(sender: Sender, { channel, to, act, reach }: Leaving): MessageCrossing {
    const lineage = sender.parentFor(to);
    const localPeer = this.#runtime.mesh.localPeer;
    return {
      kind: 'message',
      direction: 'outbound',
      channel,
      peer: to,
      act,
      answers: false,
      lineage,
      depth: lineage.depth + 1,
      visited: [...lineage.visited, localPeer],
      path: [...lineage.chain, localPeer, reach],
    };
  }

  #compose(
    sender: Sender,
    init: {
      readonly channel: Channel;
      readonly to: string;
      readonly act: Act;
      readonly parent: Lineage;
      readonly credit: number;
      readonly body: Body;
      readonly peer: string;
    },
  ): Attempt<{ readonly message: Message; readonly envelope: Uint8Array }> {
    const { ids, clock, mesh, policy, store } = this.#runtime;
    try {
      const { channel, parent, to, act, credit, body, peer } = init;
      const stamp = { channel, parent, to, act, credit, body, messageId: ids.next(), at: clock.now() };
      const message = composeMessage(stamp, mesh.signer);
      const envelope = encodeEnvelope(message);
      if (channel !== 'room') {
        store.addMessage(recordOf({ message, peer, direction: 'out', envelope, retentionMs: policy.retentionMs }));
      }
      return { ok: true, value: { message, envelope } };
    } catch (error) {
      if (error instanceof MessageTooLargeError) {
        sender.ledger.release(init.credit);
        const path = [...sender.lineage.chain, mesh.localPeer, init.to];
        return { ok: false, refusal: { reason: 'too_large', detail: error.message, path } };
      }
      throw error;
    }
  }

  async #publish(sender: Sender, room: string, envelope: Uint8Array, message: Message): Promise<Attempt<number>> {
    const { mesh, store, policy } = this.#runtime;
    try {
      const { recipients } = await mesh.publish(room, envelope);
      // A post that nobody got has not been made, so it is recorded only now.
      const record = { message, peer: message.link.to, direction: 'out', envelope } as const;
      store.addMessage(recordOf({ ...record, retentionMs: policy.retentionMs }));
      return { ok: true, value: recipients };
    } catch (error) {
      if (error instanceof NobodyListeningError) {
        sender.ledger.release(message.link.credit);
        const path = [...sender.lineage.chain, mesh.localPeer, message.link.to];
        return { ok: false, refusal: { reason: 'nobody_listening', detail: error.message, path } };
      }
      throw error;
    }
  }

  #deadline({ job }: Lineage, timeoutMs = Infinity): number {
    return Math.min(job.expiresAt, this.#runtime.clock.now() + timeoutMs);
  }

  #refused(sender: Sender, crossing: MessageCrossing, refusal: Refusal): { readonly ok: false; refusal: Refusal } {
    const { reason, path, detail } = refusal;
    if (stopsJob(reason)) {
      sender.ledger.addStop({ reason, path });
    }
    this.#runtime.emit({
      event: 'refused',
      direction: 'outbound',
      jobId: crossing.lineage.job.jobId,
      channel: crossing.channel,
      reason,
      detail,
      path: this.#runtime.peers.names(path),
    });
    return { ok: false, refusal };
  }
}

/** A message's share: as for one child, but at least one for each that it wakes while there is that much. */
function shareFor({ act, children }: Leaving, available: number, childHasHopLeft: boolean): number {
  if (!obliges(act)) {
    return 0;
  }
  return Math.min(available, Math.max(children, shareOf(available, childHasHopLeft)));
}

/** Resolves when a branch has settled (false), or the sender is to end (true). */
async function settledOrAborted(sender: Sender): Promise<boolean> {
  const { signal } = sender;
  if (signal.aborted) {
    return true;
  }
  const aborted = Promise.withResolvers<void>();
  const onAbort = (): void => aborted.resolve();
  signal.addEventListener('abort', onAbort, { once: true });
  await Promise.race([sender.ledger.changed(), aborted.promise]);
  signal.removeEventListener('abort', onAbort);
  return signal.aborted;
}

function notWoken(
  peer: string,
  reason: Reason,
  detail: string,
  chain: readonly string[],
): SentPost['notWoken'][number] {
  return { peer, refusal: { reason, detail, path: [...chain, peer] } };
}
