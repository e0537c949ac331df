import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Stream } from '@libp2p/interface';
import { encode } from 'it-length-prefixed';
import { describe, expect, test } from 'vitest';
import { generateNetworkKey, protocolOf } from '../src/index.ts';
import { encodeFrame } from '../src/wire/frame-codec.ts';
import { startRogue } from './rogue.ts';
import { startPeer, type Peer } from './support.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** A member that sends requests by hand, on as many streams as it likes. */
async function asker(): Promise<{ peer: Peer; open: () => Promise<Stream>; ask: (on: Stream, id: string) => void }> {
  const peer = await startPeer(generateNetworkKey());
  const rogue = await startRogue(peer.networkKey);
  const connection = await rogue.enter(peer);
  const envelope = new Uint8Array(50_000);
  return {
    peer,
    open: () => connection.newStream(protocolOf('task')),
    ask: (on, id) => void on.send(encode.single(encodeFrame({ kind: 'request', id, envelope })).subarray()),
  };
}

describe('a request that is sent again while it is in flight', () => {
  test('is handed to the node once for each stream that its sender opens, however often it comes', async () => {
    const { peer, open, ask } = await asker();
    const first = await open();
    for (let count = 0; count < 20; count += 1) {
      ask(first, 'again');
    }
    ask(first, 'the end');
    await peer.until(() => peer.requests.length === 2);
    const second = await open();
    ask(second, 'again');
    await peer.until(() => peer.requests.length === 3);
    for (let count = 0; count < 20; count += 1) {
      ask(first, 'again');
      ask(second, 'again');
    }
    ask(first, 'the end of the first');
    ask(second, 'the end of the second');
    await peer.until(() => peer.requests.length === 5);
    expect(peer.requests.filter(({ id }) => id === 'again')).toHaveLength(2);
  });

  test('is not kept: envelopes are gone as soon as the node drops them', async () => {
    const { peer, open, ask } = await asker();
    const streams: Stream[] = [];
    for (let count = 1; count <= 3; count += 1) {
      const stream = await open();
      streams.push(stream);
      ask(stream, 'again');
      await peer.until(() => peer.requests.length === count);
    }
    const envelopes = peer.requests.map((request) => new WeakRef(request.envelope));
    const { signal } = peer.requests[0] ?? {};
    peer.requests.length = 0;
    // The reader of a stream holds on to its last frame until the next one comes.
    streams.forEach((stream, index) => ask(stream, `another ${index}`));
    await peer.until(() => peer.requests.length === 3);
    await new Promise((resolve) => setTimeout(resolve, 50));
    collect();
    expect(envelopes.filter((envelope) => envelope.deref() !== undefined)).toHaveLength(0);
    expect(signal?.aborted).toBe(false); // It is still in flight.
  });
});
