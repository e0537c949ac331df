import { isRoomName, roomTopic, type Refusal } from '@hoplite/p2p';
import type { Attempt, HistoryHit, RoomPostView, RoomView } from '@hoplite/tools';
import type { StoredMessage } from './ports/store.ts';
import type { Runtime } from './runtime.ts';

/** Posts that are read at once, at most. */
export const MAX_POSTS_READ = 1000;

/** The rooms that this node is in, as tools and operators see them. */
export class Rooms {
  readonly #runtime: Runtime;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** Enters a room and stays in it over restarts. Safe to repeat. */
  join(room: string): Attempt<RoomView> {
    if (!isRoomName(room)) {
      const detail = 'a room name has 1 to 64 of a-z, 0-9, ".", "_" and "-", and begins with a letter or digit';
      return { ok: false, refusal: { reason: 'malformed', detail, path: [] } };
    }
    const { mesh, store } = this.#runtime;
    store.joinRoom(room);
    mesh.joinRoom(room);
    return { ok: true, value: this.#view(room) };
  }

  /** Leaves a room; its posts stay readable if it is entered again. */
  leave(room: string): Attempt<{ readonly room: string }> {
    const absent = this.absence(room);
    if (absent !== undefined) {
      return { ok: false, refusal: absent };
    }
    const { mesh, store } = this.#runtime;
    store.leaveRoom(room);
    mesh.leaveRoom(room);
    return { ok: true, value: { room } };
  }

  list(): readonly RoomView[] {
    return this.#runtime.store.rooms().map((room) => this.#view(room));
  }

  /** The newest posts, oldest first. */
  read(room: string, limit: number): Attempt<readonly RoomPostView[]> {
    const absent = this.absence(room);
    if (absent !== undefined) {
      return { ok: false, refusal: absent };
    }
    const posts = this.#runtime.store.posts(room, Math.min(limit, MAX_POSTS_READ));
    return { ok: true, value: posts.map((post) => this.#postView(post)) };
  }

  /** Messages of all channels that contain all words of a query, newest first. */
  search(query: string, limit: number): readonly HistoryHit[] {
    const { peers, store } = this.#runtime;
    return store.search(query, limit).map(({ author, messageId, channel, content, at, room }) => ({
      channel,
      messageId,
      from: author,
      fromName: peers.nameOf(author),
      text: content,
      at,
      ...(room === undefined ? {} : { room }),
    }));
  }

  /** Why a room cannot be used: this node is not in it. */
  absence(room: string): Refusal | undefined {
    const { mesh, store } = this.#runtime;
    const rooms = store.rooms();
    if (rooms.includes(room)) {
      return undefined;
    }
    const detail = `this node is not in room ${room}; it is in ${rooms.join(', ') || 'none'}: join it first`;
    return { reason: 'not_in_room', detail, path: [mesh.localPeer, roomTopic(room)] };
  }

  #view(room: string): RoomView {
    const { mesh, store } = this.#runtime;
    return { room, present: mesh.roomPeers(room), posts: store.countPosts(room) };
  }

  #postView({ author, messageId, content, inReplyTo, at }: StoredMessage): RoomPostView {
    const authorName = this.#runtime.peers.nameOf(author);
    return { messageId, author, authorName, text: content, at, ...(inReplyTo === undefined ? {} : { inReplyTo }) };
  }
}
