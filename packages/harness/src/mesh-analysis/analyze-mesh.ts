import { CHANNELS, MAX_HOP_DEPTH, type Channel } from '@hoplite/p2p';
import { broadcastsIn, type Broadcast } from './broadcasts.ts';
import { circlesIn, type Circle } from './circles.ts';
import { longestPath } from './longest-path.ts';
import type { MeshConfig } from './mesh-config.ts';
import { TurnCount, type RequestTurns } from './most-turns.ts';
import { Network, commonRooms, type EdgeRefusal, type MeshPeer } from './network.ts';
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
  /** Who may not address whom, at most {@link MAX_EDGES} of them. */
  readonly illegalEdges: readonly IllegalEdge[];
  /** How many there are in all. */
  readonly illegalEdgeCount: number;
  /** What a post to everyone sets off, by room and poster. */
  readonly broadcasts: readonly Broadcast[];
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

/** Answers what a network can do, by the rules that its nodes run by. Pure over the parsed configs. */
export function analyzeMesh(configs: readonly MeshConfig[]): MeshAnalysis {
  const network = new Network(configs);
  const count = new TurnCount(network);
  const circles = circlesIn(network);
  const { peers, channels } = longestPath(network);
  const turns = network.peers.map((origin) => count.of(origin));
  const broadcasts = broadcastsIn(network, count);
  const illegal = illegalEdges(network);
  return {
    peers: network.peers.map(({ name }) => name),
    canLoop: circles.length > 0,
    circles,
    hopLimit: Math.min(MAX_HOP_DEPTH, Math.max(0, ...network.peers.map(({ config }) => config.maxHopDepth))),
    longestPath: peers,
    longestPathChannels: channels,
    mostTurns: Math.max(
      0,
      ...turns.map(({ byItself, byMessage }) => Math.max(byItself, byMessage)),
      ...broadcasts.map((broadcast) => broadcast.turns),
    ),
    turns,
    illegalEdges: illegal.slice(0, MAX_EDGES),
    illegalEdgeCount: illegal.length,
    broadcasts,
    warnings: [...asymmetries(illegal), ...warningsOf(network)],
  };
}

function illegalEdges(network: Network): readonly IllegalEdge[] {
  return network.peers.flatMap((from) =>
    network.peers.flatMap((to) =>
      from === to ? [] : CHANNELS.flatMap((channel) => refusals(network, from, to, channel)),
    ),
  );
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
