import { allowsEdge, hasRight } from '@hoplite/node/decisions';
import type { Config } from '@hoplite/node';
import { CHANNELS, MAX_HOP_DEPTH, type Channel, type Reason } from '@hoplite/p2p';
import type { MeshConfig } from './mesh-config.ts';

/** A peer of the network, by its config. */
export interface MeshPeer {
  /** Its peer ID; where that is not known, its name. */
  readonly id: string;
  /** Unique: the second of a name has the number of its config added. */
  readonly name: string;
  readonly config: Config;
}

/** Why one peer cannot address another. */
export interface EdgeRefusal {
  readonly reason: Extract<Reason, 'illegal_edge' | 'unauthorized' | 'not_in_room' | 'unreachable'>;
  readonly by: 'sender' | 'receiver' | 'both';
}

/** Who may address whom, by the configs of all: the same questions in the same order as a node's brakes ask them. */
export class Network {
  readonly peers: readonly MeshPeer[];
  readonly #byName: ReadonlyMap<string, readonly string[]>;
  readonly #allowed = new Map<string, boolean>();

  constructor(configs: readonly MeshConfig[]) {
    const names = new Set<string>();
    this.peers = configs.map(({ config, peerId }, index) => {
      const name = names.has(config.name) ? `${config.name}#${index + 1}` : config.name;
      names.add(name);
      return { id: peerId ?? name, name, config };
    });
    this.#byName = new Map(
      [...Map.groupBy(this.peers, ({ config }) => config.name)].map(([name, peers]) => [
        name,
        peers.map(({ id }) => id),
      ]),
    );
  }

  /** IDs of the peers that bear a name. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  /** Whether one may wake another by a channel; by a room, in any room that both are in. */
  mayAddress(from: MeshPeer, to: MeshPeer, channel: Channel): boolean {
    const key = `${from.id}\n${to.id}\n${channel}`;
    const known = this.#allowed.get(key);
    if (known !== undefined) return known;
    const allowed =
      channel === 'room'
        ? commonRooms(from, to).some((room) => this.refusal(from, to, channel, room) === undefined)
        : this.refusal(from, to, channel) === undefined;
    this.#allowed.set(key, allowed);
    return allowed;
  }

  /** Why one may not wake another; undefined when it may. */
  refusal(from: MeshPeer, to: MeshPeer, channel: Channel, room?: string): EdgeRefusal | undefined {
    if (from.config.deny.includes(to.id)) return { reason: 'unreachable', by: 'sender' };
    if (to.config.deny.includes(from.id)) return { reason: 'unreachable', by: 'receiver' };
    const addressing = { from: from.id, to: to.id, channel, ...(room === undefined ? {} : { room }) };
    const named = (name: string): readonly string[] => this.named(name);
    const leaves = allowsEdge(from.config.graph, addressing, named);
    const inbound = this.#inboundRefusal(from, to, channel, room);
    const reason = leaves ? inbound : 'illegal_edge';
    if (reason === undefined) return undefined;
    const by = leaves ? 'receiver' : inbound === undefined ? 'sender' : 'both';
    return { reason, by };
  }

  #inboundRefusal(
    from: MeshPeer,
    to: MeshPeer,
    channel: Channel,
    room: string | undefined,
  ): EdgeRefusal['reason'] | undefined {
    if (room !== undefined && !to.config.rooms.includes(room)) return 'not_in_room';
    if (!hasRight(to.config, from.id, channel)) return 'unauthorized';
    const addressing = { from: from.id, to: to.id, channel, ...(room === undefined ? {} : { room }) };
    return allowsEdge(to.config.graph, addressing, (name) => this.named(name)) ? undefined : 'illegal_edge';
  }

  /** Channels by which `from` may hand a message of this depth to `to`, when the chain has been at `visited`. */
  hops(from: MeshPeer, to: MeshPeer, place: Place): readonly Channel[] {
    if (from === to || place.depth >= Math.min(depthLimit(from, place.maxDepth), to.config.maxHopDepth)) return [];
    // A session message back along the chain is a clarification; all else is a cycle.
    const channels = place.visited.includes(to) ? (['session'] as const) : CHANNELS;
    return channels.filter((channel) => this.mayAddress(from, to, channel));
  }
}

/** Where a message would stand in its job. */
export interface Place {
  /** Its own. */
  readonly depth: number;
  /** Of the job. */
  readonly maxDepth: number;
  /** Peers that the chain has been at, the sender among them. */
  readonly visited: readonly MeshPeer[];
}

/** The depth that a message must stay below, as its sender sees it. */
export function depthLimit({ config }: MeshPeer, maxDepth: number): number {
  return Math.min(maxDepth, config.maxHopDepth, MAX_HOP_DEPTH);
}

export function commonRooms(a: MeshPeer, b: MeshPeer): readonly string[] {
  return a.config.rooms.filter((room) => b.config.rooms.includes(room));
}
