import type { Channel } from '../channel.ts';
import { PeerUnreachableError } from '../errors.ts';
import { isPeerId } from '../lineage/signature.ts';
import type { HistoryOptions, OutboundRequest, Reply } from '../mesh.ts';
import type { Frame } from '../wire/frame-codec.ts';
import { RequestChannel, type RequestPorts } from './request-channel.ts';

/** The side that asks: one {@link RequestChannel} per peer and channel, made when it is needed. */
export class Requests {
  readonly #ports: RequestPorts;
  readonly #channels = new Map<string, Map<Channel, RequestChannel>>();

  constructor(ports: RequestPorts) {
    this.#ports = ports;
  }

  /** @throws {PeerUnreachableError} at once for what is no peer ID, or one's own */
  send(request: OutboundRequest): Promise<Reply> {
    const { peer, channel } = request;
    return this.#isPeer(peer) ? this.#channel(peer, channel).send(request) : Promise.reject(notAPeer(peer));
  }

  /** @throws {PeerUnreachableError} at once for what is no peer ID, or one's own */
  history(
    peer: string,
    room: string,
    options: HistoryOptions & { readonly signal: AbortSignal },
  ): Promise<readonly Uint8Array[]> {
    return this.#isPeer(peer) ? this.#channel(peer, 'room').history(room, options) : Promise.reject(notAPeer(peer));
  }

  /** Sends a frame that no reply belongs to on one's own stream to a peer, as soon as there is one. */
  note(peer: string, channel: Channel, frame: Frame): void {
    if (this.#isPeer(peer)) {
      this.#channel(peer, channel).note(frame);
    }
  }

  onConnected(peer: string): void {
    for (const channel of this.#channels.get(peer)?.values() ?? []) {
      channel.onConnected();
    }
  }

  /** The peer has gone: what nobody waits for is forgotten. */
  onDisconnected(peer: string): void {
    const channels = this.#channels.get(peer);
    if (channels !== undefined && [...channels.values()].every((channel) => channel.isIdle)) {
      this.#channels.delete(peer);
    }
  }

  async stop(signal: AbortSignal): Promise<void> {
    const all = [...this.#channels.values()].flatMap((channels) => [...channels.values()]);
    await Promise.all(all.map((channel) => channel.stop(signal)));
  }

  #isPeer(peer: string): boolean {
    return peer !== this.#ports.localPeer && isPeerId(peer);
  }

  #channel(peer: string, channel: Channel): RequestChannel {
    const channels = this.#channels.get(peer) ?? new Map<Channel, RequestChannel>();
    this.#channels.set(peer, channels);
    const existing = channels.get(channel) ?? new RequestChannel(peer, channel, this.#ports);
    channels.set(channel, existing);
    return existing;
  }
}

function notAPeer(peer: string): PeerUnreachableError {
  return new PeerUnreachableError(peer, new Error('this is not the ID of another peer'));
}
