import {
  EmptyMessageError,
  MessageTooLargeError,
  NobodyListeningError,
  composeMessage,
  encodeEnvelope,
  roomTopic,
  type Act,
  type Body,
  type Channel,
  type Lineage,
  type Message,
  type ObligingAct,
  type ProgressNote,
  type Reason,
} from '@hoplite/p2p';
import type { Attempt, SentPost } from '@hoplite/tools';
import type { Runtime } from '../runtime.ts';
import { splitShare } from '../turns/credit.ts';
import { Clearing, attemptKeyOf, type AttemptKey, type Leaving } from './clearing.ts';
import { EarlierRequests, type EarlierRequest, type HeldRequest } from './earlier-requests.ts';
import { Pending, type FiledReply } from './pending.ts';
import { recordOf } from './record.ts';
import type { RequestInit, Requests } from './requests.ts';
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

/**
 * The only way out of a node. Whatever a turn or an operator sends passes the brakes, takes its share of the credit,
 * extends the lineage, and is recorded before it leaves.
 */
export class Dispatch {
  readonly #runtime: Runtime;
  readonly #requests: Requests;
  readonly #clearing: Clearing;

  constructor(runtime: Runtime, requests: Requests) {
    this.#runtime = runtime;
    this.#requests = requests;
    this.#clearing = new Clearing(runtime, requests);
  }

  /** Sends a task or a session message. A refusal here means that nothing left. */
  async request(sender: Sender, out: Outgoing): Promise<Attempt<SentRequest>> {
    const leaving: Leaving = { ...out, reach: out.to, wakes: [out.to] };
    const held = sender.earlier?.take(attemptKeyOf(leaving).key);
    if (held !== undefined) {
      return { ok: true, value: this.#goOn(sender, held, leaving, out) };
    }
    const cleared = await this.#clearing.clear(sender, leaving);
    if (!cleared.ok) {
      return cleared;
    }
    const { parent, share, attempt } = cleared.value;
    const deadline = this.#deadline(parent, out.timeoutMs);
    const composed = await this.#compose(sender, {
      ...out,
      parent,
      credit: share,
      body: { content: out.content, deadline },
      peer: out.to,
      attempt,
    });
    if (!composed.ok) {
      return composed;
    }
    return { ok: true, value: this.#seeThrough({ ...composed.value, sender, credit: share, deadline }, out, attempt) };
  }

  /** Makes ready what earlier runs of a turn have asked. */
  earlier(sender: Sender, requests: readonly EarlierRequest[]): EarlierRequests | undefined {
    if (requests.length === 0) {
      return undefined;
    }
    const earlier = new EarlierRequests(this.#runtime, this.#requests.branches);
    earlier.hold(sender, requests);
    return earlier;
  }

  /** Goes on with a request that an earlier run of the turn has made: it has passed the brakes. */
  #goOn(sender: Sender, { message, envelope, branches }: HeldRequest, leaving: Leaving, out: Outgoing): SentRequest {
    const attempt = attemptKeyOf(leaving);
    sender.attempts.begin(attempt.hash);
    const deadline = message.body.deadline ?? message.lineage.job.expiresAt;
    const branch = branches.get(out.to);
    const credit = branch?.credit ?? 0;
    const resumed = Promise.resolve();
    return this.#seeThrough(
      { sender, message, envelope, credit, deadline, resumed, ...(branch === undefined ? {} : { branch }) },
      out,
      attempt,
    );
  }

  /** Sends what was recorded to one peer, and files its reply. */
  #seeThrough(request: Omit<RequestInit, 'peer'>, out: Outgoing, attempt: AttemptKey | undefined): SentRequest {
    const { sender, message } = request;
    const { messageId } = message.link;
    const pending = new Pending([out.to]);
    sender.pending.set(messageId, pending);
    const accepted = Promise.withResolvers<void>();
    const reply = this.#requests.run({
      ...request,
      peer: out.to,
      onAccepted: accepted.resolve,
      ...(out.onProgress === undefined ? {} : { onProgress: out.onProgress }),
    });
    const filed = reply.then((reply) => {
      pending.file(out.to, reply);
      if (attempt !== undefined && !reply.reply.ok) {
        this.#clearing.ended(sender, attempt, reply.reply.refusal);
      }
      accepted.resolve();
      return reply;
    });
    return { messageId, accepted: accepted.promise, reply: filed };
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
    const leaving: Leaving = { channel: 'room', to: topic, act, reach, wakes: askable, content: out.text };
    const held = askable.length > 0 ? sender.earlier?.take(attemptKeyOf(leaving).key) : undefined;
    if (held !== undefined) {
      return this.#postedEarlier(sender, held, leaving, visited);
    }
    const cleared = await this.#clearing.clear(sender, leaving);
    if (!cleared.ok) {
      return cleared;
    }
    const { parent, share, attempt } = cleared.value;
    if (mesh.roomPeers(out.room).length === 0) {
      forget(sender, attempt);
      return this.#unheard(sender, new NobodyListeningError(out.room), topic, share);
    }
    const parts = splitShare(share, Math.max(1, askable.length));
    const wake = askable.flatMap((peer, index) => {
      const credit = parts[index] ?? 0;
      return credit > 0 ? [{ peer, credit }] : [];
    });
    const deadline = this.#deadline(parent);
    const composed = await this.#compose(sender, {
      channel: 'room',
      to: topic,
      act,
      parent,
      credit: share,
      body: { content: out.text, room: out.room, ...(wake.length > 0 ? { wake, deadline } : {}) },
      peer: topic,
      attempt,
      // A post that nobody is to answer has not been made when nobody got it: it is recorded afterwards.
      recordedAfter: wake.length === 0,
    });
    if (!composed.ok) {
      return composed;
    }
    const { message, envelope } = composed.value;
    const published = await this.#publish(sender, out.room, envelope, message);
    if (!published.ok) {
      forget(sender, attempt);
      for (const { peer } of wake) {
        this.#requests.unsent(message, peer, published.refusal);
      }
      return published;
    }
    if (wake.length === 0) {
      await this.#record(message, topic, envelope);
    }
    this.#ask(sender, { message, envelope }, deadline, attempt);
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

  /** Goes on with a post that an earlier run of the turn has made: everyone has it. */
  #postedEarlier(sender: Sender, held: HeldRequest, leaving: Leaving, visited: readonly string[]): Attempt<SentPost> {
    const { message, branches } = held;
    const attempt = attemptKeyOf(leaving);
    sender.attempts.begin(attempt.hash);
    this.#ask(sender, held, message.body.deadline ?? message.lineage.job.expiresAt, attempt);
    const chain = sender.lineage.chain;
    return {
      ok: true,
      value: {
        messageId: message.link.messageId,
        recipients: 0,
        woken: [...branches.keys()],
        notWoken: visited.map((peer) => notWoken(peer, 'cannot: cycle', 'it has been there already', chain)),
      },
    };
  }

  /** Sends a post to each peer that it wakes, so that it cannot be missed, and files what they answer. */
  #ask(
    sender: Sender,
    { message, envelope, branches }: EarlierRequest & Partial<HeldRequest>,
    deadline: number,
    attempt: AttemptKey | undefined,
  ): void {
    const wake = message.body.wake ?? [];
    const pending = new Pending(wake.map(({ peer }) => peer));
    sender.pending.set(message.link.messageId, pending);
    const answered = wake.map(async ({ peer, credit }) => {
      const branch = branches?.get(peer);
      const held = branch === undefined ? {} : { branch, resumed: Promise.resolve() };
      const filed = await this.#requests.run({ sender, message, envelope, peer, credit, deadline, ...held });
      pending.file(peer, filed);
      return filed.reply;
    });
    Promise.all(answered)
      .then((replies) => {
        const [refused] = replies;
        if (attempt !== undefined && refused?.ok === false && replies.every(({ ok }) => !ok)) {
          this.#clearing.ended(sender, attempt, refused.refusal);
        }
      })
      .catch((error: unknown) => this.#runtime.log.error({ err: error }, 'a reply could not be filed'));
  }

  /** Makes a message and, unless it is to be recorded afterwards, records it. Once this resolves, it may leave. */
  async #compose(
    sender: Sender,
    init: {
      readonly channel: Channel;
      readonly to: string;
      readonly act: Act;
      readonly parent: Lineage;
      readonly credit: number;
      readonly body: Body;
      readonly peer: string;
      readonly attempt: AttemptKey | undefined;
      readonly recordedAfter?: boolean;
    },
  ): Promise<Attempt<{ readonly message: Message; readonly envelope: Uint8Array }>> {
    const { ids, clock, mesh } = this.#runtime;
    try {
      const { channel, parent, to, act, credit, body, peer } = init;
      const stamp = { channel, parent, to, act, credit, body, messageId: ids.next(), at: clock.now() };
      const message = composeMessage(stamp, mesh.signer);
      const envelope = encodeEnvelope(message);
      if (init.recordedAfter !== true) {
        await this.#record(message, peer, envelope, init.attempt?.briefHash);
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

  async #record(message: Message, peer: string, envelope: Uint8Array, briefHash?: Uint8Array): Promise<void> {
    const { policy, store } = this.#runtime;
    const { retentionMs } = policy;
    const hash = briefHash === undefined ? {} : { briefHash };
    store.addMessage(recordOf({ message, peer, direction: 'out', envelope, retentionMs, ...hash }));
    await store.written();
  }

  async #publish(sender: Sender, room: string, envelope: Uint8Array, message: Message): Promise<Attempt<number>> {
    try {
      const { recipients } = await this.#runtime.mesh.publish(room, envelope);
      return { ok: true, value: recipients };
    } catch (error) {
      if (error instanceof NobodyListeningError) {
        return this.#unheard(sender, error, message.link.to, message.link.credit);
      }
      sender.ledger.release(message.link.credit);
      throw error;
    }
  }

  #unheard(sender: Sender, { message: detail }: NobodyListeningError, topic: string, credit: number): Attempt<never> {
    sender.ledger.release(credit);
    const path = [...sender.lineage.chain, this.#runtime.mesh.localPeer, topic];
    return { ok: false, refusal: { reason: 'nobody_listening', detail, path } };
  }

  #deadline({ job }: Lineage, timeoutMs = Infinity): number {
    return Math.min(job.expiresAt, this.#runtime.clock.now() + timeoutMs);
  }
}

/** What was cleared did not leave: the same may be sent again. */
function forget(sender: Sender, attempt: AttemptKey | undefined): void {
  if (attempt !== undefined) {
    sender.attempts.forget(attempt.hash);
  }
}

function notWoken(
  peer: string,
  reason: Reason,
  detail: string,
  chain: readonly string[],
): SentPost['notWoken'][number] {
  return { peer, refusal: { reason, detail, path: [...chain, peer] } };
}
