import { expect, test } from 'vitest';
import { MAX_FRAME_BYTES, MessageTooLargeError, NobodyListeningError } from '../src/index.ts';
import { postFrom } from './messages.ts';
import { at, enter, type Meeting } from './meeting.ts';

/** Posts to rooms. */
export function meshRooms({ meet, pair }: Meeting): void {
  test('a post arrives once at everyone in its room and at nobody else, and not at its author', async () => {
    const { peers } = await meet(4);
    const [a, b, c, d] = [at(peers, 0), at(peers, 1), at(peers, 2), at(peers, 3)];
    await enter('ops', [a, b, c]);
    const envelope = postFrom(a.mesh.signer, 'ops', 'deploying');
    expect(await a.mesh.publish('ops', envelope)).toEqual({ recipients: 2 });
    await Promise.all([b, c].map(({ told }) => told.until(() => told.posts.length > 0)));
    for (const { told } of [b, c]) {
      expect(told.posts).toEqual([{ author: a.mesh.localPeer, room: 'ops', envelope: expect.anything() as unknown }]);
      expect(Buffer.compare(at(told.posts, 0).envelope, envelope)).toBe(0);
    }
    expect(a.told.posts).toEqual([]);
    expect(d.told.posts).toEqual([]);
  });

  test('five posts in a row all arrive, in two rooms without mixing them up', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    await enter('ops', [a, b, c]);
    await enter('dev', [a, b, c]);
    for (const text of ['1', '2', '3', '4', '5']) {
      await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', text));
      await a.mesh.publish('dev', postFrom(a.mesh.signer, 'dev', text));
    }
    for (const { told } of [b, c]) {
      await told.until(() => told.posts.length === 10);
      expect(told.posts.filter((post) => post.room === 'ops')).toHaveLength(5);
    }
  });

  test('the same text from two authors arrives twice', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    await enter('ops', [a, b, c]);
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'same'));
    await b.mesh.publish('ops', postFrom(b.mesh.signer, 'ops', 'same'));
    await c.told.until(() => c.told.posts.length === 2);
    expect(c.told.posts.map((post) => post.author).sort()).toEqual([a.mesh.localPeer, b.mesh.localPeer].sort());
  });

  test('posting where nobody listens is an error', async () => {
    const { a } = await pair();
    a.mesh.joinRoom('empty');
    const envelope = postFrom(a.mesh.signer, 'empty', 'hello?');
    await expect(a.mesh.publish('empty', envelope)).rejects.toThrow(NobodyListeningError);
  });

  test('a post that could not be delivered may be posted again later', async () => {
    const { a, b } = await pair();
    a.mesh.joinRoom('ops');
    const envelope = postFrom(a.mesh.signer, 'ops', 'hello?');
    await expect(a.mesh.publish('ops', envelope)).rejects.toThrow(NobodyListeningError);
    await enter('ops', [a, b]);
    await a.mesh.publish('ops', envelope);
    await b.told.until(() => b.told.posts.length === 1);
  });

  test('posting what is too large is an error', async () => {
    const { a, b } = await pair();
    await enter('ops', [a, b]);
    await expect(a.mesh.publish('ops', new Uint8Array(MAX_FRAME_BYTES + 1))).rejects.toThrow(MessageTooLargeError);
  });

  test('a peer that leaves a room is seen to go, and gets no more posts', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    await enter('ops', [a, b, c]);
    const before = a.told.roomChanges.length;
    b.mesh.leaveRoom('ops');
    await a.told.until(() => a.told.roomChanges.length > before && a.mesh.roomPeers('ops').length === 1);
    expect(a.mesh.roomPeers('ops')).toEqual([c.mesh.localPeer]);
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'between us'));
    await c.told.until(() => c.told.posts.length === 1);
    expect(b.told.posts).toEqual([]);
  });

  test('a room works again after the connection dropped', async () => {
    const { a, b, world } = await pair();
    await enter('ops', [a, b]);
    await world.disconnect();
    await Promise.all([a, b].map(({ told }) => told.until(() => told.left.length === 1)));
    expect(a.mesh.roomPeers('ops')).toEqual([]);
    await world.reconnect();
    await Promise.all([a, b].map(({ mesh, told }) => told.until(() => mesh.roomPeers('ops').length === 1)));
    await a.mesh.publish('ops', postFrom(a.mesh.signer, 'ops', 'back'));
    await b.told.until(() => b.told.posts.length === 1);
  });
}
