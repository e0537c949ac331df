import { isPeerId, type Channel } from '@hoplite/p2p';

/**
 * Who may address whom (brake `edge`). Peers stand as peer IDs, or as names; a name is a label that anyone can take, so
 * it counts only while exactly one known peer bears it. `*` is anyone, `#room` whoever is woken by a post in that room.
 * Only messages that oblige are addressed in this sense: what wakes nobody may be said to everyone.
 */
export type Graph =
  /** Everyone may address everyone. */
  | { readonly preset: 'free' }
  /** Only the centre addresses the others, and the others only the centre. */
  | { readonly preset: 'star'; readonly centre: string }
  /** Each addresses the one after it. */
  | { readonly preset: 'pipeline'; readonly order: readonly string[] }
  /** Whatever is listed, and nothing else. */
  | { readonly preset: 'edges'; readonly edges: readonly Edge[] };

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** All channels when not given. */
  readonly channels?: readonly Channel[] | undefined;
}

/** One thing that the graph is asked about. */
export interface Addressing {
  /** Peer ID. */
  readonly from: string;
  /** Peer ID of the one that is to be woken. */
  readonly to: string;
  readonly channel: Channel;
  /** The room of a post. */
  readonly room?: string;
}

/**
 * Whether the graph has this edge.
 *
 * @param peersNamed peer IDs that are known by a name
 */
export function allowsEdge(
  graph: Graph,
  { from, to, channel, room }: Addressing,
  peersNamed: (name: string) => readonly string[],
): boolean {
  const is = (label: string, end: string): boolean => {
    if (label === '*' || label === end) {
      return true;
    }
    // Nobody becomes another peer, or a room, by taking its name.
    const named = isPeerId(label) || label.startsWith('#') ? [] : peersNamed(label);
    return named.length === 1 && named[0] === end;
  };
  switch (graph.preset) {
    case 'free':
      return true;
    case 'star':
      return is(graph.centre, from) || is(graph.centre, to);
    case 'pipeline':
      return graph.order.some((peer, at) => is(peer, from) && is(graph.order[at + 1] ?? '', to));
    case 'edges':
      return graph.edges.some(
        (edge) =>
          (edge.channels === undefined || edge.channels.includes(channel)) &&
          is(edge.from, from) &&
          (is(edge.to, to) || (room !== undefined && edge.to === `#${room}`)),
      );
  }
}
