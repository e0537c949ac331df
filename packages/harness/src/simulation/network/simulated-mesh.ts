import {
  CONTROL_TOPIC,
  MAX_FRAME_BYTES,
  MAX_NOTICE_BYTES,
  MalformedMessageError,
  MeshNotRunningError,
  MessageTooLargeError,
  NobodyListeningError,
  isRoomName,
  roomTopic,
  type AgentCard,
  type Channel,
  type Frame,
  type HistoryOptions,
  type Identity,
  type Mesh,
  type MeshHandlers,
  type MeshObserver,
  type MeshPeer,
  type MeshTimings,
  type OutboundRequest,
  type Reply,
  type Settlement,
  type Signer,
  type VerifySignature,
} from '@hoplite/p2p';
import { FRAME_OVERHEAD } from './answering.ts';
import { Endpoint } from './endpoint.ts';
import type { SimulatedNetwork } from './simulated-network.ts';

export interface SimulatedMeshInit {
  readonly identity: Identity;
  readonly card: AgentCard;
  /** What faults call this peer. @default the card's name */
  readonly name?: string;
  /** Peer IDs that get no connection, and whose posts are not read. @default [] */
  readonly deny?: readonly string[];
  /** `connect`, `grace` and `penalty` are used; the others are those of real connections. */
  readonly timings?: Partial<MeshTimings>;
  readonly observe?: MeshObserver;
}

/** A mesh over a simulated network: it keeps the semantics of the real one, with its wire format, and no sockets. */
export class SimulatedMesh implements Mesh {
  readonly localPeer: string;
  readonly signer: Signer;
  readonly verify: VerifySignature;
  readonly #network: SimulatedNetwork;
  readonly #endpoint: Endpoint;
  readonly #observe: MeshObserver;
  #wasStarted = false;

  constructor(network: SimulatedNetwork, init: SimulatedMeshInit) {
    const { identity, card, name = card.name, deny = [], timings = {}, observe } = init;
    this.localPeer = identity.peerId;
    this.signer = identity.signer;
    this.verify = network.verification.verify;
    this.#network = network;
    this.#observe = (event) => observe?.(event);
    const { localPeer } = this;
    this.#endpoint = new Endpoint(network, { localPeer, card, name, deny, timings, observe: this.#observe });
  }

  get isRunning(): boolean {
    return this.#endpoint.isRunning;
  }

  get addresses(): readonly string[] {
    return this.isRunning ? [this.#network.addressOf(this.localPeer)] : [];
  }

  async start(handlers: MeshHandlers): Promise<void> {
    if (this.#wasStarted) {
      throw new Error('a mesh starts once');
    }
    this.#wasStarted = true;
    this.#endpoint.start(handlers);
  }

  async stop(): Promise<void> {
    this.#wasStarted = true;
    this.#endpoint.stop();
  }

  /** Ends it as a power cut does: no call that waits is told, and nothing that happens reaches the node any more. */
  sever(): void {
    this.#wasStarted = true;
    this.#endpoint.sever();
  }

  /** Whether this and another one are connected, and each has heard in which of the rooms that both are in the other is. */
  knows(other: SimulatedMesh): boolean {
    const [mine, its] = [this.#endpoint, other.#endpoint];
    if (!mine.members.has(its.localPeer) || !its.members.has(mine.localPeer)) {
      return false;
    }
    const shared = [...mine.presence.rooms.keys()].filter((room) => its.presence.rooms.has(room));
    return shared.every((room) => mine.members.isIn(its.localPeer, room) && its.members.isIn(mine.localPeer, room));
  }

  peers(): readonly MeshPeer[] {
    return this.#endpoint.members.all();
  }

  async connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<string> {
    this.#mustRun();
    return this.#network.connect(this.#endpoint, address, options?.signal);
  }

  request(request: OutboundRequest): Promise<Reply> {
    if (!this.isRunning) {
      return Promise.reject(new MeshNotRunningError());
    }
    const { byteLength } = request.envelope;
    if (byteLength > MAX_FRAME_BYTES - FRAME_OVERHEAD) {
      return Promise.reject(new MessageTooLargeError('this request', byteLength, MAX_FRAME_BYTES - FRAME_OVERHEAD));
    }
    return this.#endpoint.asking.request(request);
  }

  charge(peer: string, problem: string): void {
    this.#endpoint.charge(peer, problem);
  }

  settle(peer: string, channel: Channel, id: string, settlement: Settlement): void {
    this.#note(peer, channel, { kind: 'settled', id, settlement });
  }

  cancel(peer: string, channel: Channel, id: string, reason: string): void {
    this.#note(peer, channel, { kind: 'cancel', id, reason });
  }

  broadcast(notice: Uint8Array): void {
    if (!this.isRunning) {
      return;
    }
    if (notice.byteLength > MAX_NOTICE_BYTES) {
      const { message } = new MessageTooLargeError('this notice', notice.byteLength, MAX_NOTICE_BYTES);
      this.#observe({ kind: 'fault', where: 'broadcast', message });
      return;
    }
    this.#network.gossip.publish(this.#endpoint, CONTROL_TOPIC, notice);
  }

  notify(peer: string, notice: Uint8Array): void {
    this.#note(peer, 'task', { kind: 'notice', notice });
  }

  joinRoom(room: string): void {
    this.#mustRun();
    requireRoomName(room);
    this.#endpoint.presence.join(room);
  }

  leaveRoom(room: string): void {
    if (this.isRunning) {
      this.#endpoint.presence.leave(room);
    }
  }

  roomPeers(room: string): readonly string[] {
    return this.#endpoint.members.listeners(roomTopic(room)).sort();
  }

  async publish(room: string, envelope: Uint8Array): Promise<{ readonly recipients: number }> {
    this.#mustRun();
    if (envelope.byteLength > MAX_FRAME_BYTES) {
      throw new MessageTooLargeError('this post', envelope.byteLength, MAX_FRAME_BYTES);
    }
    const topic = roomTopic(room);
    if (this.#endpoint.members.listeners(topic).length === 0) {
      throw new NobodyListeningError(room);
    }
    return { recipients: this.#network.gossip.publish(this.#endpoint, topic, envelope) };
  }

  async history(
    peer: string,
    room: string,
    options: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]> {
    requireRoomName(room);
    this.#mustRun();
    return this.#endpoint.asking.history(peer, room, options);
  }

  #note(peer: string, channel: Channel, frame: Frame): void {
    if (this.isRunning) {
      this.#endpoint.asking.note(peer, channel, frame);
    }
  }

  #mustRun(): void {
    if (!this.isRunning) {
      throw new MeshNotRunningError();
    }
  }
}

/** @throws {MalformedMessageError} for what cannot be a room's name */
function requireRoomName(room: string): void {
  if (!isRoomName(room)) {
    throw new MalformedMessageError('room', `${JSON.stringify(room.slice(0, 80))} is not a room name`);
  }
}
