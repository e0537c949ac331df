import { decodeEnvelope, type Refusal } from '@hoplite/p2p';
import type {
  Attempt,
  HistoryHit,
  HowFar,
  JsonValue,
  PeerReply,
  PeerSummary,
  Replies,
  RoomPostView,
  RoomView,
  SentMessage,
  SentPost,
  ToolContext,
} from '@hoplite/tools';
import { formatContent, parseContent } from '../dispatch/content.ts';
import type { Dispatch } from '../dispatch/dispatch.ts';
import type { FiledReply, Pending } from '../dispatch/pending.ts';
import type { Sender } from '../dispatch/sender.ts';
import type { StoredMessage } from '../ports/store.ts';
import { Rooms } from '../rooms.ts';
import type { Runtime } from '../runtime.ts';

export interface TurnToolsInit {
  readonly runtime: Runtime;
  readonly dispatch: Dispatch;
  readonly sender: Sender;
  readonly report: (note: string, howFar?: HowFar) => void;
}

/** What the runtime offers to the tools of one turn. Everything that leaves goes through the dispatch. */
export class TurnTools implements ToolContext {
  readonly signal: AbortSignal;
  readonly #runtime: Runtime;
  readonly #dispatch: Dispatch;
  readonly #sender: Sender;
  readonly #rooms: Rooms;
  readonly #report: TurnToolsInit['report'];

  constructor({ runtime, dispatch, sender, report }: TurnToolsInit) {
    this.signal = sender.signal;
    this.#runtime = runtime;
    this.#dispatch = dispatch;
    this.#sender = sender;
    this.#rooms = new Rooms(runtime);
    this.#report = report;
  }

  listPeers(): readonly PeerSummary[] {
    return this.#runtime.peers.all();
  }

  async delegateTask(
    to: string,
    brief: JsonValue,
    options: { readonly timeoutMs?: number } = {},
  ): Promise<Attempt<PeerReply>> {
    const sent = await this.#dispatch.request(this.#sender, {
      channel: 'task',
      to,
      act: 'request',
      content: formatContent('task', brief),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
      onProgress: ({ note, fraction }) =>
        this.#report(`${this.#runtime.peers.nameOf(to)}: ${note}`, fraction === undefined ? {} : { fraction }),
    });
    if (!sent.ok) {
      return sent;
    }
    const { reply } = await this.#sender.waiting(sent.value.reply);
    return { ok: true, value: reply };
  }

  async sendMessage(to: string, text: string): Promise<Attempt<SentMessage>> {
    const sent = await this.#dispatch.request(this.#sender, { channel: 'session', to, act: 'query', content: text });
    if (!sent.ok) {
      return sent;
    }
    const { messageId, accepted } = sent.value;
    await this.#sender.waiting(accepted);
    const refused = this.#sender.pending.get(messageId)?.filed.find(wasNeverAccepted);
    return refused !== undefined && !refused.reply.ok
      ? { ok: false, refusal: refused.reply.refusal }
      : { ok: true, value: { messageId } };
  }

  async waitForReplies(messageId: string, { timeoutMs }: { readonly timeoutMs: number }): Promise<Attempt<Replies>> {
    const pending = this.#sender.pending.get(messageId);
    if (pending === undefined) {
      return this.#filedEarlier(messageId);
    }
    const waited = await this.#wait(messageId, pending, timeoutMs);
    if (!waited.ok) {
      return waited;
    }
    for (const { reply, lineage } of pending.filed) {
      if (lineage?.last !== undefined && lineage.last.to === this.#runtime.mesh.localPeer) {
        this.#sender.consume(reply.from, lineage);
      }
    }
    return waited;
  }

  async postToRoom(room: string, text: string, wake: readonly string[] | 'everyone'): Promise<Attempt<SentPost>> {
    const absent = this.#rooms.absence(room);
    if (absent !== undefined) {
      return { ok: false, refusal: absent };
    }
    const present = wake === 'everyone' ? this.#runtime.mesh.roomPeers(room) : wake;
    return this.#dispatch.post(this.#sender, { room, text, wake: present });
  }

  readRoom(room: string, { limit }: { readonly limit: number }): Attempt<readonly RoomPostView[]> {
    return this.#rooms.read(room, limit);
  }

  joinRoom(room: string): Attempt<RoomView> {
    return this.#rooms.join(room);
  }

  leaveRoom(room: string): Attempt<{ readonly room: string }> {
    return this.#rooms.leave(room);
  }

  listRooms(): readonly RoomView[] {
    return this.#rooms.list();
  }

  searchHistory(query: string, { limit }: { readonly limit: number }): readonly HistoryHit[] {
    return this.#rooms.search(query, limit);
  }

  reportProgress(note: string, howFar?: HowFar): void {
    this.#report(note, howFar);
  }

  /** Waits for what is missing, known to the runtime as a wait. Refused when it would wait for itself. */
  async #wait(messageId: string, pending: Pending, timeoutMs: number): Promise<Attempt<Replies>> {
    const { clock, waits } = this.#runtime;
    const end = new AbortController();
    const onAbort = (): void => end.abort();
    this.signal.addEventListener('abort', onAbort, { once: true });
    let refusal: Refusal | undefined;
    const over = waits.wait({
      lineage: this.#sender.lineage,
      kind: 'reply',
      on: timeoutMs > 0 ? pending.missing.map((peer) => ({ peer, messageId })) : [],
      fail: (reason) => {
        refusal = reason;
        end.abort();
      },
    });
    try {
      const replies = await this.#sender.waiting(pending.wait(timeoutMs, clock, end.signal));
      return refusal === undefined || replies.missing.length === 0
        ? { ok: true, value: replies }
        : { ok: false, refusal };
    } finally {
      over();
      this.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Answers that came after the turn which asked was over: each is filed under its question in the store. */
  #filedEarlier(messageId: string): Attempt<Replies> {
    const { mesh, store } = this.#runtime;
    const asked = store.message(mesh.localPeer, messageId);
    if (asked === undefined) {
      const detail = `this node has sent no message ${messageId}: wait for the message_id that a tool gave`;
      return { ok: false, refusal: { reason: 'malformed', detail, path: [mesh.localPeer] } };
    }
    const peers = asked.room === undefined ? [asked.peer] : wokenBy(asked);
    const found = peers.map((peer) => ({ peer, answer: store.answer(peer, mesh.localPeer, messageId) }));
    return {
      ok: true,
      value: {
        replies: found.flatMap(({ answer }) => (answer === undefined ? [] : [replyIn(answer)])),
        missing: found.filter(({ answer }) => answer === undefined).map(({ peer }) => peer),
      },
    };
  }
}

/** Peers that a post of ours was to wake. */
function wokenBy(post: StoredMessage): readonly string[] {
  return (decodeEnvelope(post.channel, post.envelope).body.wake ?? []).map(({ peer }) => peer);
}

/** What a stored answer says, as its asker would have been told. */
function replyIn({ author, channel, content, envelope, messageId }: StoredMessage): PeerReply {
  const { refusal } = decodeEnvelope(channel, envelope).body;
  return refusal === undefined
    ? { ok: true, from: author, messageId, content: parseContent(channel, content) }
    : { ok: false, from: author, refusal };
}

/** A reply without a chain: the other side, or the network, refused the message before any turn. */
function wasNeverAccepted({ reply, lineage }: FiledReply): boolean {
  return !reply.ok && lineage === undefined;
}
