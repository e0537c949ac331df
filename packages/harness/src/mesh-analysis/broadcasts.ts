import type { Reason } from '@hoplite/p2p';
import { sharesOfPost, type TurnCount } from './most-turns.ts';
import { depthLimit, type MeshPeer, type Network } from './network.ts';
import type { Step } from './step.ts';

/** What a post to everyone in a room would set off. */
export interface Broadcast {
  readonly room: string;
  /** Name of the peer that posts. */
  readonly from: string;
  /** Who is woken, with how many turns each may cause: at most {@link MAX_LISTED} of them. */
  readonly woken: readonly { readonly peer: string; readonly credit: number }[];
  readonly wokenCount: number;
  /** At most {@link MAX_LISTED}. */
  readonly notWoken: readonly { readonly peer: string; readonly reason: Reason }[];
  readonly notWokenCount: number;
  /** Why nobody gets it: the sender's own brakes refuse the whole post. */
  readonly refused?: { readonly reason: Reason; readonly because: string };
  /** In all, at most. */
  readonly turns: number;
}

/** Peers that are named of one post. */
export const MAX_LISTED = 16;

/** Posts that are told of, at most. */
export const MAX_BROADCASTS = 1000;

export interface Broadcasts {
  /** At most {@link MAX_BROADCASTS}. */
  readonly broadcasts: readonly Broadcast[];
  readonly count: number;
  /** Of any of them, those that are not told of among them. */
  readonly mostTurns: number;
}

/** For each room, and each peer in it that may post. */
export async function broadcastsIn(network: Network, turns: TurnCount, step?: Step): Promise<Broadcasts> {
  const rooms = [...new Set(network.peers.flatMap(({ config }) => config.rooms))].sort();
  const broadcasts: Broadcast[] = [];
  let count = 0;
  let mostTurns = 0;
  for (const room of rooms) {
    const members = network.peers.filter(({ config }) => config.rooms.includes(room));
    for (const [index, from] of members.entries()) {
      await step?.(`posts in #${room}`, index);
      const one = broadcast(network, turns, room, from, members);
      count += 1;
      mostTurns = Math.max(mostTurns, one.turns);
      if (broadcasts.length < MAX_BROADCASTS) broadcasts.push(one);
    }
  }
  return { broadcasts, count, mostTurns };
}

function broadcast(
  network: Network,
  count: TurnCount,
  room: string,
  from: MeshPeer,
  members: readonly MeshPeer[],
): Broadcast {
  const asked = members.filter((member) => member !== from);
  const about = { room: `#${room}`, from: from.name };
  const nobody = { ...about, woken: [], wokenCount: 0, turns: 0 };
  const refuseAll = (reason: Reason, because: string): Broadcast => ({
    ...nobody,
    notWoken: asked.slice(0, MAX_LISTED).map(({ name }) => ({ peer: name, reason })),
    notWokenCount: asked.length,
    refused: { reason, because },
  });
  if (asked.length === 0)
    return { ...nobody, notWoken: [], notWokenCount: 0, refused: { reason: 'nobody_listening', because: from.name } };
  if (depthLimit(from, from.config.maxHopDepth) <= 1) return refuseAll('max_hops', from.name);
  const present = asked.filter((to) => network.refusal(from, to, 'room', room)?.reason !== 'unreachable');
  const forbidden = present.find((to) => isRefusedBySender(network, from, to, room));
  if (forbidden !== undefined) return refuseAll('illegal_edge', forbidden.name);
  const shares = sharesOfPost(from, from.config.credit, Math.max(1, present.length));
  const parts = present.map((peer, index) => {
    const credit = shares[index] ?? 0;
    return { peer, credit, reason: credit < 1 ? 'max_turns' : refusalAt(network, from, peer, room) } as const;
  });
  const woken = parts.filter(({ reason }) => reason === undefined);
  const isPresent = new Set(present);
  const notWoken = [
    ...parts.flatMap(({ peer, reason }) => (reason === undefined ? [] : [{ peer: peer.name, reason }])),
    ...asked.filter((to) => !isPresent.has(to)).map(({ name }) => ({ peer: name, reason: 'unreachable' as const })),
  ];
  return {
    ...about,
    woken: woken.slice(0, MAX_LISTED).map(({ peer, credit }) => ({ peer: peer.name, credit })),
    wokenCount: woken.length,
    notWoken: notWoken.slice(0, MAX_LISTED),
    notWokenCount: notWoken.length,
    turns: woken.reduce((sum, { peer, credit }) => sum + count.woken(from, peer, credit), 0),
  };
}

function isRefusedBySender(network: Network, from: MeshPeer, to: MeshPeer, room: string): boolean {
  const refusal = network.refusal(from, to, 'room', room);
  return refusal !== undefined && refusal.by !== 'receiver' && refusal.reason === 'illegal_edge';
}

function refusalAt(network: Network, from: MeshPeer, to: MeshPeer, room: string): Reason | undefined {
  const limit = Math.min(from.config.maxHopDepth, to.config.maxHopDepth);
  return limit <= 1 ? 'max_hops' : network.refusal(from, to, 'room', room)?.reason;
}
