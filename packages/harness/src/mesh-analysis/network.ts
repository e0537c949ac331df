import { hasRight } from '@hoplite/node/decisions';
import type { Config } from '@hoplite/node';
import { CHANNELS, MAX_HOP_DEPTH, type Channel, type Reason } from '@hoplite/p2p';
import { GraphIndex, type GraphEnd } from './graph-index.ts';
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
  readonly #graphs = new Map<MeshPeer, GraphIndex>();
  /** Channels by sender and receiver; a receiver that may not be addressed at all is not there. */
  readonly #allowed = new Map<MeshPeer, ReadonlyMap<MeshPeer, readonly Channel[]>>();

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
    return this.#row(from).get(to)?.includes(channel) === true;
  }

  /** Peers that one may address by some channel, in the order of the configs. */
  neighbours(from: MeshPeer): readonly MeshPeer[] {
    return [...this.#row(from).keys()];
  }

  #row(from: MeshPeer): ReadonlyMap<MeshPeer, readonly Channel[]> {
    const known = this.#allowed.get(from);
    if (known !== undefined) return known;
    const row = new Map<MeshPeer, readonly Channel[]>();
    for (const to of this.peers) {
      const channels = to === from ? [] : CHANNELS.filter((channel) => this.#isAllowed(from, to, channel));
      if (channels.length > 0) row.set(to, channels);
    }
    this.#allowed.set(from, row);
    return row;
  }

  #isAllowed(from: MeshPeer, to: MeshPeer, channel: Channel): boolean {
    return channel === 'room'
      ? commonRooms(from, to).some((room) => this.refusal(from, to, channel, room) === undefined)
      : this.refusal(from, to, channel) === undefined;
  }

  #allows(graph: MeshPeer, from: MeshPeer, to: MeshPeer, channel: Channel, room: string | undefined): boolean {
    const index = this.#graphs.get(graph) ?? new GraphIndex(graph.config.graph);
    this.#graphs.set(graph, index);
    const by = { channel, ...(room === undefined ? {} : { room }) };
    return index.allows(endOf(from), endOf(to), by, (name) => this.named(name));
  }

  /** Why one may not wake another; undefined when it may. */
  refusal(from: MeshPeer, to: MeshPeer, channel: Channel, room?: string): EdgeRefusal | undefined {
    if (from.config.deny.includes(to.id)) return { reason: 'unreachable', by: 'sender' };
    if (to.config.deny.includes(from.id)) return { reason: 'unreachable', by: 'receiver' };
    const leaves = this.#allows(from, from, to, channel, room);
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
    return this.#allows(to, from, to, channel, room) ? undefined : 'illegal_edge';
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

/** A graph names a peer by the name in its config, not by the one that tells two of a name apart. */
function endOf({ id, config }: MeshPeer): GraphEnd {
  return { id, name: config.name };
}
