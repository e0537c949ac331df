import type { ObligingAct, ProgressNote } from '@hoplite/p2p';
import type { Attempt, SentPost } from '@hoplite/tools';
import { TurnAbortedError } from '../errors.ts';
import type { Runtime } from '../runtime.ts';
import { Clearing, attemptKeyOf, type AttemptKey, type Leaving } from './clearing.ts';
import { Composer } from './composer.ts';
import { EarlierRequests, type EarlierRequest, type HeldRequest } from './earlier-requests.ts';
import { Pending, type FiledReply } from './pending.ts';
import { Posts, type OutgoingPost } from './posts.ts';
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
  readonly #composer: Composer;
  readonly #posts: Posts;

  constructor(runtime: Runtime, requests: Requests) {
    this.#runtime = runtime;
    this.#requests = requests;
    this.#clearing = new Clearing(runtime, requests);
    this.#composer = new Composer(runtime);
    this.#posts = new Posts(runtime, requests, this.#clearing, this.#composer);
  }

  /** Sends a task or a session message. A refusal here means that nothing left. */
  async request(sender: Sender, out: Outgoing): Promise<Attempt<SentRequest>> {
    const leaving: Leaving = { ...out, reach: out.to, wakes: [out.to] };
    const held = this.#clearing.takeEarlier(sender, leaving);
    if (held !== undefined) {
      return { ok: true, value: this.#goOn(sender, held, leaving, out) };
    }
    const cleared = await this.#clearing.clear(sender, leaving);
    if (!cleared.ok) {
      return cleared;
    }
    const { parent, share, attempt } = cleared.value;
    const deadline = this.#composer.deadline(parent, out.timeoutMs);
    const composed = await this.#composer.compose(sender, {
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
    const deadlocked = new AbortController();
    // A task is waited for, and known to be before it leaves; a session message, when its sender says so.
    const over =
      out.channel === 'task' || !sender.isTurn
        ? this.#runtime.waits.wait({
            lineage: sender.lineage,
            kind: 'reply',
            on: [{ peer: out.to, messageId }],
            fail: ({ reason, detail, path }) => deadlocked.abort(new TurnAbortedError(reason, detail, path)),
          })
        : () => undefined;
    const reply = this.#requests.run({
      ...request,
      peer: out.to,
      end: deadlocked.signal,
      onAccepted: accepted.resolve,
      ...(out.onProgress === undefined ? {} : { onProgress: out.onProgress }),
    });
    const filed = reply.then((reply) => {
      over();
      pending.file(out.to, reply);
      if (attempt !== undefined && !reply.reply.ok) {
        this.#clearing.ended(sender, attempt, reply.reply.refusal, reply.lineage !== undefined);
      }
      accepted.resolve();
      return reply;
    });
    return { messageId, accepted: accepted.promise, reply: filed };
  }

  /** Posts to a room, and sees the answers of those it wakes through. A refusal here means that nothing left. */
  post(sender: Sender, out: OutgoingPost): Promise<Attempt<SentPost>> {
    return this.#posts.post(sender, out);
  }
}
