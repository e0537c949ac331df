import {
  MAX_FRAME_BYTES,
  MAX_HISTORY,
  MalformedMessageError,
  bodyHash,
  decodeEnvelope,
  roomTopic,
  verifyLineage,
  type HistoryOptions,
  type Message,
} from '@hoplite/p2p';
import { hasRight } from './admission/policy.ts';
import { recordOf } from './dispatch/record.ts';
import type { Runtime } from './runtime.ts';
import { tellPost } from './tell-post.ts';

/** How far back posts are fetched, in milliseconds. */
const BACK_MS = 24 * 60 * 60 * 1000;

/** Posts that are asked for at once. */
const ASKED = 100;

/** Peers that are asked when several come into a room at once. */
const MAX_ASKED = 3;

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * What was said in a room before this node came: fetched from those who were there, as signed originals. It is read like
 * any post, and wakes nobody.
 */
export class RoomHistory {
  readonly #runtime: Runtime;
  /** Who was in each room when it last changed. */
  readonly #present = new Map<string, ReadonlySet<string>>();
  /** The last question to each peer that has not been answered. */
  readonly #asking = new Map<string, Promise<void>>();
  readonly #end = new AbortController();

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Who is in a room has changed: those who have newly come know what this node may have missed. */
  onRoomChanged(room: string): void {
    const { log, mesh, store } = this.#runtime;
    if (!store.rooms().includes(room)) {
      this.#present.delete(room); // It has been left.
      return;
    }
    const before = this.#present.get(room);
    const now = new Set(mesh.roomPeers(room));
    this.#present.set(room, now);
    const came = [...now].filter((peer) => before?.has(peer) !== true).slice(0, MAX_ASKED);
    for (const peer of came) {
      // One question after another: a peer answers few at a time.
      const before = this.#asking.get(peer) ?? Promise.resolve();
      const asking = before
        .then(() => this.#fetch(peer, room))
        .catch((error: unknown) => log.debug({ err: error, peer, room }, 'earlier posts could not be fetched'))
        .finally(() => {
          if (this.#asking.get(peer) === asking) {
            this.#asking.delete(peer);
          }
        });
      this.#asking.set(peer, asking);
    }
  }

  /** Another member asks. Whoever may not post here may not read here either. */
  onHistory(peer: string, room: string, { since, limit }: HistoryOptions): readonly Uint8Array[] {
    const { policy, store } = this.#runtime;
    return hasRight(policy, peer, 'room') && store.rooms().includes(room)
      ? store.postEnvelopes(room, { since, limit: Math.min(limit, MAX_HISTORY), maxBytes: MAX_FRAME_BYTES })
      : [];
  }

  stop(): void {
    this.#end.abort();
  }

  async #fetch(peer: string, room: string): Promise<void> {
    const { clock, mesh } = this.#runtime;
    const end = new AbortController();
    const abort = (): void => end.abort();
    const timer = clock.after(PATIENCE_MS, abort);
    this.#end.signal.addEventListener('abort', abort, { once: true });
    try {
      const since = clock.now() - BACK_MS;
      const envelopes = await mesh.history(peer, room, { since, limit: ASKED, signal: end.signal });
      for (const envelope of envelopes.slice(0, ASKED)) {
        this.#take(peer, room, envelope);
      }
    } finally {
      timer.clear();
      this.#end.signal.removeEventListener('abort', abort);
    }
  }

  #take(peer: string, room: string, envelope: Uint8Array): void {
    const { clock, mesh, policy, store } = this.#runtime;
    const message = this.#read(peer, room, envelope);
    if (message === undefined || message.link.from === mesh.localPeer) {
      return;
    }
    const { retentionMs } = policy;
    const record = recordOf({ message, peer: message.link.to, direction: 'in', envelope, retentionMs });
    if (record.keepUntil < clock.now() || store.isFull() || !store.rooms().includes(room)) {
      return;
    }
    if (store.addMessage(record)) {
      tellPost(this.#runtime, message);
    }
  }

  /** Checks a post as one that comes by gossip, but for its age: it is history. */
  #read(peer: string, room: string, envelope: Uint8Array): Message | undefined {
    const { clock, mesh, policy } = this.#runtime;
    const topic = roomTopic(room);
    try {
      const message = decodeEnvelope('room', envelope);
      const { body, bodyBytes, lineage, link } = message;
      const fault = verifyLineage(lineage, {
        channel: 'room',
        author: link.from,
        topic,
        bodyHash: bodyHash('room', bodyBytes),
        localPeer: mesh.localPeer,
        now: Math.min(clock.now(), lineage.job.expiresAt),
        lastLinkAuthenticated: false,
        verify: mesh.verify,
      });
      if (fault !== undefined || body.room !== room) {
        mesh.charge(peer, `an earlier post that is not genuine: ${fault?.detail ?? 'it is of another room'}`);
        return undefined;
      }
      return hasRight(policy, link.from, 'room') ? message : undefined;
    } catch (error) {
      if (error instanceof MalformedMessageError) {
        mesh.charge(peer, `an earlier post that cannot be read: ${error.message}`);
        return undefined;
      }
      throw error;
    }
  }
}
