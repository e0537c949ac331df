import {
  NobodyListeningError,
  obliges,
  roomTopic,
  type Act,
  type Message,
  type Reason,
  type Refusal,
} from '@hoplite/p2p';
import type { Attempt, SentPost } from '@hoplite/tools';
import type { Runtime } from '../runtime.ts';
import { splitShare } from '../turns/credit.ts';
import { attemptKeyOf, type AttemptKey, type Clearing, type Leaving } from './clearing.ts';
import { forget, type Composer } from './composer.ts';
import type { EarlierRequest, HeldRequest } from './earlier-requests.ts';
import { Pending } from './pending.ts';
import type { Requests } from './requests.ts';
import type { Sender } from './sender.ts';

/** A post to a room that this node is in. */
export interface OutgoingPost {
  readonly room: string;
  readonly text: string;
  /** Peer IDs. */
  readonly wake: readonly string[];
}

/** Posts: gossiped to everyone in a room, and sent to each peer that is to answer. */
export class Posts {
  readonly #runtime: Runtime;
  readonly #requests: Requests;
  readonly #clearing: Clearing;
  readonly #composer: Composer;

  constructor(runtime: Runtime, requests: Requests, clearing: Clearing, composer: Composer) {
    this.#runtime = runtime;
    this.#requests = requests;
    this.#clearing = clearing;
    this.#composer = composer;
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
    const held = askable.length > 0 ? this.#clearing.takeEarlier(sender, leaving) : undefined;
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
    const deadline = this.#composer.deadline(parent);
    const composed = await this.#composer.compose(sender, {
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
    const stopped = this.#stoppedMeanwhile(sender, message);
    if (stopped !== undefined) {
      sender.ledger.release(share);
      forget(sender, attempt);
      for (const { peer } of wake) {
        this.#requests.unsent(message, peer, stopped);
      }
      return { ok: false, refusal: stopped };
    }
    const published = await this.#publish(sender, out.room, envelope, message);
    if (!published.ok) {
      forget(sender, attempt);
      for (const { peer } of wake) {
        this.#requests.unsent(message, peer, published.refusal);
      }
      return published;
    }
    if (wake.length === 0) {
      await this.#composer.record(message, topic, envelope);
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

  /** While a post was being recorded its turn may have been ended, or its job halted: then it does not leave. */
  #stoppedMeanwhile(sender: Sender, { lineage, link }: Message): Refusal | undefined {
    const { mesh, threads } = this.#runtime;
    const path = [...sender.lineage.chain, mesh.localPeer, link.to];
    if (sender.signal.aborted) {
      return { reason: 'cancelled', detail: 'the turn ended before the post had left', path };
    }
    const ban = threads.ban(lineage, []);
    return ban?.reason === 'halted' || (ban !== undefined && obliges(link.act)) ? { ...ban, path } : undefined;
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
      return filed;
    });
    Promise.all(answered)
      .then((replies) => {
        const [first] = replies;
        if (attempt !== undefined && first?.reply.ok === false && replies.every(({ reply }) => !reply.ok)) {
          const wasAnswered = replies.some(({ lineage }) => lineage !== undefined);
          this.#clearing.ended(sender, attempt, first.reply.refusal, wasAnswered);
        }
      })
      .catch((error: unknown) => this.#runtime.log.error({ err: error }, 'a reply could not be filed'));
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
}

function notWoken(
  peer: string,
  reason: Reason,
  detail: string,
  chain: readonly string[],
): SentPost['notWoken'][number] {
  return { peer, refusal: { reason, detail, path: [...chain, peer] } };
}
