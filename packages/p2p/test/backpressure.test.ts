import type { Stream } from '@libp2p/interface';
import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { requestFrom } from '../compliance/messages.ts';
import { generateNetworkKey, protocolOf } from '../src/index.ts';
import { encodeFrame } from '../src/wire/frame-codec.ts';
import { encode } from 'it-length-prefixed';
import { startRogue } from './rogue.ts';
import { forever, startPair, startPeer } from './support.ts';

const LARGE = 900_000;

describe('a peer that does not read', () => {
  test('slows down who asks it: what waits is kept once, and goes out when it reads again', async () => {
    verifies('p2p.channels.backpressure');
    const a = await startPeer(generateNetworkKey());
    const rogue = await startRogue(a.networkKey);
    const reading = Promise.withResolvers<Stream>();
    await rogue.libp2p.handle(protocolOf('task'), (stream) => {
      stream.pause();
      reading.resolve(stream);
    });
    await rogue.enter(a);
    await a.until(() => a.joined.length === 1);
    const peer = rogue.identity.peerId;
    const content = 'x'.repeat(LARGE);
    const ending = new AbortController();
    const replies = Array.from({ length: 60 }, (_, index) => {
      const envelope = requestFrom(a.mesh.signer, peer, `${index}`, content);
      return a.mesh.request({ peer, channel: 'task', id: `${index}`, envelope, signal: ending.signal });
    });
    const all = Promise.allSettled(replies);
    const stream = await reading.promise;
    const settled = async (): Promise<void> => {
      for (let before = -1; before !== stream.readBufferLength;) {
        before = stream.readBufferLength;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    await settled();
    // Of 54 MB no more is on the way than the window of the stream.
    expect(stream.status).toBe('open');
    expect(stream.readBufferLength).toBeLessThanOrEqual(2 * 1024 * 1024);
    let bytes = 0;
    const enough = new Promise<void>((resolve) =>
      stream.addEventListener('message', (event) => {
        bytes += event.data.byteLength;
        if (bytes > 60 * LARGE) {
          resolve();
        }
      }),
    );
    stream.resume();
    await enough;
    ending.abort(new Error('enough'));
    expect((await all).every((result) => result.status === 'rejected')).toBe(true);
  });

  test('gets no more requests taken while its answers wait', async () => {
    verifies('p2p.channels.backpressure');
    const a = await startPeer(generateNetworkKey());
    a.onRequest = (request) => request.answer(new Uint8Array(LARGE));
    const rogue = await startRogue(a.networkKey);
    const connection = await rogue.enter(a);
    const stream = await connection.newStream(protocolOf('task'));
    stream.pause();
    const envelope = new Uint8Array(200_000);
    const ask = async (id: string): Promise<void> => {
      stream.send(encode.single(encodeFrame({ kind: 'request', id, envelope })).subarray());
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    for (let index = 0; index < 200 && stream.status === 'open'; index += 1) {
      await ask(`${index}`);
    }
    // Some ten answers fill what may wait; then it stops reading, and the rest stays with the one who asks.
    expect(a.requests.length).toBeLessThan(60);
    expect(stream.status).toBe('open');
    let read = 0;
    stream.addEventListener('message', (event) => (read += event.data.byteLength));
    stream.resume();
    await a.until(() => a.requests.length === 200);
    expect(read).toBeGreaterThan(0);
  });
});

describe('a peer that asks for too much at once', () => {
  test('is refused as busy beyond 1,024 requests, and served again when some are done', async () => {
    const [a, b] = await startPair();
    const ask = (id: string) =>
      a.mesh.request({ peer: b.id, channel: 'task', id, envelope: new Uint8Array(10), signal: forever() });
    const first = Array.from({ length: 1024 }, (_, index) => ask(`${index}`));
    const over = await ask('one too many');
    expect(over).toMatchObject({ kind: 'refused', refusal: { reason: 'busy', path: [a.id, b.id] } });
    expect(b.requests).toHaveLength(1024);
    b.requests.forEach((request) => request.answer(new Uint8Array(0)));
    expect((await Promise.all(first)).every((reply) => reply.kind === 'answer')).toBe(true);
    b.onRequest = (request) => request.answer(new Uint8Array(0));
    expect((await ask('another')).kind).toBe('answer');
  });

  test('is refused by its own side beyond 4,096', async () => {
    const [a, b] = await startPair();
    const ending = new AbortController();
    const ask = (id: string, signal = ending.signal) =>
      a.mesh.request({ peer: b.id, channel: 'session', id, envelope: new Uint8Array(1), signal });
    // Three quarters of these are refused by the peer as they come, so they are made in one turn.
    const all = Promise.allSettled(Array.from({ length: 4096 }, (_, index) => ask(`${index}`)));
    expect(await ask('one too many')).toMatchObject({ kind: 'refused', refusal: { reason: 'busy' } });
    ending.abort(new Error('enough'));
    await all;
  });

  test('may ask the same thing twice: it is one request, with one answer for both', async () => {
    const [a, b] = await startPair();
    const ask = (signal = forever()) =>
      a.mesh.request({ peer: b.id, channel: 'task', id: 'same', envelope: new Uint8Array(10), signal });
    const giving = new AbortController();
    const one = ask();
    const two = ask(giving.signal);
    await b.until(() => b.requests.length === 1);
    giving.abort(new Error('not me'));
    await expect(two).rejects.toThrow('not me');
    expect(b.requests[0]?.signal.aborted).toBe(false); // The other one still waits.
    b.requests[0]?.answer(new Uint8Array(0));
    expect((await one).kind).toBe('answer');
    expect(b.requests).toHaveLength(1);
  });
});
