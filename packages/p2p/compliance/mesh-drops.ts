import { expect, test } from 'vitest';
import { aborted, answerOf, at, forever, requestTo, type Meeting } from './meeting.ts';

/** What a lost connection costs: time, and nothing else. */
export function meshDrops({ pair }: Meeting): void {
  test('a peer that is cut off leaves, and joins again when it is back', async () => {
    const { a, b, world } = await pair();
    await world.disconnect();
    await Promise.all([a, b].map(({ told }) => told.until(() => told.left.length === 1)));
    expect(a.mesh.peers()).toEqual([]);
    expect(a.told.left).toEqual([b.mesh.localPeer]);
    await world.reconnect();
    await Promise.all([a, b].map(({ told }) => told.until(() => told.joined.length === 2)));
    expect(a.mesh.peers().map((peer) => peer.peerId)).toEqual([b.mesh.localPeer]);
  });

  test('a request that was in flight when the connection dropped is sent again with the same ID, and answered once', async () => {
    const { a, b, world } = await pair();
    const sent = requestTo(a, b);
    let replies = 0;
    const reply = a.mesh.request(sent).finally(() => (replies += 1));
    await b.told.until(() => b.told.requests.length === 1);
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    await world.reconnect();
    await b.told.until(() => b.told.requests.length === 2);
    expect(b.told.requests.map((request) => request.id)).toEqual([sent.id, sent.id]);
    // The node answers the one that it began; the answer finds the way that is open now.
    at(b.told.requests, 0).answer(new Uint8Array([7]));
    expect(answerOf(await reply)).toEqual(new Uint8Array([7]));
    expect(replies).toBe(1);
  });

  test('a request made while the peer is away is sent when it is back', async () => {
    const { a, b, world } = await pair();
    b.told.onRequest = (request) => request.answer(request.envelope);
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const reply = a.mesh.request(requestTo(a, b));
    await world.reconnect();
    expect((await reply).kind).toBe('answer');
  });

  test('a request that was made and cancelled while its peer was away was not sent, and never is', async () => {
    const { a, b, world } = await pair();
    b.told.onRequest = (request) => request.answer(request.envelope);
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const cancelling = new AbortController();
    const reply = a.mesh.request(requestTo(a, b, { signal: cancelling.signal }));
    const reason = new Error('out of time');
    cancelling.abort(reason);
    await expect(reply).rejects.toMatchObject({ name: 'RequestNotSentError', cause: reason });
    await world.reconnect();
    const later = requestTo(a, b);
    await a.mesh.request(later);
    expect(b.told.requests.map((request) => request.id)).toEqual([later.id]);
  });

  test('a request that was cancelled while its peer was away is cancelled there too', async () => {
    const { a, b, world } = await pair();
    const cancelling = new AbortController();
    const reply = a.mesh.request(requestTo(a, b, { signal: cancelling.signal }));
    await b.told.until(() => b.told.requests.length === 1);
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const reason = new Error('no longer needed');
    cancelling.abort(reason);
    await expect(reply).rejects.toBe(reason); // It was sent: the peer may be at work on it.
    await world.reconnect();
    await aborted(at(b.told.requests, 0).signal);
  });

  test('a request of an earlier run that is withdrawn while its peer is away is cancelled when it is back', async () => {
    const { a, b, world } = await pair();
    const sent = requestTo(a, b);
    const forgotten = a.mesh.request(sent).catch(() => undefined);
    await b.told.until(() => b.told.requests.length === 1);
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    a.mesh.cancel(b.mesh.localPeer, 'task', sent.id, 'its job has ended');
    await world.reconnect();
    await aborted(at(b.told.requests, 0).signal);
    await a.mesh.stop();
    await forgotten;
  });

  test('a question after the posts of a room is asked again after a drop, and answered once', async () => {
    const { a, b, world } = await pair();
    b.told.onHistory = () => [new Uint8Array([1])];
    await world.disconnect();
    await a.told.until(() => a.told.left.length === 1);
    const asked = a.mesh.history(b.mesh.localPeer, 'ops', { since: 0, limit: 1, signal: forever() });
    await world.reconnect();
    expect((await asked).map((post) => post[0])).toEqual([1]);
  });
}
