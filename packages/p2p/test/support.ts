import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { afterEach } from 'vitest';
import {
  Lineage,
  composeMessage,
  encodeEnvelope,
  roomTopic,
  type AgentCard,
  type Channel,
  type InboundPost,
  type InboundRequest,
  type Mesh,
  type MeshHandlers,
  type MeshPeer,
  type Settlement,
  type Signer,
} from '../src/index.ts';
import { generateIdentity } from '../src/identity.ts';
import { createMesh } from '../src/libp2p-mesh.ts';
import type { MeshEvent } from '../src/mesh-event.ts';
import type { MeshInit } from '../src/mesh-init.ts';
import { generateNetworkKey } from '../src/network-key.ts';
import type { MeshTimings } from '../src/timings.ts';

export const LOOPBACK = '/ip4/127.0.0.1/tcp/0';

/** A mesh and all that it has told so far. */
export interface Peer {
  readonly mesh: Mesh;
  readonly id: string;
  readonly requests: InboundRequest[];
  readonly posts: InboundPost[];
  readonly joined: MeshPeer[];
  readonly left: string[];
  readonly settled: { peer: string; channel: Channel; id: string; settlement: Settlement }[];
  readonly roomChanges: string[];
  readonly events: MeshEvent[];
  /** What it does with a request; by default it keeps it. */
  onRequest: (request: InboundRequest) => void;
  /** Resolves when `condition` holds, which is looked at whenever something is told. */
  until(what: string, condition: () => boolean): Promise<void>;
  stop(): Promise<void>;
}

const running = new Set<Peer>();

afterEach(async () => {
  await Promise.all([...running].map((peer) => peer.stop()));
});

export function cardOf(name: string): AgentCard {
  return {
    name,
    description: `the peer ${name}`,
    skills: [{ name: 'echo', description: 'says it back' }],
    version: '1.0.0',
  };
}

export type PeerOptions = Partial<Omit<MeshInit, 'timings' | 'observe'>> & { readonly timings?: Partial<MeshTimings> };

/** A started mesh on loopback, without discovery. It is stopped after the test. */
export async function startPeer(networkKey: Uint8Array, options: PeerOptions = {}): Promise<Peer> {
  const events: MeshEvent[] = [];
  const changes = new Set<() => void>();
  const told = (): void => changes.forEach((change) => change());
  const mesh = createMesh({
    identity: generateIdentity(),
    card: cardOf('peer'),
    listen: [LOOPBACK],
    mdns: false,
    ...options,
    networkKey,
    observe: (event) => {
      events.push(event);
      told();
    },
  });
  const peer: Peer = {
    mesh,
    id: mesh.localPeer,
    requests: [],
    posts: [],
    joined: [],
    left: [],
    settled: [],
    roomChanges: [],
    events,
    onRequest: () => undefined,
    until(what, condition) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          changes.delete(look);
          reject(new Error(`waited in vain until ${what}; events: ${JSON.stringify(events)}`));
        }, 20_000);
        const look = (): void => {
          if (condition()) {
            clearTimeout(timer);
            changes.delete(look);
            resolve();
          }
        };
        changes.add(look);
        look();
      });
    },
    async stop() {
      running.delete(peer);
      await mesh.stop();
    },
  };
  running.add(peer);
  const keep =
    <T>(list: T[]) =>
    (item: T): void => {
      list.push(item);
      told();
    };
  const handlers: MeshHandlers = {
    onRequest: (request) => {
      peer.requests.push(request);
      peer.onRequest(request);
      told();
    },
    onSettled: (from, channel, id, settlement) => keep(peer.settled)({ peer: from, channel, id, settlement }),
    onPost: keep(peer.posts),
    onPeerJoined: keep(peer.joined),
    onPeerLeft: keep(peer.left),
    onRoomChanged: keep(peer.roomChanges),
  };
  await mesh.start(handlers);
  return peer;
}

export function addressOf(peer: Peer): string {
  const [address] = peer.mesh.addresses;
  if (address === undefined) {
    throw new Error('it does not listen');
  }
  return address;
}

/** `count` meshes, all connected to the first one and, by introduction, to each other. */
export async function startPeers(count: number, options: PeerOptions = {}): Promise<Peer[]> {
  const networkKey = generateNetworkKey();
  const first = await startPeer(networkKey, options);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startPeer(networkKey, { ...options, peers: [addressOf(first)] })),
  );
  const peers = [first, ...others];
  await Promise.all(peers.map((peer) => peer.until('all have met', () => peer.mesh.peers().length === count - 1)));
  return peers;
}

export async function startPair(options: PeerOptions = {}): Promise<[Peer, Peer]> {
  const [a, b] = await startPeers(2, options);
  if (a === undefined || b === undefined) {
    throw new Error('there are two');
  }
  return [a, b];
}

/** A signed envelope of a root turn. */
export function envelopeFrom(
  signer: Signer,
  channel: Channel,
  to: string,
  content: string,
  id: string = randomUUID(),
): Uint8Array {
  const at = Date.now();
  const parent = Lineage.root({ jobId: randomUUID(), maxDepth: 4, credit: 8, issuedAt: at, expiresAt: at + 60_000 });
  const isPost = channel === 'room';
  const body = isPost ? { content, room: to } : { content, deadline: at + 60_000 };
  const stamp = {
    channel,
    parent,
    to: isPost ? roomTopic(to) : to,
    act: isPost ? ('inform' as const) : ('request' as const),
    credit: isPost ? 0 : 1,
    messageId: id,
    at,
    body,
  };
  return encodeEnvelope(composeMessage(stamp, signer));
}

export function forever(): AbortSignal {
  return new AbortController().signal;
}

/** Resolves with a signal's reason. */
export async function aborted(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
  return signal.reason;
}
