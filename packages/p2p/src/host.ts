import { createHash } from 'node:crypto';
import { privateKeyFromRaw } from '@libp2p/crypto/keys';
import { gossipsub, StrictNoSign, type GossipSub, type GossipSubComponents } from '@libp2p/gossipsub';
import { identify, type Identify, type IdentifyComponents } from '@libp2p/identify';
import type { PeerId, StreamMuxerFactory } from '@libp2p/interface';
import { mdns } from '@libp2p/mdns';
import { mplex } from '@libp2p/mplex';
import { noise } from '@libp2p/noise';
import { ping, type PingComponents } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { createLibp2p, type Libp2p } from 'libp2p';
import { advertised } from './advertised.ts';
import { rawPrivateKey, type Identity } from './identity.ts';
import {
  membersOnlyRegistrar,
  type MemberGate,
  type MembersOnlyRegistrar,
} from './membership/members-only-registrar.ts';
import type { Muxer } from './mesh-init.ts';
import { networkFingerprint } from './network-key.ts';

/** What a host is made of. */
export interface HostInit {
  readonly identity: Identity;
  readonly networkKey: Uint8Array;
  readonly listen: readonly string[];
  /** Told to others in place of what it listens at, if there are any. */
  readonly announce: readonly string[];
  readonly mdns: boolean;
  /** In order of preference. */
  readonly muxers: readonly Muxer[];
  readonly gate: MemberGate;
  /** Peers that get no connection, now. */
  isDenied(peerId: string): boolean;
  /** Whether a gossiped message is worth looking at. */
  admitsGossip(topic: string, data: Uint8Array): boolean;
}

export interface Host {
  readonly libp2p: Libp2p<{ identify: Identify; gossip: GossipSub }>;
  /** Gossipsub's part of the registrar. */
  readonly gossipRegistrar: MembersOnlyRegistrar;
}

/** One frame of gossip may hold several posts that a peer asked for anew. libp2p's own limit. */
const MAX_GOSSIP_RPC = 4 * 1024 * 1024;
/** Half of what a stream may buffer before it is reset, so that a paused reader is never reset by an honest writer. */
const MAX_WINDOW = 2 * 1024 * 1024;

/** All libp2p options, each with its reason. Nothing is started. */
export async function createHost(init: HostInit): Promise<Host> {
  const { identity, gate } = init;
  const denied = (peer: PeerId): boolean => init.isDenied(peer.toString());
  let gossipRegistrar: MembersOnlyRegistrar | undefined;
  const libp2p = await createLibp2p({
    start: false,
    // libp2p does not keep the key; we do.
    privateKey: privateKeyFromRaw(rawPrivateKey(identity.privateKey)),
    nodeInfo: { name: 'hoplite', userAgent: 'hoplite' },
    addresses: {
      listen: [...init.listen],
      announce: [...init.announce],
      // mDNS and identify would tell loopback and container addresses to the whole LAN.
      announceFilter: (addresses) => (init.announce.length > 0 ? addresses : advertised(addresses)),
    },
    transports: [
      // Small frames that wait for an answer: Nagle's algorithm would add 40 ms to them.
      tcp({ dialOpts: { noDelay: true, keepAlive: true }, listenOpts: { noDelay: true, keepAlive: true } }),
    ],
    connectionEncrypters: [noise()],
    streamMuxers: init.muxers.map((muxer) => MUXERS[muxer]()),
    connectionManager: {
      maxConnections: 300,
      // The default of 5 a second for one IP address keeps 8 nodes on one host from meeting.
      inboundConnectionThreshold: 200,
      // The default of 10 makes many peers that start at once fail with ECONNRESET.
      maxIncomingPendingConnections: 100,
      // One address that swallows packets must not use up the time for all the others.
      addressDialTimeout: 3_000,
      dialTimeout: 10_000,
      // The address book has put them in order: what worked last comes first.
      addressSorter: () => 0,
      // Redial is ours (redial.ts): libp2p gives up after five attempts, and only looks after tagged peers.
      reconnectRetries: 0,
      maxParallelDials: 50,
    },
    // It aborts connections on one failed ping; liveness.ts allows for three, and pings members only.
    connectionMonitor: { enabled: false, abortConnectionOnPingFailure: false },
    connectionGater: {
      denyDialPeer: denied,
      // Known only after encryption, which is before anything of ours is reached.
      denyInboundEncryptedConnection: denied,
      denyOutboundEncryptedConnection: denied,
    },
    peerDiscovery: init.mdns
      ? [
          // A service tag of our own, with the network's fingerprint: nodes of other networks do not even meet.
          mdns({ serviceTag: `_hop-${networkFingerprint(init.networkKey)}._udp.local`, interval: 5_000 }),
        ]
      : [],
    services: {
      identify: (components: IdentifyComponents) =>
        // Run by us, once membership is proven: what a peer speaks and where it listens is for members.
        identify({ runOnConnectionOpen: false, maxInboundStreams: 4, maxOutboundStreams: 4 })({
          ...pickIdentify(components),
          registrar: membersOnlyRegistrar(components.registrar, gate).registrar,
        }),
      ping: (components: PingComponents) =>
        ping({ maxInboundStreams: 8, timeout: 10_000 })({
          registrar: membersOnlyRegistrar(components.registrar, gate).registrar,
          connectionManager: components.connectionManager,
        }),
      gossip: (components: GossipSubComponents) => {
        gossipRegistrar = membersOnlyRegistrar(components.registrar, gate);
        return gossip(components, gossipRegistrar, init);
      },
    },
  });
  if (gossipRegistrar === undefined) {
    throw new Error('libp2p did not make the gossip service');
  }
  return { libp2p, gossipRegistrar };
}

const MUXERS: Record<Muxer, () => () => StreamMuxerFactory> = {
  // Flow control; offered first.
  yamux: () => yamux({ streamOptions: { maxStreamWindowSize: MAX_WINDOW } }),
  // The default of 5 new streams a second kills connections that do nothing wrong (identify and ping count).
  // Deprecated for its lack of flow control; peers that have nothing else are still to be spoken to.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  mplex: () => mplex({ disconnectThreshold: 1000 }),
};

function gossip(components: GossipSubComponents, registrar: MembersOnlyRegistrar, init: HostInit): GossipSub {
  const make = gossipsub({
    // The envelope is signed by its author already: 0.3 times the latency of signing it once more.
    globalSignaturePolicy: StrictNoSign,
    // Over topic and whole signed envelope. Of the text alone, two peers saying the same would lose one; of the message
    // ID alone, or without the topic, a forged copy that comes first would keep the real one out.
    msgIdFn: (message) => createHash('sha256').update(message.topic).update('\0').update(message.data).digest(),
    // Runs before anything else: what is too large or of a room that we are not in costs nothing more.
    dataTransform: {
      inboundTransform: (topic, data) => {
        if (!init.admitsGossip(topic, data)) {
          throw new Error('not for us');
        }
        return data;
      },
      outboundTransform: (_topic, data) => data,
    },
    // Twelve nodes on one IP address would otherwise be expelled from every mesh.
    scoreParams: { IPColocationFactorWeight: 0 },
    // Publishing to nobody is an error that the caller sees.
    allowPublishToZeroTopicPeers: false,
    // Sending one envelope again, as an outbox may, is no error.
    ignoreDuplicatePublishError: true,
    emitSelf: false,
    // Networks of peers, not of thousands: the author sends to everyone, one hop.
    floodPublish: true,
    fallbackToFloodsub: false,
    // Addresses come from hello; nobody needs gossip to exchange peers.
    doPX: false,
    maxInboundDataLength: MAX_GOSSIP_RPC,
    maxOutboundBufferSize: 4 * MAX_GOSSIP_RPC,
    maxInboundStreams: 8,
    maxOutboundStreams: 8,
  });
  const { privateKey, peerId, peerStore, connectionManager, logger } = components;
  return make({ privateKey, peerId, peerStore, connectionManager, logger, registrar: registrar.registrar });
}

/** libp2p hands its components over as a proxy that cannot be spread. */
function pickIdentify(components: IdentifyComponents): IdentifyComponents {
  const { peerId, privateKey, peerStore, registrar, addressManager, events, logger, nodeInfo } = components;
  return { peerId, privateKey, peerStore, registrar, addressManager, events, logger, nodeInfo };
}
