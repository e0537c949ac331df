import type { Reason } from '@hoplite/p2p';
import { sharesOfPost, type TurnCount } from './most-turns.ts';
import { depthLimit, type MeshPeer, type Network } from './network.ts';

/** What a post to everyone in a room would set off. */
export interface Broadcast {
  readonly room: string;
  /** Name of the peer that posts. */
  readonly from: string;
  /** Who is woken, with how many turns each may cause. */
  readonly woken: readonly { readonly peer: string; readonly credit: number }[];
  readonly notWoken: readonly { readonly peer: string; readonly reason: Reason }[];
  /** Why nobody gets it: the sender's own brakes refuse the whole post. */
  readonly refused?: { readonly reason: Reason; readonly because: string };
  /** In all, at most. */
  readonly turns: number;
}

/** For each room, and each peer in it that may post. */
export function broadcastsIn(network: Network, count: TurnCount): readonly Broadcast[] {
  const rooms = [...new Set(network.peers.flatMap(({ config }) => config.rooms))].sort();
  return rooms.flatMap((room) => {
    const members = network.peers.filter(({ config }) => config.rooms.includes(room));
    return members.map((from) => broadcast(network, count, room, from, members));
  });
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
  const nobody = { ...about, woken: [], turns: 0 };
  const refuseAll = (reason: Reason, because: string): Broadcast => ({
    ...nobody,
    notWoken: asked.map(({ name }) => ({ peer: name, reason })),
    refused: { reason, because },
  });
  if (asked.length === 0)
    return { ...nobody, notWoken: [], refused: { reason: 'nobody_listening', because: from.name } };
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
  return {
    ...about,
    woken: woken.map(({ peer, credit }) => ({ peer: peer.name, credit })),
    notWoken: [
      ...parts.flatMap(({ peer, reason }) => (reason === undefined ? [] : [{ peer: peer.name, reason }])),
      ...asked
        .filter((to) => !present.includes(to))
        .map(({ name }) => ({ peer: name, reason: 'unreachable' as const })),
    ],
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
