import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifies } from '@hoplite/test/requirements';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestFrom } from '../compliance/messages.ts';
import {
  generateIdentity,
  generateNetworkKey,
  InvalidAddressError,
  loadIdentity,
  openDataDirectory,
} from '../src/index.ts';
import { startRogue } from './rogue.ts';
import { cardOf, echo, forever, startPair, startPeer, Peer } from './support.ts';
import { freePort } from './tcp-proxy.ts';

describe('peers', () => {
  let parent: string;

  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), 'hoplite-discovery-'));
  });
  afterEach(() => rmSync(parent, { recursive: true, force: true }));

  test('meet by explicit address, without discovery', async () => {
    verifies('p2p.host.explicit-addresses');
    const [a, b] = await startPair();
    expect(await b.mesh.connect(a.address)).toBe(a.id);
    expect(a.joined).toHaveLength(1);
    expect(b.joined).toHaveLength(1);
  });

  test('meet at an address that does not say whose it is', async () => {
    verifies('p2p.host.explicit-addresses');
    const networkKey = generateNetworkKey();
    const a = await startPeer(networkKey);
    const b = await startPeer(networkKey);
    const bare = a.address.split('/p2p/')[0] ?? '';
    expect(await b.mesh.connect(bare)).toBe(a.id);
    expect(await b.mesh.connect(bare)).toBe(a.id);
    expect(b.joined).toHaveLength(1);
  });

  test('meet at an address where nobody was at first', async () => {
    verifies('p2p.host.explicit-addresses');
    const networkKey = generateNetworkKey();
    const first = await startPeer(networkKey);
    const { address, port } = first;
    await first.stop();
    const b = await startPeer(networkKey, { peers: [address.split('/p2p/')[0] ?? ''] });
    await b.until(() => b.eventsOf('dial-failed').length >= 2);
    const a = await startPeer(networkKey, { listen: [`/ip4/127.0.0.1/tcp/${port}`] });
    await Promise.all([a.meets(b), b.meets(a)]);
  });

  test('meet although the one that was told of could not be reached for long', async () => {
    const timings = { redialFirst: 5, redialUnmet: 100 };
    const a = await startPeer(generateNetworkKey(), { timings });
    const [identity, port] = [generateIdentity(), await freePort()];
    const listen = [`/ip4/127.0.0.1/tcp/${port}`];
    const rogue = await startRogue(a.networkKey);
    await rogue.enter(a, [{ peer: identity.peerId, addresses: listen }]);
    const failures = (): number => a.eventsOf('dial-failed').filter(({ target }) => target === identity.peerId).length;
    await a.until(() => failures() > 6);
    const b = await startPeer(a.networkKey, { identity, listen }); // It knows nobody.
    await Promise.all([a.meets(b), b.meets(a)]);
  });

  test('eight on one host all meet, given one address', async () => {
    const networkKey = generateNetworkKey();
    const first = await startPeer(networkKey);
    const others = await Promise.all(
      Array.from({ length: 7 }, () => startPeer(networkKey, { peers: [first.address] })),
    );
    const all = [first, ...others];
    await Promise.all(all.map((peer) => peer.until(() => peer.mesh.peers().length === 7)));
    expect(all.every((peer) => peer.joined.length === 7 && peer.left.length === 0)).toBe(true);
  });

  test('that all dial each other at once answer each other’s requests', async () => {
    const networkKey = generateNetworkKey();
    const peers = await Promise.all(Array.from({ length: 4 }, () => startPeer(networkKey)));
    peers.forEach((peer) => (peer.onRequest = echo));
    const pairs = peers.flatMap((from) => peers.filter((to) => to !== from).map((to) => [from, to] as const));
    const replies = await Promise.all(
      pairs.map(async ([from, to], index) => {
        from.mesh.connect(to.address).catch(() => undefined);
        const envelope = requestFrom(from.mesh.signer, to.id, `${index}`);
        await from.meets(to);
        return from.mesh.request({ peer: to.id, channel: 'task', id: `${index}`, envelope, signal: forever() });
      }),
    );
    expect(replies.every((reply) => reply.kind === 'answer')).toBe(true);
  });

  test('find each other again through the address book when one has restarted on another port', async () => {
    verifies('p2p.host.address-book-persisted');
    const networkKey = generateNetworkKey();
    const directory = (name: string): string => openDataDirectory(join(parent, name)).path;
    const [home, away] = [directory('a'), directory('b')];
    const start = (dataDirectory: string, peers: readonly string[] = []): Promise<Peer> =>
      startPeer(networkKey, { identity: loadIdentity(dataDirectory), dataDirectory, peers });
    const a = await start(home);
    const b = await start(away, [a.address]);
    await Promise.all([a.meets(b), b.meets(a)]);
    const { port } = a;
    await a.stop();
    await b.until(() => b.left.length === 1);
    const again = await start(home); // It is told nothing: it has the book.
    await Promise.all([again.meets(b), b.meets(again)]);
    expect(again.id).toBe(a.id);
    expect(again.port).not.toBe(port);
  });

  test('find each other again after both have restarted, one of them on its old port', async () => {
    verifies('p2p.host.address-book-persisted');
    const networkKey = generateNetworkKey();
    const home = openDataDirectory(join(parent, 'a')).path;
    const identity = generateIdentity();
    const b = await startPeer(networkKey, { identity });
    const a = await startPeer(networkKey, { identity: loadIdentity(home), dataDirectory: home, peers: [b.address] });
    await Promise.all([a.meets(b), b.meets(a)]);
    const { port } = b;
    await Promise.all([a.stop(), b.stop()]);
    const b2 = await startPeer(networkKey, { identity, listen: [`/ip4/127.0.0.1/tcp/${port}`] });
    const a2 = await startPeer(networkKey, { identity: loadIdentity(home), dataDirectory: home });
    await Promise.all([a2.meets(b2), b2.meets(a2)]);
  });

  test('of one user on one host have separate keys, stores and ports', async () => {
    verifies('p2p.host.two-nodes-one-host');
    const networkKey = generateNetworkKey();
    const start = async (name: string): Promise<Peer> => {
      const { path } = openDataDirectory(join(parent, name));
      return startPeer(networkKey, { identity: loadIdentity(path), dataDirectory: path, card: cardOf(name) });
    };
    const a = await start('alpha');
    const b = await start('beta');
    await a.mesh.connect(b.address);
    expect(a.id).not.toBe(b.id);
    expect(a.port).not.toBe(b.port);
    expect(a.mesh.peers()).toMatchObject([{ peerId: b.id, card: { name: 'beta' } }]);
  });

  test('do not begin with an address that is none', () => {
    expect(() => new Peer(generateNetworkKey(), { peers: ['127.0.0.1:4001'] })).toThrow(InvalidAddressError);
  });

  test('do not go on when their port is taken', async () => {
    const a = await startPeer(generateNetworkKey());
    await expect(startPeer(generateNetworkKey(), { listen: [`/ip4/127.0.0.1/tcp/${a.port}`] })).rejects.toThrow();
  });

  test('do not dial themselves', async () => {
    const a = await startPeer(generateNetworkKey());
    await expect(a.mesh.connect(a.address)).rejects.toThrow(expect.objectContaining({ name: 'PeerUnreachableError' }));
    expect(a.joined).toEqual([]);
  });

  test('stop in time although a peer does not read', async () => {
    const [a, b] = await startPair();
    const envelope = requestFrom(a.mesh.signer, b.id, 'x', 'x'.repeat(900_000));
    for (let index = 0; index < 50; index += 1) {
      a.mesh
        .request({ peer: b.id, channel: 'task', id: `${index}`, envelope, signal: forever() })
        .catch(() => undefined);
    }
    const since = performance.now();
    await a.stop();
    expect(performance.now() - since).toBeLessThan(6_000);
  });
});
