import { CHANNELS, type Channel } from '@hoplite/p2p';
import { cycleIn } from '../invariants/waits.ts';
import type { Network } from './network.ts';

/** A circle of peers that may address each other: without brakes, a loop. */
export interface Circle {
  /** `any`: each hop by whatever channel there is. */
  readonly channel: Channel | 'any';
  /** Names, the first one again at the end. */
  readonly path: readonly string[];
}

/** A circle for each channel that has one, and one across channels when no channel alone has any. */
export function circlesIn(network: Network): readonly Circle[] {
  const alone = CHANNELS.flatMap((channel) => circle(network, channel, [channel]));
  return alone.length > 0 ? alone : circle(network, 'any', CHANNELS);
}

function circle(network: Network, name: Circle['channel'], channels: readonly Channel[]): readonly Circle[] {
  const edges = new Map(
    network.peers.map((from) => [
      from.name,
      new Set(
        network.peers
          .filter((to) => to !== from && channels.some((channel) => network.mayAddress(from, to, channel)))
          .map((to) => to.name),
      ),
    ]),
  );
  const path = cycleIn(edges);
  return path === undefined ? [] : [{ channel: name, path }];
}
