import type { Stream } from '@libp2p/interface';
import type { Channel } from '../channel.ts';
import { MalformedMessageError, MeshNotRunningError } from '../errors.ts';
import type { InboundRequest } from '../mesh.ts';
import { messageOf } from '../mesh-event.ts';
import type { Settlement } from '../settlement.ts';
import type { Frame } from '../wire/frame-codec.ts';
import { requireHome } from './frame-home.ts';
import { FrameStream } from './frame-stream.ts';
import { Histories, type HistoryPorts } from './histories.ts';
import { Inbound, InboundEntry } from './inbound.ts';
import { Load } from './load.ts';

/** Bytes that may wait for a requester that does not read its answers; then its stream is given up. */
const MAX_QUEUED = 64 * 1024 * 1024;

/** Bytes above which no more posts are put on top of what a requester has not read. */
const MAX_POSTS_QUEUED = 4 * 1024 * 1024;

/** What answering needs of the rest. */
export interface ResponderPorts extends HistoryPorts {
  readonly localPeer: string;
  /** Milliseconds for which a requester may be away. */
  readonly grace: number;
  onRequest(request: InboundRequest): void;
  onSettled(peer: string, channel: Channel, id: string, settlement: Settlement): void;
  onNotice(peer: string, notice: Uint8Array): void;
  onMalformed(peer: string, error: MalformedMessageError): void;
}

/** One peer's requests on one channel. */
interface Link {
  readonly peer: string;
  readonly channel: Channel;
  readonly entries: Map<string, InboundEntry>;
  /** The newest stream that the peer opened: answers go there. */
  stream: FrameStream | undefined;
  /** How many streams it has opened. */
  opened: number;
}

/**
 * The side that answers. Requests come on streams that their senders opened; a request that is sent again after a drop
 * is handed to the node again, once for every stream that its sender opens, and its answer goes out on the newest one.
 */
export class Responder {
  readonly #ports: ResponderPorts;
  readonly #links = new Map<string, Link>();
  readonly #streams = new Set<FrameStream>();
  readonly #load = new Load();
  readonly #histories: Histories;
  #stopped = false;

  constructor(ports: ResponderPorts) {
    this.#ports = ports;
    this.#histories = new Histories(ports);
  }

  /** Takes a stream that a member has opened; in the same turn in which it was handed over. */
  onStream(peer: string, channel: Channel, raw: Stream): void {
    if (this.#stopped) {
      raw.abort(new MeshNotRunningError());
      return;
    }
    const link = this.#link(peer, channel);
    const stream: FrameStream = new FrameStream(raw, {
      onFrame: (frame) => this.#onFrame(link, frame),
      onDrained: () => stream.resume(),
      onClosed: (malformed) => this.#closed(link, stream, malformed),
    });
    this.#streams.add(stream);
    link.stream = stream;
    link.opened += 1;
  }

  /** Sends a frame that no reply belongs to on the peer's own stream. @returns false when it has none that takes more */
  note(peer: string, channel: Channel, frame: Frame): boolean {
    const stream = this.#links.get(keyOf(peer, channel))?.stream;
    if (stream?.isOpen !== true || stream.isFull) {
      return false;
    }
    stream.send(frame);
    return true;
  }

  /** Tells the node that nobody waits any more. @returns when what was written has been sent */
  async stop(signal: AbortSignal): Promise<void> {
    this.#stopped = true;
    this.#histories.stop();
    for (const link of this.#links.values()) {
      for (const entry of link.entries.values()) {
        clearTimeout(entry.timer);
        entry.abort(new MeshNotRunningError());
      }
    }
    await Promise.all(
      [...this.#streams].map((stream) =>
        stream.close(signal).catch((error: unknown) => stream.abort(new Error(messageOf(error)))),
      ),
    );
  }

  #link(peer: string, channel: Channel): Link {
    const key = keyOf(peer, channel);
    const link = this.#links.get(key) ?? { peer, channel, entries: new Map(), stream: undefined, opened: 0 };
    this.#links.set(key, link);
    return link;
  }

  #onFrame(link: Link, frame: Frame): void {
    requireHome(frame, link.channel);
    switch (frame.kind) {
      case 'request':
        this.#onRequest(link, frame.id, frame.envelope);
        return;
      case 'cancel':
        this.#giveUp(link.entries.get(frame.id), `the requester cancelled it: ${frame.reason}`);
        return;
      case 'settled': // From a peer that had no stream of ours open when it learnt of this.
        this.#ports.onSettled(link.peer, link.channel, frame.id, frame.settlement);
        return;
      case 'notice':
        this.#ports.onNotice(link.peer, frame.notice);
        return;
      case 'history':
        this.#onHistory(link, frame);
        return;
      case 'accepted':
      case 'progress':
      case 'answer':
      case 'refused':
      case 'posts':
        throw new MalformedMessageError(`frame.${frame.kind}`, 'came from the side that asks');
    }
  }

  #onRequest(link: Link, id: string, envelope: Uint8Array): void {
    const entry = link.entries.get(id) ?? this.#enter(link, id, envelope.byteLength);
    if (entry === undefined) {
      link.stream?.send({ kind: 'refused', id, refusal: this.#busy(link.peer) });
      return;
    }
    clearTimeout(entry.timer);
    entry.timer = undefined;
    if (entry.handedOver === link.opened) {
      return; // Whoever has no other stream than before has lost nothing, and need not ask again.
    }
    entry.handedOver = link.opened;
    const request = new Inbound(entry, envelope);
    this.#ports.guard(() => this.#ports.onRequest(request));
  }

  #onHistory(link: Link, frame: Extract<Frame, { kind: 'history' }>): void {
    const isSlow = (link.stream?.queued ?? 0) > MAX_POSTS_QUEUED;
    if (isSlow || !this.#histories.ask(link.peer, frame, (posts) => this.#send(link, posts))) {
      this.#send(link, { kind: 'refused', id: frame.id, refusal: this.#busy(link.peer) });
    }
  }

  /**
   * Begins with a request. Its entry keeps no envelope, neither the first nor those of repeats.
   *
   * @returns undefined when there is no room for it
   */
  #enter(link: Link, id: string, bytes: number): InboundEntry | undefined {
    const { peer, channel } = link;
    if (!this.#load.take(peer, bytes)) {
      return undefined;
    }
    const entry = new InboundEntry(peer, channel, id, bytes, (from, frame, isLast) =>
      this.#reply(link, from, frame, isLast),
    );
    link.entries.set(id, entry);
    return entry;
  }

  #reply(link: Link, entry: InboundEntry, frame: Frame, isLast: boolean): void {
    if (isLast) {
      this.#forget(link, entry);
    }
    if (frame.kind === 'refused' && frame.refusal.reason === 'malformed') {
      this.#ports.onMalformed(entry.peer, new MalformedMessageError('message', `was refused: ${frame.refusal.detail}`));
    }
    this.#send(link, frame);
  }

  #send({ stream }: Link, frame: Frame): void {
    if (stream?.isOpen !== true) {
      return; // The requester asks again when it is back, and gets what was recorded.
    }
    stream.send(frame);
    if (stream.queued > MAX_QUEUED) {
      stream.abort(new Error('the requester does not read its answers'));
    } else if (stream.isFull) {
      stream.pause(); // No more requests from somebody who does not read what it asked for.
    }
  }

  #closed(link: Link, stream: FrameStream, malformed: MalformedMessageError | undefined): void {
    this.#streams.delete(stream);
    if (malformed !== undefined) {
      this.#ports.onMalformed(link.peer, malformed);
    }
    if (link.stream !== stream) {
      return;
    }
    link.stream = undefined;
    for (const entry of this.#stopped ? [] : link.entries.values()) {
      clearTimeout(entry.timer); // It had been back, and had not got to repeat the request.
      entry.timer = setTimeout(() => this.#giveUp(entry, 'the requester has gone'), this.#ports.grace);
    }
    this.#tidy(link);
  }

  /** Nobody wants the answer any more: the node hears of it, and whatever it says is dropped. */
  #giveUp(entry: InboundEntry | undefined, reason: string): void {
    if (entry === undefined) {
      return;
    }
    const link = this.#link(entry.peer, entry.channel);
    this.#forget(link, entry);
    this.#ports.guard(() => entry.abort(new Error(reason)));
  }

  #forget(link: Link, entry: InboundEntry): void {
    clearTimeout(entry.timer);
    if (link.entries.get(entry.id) === entry) {
      link.entries.delete(entry.id);
      this.#load.give(entry.peer, entry.bytes);
    }
    this.#tidy(link);
  }

  #tidy(link: Link): void {
    if (link.stream === undefined && link.entries.size === 0) {
      this.#links.delete(keyOf(link.peer, link.channel));
    }
  }

  #busy(peer: string): { reason: 'busy'; detail: string; path: string[] } {
    const detail = 'this peer already works on as many requests of yours as it takes at once';
    return { reason: 'busy', detail, path: [peer, this.#ports.localPeer] };
  }
}

function keyOf(peer: string, channel: Channel): string {
  return `${channel} ${peer}`;
}
