import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import {
  MAX_FRAME_BYTES,
  MeshNotRunningError,
  MessageTooLargeError,
  NobodyListeningError,
  PeerUnreachableError,
  type InboundRequest,
  type Mesh,
  type MeshHandlers,
  type OutboundRequest,
  type Reply,
  type Settlement,
} from '../src/index.ts';
import { generateIdentity } from '../src/identity.ts';
import { postFrom, requestFrom } from './messages.ts';
import { Recorder, type Recorded } from './recorder.ts';

/** Meshes of one network, all started and connected with each other. */
export interface MeshWorld {
  readonly meshes: readonly Mesh[];
  /** Cuts every connection; nobody reaches anybody until `reconnect()`. */
  disconnect(): Promise<void>;
  /** Lets them reach each other again. That they do is for them to see to. */
  reconnect(): Promise<void>;
  /** Stops the meshes and whatever is below them. */
  stop(): Promise<void>;
}

/** Makes a world with one mesh for each of the handlers given. */
export type MeshSetup = (handlers: readonly MeshHandlers[]) => Promise<MeshWorld>;

/**
 * What a {@link Mesh} has to do, whatever it is made of.
 *
 * @param name of the implementation
 * @param setup its requests should give up on a peer that cannot be reached within a few seconds
 */
export function meshCompliance(name: string, setup: MeshSetup): void {
  describe(`${name} is a mesh`, () => {
    const worlds: MeshWorld[] = [];

    afterEach(async () => {
      await Promise.all(worlds.splice(0).map((world) => world.stop()));
    });

    const meet = async (count: number): Promise<{ peers: Recorded[]; world: MeshWorld }> => {
      const recorders = Array.from({ length: count }, () => new Recorder());
      const world = await setup(recorders.map((recorder) => recorder.handlers));
      worlds.push(world);
      const peers = recorders.map((told, index) => ({ told, mesh: at(world.meshes, index) }));
      await Promise.all(peers.map(({ mesh, told }) => told.until(() => mesh.peers().length === count - 1)));
      return { peers, world };
    };

    const pair = async (): Promise<{ a: Recorded; b: Recorded; world: MeshWorld }> => {
      const { peers, world } = await meet(2);
      return { a: at(peers, 0), b: at(peers, 1), world };
    };

    test('it knows its own ID and can sign with it', async () => {
      const { a, b } = await pair();
      const bytes = new TextEncoder().encode('something');
      const signature = a.mesh.signer.sign(bytes);
      expect(a.mesh.signer.peerId).toBe(a.mesh.localPeer);
      expect(b.mesh.verify(a.mesh.localPeer, bytes, signature)).toBe(true);
      expect(b.mesh.verify(b.mesh.localPeer, bytes, signature)).toBe(false);
    });

    test('every peer knows every other one and its card', async () => {
      const { peers } = await meet(3);
      for (const { mesh, told } of peers) {
        const others = peers.map((peer) => peer.mesh.localPeer).filter((id) => id !== mesh.localPeer);
        expect(
          mesh
            .peers()
            .map((peer) => peer.peerId)
            .sort(),
        ).toEqual(others.sort());
        expect(told.joined.map((peer) => peer.peerId).sort()).toEqual(others.sort());
        expect(mesh.peers().every((peer) => peer.card.name.length > 0)).toBe(true);
      }
    });

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

    test('a request that is cancelled before it is sent never arrives', async () => {
      const { a, b } = await pair();
      const reason = new Error('too late');
      await expect(a.mesh.request(requestTo(a, b, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason);
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

    test('an address at which nobody answers fails as unreachable', async () => {
      const { a } = await pair();
      await expect(a.mesh.connect('/ip4/127.0.0.1/tcp/1')).rejects.toThrow(PeerUnreachableError);
      await expect(a.mesh.connect('no address')).rejects.toThrow(PeerUnreachableError);
    });

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

    test('a request that was cancelled while its peer was away is cancelled there too', async () => {
      const { a, b, world } = await pair();
      const cancelling = new AbortController();
      const reply = a.mesh.request(requestTo(a, b, { signal: cancelling.signal }));
      await b.told.until(() => b.told.requests.length === 1);
      await world.disconnect();
      await a.told.until(() => a.told.left.length === 1);
      cancelling.abort(new Error('no longer needed'));
      await expect(reply).rejects.toThrow('no longer needed');
      await world.reconnect();
      await aborted(at(b.told.requests, 0).signal);
    });

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

    test('requesting what is too large is an error', async () => {
      const { a, b } = await pair();
      const envelope = new Uint8Array(MAX_FRAME_BYTES);
      await expect(a.mesh.request({ ...requestTo(a, b), envelope })).rejects.toThrow(MessageTooLargeError);
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

    test('a mesh that has stopped does nothing more, and can be stopped again', async () => {
      const { a, b } = await pair();
      const waiting = a.mesh.request(requestTo(a, b));
      await b.told.until(() => b.told.requests.length === 1);
      const [stopped] = await Promise.allSettled([waiting, a.mesh.stop()]);
      expect(stopped).toMatchObject({ status: 'rejected', reason: expect.any(MeshNotRunningError) as unknown });
      await a.mesh.stop();
      await expect(a.mesh.request(requestTo(a, b))).rejects.toThrow(MeshNotRunningError);
      await expect(a.mesh.publish('ops', new Uint8Array(1))).rejects.toThrow(MeshNotRunningError);
      expect(() => a.mesh.joinRoom('ops')).toThrow(MeshNotRunningError);
      expect(a.mesh.peers()).toEqual([]);
      await b.told.until(() => b.told.left.length === 1);
    });
  });
}

/** Lets peers enter a room and waits until each has heard of all others. */
async function enter(room: string, peers: readonly Recorded[]): Promise<void> {
  for (const { mesh } of peers) {
    mesh.joinRoom(room);
  }
  await Promise.all(peers.map(({ mesh, told }) => told.until(() => mesh.roomPeers(room).length === peers.length - 1)));
}

function requestTo(from: Recorded, to: Recorded, options: Partial<OutboundRequest> = {}): OutboundRequest {
  const id = options.id ?? randomUUID();
  const peer = to.mesh.localPeer;
  return {
    peer,
    channel: 'task',
    id,
    envelope: requestFrom(from.mesh.signer, peer, id),
    signal: forever(),
    ...options,
  };
}

function answerOf(reply: Reply): Uint8Array {
  if (reply.kind !== 'answer') {
    throw new Error(`refused: ${reply.refusal.reason} (${reply.refusal.detail})`);
  }
  return new Uint8Array(reply.envelope);
}

async function aborted(signal: InboundRequest['signal']): Promise<void> {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
}

function forever(): AbortSignal {
  return new AbortController().signal;
}

function at<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) {
    throw new Error(`there is no number ${index}`);
  }
  return item;
}
