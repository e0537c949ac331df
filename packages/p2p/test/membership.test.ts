import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { requestFrom } from '../compliance/messages.ts';
import { generateNetworkKey, PeerUnreachableError, protocolOf, roomTopic } from '../src/index.ts';
import { HELLO_PROTOCOL } from '../src/constants.ts';
import { encodeFrame } from '../src/wire/frame-codec.ts';
import { ended, received, startRogue, answerHello } from './rogue.ts';
import { cardOf, echo, forever, startPair, startPeer } from './support.ts';

describe('a network', () => {
  test('does not let in who holds another key, whichever side dials', async () => {
    verifies('p2p.membership.closed', 'p2p.membership.proof-both-ways');
    const a = await startPeer(generateNetworkKey());
    const b = await startPeer(generateNetworkKey());
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      await expect(from.mesh.connect(to.address)).rejects.toThrow(
        expect.objectContaining({
          name: 'PeerUnreachableError',
          cause: expect.objectContaining({ code: 'ERR_OTHER_NETWORK' }) as unknown,
        }),
      );
      await to.until(() => to.eventsOf('stranger').some((event) => event.peer === from.id));
    }
    expect([a.mesh.peers(), b.mesh.peers(), a.joined, b.joined]).toEqual([[], [], [], []]);
  });

  test('closes a connection on which membership is not proven in time, and keeps it from everything else', async () => {
    verifies('p2p.membership.unproved-reach-nothing', 'p2p.membership.closed');
    const a = await startPeer(generateNetworkKey(), { timings: { hello: 500 } });
    a.mesh.joinRoom('ops');
    a.onRequest = echo;
    const rogue = await startRogue(generateNetworkKey());
    const connection = await rogue.dial(a);
    const protocols = [
      protocolOf('task'),
      protocolOf('session'),
      protocolOf('room'),
      '/meshsub/1.2.0',
      '/ipfs/id/1.0.0',
      '/ipfs/ping/1.0.0',
    ];
    const answers = await Promise.all(
      protocols.map(async (protocol) => {
        const stream = await connection.newStream(protocol);
        const answer = received(stream);
        const envelope = requestFrom(rogue.identity.signer, a.id, 'x');
        const frame = encodeFrame({ kind: 'request', id: 'x', envelope });
        stream.send(Buffer.concat([Buffer.from([(frame.length & 0x7f) | 0x80, frame.length >> 7]), frame]));
        return answer;
      }),
    );
    expect(answers.map((answer) => answer.byteLength)).toEqual(protocols.map(() => 0));
    await ended(connection);
    expect(a.requests).toEqual([]);
    expect(a.mesh.roomPeers('ops')).toEqual([]);
    expect(a.eventsOf('stranger')).toMatchObject([{ peer: rogue.identity.peerId, code: 'ERR_HELLO_TIMEOUT' }]);
  });

  test('closes a connection whose dialler cannot prove that it holds the key', async () => {
    verifies('p2p.membership.unproved-reach-nothing');
    const a = await startPeer(generateNetworkKey());
    const rogue = await startRogue(generateNetworkKey());
    const connection = await rogue.dial(a);
    await expect(rogue.enter(a)).rejects.toMatchObject({ code: 'ERR_OTHER_NETWORK' });
    await ended(connection);
    expect(a.mesh.peers()).toEqual([]);
  });

  test('hears no gossip from, and sends none to, a peer that has not proven membership', async () => {
    verifies('p2p.membership.unproved-reach-nothing');
    const [a, b] = await startPair();
    a.mesh.joinRoom('ops');
    b.mesh.joinRoom('ops');
    await a.until(() => a.mesh.roomPeers('ops').length === 1);
    const rogue = await startRogue(a.networkKey);
    const overheard: string[] = [];
    const { gossip } = rogue.libp2p.services as unknown as { gossip: { subscribe(topic: string): void } & EventTarget };
    gossip.addEventListener('message', () => overheard.push('a post'));
    gossip.subscribe(roomTopic('ops'));
    const connection = await rogue.dial(a);
    const stream = await connection.newStream('/meshsub/1.2.0');
    await Promise.all([ended(stream), ended(connection)]);
    expect(a.mesh.roomPeers('ops')).toEqual([b.id]);
    expect(overheard).toEqual([]);
  });

  test('lets the same peer prove itself once per connection only', async () => {
    const a = await startPeer(generateNetworkKey());
    const rogue = await startRogue(a.networkKey);
    const connection = await rogue.enter(a);
    await a.until(() => a.joined.length === 1);
    const again = await connection.newStream(HELLO_PROTOCOL);
    again.send(new Uint8Array([3, 10, 1, 0]));
    await ended(again);
    expect(a.joined).toHaveLength(1);
    expect(connection.status).toBe('open');
  });

  test('keeps a peer out that is on the deny list, though it holds the key, whichever side dials', async () => {
    verifies('p2p.membership.deny-list');
    const networkKey = generateNetworkKey();
    const b = await startPeer(networkKey);
    const a = await startPeer(networkKey, { deny: [b.id] });
    await expect(a.mesh.connect(b.address)).rejects.toThrow(PeerUnreachableError);
    await expect(b.mesh.connect(a.address)).rejects.toThrow(PeerUnreachableError);
    expect([...a.joined, ...b.joined]).toEqual([]);
  });

  test('takes names for labels: two peers may have the same one', async () => {
    verifies('p2p.membership.names-are-labels', 'p2p.membership.cards');
    const [a, b] = await startPair({ card: cardOf('twin') });
    expect(a.id).not.toBe(b.id);
    expect(a.mesh.peers()).toMatchObject([{ peerId: b.id, card: cardOf('twin') }]);
    expect(b.mesh.peers()).toMatchObject([{ peerId: a.id, card: cardOf('twin') }]);
  });

  test('refuses to start with a card out of bounds', () => {
    expect(() => startPeer(generateNetworkKey(), { card: { ...cardOf('a'), description: 'd'.repeat(501) } })).toThrow(
      expect.objectContaining({ name: 'MalformedMessageError' }),
    );
  });

  test('knows where both sides listen, whoever dialled', async () => {
    const [a, b] = await startPair();
    await b.until(() => b.mesh.peers()[0]?.addresses.includes(a.address) === true);
    expect(a.mesh.peers()[0]?.addresses).toEqual([b.address]);
  });

  test('answers the first request of a peer that does not wait for the end of the hand-shake', async () => {
    verifies('p2p.channels.early-request');
    const networkKey = generateNetworkKey();
    const b = await startPeer(networkKey);
    b.onRequest = echo;
    const a = await startPeer(networkKey);
    a.mesh.connect(b.address).catch(() => undefined);
    const envelope = requestFrom(a.mesh.signer, b.id, 'first');
    const reply = await a.mesh.request({ peer: b.id, channel: 'task', id: 'first', envelope, signal: forever() });
    expect(reply.kind).toBe('answer');
  });
});

describe('a peer that is no member', () => {
  test('but answers hand-shakes with another key is dialled five times and then left alone', async () => {
    verifies('p2p.host.foreign-peer-bounded');
    const networkKey = generateNetworkKey();
    const rogue = await startRogue(networkKey);
    await answerHello(rogue, generateNetworkKey());
    const address = rogue.libp2p.getMultiaddrs()[0]?.toString() ?? '';
    const a = await startPeer(networkKey, { peers: [address], timings: { redialFirst: 5, redialMax: 20 } });
    await a.until(() => a.eventsOf('dial-failed').some((event) => event.givenUp));
    expect(a.eventsOf('dial-failed').map((event) => [event.attempt, event.code, event.givenUp])).toEqual(
      [1, 2, 3, 4, 5].map((attempt) => [attempt, 'ERR_OTHER_NETWORK', attempt === 5]),
    );
    expect(a.mesh.peers()).toEqual([]);
  });

  test('and speaks no Hoplite protocol is an error at once, costs five attempts and no hang', async () => {
    verifies('p2p.host.foreign-peer-bounded');
    const rogue = await startRogue(generateNetworkKey());
    const address = rogue.libp2p.getMultiaddrs()[0]?.toString() ?? '';
    const a = await startPeer(generateNetworkKey(), { timings: { redialFirst: 5, redialMax: 20 } });
    await expect(a.mesh.connect(address)).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_NOT_HOPLITE' }) as unknown }),
    );
    await a.until(() => a.eventsOf('dial-failed').some((event) => event.givenUp));
    expect(a.eventsOf('dial-failed')).toHaveLength(5);
    await Promise.all(rogue.libp2p.getConnections().map(ended));
  });

  test('and never answers the hand-shake is given up in time', async () => {
    verifies('p2p.host.foreign-peer-bounded');
    const rogue = await startRogue(generateNetworkKey());
    await rogue.libp2p.handle(HELLO_PROTOCOL, () => undefined);
    const address = rogue.libp2p.getMultiaddrs()[0]?.toString() ?? '';
    const a = await startPeer(generateNetworkKey(), { timings: { hello: 200 } });
    await expect(a.mesh.connect(address)).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_HELLO_TIMEOUT' }) as unknown }),
    );
  });

  test('and answers the hand-shake with nonsense is an error at once', async () => {
    verifies('p2p.host.foreign-peer-bounded');
    const rogue = await startRogue(generateNetworkKey());
    await rogue.libp2p.handle(HELLO_PROTOCOL, (stream) => void stream.send(Buffer.from('\x0eHTTP/1.1 200 OK')));
    const address = rogue.libp2p.getMultiaddrs()[0]?.toString() ?? '';
    const a = await startPeer(generateNetworkKey());
    await expect(a.mesh.connect(address)).rejects.toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'ERR_MALFORMED_HELLO' }) as unknown }),
    );
  });
});
