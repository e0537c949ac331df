import { verifies } from '@hoplite/test/requirements';
import { describe, expect, test } from 'vitest';
import { postFrom, requestFrom } from '../compliance/messages.ts';
import { generateNetworkKey, type Muxer } from '../src/index.ts';
import { startRogue } from './rogue.ts';
import { echo, forever, startPair, startPeer } from './support.ts';

describe.each<[Muxer]>([['mplex'], ['yamux']])('a peer that offers only %s', (muxer) => {
  test('is met, asked, and answered, and is in rooms, whichever side dials', async () => {
    verifies('p2p.host.mplex-only-peer', 'p2p.host.yamux-only-peer');
    for (const options of [[{ muxers: [muxer] }, {}] as const, [{}, { muxers: [muxer] }] as const]) {
      const [a, b] = await startPair(...options);
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        to.onRequest = echo;
        const large = requestFrom(from.mesh.signer, to.id, 'x', 'x'.repeat(900_000));
        const reply = await from.mesh.request({
          peer: to.id,
          channel: 'task',
          id: 'x',
          envelope: large,
          signal: forever(),
        });
        expect(reply).toMatchObject({ kind: 'answer' });
        from.mesh.joinRoom('ops');
      }
      await Promise.all([a, b].map((peer) => peer.until(() => peer.mesh.roomPeers('ops').length === 1)));
      await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'hello'));
      await b.until(() => b.posts.length === 1);
      await Promise.all([a.stop(), b.stop()]);
    }
  });

  test('survives many requests and pings in a row', async () => {
    const [a, b] = await startPair({ muxers: [muxer], timings: { pingEvery: 20 } });
    b.onRequest = echo;
    const send = (id: string) =>
      a.mesh.request({
        peer: b.id,
        channel: 'task',
        id,
        envelope: requestFrom(a.mesh.signer, b.id, id),
        signal: forever(),
      });
    for (let round = 0; round < 20; round += 1) {
      const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => send(`${round}-${index}`)));
      expect(replies.every((reply) => reply.kind === 'answer')).toBe(true);
    }
    expect([a.left, b.left, a.eventsOf('silent')]).toEqual([[], [], []]);
  });
});

test('yamux is taken when both sides have both, whatever the other one prefers', async () => {
  verifies('p2p.host.yamux-only-peer');
  const a = await startPeer(generateNetworkKey());
  for (const muxers of [
    ['yamux', 'mplex'],
    ['mplex', 'yamux'],
  ] as const) {
    const rogue = await startRogue(a.networkKey, { muxers });
    expect((await rogue.dial(a)).multiplexer).toBe('/yamux/1.0.0');
  }
});
