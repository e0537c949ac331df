import type { Connection, Stream, StreamHandler } from '@libp2p/interface';
import { admitsNotice, Control } from './channels/control.ts';
import { Requests } from './channels/requests.ts';
import { Responder } from './channels/responder.ts';
import { JoinedRooms, requireRoomName, Rooms } from './channels/rooms.ts';
import { CHANNELS, protocolOf, type Channel } from './channel.ts';
import { FRAME_OVERHEAD, MAX_FRAME_BYTES } from './constants.ts';
import { MeshNotRunningError, MessageTooLargeError, type MalformedMessageError } from './errors.ts';
import { createHost, type Host } from './host.ts';
import { verifyEd25519, type Signer, type VerifySignature } from './lineage/signature.ts';
import { membersOnly } from './membership/members-only-registrar.ts';
import type { HistoryOptions, Mesh, MeshHandlers, MeshPeer, OutboundRequest, Reply } from './mesh.ts';
import { messageOf, type MeshObserver } from './mesh-event.ts';
import type { MeshInit } from './mesh-init.ts';
import { Neighbourhood } from './neighbourhood.ts';
import type { Settlement } from './settlement.ts';
import type { Frame } from './wire/frame-codec.ts';
import { DEFAULT_TIMINGS, type MeshTimings } from './timings.ts';

/** Milliseconds for opening a stream on a connection that stands. */
const OPEN_TIME = 5_000;
/** Milliseconds for sending what has been written when the mesh stops. */
const FLUSH_TIME = 1_000;
/** Streams of one channel that may be open at once on one connection: one, and those that follow each other closely. */
const MAX_STREAMS = 8;

/**
 * A mesh over libp2p. Nothing happens before `start()`.
 *
 * @throws {MalformedMessageError} when the card is out of bounds
 * @throws {InvalidAddressError} when one of the peers' addresses is no multiaddr
 */
export function createMesh(init: MeshInit): Mesh {
  return new Libp2pMesh(init);
}

/** What exists from `start()` to `stop()`. */
interface Running {
  readonly handlers: MeshHandlers;
  readonly host: Host;
  readonly requests: Requests;
  readonly responder: Responder;
  readonly rooms: Rooms;
  readonly control: Control;
}

class Libp2pMesh implements Mesh {
  readonly localPeer: string;
  readonly signer: Signer;
  readonly verify: VerifySignature = verifyEd25519;
  readonly #init: MeshInit;
  readonly #timings: MeshTimings;
  readonly #observe: MeshObserver;
  readonly #neighbourhood: Neighbourhood;
  readonly #joined = new JoinedRooms();
  #started = false;
  #running: Running | undefined;
  #stopping: Promise<void> | undefined;

  constructor(init: MeshInit) {
    this.localPeer = init.identity.peerId;
    this.signer = init.identity.signer;
    this.#init = init;
    this.#timings = { ...DEFAULT_TIMINGS, ...init.timings };
    this.#observe = (event) => init.observe?.(event);
    this.#neighbourhood = new Neighbourhood(init, this.#timings, this.#observe, {
      onJoined: (peer) => {
        this.#guard(() => this.#running?.handlers.onPeerJoined(peer));
      },
      onLeft: (peer) => this.#onLeft(peer),
      onConnected: (peer) => this.#running?.requests.onConnected(peer),
      onGossipDue: (peer, connection) => this.#renewGossip(peer, connection),
    });
  }

  get addresses(): readonly string[] {
    return this.#neighbourhood.addresses;
  }

  async start(handlers: MeshHandlers): Promise<void> {
    if (this.#started) {
      throw new Error('a mesh starts once');
    }
    this.#started = true;
    const neighbourhood = this.#neighbourhood;
    const host = await createHost({
      identity: this.#init.identity,
      networkKey: this.#init.networkKey,
      listen: this.#init.listen ?? ['/ip4/0.0.0.0/tcp/0'],
      announce: this.#init.announce ?? [],
      mdns: this.#init.mdns ?? true,
      muxers: this.#init.muxers ?? ['yamux', 'mplex'],
      gate: neighbourhood.membership,
      isDenied: (peer) => neighbourhood.isDenied(peer),
      admitsGossip: (topic, data) => admitsNotice(topic, data) || this.#joined.admits(topic, data),
    });
    const running = this.#assemble(host, handlers);
    this.#refuseIfStopped();
    this.#running = running;
    // Everything is in place before the first connection: what comes in a millisecond later is answered.
    await neighbourhood.attach(host);
    for (const channel of CHANNELS) {
      await host.libp2p.handle(protocolOf(channel), this.#channelHandler(channel, running), {
        maxInboundStreams: MAX_STREAMS,
        maxOutboundStreams: MAX_STREAMS,
      });
    }
    try {
      await host.libp2p.start();
      this.#refuseIfStopped();
      running.control.subscribe();
    } catch (error) {
      await this.stop();
      await host.libp2p.stop(); // Had it not begun yet when it was to stop, it would run on.
      throw error;
    }
    neighbourhood.start();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  peers(): readonly MeshPeer[] {
    return this.#running === undefined ? [] : this.#neighbourhood.membership.peers();
  }

  async connect(address: string, options?: { readonly signal?: AbortSignal }): Promise<string> {
    this.#mustRun();
    return this.#neighbourhood.connect(address, options?.signal);
  }

  request(request: OutboundRequest): Promise<Reply> {
    const running = this.#running;
    if (running === undefined) {
      return Promise.reject(new MeshNotRunningError());
    }
    const { byteLength } = request.envelope;
    if (byteLength > MAX_FRAME_BYTES - FRAME_OVERHEAD) {
      return Promise.reject(new MessageTooLargeError('this request', byteLength, MAX_FRAME_BYTES - FRAME_OVERHEAD));
    }
    return running.requests.send(request);
  }

  charge(peer: string, problem: string): void {
    this.#neighbourhood.charge(peer, problem);
  }

  settle(peer: string, channel: Channel, id: string, settlement: Settlement): void {
    this.#note(peer, channel, { kind: 'settled', id, settlement });
  }

  cancel(peer: string, channel: Channel, id: string, reason: string): void {
    // Only on one's own stream: the other side takes it from whoever asks.
    this.#running?.requests.note(peer, channel, { kind: 'cancel', id, reason });
  }

  broadcast(notice: Uint8Array): void {
    this.#running?.control.broadcast(notice);
  }

  notify(peer: string, notice: Uint8Array): void {
    this.#note(peer, 'task', { kind: 'notice', notice });
  }

  joinRoom(room: string): void {
    this.#mustRun().rooms.join(room);
  }

  leaveRoom(room: string): void {
    this.#running?.rooms.leave(room);
  }

  roomPeers(room: string): readonly string[] {
    return this.#running?.rooms.peers(room) ?? [];
  }

  async publish(room: string, envelope: Uint8Array): Promise<{ readonly recipients: number }> {
    return this.#mustRun().rooms.publish(room, envelope);
  }

  async history(
    peer: string,
    room: string,
    options: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]> {
    requireRoomName(room);
    return this.#mustRun().requests.history(peer, room, options);
  }

  #assemble(host: Host, handlers: MeshHandlers): Running {
    const { membership } = this.#neighbourhood;
    const shared = {
      localPeer: this.localPeer,
      guard: (run: () => void) => this.#guard(run),
      onMalformed: (peer: string, error: MalformedMessageError) => this.charge(peer, error.message),
      onSettled: (peer: string, channel: Channel, id: string, settlement: Settlement) =>
        this.#guard(() => handlers.onSettled(peer, channel, id, settlement)),
      onNotice: (peer: string, notice: Uint8Array): void => control.onFrame(peer, notice),
    };
    const requests = new Requests({
      ...shared,
      connectTime: this.#timings.connect,
      open: (peer, channel) => openStream(membership.connectionTo(peer), channel),
      hurry: (peer) => this.#neighbourhood.hurry(peer),
    });
    const responder = new Responder({
      ...shared,
      grace: this.#timings.grace,
      onRequest: (request) => handlers.onRequest(request),
      onHistory: (peer, room, options) => handlers.onHistory(peer, room, options),
    });
    const rooms = new Rooms(this.#joined, {
      ...shared,
      gossip: host.libp2p.services.gossip,
      verify: this.verify,
      isMember: (peer) => membership.isMember(peer),
      isDenied: (peer) => this.#neighbourhood.isDenied(peer),
      onPost: (post) => handlers.onPost(post),
      onRoomChanged: (room) => handlers.onRoomChanged(room),
    });
    const control = new Control({
      ...shared,
      gossip: host.libp2p.services.gossip,
      verify: this.verify,
      members: () => membership.peers().map(({ peerId }) => peerId),
      isDenied: (peer) => this.#neighbourhood.isDenied(peer),
      hasStream: (peer) => rooms.hasStream(peer),
      notify: (peer, notice) => this.notify(peer, notice),
      onNotice: (peer, notice) => handlers.onNotice(peer, notice),
      onFault: (where, message) => this.#observe({ kind: 'fault', where, message }),
    });
    return { handlers, host, requests, responder, rooms, control };
  }

  /** Sends a frame that no reply belongs to on whichever stream there is: the peer's own, or one to it. */
  #note(peer: string, channel: Channel, frame: Frame): void {
    const running = this.#running;
    if (running?.responder.note(peer, channel, frame) === false) {
      running.requests.note(peer, channel, frame);
    }
  }

  #channelHandler(channel: Channel, { responder }: Running): StreamHandler {
    const accept = (stream: Stream, connection: Connection): void =>
      responder.onStream(connection.remotePeer.toString(), channel, stream);
    return membersOnly(accept, this.#neighbourhood.membership);
  }

  #onLeft(peer: string): void {
    const running = this.#running;
    running?.requests.onDisconnected(peer);
    this.#guard(() => running?.handlers.onPeerLeft(peer));
    running?.rooms.onMembersChanged();
  }

  /** Gossip opens its stream once per peer, and does not notice when the connection below it was one of two. */
  #renewGossip(peer: string, connection: Connection): void {
    const running = this.#running;
    if (running === undefined || (running.rooms.knows(peer) && running.rooms.hasStream(peer))) {
      return;
    }
    const { gossipRegistrar } = running.host;
    if (!running.rooms.knows(peer)) {
      gossipRegistrar.dropStreams(connection.remotePeer); // It says anew which rooms it is in when it opens others.
    }
    gossipRegistrar.announce(connection.remotePeer, connection);
  }

  /** In this order: no new work, what has been said arrives, then the network. */
  async #stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    this.#neighbourhood.stop();
    if (running === undefined) {
      return;
    }
    const signal = AbortSignal.timeout(FLUSH_TIME);
    const ended = Promise.all([running.requests.stop(signal), running.responder.stop(signal)]).then(() =>
      running.host.libp2p.stop(),
    );
    const limit = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => limit.resolve(undefined), this.#timings.stop);
    try {
      await Promise.race([ended, limit.promise]);
    } catch (error) {
      this.#observe({ kind: 'fault', where: 'stop', message: messageOf(error) });
    } finally {
      clearTimeout(timer);
      ended.catch(() => undefined);
    }
  }

  #refuseIfStopped(): void {
    if (this.#stopping !== undefined) {
      throw new MeshNotRunningError();
    }
  }

  #mustRun(): Running {
    if (this.#running === undefined) {
      throw new MeshNotRunningError();
    }
    return this.#running;
  }

  /** The node's code must not take the network down. */
  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#observe({ kind: 'fault', where: 'handler', message: messageOf(error) });
    }
  }
}

function openStream(connection: Connection | undefined, channel: Channel): Promise<Stream> | undefined {
  return connection?.newStream(protocolOf(channel), {
    signal: AbortSignal.timeout(OPEN_TIME),
    maxOutboundStreams: MAX_STREAMS,
  });
}
