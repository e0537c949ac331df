import { CHANNELS, MAX_HOP_DEPTH, type Channel } from '@hoplite/p2p';
import { broadcastsIn, type Broadcast } from './broadcasts.ts';
import { circlesIn, type Circle } from './circles.ts';
import { longestPath } from './longest-path.ts';
import type { MeshConfig } from './mesh-config.ts';
import { TurnCount, type RequestTurns } from './most-turns.ts';
import { Network, commonRooms, type EdgeRefusal, type MeshPeer } from './network.ts';
import { stepsOf, type Step, type StepOptions } from './step.ts';
import { warningsOf } from './warnings.ts';

/** What the configs of a network allow, before anything runs. Peers stand by name. */
export interface MeshAnalysis {
  readonly peers: readonly string[];
  /** Whether there is a circle of peers that may address each other: without brakes it would never end. */
  readonly canLoop: boolean;
  readonly circles: readonly Circle[];
  /** Every path ends below this many hops, whatever the agents do. */
  readonly hopLimit: number;
  /** A longest path that the brakes let through, and the channel of each hop. */
  readonly longestPath: readonly string[];
  readonly longestPathChannels: readonly Channel[];
  /** Turns that one request of any operator may cause, at most: exact, for agents that do the worst. */
  readonly mostTurns: number;
  /** The same by the peer whose operator asks. */
  readonly turns: readonly RequestTurns[];
  /** Who may not address whom, at most {@link MAX_EDGES} of them; first those on which the sides differ. */
  readonly illegalEdges: readonly IllegalEdge[];
  /** How many there are in all. */
  readonly illegalEdgeCount: number;
  /** What a post to everyone sets off, by room and poster: at most {@link MAX_BROADCASTS}. */
  readonly broadcasts: readonly Broadcast[];
  /** How many there are in all. */
  readonly broadcastCount: number;
  /** Sentences, each with what to do. */
  readonly warnings: readonly string[];
}

export interface IllegalEdge extends EdgeRefusal {
  readonly from: string;
  readonly to: string;
  readonly channel: Channel;
  /** Of a post. */
  readonly room?: string;
  /** Whether one side's config allows what the other's refuses. */
  readonly isAsymmetric: boolean;
}

export const MAX_EDGES = 1000;

/** Sentences on pairs that do not agree. */
const MAX_ASYMMETRIES = 1000;

/**
 * Answers what a network can do, by the rules that its nodes run by. It lets others run between two peers.
 *
 * @throws the reason of the signal, when that ends it
 */
export async function analyzeMesh(configs: readonly MeshConfig[], options: StepOptions = {}): Promise<MeshAnalysis> {
  const network = new Network(configs);
  const step = stepsOf(network.peers.length, options);
  const illegal = await illegalEdges(network, step);
  const count = new TurnCount(network);
  const turns: RequestTurns[] = [];
  for (const [index, origin] of network.peers.entries()) {
    await step('turns', index);
    turns.push(count.of(origin));
  }
  const { peers, channels } = await longestPath(network, step);
  const { broadcasts, count: broadcastCount, mostTurns } = await broadcastsIn(network, count, step);
  const circles = circlesIn(network);
  return {
    peers: network.peers.map(({ name }) => name),
    canLoop: circles.length > 0,
    circles,
    hopLimit: Math.min(MAX_HOP_DEPTH, Math.max(0, ...network.peers.map(({ config }) => config.maxHopDepth))),
    longestPath: peers,
    longestPathChannels: channels,
    mostTurns: turns.reduce((most, { byItself, byMessage }) => Math.max(most, byItself, byMessage), mostTurns),
    turns,
    illegalEdges: [...illegal.odd, ...illegal.agreed].slice(0, MAX_EDGES),
    illegalEdgeCount: illegal.count,
    broadcasts,
    broadcastCount,
    warnings: [...asymmetries(illegal.odd).slice(0, MAX_ASYMMETRIES), ...warningsOf(network)],
  };
}

interface IllegalEdges {
  /** On which the two sides do not agree. */
  readonly odd: readonly IllegalEdge[];
  readonly agreed: readonly IllegalEdge[];
  readonly count: number;
}

/** No more are kept than are told of: of many peers in many rooms there are millions. */
async function illegalEdges(network: Network, step: Step): Promise<IllegalEdges> {
  const odd: IllegalEdge[] = [];
  const agreed: IllegalEdge[] = [];
  let count = 0;
  for (const [index, from] of network.peers.entries()) {
    await step('edges', index);
    for (const to of network.peers) {
      if (from === to) continue;
      const edges = CHANNELS.flatMap((channel) => refusals(network, from, to, channel));
      count += edges.length;
      for (const edge of edges) {
        const kept = edge.isAsymmetric ? odd : agreed;
        if (kept.length < MAX_EDGES) kept.push(edge);
      }
    }
  }
  return { odd, agreed, count };
}

function refusals(network: Network, from: MeshPeer, to: MeshPeer, channel: Channel): readonly IllegalEdge[] {
  const rooms = channel === 'room' ? commonRooms(from, to) : [undefined];
  return rooms.flatMap((room) => {
    const refusal = network.refusal(from, to, channel, room);
    return refusal === undefined
      ? []
      : [
          {
            ...{ from: from.name, to: to.name, channel, ...refusal },
            ...(room === undefined ? {} : { room: `#${room}` }),
            isAsymmetric: refusal.by !== 'both',
          },
        ];
  });
}

/** One sentence for each pair that does not agree. A denial is one-sided by its nature. */
function asymmetries(illegal: readonly IllegalEdge[]): readonly string[] {
  const odd = illegal.filter(({ isAsymmetric, reason }) => isAsymmetric && reason !== 'unreachable');
  return [...Map.groupBy(odd, ({ from, to, by, reason }) => JSON.stringify([from, to, by, reason]))].flatMap(
    ([, edges]) => {
      const [first] = edges;
      if (first === undefined) return [];
      const { by, from, reason, to } = first;
      const channels = [...new Set(edges.map(({ channel }) => channel))].join(', ');
      const [allows, refuses] = by === 'receiver' ? [from, to] : [to, from];
      return [
        `${from} → ${to} (${channels}): ${allows} allows it and ${refuses} refuses it (${reason}); make both say the same`,
      ];
    },
  );
}
