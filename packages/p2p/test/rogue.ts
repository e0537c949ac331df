import { once } from 'node:events';
import type { Connection, Stream } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import type { Libp2p } from 'libp2p';
import { afterEach } from 'vitest';
import { HELLO_PROTOCOL } from '../src/constants.ts';
import { createHost } from '../src/host.ts';
import { generateIdentity, type Identity } from '../src/identity.ts';
import type { Muxer } from '../src/mesh-init.ts';
import { answerGreeting, greet, type HelloSelf } from '../src/membership/hello.ts';
import type { Introduction } from '../src/membership/introduction.ts';
import { cardOf, LOOPBACK, type Peer } from './support.ts';

/** A peer whose every byte is the test's own. */
export interface Rogue {
  readonly libp2p: Libp2p;
  readonly identity: Identity;
  /** Connects without any hand-shake. */
  dial(peer: Peer): Promise<Connection>;
  /** Connects and proves membership, with whatever key it has, and tells of others. */
  enter(peer: Peer, introductions?: readonly Introduction[]): Promise<Connection>;
}

const running = new Set<Rogue>();

afterEach(async () => {
  for (const rogue of running) {
    await rogue.libp2p.stop();
  }
  running.clear();
});

/** A libp2p node that speaks what our hosts speak, but proves nothing by itself, and lets everybody in. */
export async function startRogue(networkKey: Uint8Array, options: { muxers?: readonly Muxer[] } = {}): Promise<Rogue> {
  const identity = generateIdentity();
  const { libp2p } = await createHost({
    identity,
    networkKey,
    listen: [LOOPBACK],
    announce: [],
    mdns: false,
    muxers: options.muxers ?? ['yamux', 'mplex'],
    gate: { isProven: () => true, whenDecided: () => Promise.resolve(true) },
    isDenied: () => false,
    admitsGossip: () => true,
  });
  await libp2p.start();
  const dial = (peer: Peer): Promise<Connection> => libp2p.dial(multiaddr(peer.address));
  const rogue: Rogue = {
    libp2p,
    identity,
    dial,
    async enter(peer, introductions = []) {
      const connection = await dial(peer);
      const stream = await connection.newStream(HELLO_PROTOCOL);
      const self = { ...selfOf(identity, networkKey), introductions: () => introductions };
      await greet(self, peer.id, stream, AbortSignal.timeout(5_000));
      await stream.close();
      return connection;
    },
  };
  running.add(rogue);
  return rogue;
}

/** Makes a rogue answer hand-shakes, with whatever key it is given. */
export async function answerHello(rogue: Rogue, networkKey: Uint8Array): Promise<void> {
  await rogue.libp2p.handle(HELLO_PROTOCOL, async (stream, connection) => {
    const peer = connection.remotePeer.toString();
    const self = selfOf(rogue.identity, networkKey);
    await answerGreeting(self, peer, stream, AbortSignal.timeout(5_000)).catch(() => undefined);
    await stream.close();
  });
}

export function selfOf(identity: Identity, networkKey: Uint8Array): HelloSelf {
  return {
    peerId: identity.peerId,
    networkKey,
    card: cardOf('rogue'),
    addresses: () => [],
    introductions: () => [],
  };
}

/** Resolves when a stream or connection has ended, however. */
export async function ended(it: Stream | Connection): Promise<void> {
  if (it.status === 'open') {
    await once(it as unknown as EventTarget, 'close');
  }
}

/** All bytes that arrive on a stream until it ends. */
export async function received(stream: Stream): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  stream.addEventListener('message', (event) => chunks.push(event.data.subarray()));
  await ended(stream);
  return Buffer.concat(chunks);
}
