import { MAX_HOP_DEPTH, type Channel } from '@hoplite/p2p';
import type { MeshPeer, Network } from './network.ts';

/** A path that a job may take. */
export interface MeshPath {
  /** Names, the origin first. */
  readonly peers: readonly string[];
  /** Of each hop. */
  readonly channels: readonly Channel[];
}

/** A longest path that any job may take past all brakes; the origin alone when nobody may address anyone. */
export function longestPath(network: Network): MeshPath {
  let longest: MeshPath = { peers: network.peers.slice(0, 1).map(({ name }) => name), channels: [] };
  const most = MAX_HOP_DEPTH - 1;
  const extend = (path: readonly MeshPeer[], channels: readonly Channel[], maxDepth: number): void => {
    if (channels.length > longest.channels.length) longest = { peers: path.map(({ name }) => name), channels };
    const from = path.at(-1);
    if (from === undefined) return;
    for (const to of network.peers) {
      // Nothing is longer than the hop budget: the first such path will do.
      if (longest.channels.length >= most) return;
      const [channel] = network.hops(from, to, { depth: path.length, maxDepth, visited: path });
      if (channel !== undefined) extend([...path, to], [...channels, channel], maxDepth);
    }
  };
  for (const origin of network.peers) extend([origin], [], origin.config.maxHopDepth);
  return longest;
}
