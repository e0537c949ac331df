import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { MAX_FRAME_BYTES, MessageTooLargeError, PeerUnreachableError, type Settlement } from '../src/index.ts';
import { generateIdentity } from '../src/identity.ts';
import { requestFrom } from './messages.ts';
import { aborted, answerOf, at, forever, requestTo, type Meeting } from './meeting.ts';

/** Requests and what comes of them, between peers that stay connected. */
export function meshRequests({ meet, pair }: Meeting): void {
  test('a request is accepted, reports progress, and is answered', async () => {
    const { a, b } = await pair();
    const heard: unknown[] = [];
    b.told.onRequest = (request) => {
      request.accept();
      request.progress({ note: 'half', fraction: 0.5 });
      request.answer(request.envelope);
    };
    const sent = requestTo(a, b, {
      onAccepted: () => heard.push('accepted'),
      onProgress: (note) => heard.push(note),
    });
    const reply = await a.mesh.request(sent);
    expect(answerOf(reply)).toEqual(new Uint8Array(sent.envelope));
    expect(heard).toEqual(['accepted', { note: 'half', fraction: 0.5 }]);
    const [arrived] = b.told.requests;
    expect(arrived).toMatchObject({ peer: a.mesh.localPeer, channel: 'task', id: sent.id });
  });

  test('progress may be a tick of the runtime alone', async () => {
    const { a, b } = await pair();
    const heard: unknown[] = [];
    const tick = {
      peer: b.mesh.localPeer,
      at: Date.now(),
      enabledTransitions: 1,
      fired: 2,
      state: new Uint8Array(32).fill(3),
      goalDistance: 0.5,
      goal: 'reported',
      waitFor: [a.mesh.localPeer],
    } as const;
    b.told.onRequest = (request) => {
      request.accept();
      request.progress({ note: '', tick });
      request.answer(request.envelope);
    };
    await a.mesh.request(requestTo(a, b, { onProgress: (note) => heard.push(note) }));
    expect(heard).toEqual([{ note: '', tick }]);
  });

  test('each channel carries requests, in both directions at once', async () => {
    const { a, b } = await pair();
    for (const peer of [a, b]) {
      peer.told.onRequest = (request) => request.answer(new TextEncoder().encode(request.channel));
    }
    const channels = ['task', 'session', 'room'] as const;
    const replies = await Promise.all(
      channels.flatMap((channel) => [
        a.mesh.request(requestTo(a, b, { channel })),
        b.mesh.request(requestTo(b, a, { channel })),
      ]),
    );
    expect(replies.map((reply) => new TextDecoder().decode(answerOf(reply)))).toEqual(
      channels.flatMap((channel) => [channel, channel]),
    );
  });

  test('many requests are in flight at once and are answered in any order', async () => {
    const { a, b } = await pair();
    const sent = Array.from({ length: 200 }, () => requestTo(a, b));
    const replies = Promise.all(sent.map((request) => a.mesh.request(request)));
    await b.told.until(() => b.told.requests.length === sent.length);
    for (const request of [...b.told.requests].reverse()) {
      request.answer(new TextEncoder().encode(request.id));
    }
    expect((await replies).map((reply) => new TextDecoder().decode(answerOf(reply)))).toEqual(
      sent.map((request) => request.id),
    );
  });

  test('a refusal arrives with its reason, sentence and path', async () => {
    const { a, b } = await pair();
    const refusal = { reason: 'max_hops', detail: 'too deep', path: [a.mesh.localPeer, b.mesh.localPeer] } as const;
    b.told.onRequest = (request) => request.refuse(refusal);
    expect(await a.mesh.request(requestTo(a, b))).toEqual({ kind: 'refused', refusal });
  });

  test('only the first answer counts', async () => {
    const { a, b } = await pair();
    b.told.onRequest = (request) => {
      request.answer(new Uint8Array([1]));
      request.answer(new Uint8Array([2]));
      request.refuse({ reason: 'busy', detail: '', path: [] });
    };
    expect(answerOf(await a.mesh.request(requestTo(a, b)))).toEqual(new Uint8Array([1]));
  });

  test('the requester may cancel: its call rejects, and the other side’s signal says why', async () => {
    const { a, b } = await pair();
    const cancelling = new AbortController();
    const reply = a.mesh.request(requestTo(a, b, { signal: cancelling.signal }));
    await b.told.until(() => b.told.requests.length === 1);
    const { signal } = at(b.told.requests, 0);
    const reason = new Error('changed my mind');
    cancelling.abort(reason);
    await expect(reply).rejects.toBe(reason);
    await aborted(signal);
    expect(String(signal.reason)).toContain('changed my mind');
  });

  test('a request of an earlier run may be withdrawn by its ID alone', async () => {
    const { a, b } = await pair();
    const sent = requestTo(a, b);
    const forgotten = a.mesh.request(sent).catch(() => undefined); // As a process does that ends.
    await b.told.until(() => b.told.requests.length === 1);
    const { signal } = at(b.told.requests, 0);
    a.mesh.cancel(b.mesh.localPeer, 'task', sent.id, 'its job has ended');
    await aborted(signal);
    expect(String(signal.reason)).toContain('its job has ended');
    await a.mesh.stop();
    await forgotten;
  });

  test('withdrawing what a peer does not know, or from nobody, does nothing', async () => {
    const { a, b } = await pair();
    b.told.onRequest = (request) => request.answer(request.envelope);
    a.mesh.cancel(b.mesh.localPeer, 'task', 'never sent', 'whatever');
    a.mesh.cancel(a.mesh.localPeer, 'task', 'never sent', 'whatever');
    expect((await a.mesh.request(requestTo(a, b))).kind).toBe('answer');
  });

  test('a request that is cancelled before it is sent never arrives, and its caller learns that', async () => {
    const { a, b } = await pair();
    const reason = new Error('too late');
    const reply = a.mesh.request(requestTo(a, b, { signal: AbortSignal.abort(reason) }));
    await expect(reply).rejects.toMatchObject({ code: 'ERR_REQUEST_NOT_SENT', peer: b.mesh.localPeer, cause: reason });
    b.told.onRequest = (request) => request.answer(request.envelope);
    await a.mesh.request(requestTo(a, b));
    expect(b.told.requests).toHaveLength(1);
  });

  test('the same ID from two peers is two requests, each with its own answer', async () => {
    const { peers } = await meet(3);
    const [a, b, c] = [at(peers, 0), at(peers, 1), at(peers, 2)];
    c.told.onRequest = (request) => request.answer(new TextEncoder().encode(request.peer));
    const id = randomUUID();
    const replies = await Promise.all([a, b].map((from) => from.mesh.request(requestTo(from, c, { id }))));
    expect(replies.map((reply) => new TextDecoder().decode(answerOf(reply)))).toEqual([
      a.mesh.localPeer,
      b.mesh.localPeer,
    ]);
  });

  test('what became of the credit afterwards reaches the requester', async () => {
    const { a, b } = await pair();
    b.told.onRequest = (request) => request.answer(request.envelope);
    const sent = requestTo(a, b);
    await a.mesh.request(sent);
    const settlement: Settlement = {
      returned: 3,
      burnt: 1,
      open: 0,
      path: [b.mesh.localPeer],
      stops: [],
      stopCount: 0,
    };
    b.mesh.settle(a.mesh.localPeer, 'task', sent.id, settlement);
    await a.told.until(() => a.told.settled.length === 1);
    expect(a.told.settled).toEqual([{ peer: b.mesh.localPeer, channel: 'task', id: sent.id, settlement }]);
  });

  test('a request to a peer that is nowhere fails as unreachable', async () => {
    const { a } = await pair();
    const nobody = generateIdentity().peerId;
    const envelope = requestFrom(a.mesh.signer, nobody, randomUUID());
    const request = { peer: nobody, channel: 'task', id: randomUUID(), envelope, signal: forever() } as const;
    await expect(a.mesh.request(request)).rejects.toThrow(PeerUnreachableError);
  });

  test('a request to oneself fails as unreachable', async () => {
    const { a } = await pair();
    await expect(a.mesh.request(requestTo(a, a))).rejects.toThrow(PeerUnreachableError);
  });

  test('requesting what is too large is an error', async () => {
    const { a, b } = await pair();
    const envelope = new Uint8Array(MAX_FRAME_BYTES);
    await expect(a.mesh.request({ ...requestTo(a, b), envelope })).rejects.toThrow(MessageTooLargeError);
  });

  test('a handler that throws takes nothing else down', async () => {
    const { a, b } = await pair();
    b.told.onRequest = () => {
      throw new Error('a bug of the node');
    };
    const lost = a.mesh.request(requestTo(a, b, { signal: AbortSignal.timeout(300) }));
    await expect(lost).rejects.toThrow();
    b.told.onRequest = (request) => request.answer(request.envelope);
    expect((await a.mesh.request(requestTo(a, b))).kind).toBe('answer');
  });
}
