import type { Measurement } from '../measurement.ts';
import { startPair, type Pair } from '../pair.ts';
import type { RoomPeer } from '../peers/gossip.ts';
import type { HoplitePeer } from '../peers/hoplite.ts';
import { interleave, ratio } from '../rounds.ts';
import { median } from '../statistics.ts';

const POSTS = 100;
const WARM_UP = 400;

/** The time from before a post to its arrival at the other peer, one post at a time. */
export const roomOneWay: Measurement = {
  name: 'room',
  title: 'a room post, one way, against one of raw StrictSign gossipsub',
  async measure({ rounds, quick, onRound }) {
    await using raw = await startPair<RoomPeer>('gossip');
    await using hoplite = await startPair<HoplitePeer>('hoplite');
    const pairs = [raw, hoplite] as readonly Pair<RoomPeer>[];
    await Promise.all(pairs.flatMap(({ client, server }) => [client.call('met'), server.call('met')]));
    const sides = (posts: number): Readonly<Record<'room' | 'gossipsub', () => Promise<number>>> => ({
      room: () => oneWay(hoplite, posts),
      gossipsub: () => oneWay(raw, posts),
    });
    await interleave(sides(quick ? POSTS : WARM_UP), 1, () => undefined);
    const micros = await interleave(sides(POSTS), rounds, onRound);
    return {
      ratios: { roomVsGossipsub: ratio(micros.room, micros.gossipsub) },
      details: { roomMicros: median(micros.room), gossipsubMicros: median(micros.gossipsub) },
    };
  },
};

/** @returns microseconds: the median */
async function oneWay({ client, server }: Pair<RoomPeer>, posts: number): Promise<number> {
  const micros: number[] = [];
  for (let count = 0; count < posts; count += 1) {
    const text = `post ${crypto.randomUUID()}`;
    const arrival = server.call('arrival', text);
    const at = await client.call('post', text);
    micros.push(Number((await arrival) - at) / 1000);
  }
  return median(micros);
}
