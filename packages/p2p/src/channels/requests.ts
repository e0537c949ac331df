import type { Channel } from '../channel.ts';
import { PeerUnreachableError } from '../errors.ts';
import { isPeerId } from '../lineage/signature.ts';
import type { OutboundRequest, Reply } from '../mesh.ts';
import type { Settlement } from '../settlement.ts';
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
    if (peer === this.#ports.localPeer || !isPeerId(peer)) {
      return Promise.reject(new PeerUnreachableError(peer, new Error('this is not the ID of another peer')));
    }
    return this.#channel(peer, channel).send(request);
  }

  /** Sends a settlement on one's own stream to the peer that is owed it, as soon as there is one. */
  settle(peer: string, channel: Channel, id: string, settlement: Settlement): void {
    if (peer !== this.#ports.localPeer && isPeerId(peer)) {
      this.#channel(peer, channel).note({ kind: 'settled', id, settlement });
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

  #channel(peer: string, channel: Channel): RequestChannel {
    const channels = this.#channels.get(peer) ?? new Map<Channel, RequestChannel>();
    this.#channels.set(peer, channels);
    const existing = channels.get(channel) ?? new RequestChannel(peer, channel, this.#ports);
    channels.set(channel, existing);
    return existing;
  }
}
