import { randomUUID } from 'node:crypto';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test, vi } from 'vitest';
import { postFrom } from '../compliance/messages.ts';
import { generateNetworkKey, MAX_FRAME_BYTES, roomTopic } from '../src/index.ts';
import { decodeEnvelope, encodeEnvelope } from '../src/wire/envelope-codec.ts';
import { startRogue, type Rogue } from './rogue.ts';
import { startPair, startPeer, type Peer } from './support.ts';

/** `count` peers that have met and are in the room `ops`. */
async function inOneRoom(count: number): Promise<Peer[]> {
  const networkKey = generateNetworkKey();
  const first = await startPeer(networkKey);
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => startPeer(networkKey, { peers: [first.address] })),
  );
  const peers = [first, ...others];
  peers.forEach((peer) => peer.mesh.joinRoom('ops'));
  await Promise.all(peers.map((peer) => peer.until(() => peer.mesh.roomPeers('ops').length === count - 1)));
  return peers;
}

function textsOf(peer: Peer): string[] {
  return peer.posts.map((post) => decodeEnvelope('room', post.envelope).body.content);
}

describe('a room', () => {
  test('brings five different posts to three peers exactly once each, and the same text of two authors twice (V01)', async () => {
    verifies('p2p.channels.rooms-gossipsub');
    const peers = await inOneRoom(4);
    const [a, b, ...others] = peers as [Peer, Peer, Peer, Peer];
    for (const text of ['1', '2', '3', '4', '5']) {
      expect(await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', text))).toEqual({ recipients: 3 });
    }
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'same'));
    await b.mesh.publish('ops', postFrom(b.mesh.signer, 'ops', 'same'));
    for (const peer of others) {
      await peer.until(() => peer.posts.length >= 7);
      expect(textsOf(peer).sort()).toEqual(['1', '2', '3', '4', '5', 'same', 'same']);
    }
    await b.until(() => b.posts.length >= 6);
    expect(textsOf(b).sort()).toEqual(['1', '2', '3', '4', '5', 'same']);
  });

  test('brings every post although they say the same, one after the other and from two authors (S87)', async () => {
    const [a, b, c] = (await inOneRoom(3)) as [Peer, Peer, Peer];
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'one'));
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'two'));
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'one'));
    await b.mesh.publish('ops', postFrom(b.mesh.signer, 'ops', 'one'));
    await c.until(() => c.posts.length === 4);
    expect(textsOf(c).sort()).toEqual(['one', 'one', 'one', 'two']);
  });

  test('takes the same post again without an error, and brings it once', async () => {
    const [a, b] = (await inOneRoom(2)) as [Peer, Peer];
    const envelope = postFrom(a.mesh.signer, 'ops', 'once');
    expect(await a.mesh.publish('ops', envelope)).toEqual({ recipients: 1 });
    expect(await a.mesh.publish('ops', envelope)).toEqual({ recipients: 0 });
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'and another'));
    await b.until(() => b.posts.length === 2);
    expect(textsOf(b)).toEqual(['once', 'and another']);
  });

  test('says that nobody listens, or that a post is too large, and delivers nothing (V02)', async () => {
    const [a, b] = await startPair();
    a.mesh.joinRoom('ops');
    await expect(a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'x'))).rejects.toThrow(
      expect.objectContaining({ name: 'NobodyListeningError', room: 'ops' }),
    );
    b.mesh.joinRoom('ops');
    await a.until(() => a.mesh.roomPeers('ops').length === 1);
    await expect(a.mesh.publish('ops', new Uint8Array(MAX_FRAME_BYTES + 1))).rejects.toThrow(
      expect.objectContaining({ name: 'MessageTooLargeError', limit: MAX_FRAME_BYTES }),
    );
    expect(b.posts).toEqual([]);
  });

  test('brings a post of nearly 1 MiB', async () => {
    const [a, b] = (await inOneRoom(2)) as [Peer, Peer];
    const text = 'x'.repeat(980_000);
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', text));
    await b.until(() => b.posts.length === 1);
    expect(textsOf(b)[0]?.length).toBe(text.length);
  });

  test('may be posted to from outside, and brings that to those inside', async () => {
    const [a, b] = await startPair();
    b.mesh.joinRoom('ops');
    await vi.waitUntil(() => a.mesh.roomPeers('ops').length === 1); // Nothing is told of rooms that one is not in.
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'from outside'));
    await b.until(() => b.posts.length === 1);
  });

  test('can be left and entered again at once', async () => {
    const [a, b] = (await inOneRoom(2)) as [Peer, Peer];
    for (let round = 1; round <= 5; round += 1) {
      b.mesh.leaveRoom('ops');
      b.mesh.joinRoom('ops');
    }
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'back'));
    await b.until(() => b.posts.length === 1);
  });

  test('has a name that can stand in topics and commands', async () => {
    const a = await startPeer(generateNetworkKey());
    for (const name of ['', 'Ops', '../etc', 'a b', 'x'.repeat(65)]) {
      expect(() => a.mesh.joinRoom(name)).toThrow(expect.objectContaining({ name: 'MalformedMessageError' }));
    }
  });

  test('keeps working with twelve peers at one address', async () => {
    const peers = await inOneRoom(12);
    for (const peer of peers) {
      await peer.mesh.publish('ops', postFrom(peer.mesh.signer, 'ops', peer.id));
    }
    for (const peer of peers) {
      await peer.until(() => peer.posts.length >= 11);
      expect(new Set(textsOf(peer)).size).toBe(11);
      expect(peer.posts).toHaveLength(11);
    }
  });
});

describe('a member that takes no gossip', () => {
  test('is waited for once, and slows down no other post', async () => {
    const [a, b] = (await inOneRoom(2)) as [Peer, Peer];
    const rogue = await startRogue(a.networkKey);
    const { gossip, identify } = rogue.libp2p.services as unknown as {
      gossip: { protocols: string[]; subscribe(topic: string): void };
      identify: { identify(connection: unknown): Promise<unknown> };
    };
    await rogue.libp2p.unhandle(gossip.protocols);
    gossip.subscribe(roomTopic('ops'));
    await identify.identify(await rogue.enter(a));
    await a.until(() => a.mesh.roomPeers('ops').length === 2);
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'the first'));
    const since = performance.now();
    for (const text of ['second', 'third', 'fourth']) {
      await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', text));
    }
    expect(performance.now() - since).toBeLessThan(1_500);
    await b.until(() => b.posts.length === 4);
  });
});

describe('a member that forges posts', () => {
  interface Forger {
    readonly rogue: Rogue;
    readonly peer: Peer;
    publish(room: string, bytes: Uint8Array): Promise<void>;
  }

  async function forger(): Promise<Forger> {
    const peer = await startPeer(generateNetworkKey());
    peer.mesh.joinRoom('ops');
    peer.mesh.joinRoom('dev');
    const rogue = await startRogue(peer.networkKey);
    const connection = await rogue.enter(peer);
    const { gossip, identify } = rogue.libp2p.services as unknown as {
      gossip: { publish(topic: string, bytes: Uint8Array): Promise<unknown>; getSubscribers(topic: string): unknown[] };
      identify: { identify(connection: unknown): Promise<unknown> };
    };
    await identify.identify(connection);
    const publish = async (room: string, bytes: Uint8Array): Promise<void> => {
      while (gossip.getSubscribers(roomTopic(room)).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await gossip.publish(roomTopic(room), bytes);
    };
    return { rogue, peer, publish };
  }

  test('is charged for what is no post, is signed by nobody, or was changed', async () => {
    const { rogue, peer, publish } = await forger();
    const honest = postFrom(rogue.identity.signer, 'ops', `honest ${randomUUID()}`);
    const message = decodeEnvelope('room', honest);
    const another = decodeEnvelope('room', postFrom(rogue.identity.signer, 'ops', 'other'));
    await publish('ops', Buffer.from('nonsense'));
    await publish('ops', encodeEnvelope({ ...message, bodyBytes: another.bodyBytes }));
    await publish(
      'ops',
      postFrom({ peerId: peer.id, sign: (bytes) => rogue.identity.signer.sign(bytes) }, 'ops', 'in your name'),
    );
    await peer.until(() => peer.eventsOf('charged').length === 3);
    await publish('ops', honest);
    await peer.until(() => peer.posts.length === 1);
    expect(peer.posts[0]?.author).toBe(rogue.identity.peerId);
  });

  test('cannot replay a post into another room, nor keep it out of its own by doing so', async () => {
    const { rogue, peer, publish } = await forger();
    const post = postFrom(rogue.identity.signer, 'ops', 'for ops');
    await publish('dev', post);
    await peer.until(() => peer.eventsOf('charged').length === 1);
    await publish('ops', post);
    await peer.until(() => peer.posts.length === 1);
    expect(peer.posts[0]?.room).toBe('ops');
  });

  test('cannot keep a post out by a changed copy that comes first', async () => {
    const { rogue, peer, publish } = await forger();
    const message = decodeEnvelope('room', postFrom(rogue.identity.signer, 'ops', 'real'));
    const real = encodeEnvelope(message);
    const forged = new Uint8Array(real);
    forged[forged.length - 1] = (forged.at(-1) ?? 0) ^ 1;
    await publish('ops', forged);
    await publish('ops', real);
    await peer.until(() => peer.posts.length === 1);
    expect(textsOf(peer)).toEqual(['real']);
  });
});
