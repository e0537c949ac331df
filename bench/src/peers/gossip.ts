/**
 * A peer of gossipsub as it comes, with `StrictSign`: what our rooms are measured against.
 */
import { StrictSign, gossipsub, type GossipSub } from '@libp2p/gossipsub';
import { identify } from '@libp2p/identify';
import { noise } from '@libp2p/noise';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { multiaddr } from '@multiformats/multiaddr';
import { createLibp2p } from 'libp2p';
import { Arrivals } from '../arrivals.ts';
import { serve } from '../commands.ts';
import { until } from '../until.ts';

const TOPIC = 'bench';

const libp2p = await createLibp2p({
  addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
  transports: [tcp()],
  connectionEncrypters: [noise()],
  streamMuxers: [yamux()],
  services: { identify: identify(), gossip: gossipsub({ globalSignaturePolicy: StrictSign }) },
});
const gossip: GossipSub = libp2p.services.gossip;
const arrivals = new Arrivals();
gossip.addEventListener('message', ({ detail }) => {
  const at = process.hrtime.bigint();
  arrivals.note(new TextDecoder().decode(detail.data), at);
});
gossip.subscribe(TOPIC);

const commands = {
  addresses: (): string[] => libp2p.getMultiaddrs().map(String),

  async connect(address: string): Promise<void> {
    await libp2p.dial(multiaddr(address));
  },

  /** Resolves when another peer is in the topic. */
  met: (): Promise<void> => until(() => gossip.getSubscribers(TOPIC).length > 0),

  /** @returns the time before it was posted */
  async post(text: string): Promise<bigint> {
    const at = process.hrtime.bigint();
    await gossip.publish(TOPIC, new TextEncoder().encode(text));
    return at;
  },

  /** @returns the time at which a post came */
  arrival: (text: string): Promise<bigint> => arrivals.of(text),
};

export type RoomPeer = typeof commands;

serve(commands, async () => libp2p.stop());
