import { describe, expect, test } from 'vitest';
import { encodeEnvelope, type Message } from '@hoplite/p2p';
import { A, B, C, ROOM, message, peer, rootOf } from '../admission/crossings.ts';
import { MemoryStore } from '../../compliance/memory-store.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { doing } from './inbound-at.ts';
import { atRest, nodeAt } from './node-at.ts';
import { verifies } from '@hoplite/test/requirements';

const MALLORY = peer(5);

/** A store that is full as soon as a test says so. */
class FillingStore extends MemoryStore {
  full = false;
  override isFull(): boolean {
    return this.full;
  }
}

const plain = (from = A) => message(rootOf(), { channel: 'room', from, to: C, act: 'inform' });

/** With one bit of the signature of its last link turned. */
function spoilt(post: Message): Uint8Array {
  const envelope = Buffer.from(encodeEnvelope(post));
  const at = envelope.indexOf(post.link.signature);
  return envelope.map((byte, index) => (index === at ? byte ^ 1 : byte));
}

describe('a waking post whose last signature is bad', () => {
  test('is refused `malformed`, not kept, and told to nobody, who would be charged for it', async () => {
    verifies('node.brakes.malformed');
    const at = nodeAt(B, { config: { rooms: [ROOM] } });
    at.store.joinRoom(ROOM);
    const post = message(rootOf(), { channel: 'room', from: MALLORY, to: B });
    expect(at.arrive(post, spoilt(post)).refusals).toMatchObject([{ reason: 'malformed' }]);
    await atRest();
    expect(at.store.countPosts(ROOM)).toBe(0);
    const told = at.roomHistory.onHistory(C.peerId, ROOM, { since: 0, limit: 100 });
    const late = nodeAt(C, { mesh: { roomPeers: () => [B.peerId], history: () => Promise.resolve(told) } });
    late.store.joinRoom(ROOM);
    late.roomHistory.onRoomChanged(ROOM);
    await atRest();
    expect([told, late.told.charged]).toEqual([[], []]);
  });
});

describe('posts that come by gossip', () => {
  test('are not kept by a full store, and are again when there is room', () => {
    verifies('node.store.bounded');
    const store = new FillingStore();
    const at = nodeAt(B, { store });
    store.joinRoom(ROOM);
    store.full = true;
    at.hear(plain());
    expect([store.countPosts(ROOM), at.events]).toEqual([0, []]);
    store.full = false;
    at.hear(plain());
    expect(store.countPosts(ROOM)).toBe(1);
  });

  test('are kept of each author up to a rate', () => {
    verifies('node.store.bounded');
    const at = nodeAt(B);
    at.store.joinRoom(ROOM);
    for (let times = 0; times < 320; times += 1) {
      at.hear(plain(MALLORY));
    }
    expect(at.store.countPosts(ROOM)).toBe(300);
    at.hear(plain(A)); // Others may speak on.
    expect(at.store.countPosts(ROOM)).toBe(301);
    at.clock.advance(60_000);
    at.hear(plain(MALLORY));
    expect(at.store.countPosts(ROOM)).toBe(302);
  });
});

test.each([{ kind: 'all' }, { kind: 'job', jobId: 'job-1' }] as const)(
  'a halt of $kind stops a post that is being recorded: it is not published',
  async (scope) => {
    verifies('node.halt.beats-queue');
    const recorded = Promise.withResolvers<void>();
    const recording = Promise.withResolvers<void>();
    let isSlow = false;
    const store = openSqliteStore({ file: ':memory:' });
    const slow = {
      ...store,
      written: () => {
        if (isSlow) recording.resolve();
        return isSlow ? recorded.promise : store.written();
      },
    };
    const published: Uint8Array[] = [];
    const at = nodeAt(B, {
      store: slow,
      peers: { gamma: C },
      mesh: {
        roomPeers: () => [C.peerId],
        publish: (_, envelope) => {
          published.push(envelope);
          return Promise.resolve({ recipients: 1 });
        },
      },
      agent: doing(async ({ tools }) => {
        isSlow = true;
        const posted = await tools.call('post_to_room', { room: ROOM, text: 'go', wake: [C.peerId], wait_seconds: 1 });
        return { kind: 'done', result: JSON.stringify(posted) };
      }),
    });
    store.joinRoom(ROOM);
    at.arrive(message(rootOf(), { channel: 'task', from: A, to: B }));
    await recording.promise;
    const halted = at.runtime.threads.halt('halt', scope, '');
    isSlow = false;
    recorded.resolve();
    await halted;
    await atRest();
    expect([published, at.sent]).toEqual([[], []]);
    store.close();
  },
);
