import type { Channel } from '@hoplite/p2p';
import { depthLimit, type MeshPeer, type Network } from './network.ts';
import type { Step } from './step.ts';

/** A path that a job may take. */
export interface MeshPath {
  /** Names, the origin first. */
  readonly peers: readonly string[];
  /** Of each hop. */
  readonly channels: readonly Channel[];
}

/** A longest path that any job may take past all brakes; the origin alone when nobody may address anyone. */
export async function longestPath(network: Network, step?: Step): Promise<MeshPath> {
  let longest: MeshPath = { peers: network.peers.slice(0, 1).map(({ name }) => name), channels: [] };
  let most = 0;
  const extend = (path: readonly MeshPeer[], channels: readonly Channel[], maxDepth: number): void => {
    if (channels.length > longest.channels.length) longest = { peers: path.map(({ name }) => name), channels };
    const from = path.at(-1);
    if (from === undefined) return;
    for (const to of network.neighbours(from)) {
      // Nothing is longer than the hop budget of the origin: the first such path will do.
      if (longest.channels.length >= most) return;
      const [channel] = network.hops(from, to, { depth: path.length, maxDepth, visited: path });
      if (channel !== undefined) extend([...path, to], [...channels, channel], maxDepth);
    }
  };
  for (const [index, origin] of network.peers.entries()) {
    await step?.('paths', index);
    most = depthLimit(origin, origin.config.maxHopDepth) - 1;
    if (most > longest.channels.length) extend([origin], [], origin.config.maxHopDepth);
  }
  return longest;
}
