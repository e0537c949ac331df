import type { Connection, Stream } from '@libp2p/interface';
import { encode } from 'it-length-prefixed';
import fc from 'fast-check';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { requestFrom } from '../compliance/messages.ts';
import { generateNetworkKey, MAX_FRAME_BYTES, protocolOf, type Channel } from '../src/index.ts';
import { encodeFrame, type Frame } from '../src/wire/frame-codec.ts';
import { ended, startRogue, type Rogue } from './rogue.ts';
import { echo, forever, startPeer, type Peer, type PeerOptions } from './support.ts';

const lenient = { timings: { penalty: 50 } };

interface Session {
  readonly peer: Peer;
  readonly rogue: Rogue;
  connection: Connection;
}

/** A member whose frames are the test's own, and the peer that it talks to. */
async function rogueMember(options: PeerOptions = lenient): Promise<Session> {
  const peer = await startPeer(generateNetworkKey(), options);
  peer.onRequest = echo;
  const rogue = await startRogue(peer.networkKey);
  const connection = await rogue.enter(peer);
  return { peer, rogue, connection };
}

function open(connection: Connection, channel: Channel = 'task'): Promise<Stream> {
  return connection.newStream(protocolOf(channel));
}

function framed(frame: Frame): Uint8Array {
  return encode.single(encodeFrame(frame)).subarray();
}

/** Opens a stream on the connection that there is, or, after a penalty, on another one. */
async function openSurely(session: Session, channel: Channel = 'task'): Promise<Stream> {
  for (;;) {
    try {
      return await open(session.connection, channel);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 10)); // Lets the end of the old one be noticed.
      session.connection = await session.rogue.enter(session.peer).catch(() => session.connection);
    }
  }
}

async function expectToWork(session: Session): Promise<void> {
  const { rogue, peer } = session;
  const stream = await openSurely(session);
  const answered = new Promise<void>((resolve) => stream.addEventListener('message', () => resolve()));
  stream.send(
    framed({ kind: 'request', id: 'still there', envelope: requestFrom(rogue.identity.signer, peer.id, 'x') }),
  );
  await answered;
  await stream.close();
}

describe('a member that sends what is no frame', () => {
  test('has its stream reset and is charged, and nothing else comes of it, whatever it sends', async () => {
    verifies('p2p.wire.fuzz');
    const session = await rogueMember();
    const { peer } = session;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<Channel>('task', 'session', 'room'),
        fc.array(fc.uint8Array({ maxLength: 400 }), { minLength: 1, maxLength: 4 }),
        async (channel, chunks) => {
          const stream = await openSurely(session, channel);
          chunks
            .filter((chunk) => chunk.byteLength > 0)
            .forEach((chunk) => stream.status === 'open' && stream.send(chunk));
          await stream.close().catch(() => undefined); // The other side may have reset it.
          await ended(stream);
        },
      ),
      { numRuns: 150 },
    );
    await expectToWork(session);
    expect(peer.eventsOf('fault')).toEqual([]);
    expect(peer.requests.map((request) => request.id)).toEqual(['still there']);
    await leavesNoStream(session.connection);
  });

  test('has its stream ended when a frame is cut off anywhere, and no more is made of it', async () => {
    verifies('p2p.wire.fuzz');
    const session = await rogueMember();
    const { peer, rogue } = session;
    const whole = framed({ kind: 'request', id: 'cut', envelope: requestFrom(rogue.identity.signer, peer.id, 'x') });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.byteLength - 1 }), async (length) => {
        const stream = await openSurely(session);
        stream.send(whole.subarray(0, length));
        await stream.close();
        await ended(stream);
      }),
      { numRuns: 60 },
    );
    await expectToWork(session);
    expect(peer.requests.map((request) => request.id)).toEqual(['still there']);
    await leavesNoStream(session.connection);
  });

  test('is refused by the length of a frame, before the frame is there', async () => {
    verifies('p2p.wire.frame-limit');
    const { peer, connection } = await rogueMember();
    const stream = await open(connection);
    stream.send(encode.single(new Uint8Array(0)).subarray()); // An empty frame is passed over.
    expect(stream.status).toBe('open');
    const claim = MAX_FRAME_BYTES + 1;
    stream.send(new Uint8Array([(claim & 0x7f) | 0x80, ((claim >> 7) & 0x7f) | 0x80, claim >> 14]));
    await ended(stream);
    await peer.until(() => peer.eventsOf('charged').length === 1);
    expect(peer.eventsOf('charged')[0]?.message).toContain('too long');
  });

  test('is heard with a frame of exactly 1 MiB', async () => {
    verifies('p2p.wire.frame-limit');
    const { peer, connection } = await rogueMember();
    const stream = await open(connection);
    const overhead = encodeFrame({
      kind: 'request',
      id: 'x',
      envelope: new Uint8Array(MAX_FRAME_BYTES / 2),
    }).byteLength;
    const envelope = new Uint8Array(MAX_FRAME_BYTES - (overhead - MAX_FRAME_BYTES / 2));
    const frame = encodeFrame({ kind: 'request', id: 'x', envelope });
    expect(frame.byteLength).toBe(MAX_FRAME_BYTES);
    peer.onRequest = () => undefined;
    stream.send(encode.single(frame).subarray());
    await peer.until(() => peer.requests.length === 1);
  });

  test.each<[string, Frame]>([
    ['an answer', { kind: 'answer', id: 'x', envelope: new Uint8Array(0) }],
    ['an acceptance', { kind: 'accepted', id: 'x' }],
    ['progress', { kind: 'progress', id: 'x', progress: { note: '' } }],
    ['a refusal', { kind: 'refused', id: 'x', refusal: { reason: 'busy', detail: '', path: [] } }],
  ])('is charged for sending %s to the side that answers', async (_, frame) => {
    const { peer, connection } = await rogueMember();
    const stream = await open(connection);
    stream.send(framed(frame));
    await ended(stream);
    await peer.until(() => peer.eventsOf('charged').length === 1);
  });

  test('is shut out for a while after ten of them, and let in again', async () => {
    const session = await rogueMember({ timings: { penalty: 300 } });
    const { peer, rogue, connection } = session;
    for (let count = 0; count < 10; count += 1) {
      const stream = await open(connection);
      stream.send(framed({ kind: 'accepted', id: 'x' }));
      await ended(stream);
    }
    await ended(connection);
    expect(peer.eventsOf('shut-out')).toEqual([{ kind: 'shut-out', peer: rogue.identity.peerId, milliseconds: 300 }]);
    await expect(rogue.enter(peer)).rejects.toThrow();
    await expectToWork(session);
    await peer.until(() => peer.joined.length === 2);
  });

  test('does not hurt another member', async () => {
    const { peer, connection } = await rogueMember();
    const friend = await startPeer(peer.networkKey, { peers: [peer.address] });
    await friend.meets(peer);
    const stream = await open(connection);
    stream.send(Buffer.from('\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff', 'latin1'));
    await ended(stream);
    const envelope = requestFrom(friend.mesh.signer, peer.id, 'x');
    const reply = await friend.mesh.request({ peer: peer.id, channel: 'task', id: 'x', envelope, signal: forever() });
    expect(reply.kind).toBe('answer');
  });
});

describe('a member that answers with nonsense', () => {
  test('is charged, and the request goes on until its signal ends it', async () => {
    const a = await startPeer(generateNetworkKey());
    const rogue = await startRogue(a.networkKey);
    await rogue.libp2p.handle(protocolOf('task'), (stream) => void stream.send(Buffer.from('\x05hello')));
    await rogue.enter(a);
    await a.until(() => a.joined.length === 1);
    const peer = rogue.identity.peerId;
    const ending = new AbortController();
    const envelope = requestFrom(a.mesh.signer, peer, 'x');
    const reply = a.mesh.request({ peer, channel: 'task', id: 'x', envelope, signal: ending.signal });
    await a.until(() => a.eventsOf('charged').length >= 2);
    ending.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
  });
});

/** The only streams left are those of libp2p's own protocols and of the hand-shake's end. */
async function leavesNoStream(connection: Connection): Promise<void> {
  await Promise.all(connection.streams.filter((stream) => stream.protocol.startsWith('/hoplite/')).map(ended));
  expect(connection.streams.filter((stream) => stream.protocol.startsWith('/hoplite/'))).toEqual([]);
}
