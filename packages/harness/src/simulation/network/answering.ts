import {
  MAX_FRAME_BYTES,
  MeshNotRunningError,
  MessageTooLargeError,
  type Channel,
  type Frame,
  type HistoryOptions,
  type InboundRequest,
  type ProgressNote,
  type Refusal,
} from '@hoplite/p2p';
import type { Clock, Timer } from '@hoplite/node';

/** Bytes of a frame besides what is in it, as in the real mesh. */
export const FRAME_OVERHEAD = 512;
/** Requests of one peer that may be worked on at once, over all channels. */
const MAX_REQUESTS = 1024;
/** Questions after posts of one peer that may wait for their answers. */
const MAX_HISTORIES = 4;
/** Bytes before each post of a history. */
const POST_OVERHEAD = 4;

export interface AnsweringPorts {
  readonly localPeer: string;
  readonly clock: Clock;
  /** Milliseconds for which a requester may be away. */
  readonly grace: number;
  /** Sends a frame, if the peer is connected. */
  send(peer: string, channel: Channel, frame: Frame): void;
  onRequest(request: InboundRequest): void;
  onHistory(peer: string, room: string, options: HistoryOptions): readonly Uint8Array[];
  onMalformed(peer: string, problem: string): void;
  guard(run: () => void): void;
}

/** A request that is being worked on here, however often it has been sent. */
class Entry {
  readonly peer: string;
  readonly channel: Channel;
  readonly id: string;
  /** How often the peer had connected when the node last got it. */
  handedOver = 0;
  /** Runs while the requester is away. */
  timer: Timer | undefined;
  readonly #controller = new AbortController();
  readonly #reply: (frame: Frame, isLast: boolean) => void;
  #isDone = false;

  constructor(
    peer: string,
    channel: Channel,
    id: string,
    reply: (entry: Entry, frame: Frame, isLast: boolean) => void,
  ) {
    this.peer = peer;
    this.channel = channel;
    this.id = id;
    this.#reply = (frame, isLast) => reply(this, frame, isLast);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(reason: Error): void {
    this.#controller.abort(reason);
  }

  reply(frame: Frame, isLast: boolean): void {
    if (!this.#isDone) {
      this.#isDone = isLast;
      this.#reply(frame, isLast);
    }
  }

  /** One arrival of it. */
  request(envelope: Uint8Array): InboundRequest {
    const { peer, channel, id, signal } = this;
    return {
      ...{ peer, channel, id, envelope, signal },
      accept: () => this.reply({ kind: 'accepted', id }, false),
      progress: (progress: ProgressNote) => this.reply({ kind: 'progress', id, progress }, false),
      answer: (answer: Uint8Array) => {
        if (answer.byteLength > MAX_FRAME_BYTES - FRAME_OVERHEAD) {
          throw new MessageTooLargeError('this answer', answer.byteLength, MAX_FRAME_BYTES - FRAME_OVERHEAD);
        }
        this.reply({ kind: 'answer', id, envelope: answer }, true);
      },
      refuse: (refusal: Refusal) => this.reply({ kind: 'refused', id, refusal }, true),
    };
  }
}

/** One peer's questions. */
interface Asker {
  readonly entries: Map<string, Entry>;
  connections: number;
  isConnected: boolean;
  histories: number;
}

/**
 * The side that answers. A request that is sent again after a break is handed to the node again, once for every
 * connection, and its answer goes out on the newest one.
 */
export class Answering {
  readonly #ports: AnsweringPorts;
  readonly #askers = new Map<string, Asker>();
  #isStopped = false;

  constructor(ports: AnsweringPorts) {
    this.#ports = ports;
  }

  onConnected(peer: string): void {
    const asker = this.#asker(peer);
    asker.connections += 1;
    asker.isConnected = true;
  }

  onDisconnected(peer: string): void {
    const asker = this.#asker(peer);
    asker.isConnected = false;
    for (const entry of asker.entries.values()) {
      const giveUp = (): void => this.#giveUp(peer, entry, 'the requester has gone');
      entry.timer?.clear(); // It had been back, and had not got to repeat the request.
      entry.timer = this.#ports.clock.after(this.#ports.grace, giveUp);
    }
    this.#tidy(peer, asker);
  }

  /** @param isRepeat whether the network brings it a second time, by itself */
  onFrame(peer: string, channel: Channel, frame: Frame, isRepeat: boolean): void {
    switch (frame.kind) {
      case 'request':
        this.#onRequest(peer, channel, frame, isRepeat);
        return;
      case 'cancel': {
        const entry = this.#askers.get(peer)?.entries.get(`${channel} ${frame.id}`);
        this.#giveUp(peer, entry, `the requester cancelled it: ${frame.reason}`);
        return;
      }
      case 'history':
        this.#onHistory(peer, channel, frame);
        return;
      default: // Of the other side.
    }
  }

  /** Tells the node that nobody waits any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { entries } of this.#askers.values()) {
      for (const entry of entries.values()) {
        entry.timer?.clear();
        entry.abort(new MeshNotRunningError());
      }
    }
    this.#askers.clear();
  }

  #onRequest(
    peer: string,
    channel: Channel,
    { id, envelope }: { id: string; envelope: Uint8Array },
    isRepeat: boolean,
  ): void {
    const asker = this.#asker(peer);
    const key = `${channel} ${id}`;
    const known = asker.entries.get(key);
    if (known === undefined && asker.entries.size >= MAX_REQUESTS) {
      this.#ports.send(peer, channel, { kind: 'refused', id, refusal: this.#busy(peer) });
      return;
    }
    const entry = known ?? new Entry(peer, channel, id, (...reply) => this.#reply(...reply));
    asker.entries.set(key, entry);
    entry.timer?.clear();
    entry.timer = undefined;
    if (entry.handedOver === asker.connections && !isRepeat) {
      return; // Whoever has lost nothing need not ask again.
    }
    entry.handedOver = asker.connections;
    this.#ports.guard(() => this.#ports.onRequest(entry.request(envelope)));
  }

  #onHistory(peer: string, channel: Channel, frame: Extract<Frame, { kind: 'history' }>): void {
    const asker = this.#asker(peer);
    if (asker.histories >= MAX_HISTORIES) {
      this.#ports.send(peer, channel, { kind: 'refused', id: frame.id, refusal: this.#busy(peer) });
      return;
    }
    asker.histories += 1;
    this.#ports.clock.soon(() => {
      asker.histories -= 1;
      if (!this.#isStopped) {
        const { id, room, since, limit } = frame;
        this.#ports.guard(() => {
          const envelopes = this.#ports.onHistory(peer, room, { since, limit }).slice(-limit);
          this.#ports.send(peer, channel, { kind: 'posts', id, envelopes: fitting(envelopes) });
        });
      }
    });
  }

  #reply(entry: Entry, frame: Frame, isLast: boolean): void {
    if (isLast) {
      this.#forget(entry.peer, entry);
    }
    if (frame.kind === 'refused' && frame.refusal.reason === 'malformed') {
      this.#ports.onMalformed(entry.peer, `message was refused: ${frame.refusal.detail}`);
    }
    // Who is away asks again when it is back, and gets what was recorded.
    this.#ports.send(entry.peer, entry.channel, frame);
  }

  #giveUp(peer: string, entry: Entry | undefined, reason: string): void {
    if (entry !== undefined) {
      this.#forget(peer, entry);
      this.#ports.guard(() => entry.abort(new Error(reason)));
    }
  }

  #forget(peer: string, entry: Entry): void {
    entry.timer?.clear();
    const asker = this.#askers.get(peer);
    const key = `${entry.channel} ${entry.id}`;
    if (asker?.entries.get(key) === entry) {
      asker.entries.delete(key);
      this.#tidy(peer, asker);
    }
  }

  #tidy(peer: string, asker: Asker): void {
    if (!asker.isConnected && asker.entries.size === 0) {
      this.#askers.delete(peer);
    }
  }

  #asker(peer: string): Asker {
    const asker = this.#askers.get(peer) ?? { entries: new Map(), connections: 0, isConnected: false, histories: 0 };
    this.#askers.set(peer, asker);
    return asker;
  }

  #busy(peer: string): Refusal {
    const detail = 'this peer already works on as many requests of yours as it takes at once';
    return { reason: 'busy', detail, path: [peer, this.#ports.localPeer] };
  }
}

/** The newest of `envelopes`, which are in order, that fit into one frame together. */
function fitting(envelopes: readonly Uint8Array[]): readonly Uint8Array[] {
  let room = MAX_FRAME_BYTES - FRAME_OVERHEAD;
  let first = envelopes.length;
  for (const envelope of envelopes.toReversed()) {
    room -= envelope.byteLength + POST_OVERHEAD;
    if (room < 0) {
      break;
    }
    first -= 1;
  }
  return envelopes.slice(first);
}
