/**
 * A peer of libp2p alone, with the options of our own host: what our channels are measured against.
 */
import { multiaddr, type Multiaddr } from '@multiformats/multiaddr';
import { createHost } from '../../../packages/p2p/src/host.ts';
import { generateIdentity } from '../../../packages/p2p/src/identity.ts';
import { serve } from '../commands.ts';
import { drive, type Driven, type Load } from '../drive.ts';
import { ECHOED } from '../echoed.ts';
import { residentMemory } from '../resident-memory.ts';
import { EchoClient, echo, type Stream } from './raw-echo.ts';

const PROTOCOL = '/bench/echo/1';
/** More than are ever open at once: libp2p's limits are not what is measured. */
const STREAMS = 1024;

const { libp2p } = await createHost({
  identity: generateIdentity(),
  networkKey: new Uint8Array(32),
  listen: ['/ip4/127.0.0.1/tcp/0'],
  announce: [],
  mdns: true,
  muxers: ['yamux', 'mplex'],
  gate: { isProven: () => true, whenDecided: async () => true },
  isDenied: () => false,
  admitsGossip: () => true,
});
await libp2p.handle(PROTOCOL, (stream) => echo(stream), { maxInboundStreams: STREAMS, maxOutboundStreams: STREAMS });
await libp2p.start();

const payload = new TextEncoder().encode(JSON.stringify(ECHOED));
let server: Multiaddr | undefined;
let client: EchoClient | undefined;

const commands = {
  addresses: (): string[] => libp2p.getMultiaddrs().map(String),

  async connect(address: string): Promise<void> {
    server = multiaddr(address);
    client = new EchoClient(await open());
  },

  /** Echoes on the one long-lived stream. */
  oneStream(load: Load): Promise<Driven> {
    return drive(async () => {
      await client?.call(payload);
    }, load);
  },

  /** Echoes on a new stream each. */
  streamPerRequest(load: Load): Promise<Driven> {
    return drive(async () => {
      const stream = await open();
      await new EchoClient(stream).call(payload);
      await stream.close();
    }, load);
  },

  residentMemory,
};

function open(): Promise<Stream> {
  if (server === undefined) {
    throw new Error('connect first');
  }
  return libp2p.dialProtocol(server, PROTOCOL);
}

export type RawPeer = typeof commands;

serve(commands, async () => libp2p.stop());
