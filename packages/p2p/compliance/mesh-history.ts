import { expect, test } from 'vitest';
import { MAX_FRAME_BYTES, MAX_HISTORY, PeerUnreachableError } from '../src/index.ts';
import { generateIdentity } from '../src/identity.ts';
import { postFrom } from './messages.ts';
import { at, forever, type Meeting } from './meeting.ts';

/** What was said in a room before. */
export function meshHistory({ pair }: Meeting): void {
  const everything = { since: 0, limit: MAX_HISTORY };

  test('a member is asked for the posts of a room, and gives them as it got them', async () => {
    const { a, b } = await pair();
    const posts = ['one', 'two', 'three'].map((text) => postFrom(b.mesh.signer, 'ops', text));
    b.told.onHistory = () => posts;
    const got = await a.mesh.history(b.mesh.localPeer, 'ops', { since: 1234, limit: 10, signal: forever() });
    expect(got.map(plain)).toEqual(posts.map(plain));
    expect(b.told.histories).toEqual([{ peer: a.mesh.localPeer, room: 'ops', since: 1234, limit: 10 }]);
  });

  test('a room of which nothing is known has no posts', async () => {
    const { a, b } = await pair();
    expect(await a.mesh.history(b.mesh.localPeer, 'ops', { ...everything, signal: forever() })).toEqual([]);
  });

  test('at most as many as asked for are brought, the newest', async () => {
    const { a, b } = await pair();
    const posts = Array.from({ length: MAX_HISTORY + 44 }, (_, index) => new TextEncoder().encode(`post ${index}`));
    b.told.onHistory = () => posts;
    const ask = (limit: number) => a.mesh.history(b.mesh.localPeer, 'ops', { since: 0, limit, signal: forever() });
    expect((await ask(1)).map(plain)).toEqual(posts.slice(-1).map(plain));
    expect((await ask(MAX_HISTORY)).map(plain)).toEqual(posts.slice(-MAX_HISTORY).map(plain));
  });

  test('of posts that do not fit into a frame the oldest are left out', async () => {
    const { a, b } = await pair();
    const posts = [1, 2, 3, 4].map((fill) => new Uint8Array(MAX_FRAME_BYTES / 3).fill(fill));
    b.told.onHistory = () => posts;
    const got = await a.mesh.history(b.mesh.localPeer, 'ops', { ...everything, signal: forever() });
    expect(got.map((post) => post[0])).toEqual([3, 4]);
  });

  test('several questions at once each get their own answer', async () => {
    const { a, b } = await pair();
    b.told.onHistory = ({ room }) => [new TextEncoder().encode(room)];
    const rooms = ['one', 'two', 'three'];
    const got = await Promise.all(
      rooms.map((room) => a.mesh.history(b.mesh.localPeer, room, { ...everything, signal: forever() })),
    );
    expect(got.map((posts) => new TextDecoder().decode(at(posts, 0)))).toEqual(rooms);
  });

  test('whoever gets no answer is not kept longer than it wants', async () => {
    const { a, b } = await pair();
    const asking = new AbortController();
    const reason = new Error('long enough');
    b.told.onHistory = () => {
      asking.abort(reason);
      throw new Error('the store is gone');
    };
    const asked = a.mesh.history(b.mesh.localPeer, 'ops', { ...everything, signal: asking.signal });
    await expect(asked).rejects.toBe(reason);
    // And the one that was asked goes on.
    b.told.onHistory = () => [];
    expect(await a.mesh.history(b.mesh.localPeer, 'ops', { ...everything, signal: forever() })).toEqual([]);
    await expect(
      a.mesh.history(b.mesh.localPeer, 'ops', { ...everything, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });

  test('a peer that is away and does not come back cannot be asked', async () => {
    const { a, b, world } = await pair();
    const stranger = generateIdentity().peerId;
    const ask = (peer: string) => a.mesh.history(peer, 'ops', { ...everything, signal: forever() });
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const asked = [stranger, a.mesh.localPeer, b.mesh.localPeer].map(ask);
    await Promise.all(asked.map((asking) => expect(asking).rejects.toThrow(PeerUnreachableError)));
  });

  test('what cannot be the name of a room is not asked for', async () => {
    const { a, b } = await pair();
    await expect(
      a.mesh.history(b.mesh.localPeer, 'No Room', { ...everything, signal: forever() }),
    ).rejects.toMatchObject({ code: 'ERR_MALFORMED' });
  });
}

function plain(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
