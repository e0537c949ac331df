import { allowsEdge } from '@hoplite/node/decisions';
import type { Config } from '@hoplite/node';
import type { Channel } from '@hoplite/p2p';

type Graph = Config['graph'];

/** A peer as a graph may name it. */
export interface GraphEnd {
  readonly id: string;
  readonly name: string;
}

/**
 * Asks the rule of production about a graph, each time only on those of its edges that name the two ends: of many peers with
 * many edges, to go through all of them for each pair would take minutes.
 */
export class GraphIndex {
  readonly #whole: Graph | undefined;
  readonly #parts = new Map<string, Map<string, Graph[]>>();

  constructor(graph: Graph) {
    this.#whole = graph.preset === 'edges' || graph.preset === 'pipeline' ? undefined : graph;
    if (graph.preset === 'edges') {
      for (const edge of graph.edges) this.#add(edge.from, edge.to, { preset: 'edges', edges: [edge] });
    } else if (graph.preset === 'pipeline') {
      for (const [index, from] of graph.order.entries()) {
        const to = graph.order[index + 1];
        if (to !== undefined) this.#add(from, to, { preset: 'pipeline', order: [from, to] });
      }
    }
  }

  #add(from: string, to: string, part: Graph): void {
    const ends = this.#parts.get(from) ?? new Map<string, Graph[]>();
    this.#parts.set(from, ends);
    const parts = ends.get(to) ?? [];
    ends.set(to, parts);
    parts.push(part);
  }

  allows(
    from: GraphEnd,
    to: GraphEnd,
    by: { readonly channel: Channel; readonly room?: string },
    peersNamed: (name: string) => readonly string[],
  ): boolean {
    const addressing = { from: from.id, to: to.id, ...by };
    if (this.#whole !== undefined) return allowsEdge(this.#whole, addressing, peersNamed);
    for (const sender of ['*', from.id, from.name]) {
      const ends = this.#parts.get(sender);
      if (ends === undefined) continue;
      for (const receiver of ['*', to.id, to.name, `#${by.room ?? ''}`]) {
        if (ends.get(receiver)?.some((part) => allowsEdge(part, addressing, peersNamed)) === true) return true;
      }
    }
    return false;
  }
}
