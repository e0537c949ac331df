import { verifies } from '@hoplite/test/requirements';
import { afterEach, describe, expect, test } from 'vitest';
import { postFrom, requestFrom } from '../compliance/messages.ts';
import { generateNetworkKey, protocolOf, type Reply } from '../src/index.ts';
import { startRogue } from './rogue.ts';
import { echo, forever, LOOPBACK, Peer, startPair, startPeer, type PeerOptions } from './support.ts';
import { freePort, TcpProxy } from './tcp-proxy.ts';

const proxies: TcpProxy[] = [];

afterEach(async () => {
  await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
});

/** Two peers that can reach each other over wires only that the test can cut. */
async function wiredPair(options: PeerOptions = {}): Promise<{ a: Peer; b: Peer; wires: readonly TcpProxy[] }> {
  const networkKey = generateNetworkKey();
  const wired = async (): Promise<Peer> => {
    const [proxy, port] = await Promise.all([TcpProxy.open(), freePort()]);
    proxies.push(proxy);
    proxy.leadTo(port);
    return startPeer(networkKey, { ...options, listen: [`/ip4/127.0.0.1/tcp/${port}`], announce: [proxy.address] });
  };
  const [a, b] = await Promise.all([wired(), wired()]);
  await a.mesh.connect(b.address);
  await Promise.all([a.meets(b), b.meets(a)]);
  return { a, b, wires: proxies };
}

function ask(from: Peer, to: Peer, id: string, signal = forever()): Promise<Reply> {
  const envelope = requestFrom(from.mesh.signer, to.id, id);
  return from.mesh.request({ peer: to.id, channel: 'task', id, envelope, signal });
}

describe('after a TCP drop', () => {
  test('the peers are connected and talking again within seconds, without discovery', async () => {
    verifies('p2p.host.redial-backoff', 'p2p.channels.reopened');
    const { a, b, wires } = await wiredPair();
    b.onRequest = echo;
    await ask(a, b, 'before');
    wires.forEach((wire) => wire.cut());
    await Promise.all([a, b].map((peer) => peer.until(() => peer.left.length === 1)));
    wires.forEach((wire) => wire.restore());
    const since = performance.now();
    expect((await ask(a, b, 'after')).kind).toBe('answer');
    expect(performance.now() - since).toBeLessThan(10_000);
  });

  test('a hundred requests in flight both ways all get their answers, each request under its own ID', async () => {
    verifies('p2p.channels.reopened');
    const { a, b, wires } = await wiredPair();
    const ids = Array.from({ length: 100 }, (_, index) => `request-${index}`);
    const replies = Promise.all(ids.flatMap((id) => [ask(a, b, id), ask(b, a, id)]));
    await Promise.all([a, b].map((peer) => peer.until(() => peer.requests.length === 100)));
    wires.forEach((wire) => wire.cut());
    await Promise.all([a, b].map((peer) => peer.until(() => peer.left.length === 1)));
    for (const peer of [a, b]) {
      // Half of them are answered by the request as it first came, while nobody is there to hear it …
      peer.requests.slice(0, 50).forEach(echo);
      peer.onRequest = echo; // … and all by the one that comes again, as a node does from its record.
    }
    wires.forEach((wire) => wire.restore());
    expect((await replies).every((reply) => reply.kind === 'answer')).toBe(true);
    expect(new Set(a.requests.map((request) => request.id))).toEqual(new Set(ids));
  });

  test('pauses between attempts grow while the peer stays away, and never end', async () => {
    verifies('p2p.host.redial-backoff');
    const { a, b, wires } = await wiredPair({ timings: { redialFirst: 10, redialMax: 80 } });
    wires.forEach((wire) => wire.cut());
    await a.until(() => a.eventsOf('dial-failed').some((event) => event.attempt >= 12));
    expect(a.eventsOf('dial-failed').every((event) => !event.givenUp)).toBe(true);
    wires.forEach((wire) => wire.restore());
    await Promise.all([a, b].map((peer) => peer.until(() => peer.joined.length >= 2)));
  });
});

describe('a cable that is pulled', () => {
  test('is noticed by pings, and the peers find each other again when it is back', async () => {
    verifies('p2p.host.redial-backoff');
    const { a, b, wires } = await wiredPair({
      timings: { pingEvery: 100, pingTimeout: 100, redialMax: 200, hello: 500 },
    });
    b.onRequest = echo;
    wires.forEach((wire) => wire.freeze());
    await Promise.all([a, b].map((peer) => peer.until(() => peer.left.length >= 1)));
    expect(a.eventsOf('silent').length + b.eventsOf('silent').length).toBeGreaterThan(0);
    wires.forEach((wire) => wire.restore());
    expect((await ask(a, b, 'after')).kind).toBe('answer');
  });
});

describe('a mesh', () => {
  test('that is stopped while it starts does not go on', async () => {
    for (const pause of [0, 1, 5, 20]) {
      const peer = new Peer(generateNetworkKey(), {});
      const starting = peer.start();
      starting.catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, pause));
      await peer.stop();
      await Promise.allSettled([starting]);
      expect(peer.mesh.peers()).toEqual([]);
      await expect(peer.mesh.connect(LOOPBACK)).rejects.toThrow(
        expect.objectContaining({ name: 'MeshNotRunningError' }),
      );
    }
  });
});

describe('a requester that goes away', () => {
  test('is waited for, and given up after the grace time', async () => {
    const [a, b] = await startPair({ timings: { grace: 300 } });
    ask(a, b, 'x').catch(() => undefined);
    await b.until(() => b.requests.length === 1);
    const [request] = b.requests;
    const given = new Promise<unknown>((resolve) =>
      request?.signal.addEventListener('abort', () => resolve(request.signal.reason)),
    );
    await a.stop();
    await b.until(() => b.left.length === 1);
    expect(request?.signal.aborted).toBe(false);
    expect(String(await given)).toContain('the requester has gone');
  });

  test('and comes back in time keeps its request', async () => {
    const { a, b, wires } = await wiredPair({ timings: { grace: 30_000 } });
    const reply = ask(a, b, 'x');
    await b.until(() => b.requests.length === 1);
    wires.forEach((wire) => wire.cut());
    await b.until(() => b.left.length === 1);
    wires.forEach((wire) => wire.restore());
    await b.until(() => b.requests.length === 2);
    expect(b.requests.map((request) => request.signal.aborted)).toEqual([false, false]);
    b.requests.forEach(echo);
    expect((await reply).kind).toBe('answer');
  });

  test('still hears what became of its credit, over whichever stream there is', async () => {
    const { a, b, wires } = await wiredPair();
    b.onRequest = echo;
    await ask(a, b, 'x');
    wires.forEach((wire) => wire.cut());
    await b.until(() => b.left.length === 1);
    const settlement = { returned: 1, burnt: 0, open: 0, path: [], stops: [], stopCount: 0 };
    b.mesh.settle(a.id, 'task', 'x', settlement);
    wires.forEach((wire) => wire.restore());
    await a.until(() => a.settled.length === 1);
    expect(a.settled).toEqual([{ peer: b.id, channel: 'task', id: 'x', settlement }]);
  });
});

describe('two connections between the same two peers', () => {
  test('may lose one of them: requests and rooms go on over the other', async () => {
    const networkKey = generateNetworkKey();
    const a = await startPeer(networkKey, { timings: { pingEvery: 200 } });
    const b = await startPeer(networkKey, { timings: { pingEvery: 200 } });
    b.onRequest = echo;
    const [near, far] = await Promise.all([TcpProxy.open(), TcpProxy.open()]);
    proxies.push(near, far);
    near.leadTo(b.port);
    far.leadTo(a.port);
    // Both dial at once, as peers do that discover each other.
    await Promise.all([a.mesh.connect(near.address), b.mesh.connect(far.address)]);
    await Promise.all([a.meets(b), b.meets(a)]);
    for (const peer of [a, b]) {
      peer.mesh.joinRoom('ops');
    }
    await Promise.all([a, b].map((peer) => peer.until(() => peer.mesh.roomPeers('ops').length === 1)));
    far.cut();
    expect((await ask(a, b, 'one left')).kind).toBe('answer');
    await until(async () => {
      await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'still here')).catch(() => undefined);
      return b.posts.length > 0;
    });
    await until(async () => {
      await b.mesh.publish('ops', postFrom(b.mesh.signer, 'ops', 'so am I')).catch(() => undefined);
      return a.posts.length > 0;
    });
  });

  test('may both be there when the older one has died unnoticed: rooms work over the newer one', async () => {
    const networkKey = generateNetworkKey();
    const timings = { pingEvery: 200, pingTimeout: 200 };
    const [a, b] = await Promise.all([startPeer(networkKey, { timings }), startPeer(networkKey, { timings })]);
    const old = await TcpProxy.open();
    proxies.push(old);
    old.leadTo(b.port);
    await a.mesh.connect(old.address);
    await Promise.all([a.meets(b), b.meets(a)]);
    for (const peer of [a, b]) {
      peer.mesh.joinRoom('ops');
    }
    await Promise.all([a, b].map((peer) => peer.until(() => peer.mesh.roomPeers('ops').length === 1)));
    old.freeze();
    await b.mesh.connect(a.address.split('/p2p/')[0] ?? '');
    // Whoever notices first ends the old connection, for the other one as well.
    await Promise.race([a, b].map((peer) => peer.until(() => peer.eventsOf('silent').length > 0)));
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      await until(async () => {
        await from.mesh.publish('ops', postFrom(from.mesh.signer, 'ops', 'over the new one')).catch(() => undefined);
        return to.posts.length > 0;
      });
    }
    expect([a.left, b.left]).toEqual([[], []]);
  });

  test('make no request twice', async () => {
    const networkKey = generateNetworkKey();
    const [a, b] = await Promise.all([startPeer(networkKey), startPeer(networkKey)]);
    a.onRequest = echo;
    b.onRequest = echo;
    const meeting = Promise.all([a.mesh.connect(b.address), b.mesh.connect(a.address)]);
    await meeting;
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
    const replies = await Promise.all(ids.flatMap((id) => [ask(a, b, id), ask(b, a, id)]));
    expect(replies.every((reply) => reply.kind === 'answer')).toBe(true);
    expect([a.requests.length, b.requests.length]).toEqual([50, 50]);
  });
});

test('task and session each use one long-lived stream per peer, for any number of requests', async () => {
  verifies('p2p.channels.one-stream-per-peer');
  const a = await startPeer(generateNetworkKey());
  const rogue = await startRogue(a.networkKey);
  const opened = { task: 0, session: 0 };
  for (const channel of ['task', 'session'] as const) {
    await rogue.libp2p.handle(protocolOf(channel), () => void (opened[channel] += 1));
  }
  await rogue.enter(a);
  await a.until(() => a.joined.length === 1);
  const peer = rogue.identity.peerId;
  const signal = AbortSignal.timeout(300);
  const asked = (['task', 'session'] as const).flatMap((channel) =>
    Array.from({ length: 40 }, (_, index) =>
      a.mesh.request({ peer, channel, id: `${index}`, envelope: new Uint8Array(10), signal }),
    ),
  );
  await Promise.allSettled(asked);
  expect(opened).toEqual({ task: 1, session: 1 });
});

/** Tries until it is so. */
async function until(attempt: () => Promise<boolean>): Promise<void> {
  while (!(await attempt())) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
