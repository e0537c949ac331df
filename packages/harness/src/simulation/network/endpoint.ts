import {
  CONTROL_TOPIC,
  DEFAULT_TIMINGS,
  MalformedMessageError,
  decodeFrame,
  encodeFrame,
  roomOf,
  type AgentCard,
  type Channel,
  type Frame,
  type MeshHandlers,
  type MeshObserver,
  type MeshTimings,
} from '@hoplite/p2p';
import { NodeClock } from '../node-clock.ts';
import { Answering } from './answering.ts';
import { Asking } from './asking.ts';
import { crossingOf } from './crossing-of.ts';
import type { Flood } from './gossip.ts';
import { Members, type Side } from './members.ts';
import { Penalties } from './penalties.ts';
import { Presence } from './presence.ts';
import type { SimulatedNetwork } from './simulated-network.ts';

export interface EndpointInit {
  readonly localPeer: string;
  readonly card: AgentCard;
  /** What faults call this peer. */
  readonly name: string;
  readonly deny: readonly string[];
  readonly timings: Partial<MeshTimings>;
  readonly observe: MeshObserver;
}

/** What the network knows of one mesh: who is connected with it, and what passes between them. */
export class Endpoint {
  readonly localPeer: string;
  readonly name: string;
  readonly card: AgentCard;
  readonly members = new Members();
  readonly presence: Presence;
  readonly asking: Asking;
  readonly #network: SimulatedNetwork;
  readonly #clock: NodeClock;
  readonly #timings: MeshTimings;
  readonly #observe: MeshObserver;
  readonly #denied: ReadonlySet<string>;
  readonly #penalties = new Penalties();
  readonly #answering: Answering;
  #handlers: MeshHandlers | undefined;

  constructor(network: SimulatedNetwork, { localPeer, card, name, deny, timings, observe }: EndpointInit) {
    this.localPeer = localPeer;
    this.card = card;
    this.name = name;
    this.#network = network;
    this.#clock = new NodeClock(network.clock);
    this.#timings = { ...DEFAULT_TIMINGS, ...timings };
    this.#observe = observe;
    this.#denied = new Set(deny);
    const shared = {
      localPeer,
      clock: this.#clock,
      send: (peer: string, channel: Channel, frame: Frame) => this.#send(peer, channel, frame),
      guard: (run: () => void) => this.#guard(run),
    };
    this.presence = new Presence({
      clock: this.#clock,
      listeners: (topic) => this.members.listeners(topic),
      onTopic: (topic, isIn) => this.#tellTopic(topic, isIn),
      onRoomChanged: (room) => this.#guard(() => this.#handlers?.onRoomChanged(room)),
    });
    this.asking = new Asking({
      ...shared,
      connectTime: this.#timings.connect,
      isConnected: (peer) => this.members.has(peer),
      hurry: (peer) => network.hurry(this, peer),
      onEnded: (to, channel, id) => network.observers.ended({ from: localPeer, to, channel, id }),
    });
    this.#answering = new Answering({
      ...shared,
      grace: this.#timings.grace,
      onRequest: (request) => this.#handlers?.onRequest(request),
      onHistory: (peer, room, options) => this.#handlers?.onHistory(peer, room, options) ?? [],
      onMalformed: (peer, problem) => this.charge(peer, problem),
    });
  }

  get isRunning(): boolean {
    return this.#handlers !== undefined;
  }

  /** Milliseconds in which a peer has to be connected. */
  get connectTime(): number {
    return this.#timings.connect;
  }

  start(handlers: MeshHandlers): void {
    this.#handlers = handlers;
    this.presence.enter(CONTROL_TOPIC);
    this.#network.enter(this);
  }

  /** Ends in good order: who waits is told, and what has been said arrives. */
  stop(): void {
    if (this.#handlers !== undefined) {
      this.#handlers = undefined;
      this.asking.stop();
      this.#answering.stop();
      this.#leave(true);
    }
  }

  /** Ends as a power cut does: nobody is told, and nothing that happens reaches the node any more. */
  sever(): void {
    if (this.#handlers !== undefined) {
      this.#handlers = undefined;
      this.#clock.kill();
      this.#leave(false);
    }
  }

  /** Charges a peer for something malformed; too much of it, and it is shut out for a while. */
  charge(peer: string, problem: string): void {
    this.#observe({ kind: 'charged', peer, message: problem });
    const { penalty } = this.#timings;
    if (this.#penalties.charge(peer, this.#clock.now(), penalty)) {
      this.#observe({ kind: 'shut-out', peer, milliseconds: penalty });
      this.members.side(peer)?.connection.break();
      this.#clock.after(penalty, () => this.#network.hurry(this, peer));
    }
  }

  isDenied(peer: string): boolean {
    return this.#denied.has(peer) || this.#penalties.isShutOut(peer, this.#clock.now());
  }

  onConnected(other: Endpoint, side: Side): void {
    if (this.#handlers === undefined) {
      return;
    }
    const { localPeer: peerId, card } = other;
    const peer = { peerId, card, addresses: [this.#network.addressOf(peerId)] };
    this.members.add(peer, side, other.presence.topics);
    this.#answering.onConnected(peerId);
    this.#guard(() => this.#handlers?.onPeerJoined(peer));
    this.asking.onConnected(peerId);
    this.presence.recountAll();
  }

  onDisconnected(peer: string): void {
    if (!this.members.delete(peer) || this.#handlers === undefined) {
      return;
    }
    this.#answering.onDisconnected(peer);
    this.#guard(() => this.#handlers?.onPeerLeft(peer));
    this.presence.recountAll();
    this.asking.onDisconnected(peer);
  }

  sendGossip(to: string, flood: Flood): void {
    const member = this.members.side(to);
    const room = roomOf(flood.topic);
    const crossing =
      room === undefined
        ? undefined
        : ({ from: this.localPeer, to, channel: 'room', kind: 'post', id: room, envelope: flood.bytes } as const);
    member?.connection.send(member.end, {
      crossing,
      isGossip: true,
      deliver: (isRepeat) => this.#network.endpointOf(to)?.onGossip(this.localPeer, flood, isRepeat),
    });
  }

  onGossip(from: string, flood: Flood, isRepeat: boolean): void {
    const { topic, bytes, reached } = flood;
    if (
      this.#handlers === undefined ||
      !this.presence.topics.has(topic) ||
      (reached.has(this.localPeer) && !isRepeat)
    ) {
      return;
    }
    try {
      const room = roomOf(topic);
      const author = this.#take(from, room, bytes);
      reached.add(this.localPeer);
      if (author === undefined || !this.isDenied(author)) {
        this.#network.gossip.passOn(this, flood);
      }
    } catch (error) {
      this.#charge(from, error);
    }
  }

  /** Hands over what gossip brought. @returns its author, when it is of a kind that this version knows */
  #take(from: string, room: string | undefined, bytes: Uint8Array): string | undefined {
    const { verification } = this.#network;
    const author = room === undefined ? verification.noticeOf(bytes)?.from : verification.authorOf(room, bytes);
    if (author === undefined || author === this.localPeer || this.isDenied(author)) {
      return author;
    }
    this.#guard(() =>
      room === undefined
        ? this.#handlers?.onNotice(from, bytes)
        : this.#handlers?.onPost({ author, room, envelope: bytes }),
    );
    return author;
  }

  #send(to: string, channel: Channel, frame: Frame): void {
    const member = this.members.side(to);
    if (member === undefined) {
      return;
    }
    const bytes = encodeFrame(frame);
    member.connection.send(member.end, {
      crossing: crossingOf(this.localPeer, to, channel, frame),
      ...('id' in frame ? { order: `${channel} ${frame.id}` } : {}),
      deliver: (isRepeat) => this.#network.endpointOf(to)?.onFrame(this.localPeer, channel, bytes, isRepeat),
    });
  }

  onFrame(peer: string, channel: Channel, bytes: Uint8Array, isRepeat: boolean): void {
    const handlers = this.#handlers;
    if (handlers === undefined) {
      return;
    }
    try {
      const frame = decodeFrame(bytes);
      switch (frame?.kind) {
        case 'request':
        case 'cancel':
        case 'history':
          this.#answering.onFrame(peer, channel, frame, isRepeat);
          return;
        case 'settled':
          this.#guard(() => handlers.onSettled(peer, channel, frame.id, frame.settlement));
          return;
        case 'notice':
          this.#take(peer, undefined, frame.notice);
          return;
        case 'accepted':
        case 'progress':
        case 'answer':
        case 'refused':
        case 'posts':
          this.asking.onFrame(peer, channel, frame);
          return;
        case undefined: // Of a later version.
      }
    } catch (error) {
      this.#charge(peer, error);
    }
  }

  #tellTopic(topic: string, isIn: boolean): void {
    if (isIn) {
      this.#network.gossip.listen(topic, this.localPeer);
    } else {
      this.#network.gossip.unlisten(topic, this.localPeer);
    }
    for (const [to, { connection, end }] of this.members.sides()) {
      const deliver = (): void => this.#network.endpointOf(to)?.onTopic(this.localPeer, topic, isIn);
      connection.send(end, { order: topic, deliver });
    }
  }

  onTopic(peer: string, topic: string, isIn: boolean): void {
    this.members.note(peer, topic, isIn);
    this.presence.recountTopic(topic);
  }

  #leave(isOrderly: boolean): void {
    for (const topic of this.presence.topics) {
      this.#network.gossip.unlisten(topic, this.localPeer);
    }
    this.#network.leave(this, isOrderly);
    this.members.clear();
  }

  #charge(peer: string, error: unknown): void {
    if (!(error instanceof MalformedMessageError)) {
      throw error;
    }
    this.charge(peer, error.message);
  }

  /** The node's code must not take the network down. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#observe({ kind: 'fault', where: 'handler', message });
    }
  }
}
