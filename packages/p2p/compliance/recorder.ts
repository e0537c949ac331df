import type {
  Channel,
  HistoryOptions,
  InboundPost,
  InboundRequest,
  Mesh,
  MeshHandlers,
  MeshPeer,
  Settlement,
} from '../src/index.ts';

/** A settlement that a mesh told of. */
export interface Settled {
  readonly peer: string;
  readonly channel: Channel;
  readonly id: string;
  readonly settlement: Settlement;
}

/** A notice that a mesh brought. */
export interface Noticed {
  /** Who passed it on. */
  readonly peer: string;
  readonly notice: Uint8Array;
}

/** A question after the posts of a room. */
export interface Asked extends HistoryOptions {
  readonly peer: string;
  readonly room: string;
}

/** Keeps what a mesh tells, and lets tests wait for it. */
export class Recorder {
  readonly requests: InboundRequest[] = [];
  readonly posts: InboundPost[] = [];
  readonly joined: MeshPeer[] = [];
  readonly left: string[] = [];
  readonly settled: Settled[] = [];
  readonly roomChanges: string[] = [];
  readonly notices: Noticed[] = [];
  readonly histories: Asked[] = [];
  /** What is done with a request besides keeping it. */
  onRequest: (request: InboundRequest) => void = () => undefined;
  /** What is answered to a question after the posts of a room. */
  onHistory: (asked: Asked) => readonly Uint8Array[] = () => [];
  readonly #watchers = new Set<() => void>();

  readonly handlers: MeshHandlers = {
    onRequest: (request) => {
      this.requests.push(request);
      this.onRequest(request);
      this.look();
    },
    onSettled: (peer, channel, id, settlement) => {
      this.settled.push({ peer, channel, id, settlement });
      this.look();
    },
    onPost: (post) => {
      this.posts.push(post);
      this.look();
    },
    onNotice: (peer, notice) => {
      this.notices.push({ peer, notice });
      this.look();
    },
    onHistory: (peer, room, options) => {
      const asked = { peer, room, ...options };
      this.histories.push(asked);
      this.look();
      return this.onHistory(asked);
    },
    onPeerJoined: (peer) => {
      this.joined.push(peer);
      this.look();
    },
    onPeerLeft: (peer) => {
      this.left.push(peer);
      this.look();
    },
    onRoomChanged: (room) => {
      this.roomChanges.push(room);
      this.look();
    },
  };

  /** Resolves when `condition` holds; it is looked at whenever the mesh tells something. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (condition()) {
          this.#watchers.delete(look);
          resolve();
        }
      };
      this.#watchers.add(look);
      look();
    });
  }

  /** Has every condition looked at. */
  protected look(): void {
    for (const watcher of this.#watchers) {
      watcher();
    }
  }
}

/** One mesh of a test, and what it told. */
export interface Recorded {
  readonly mesh: Mesh;
  readonly told: Recorder;
}
