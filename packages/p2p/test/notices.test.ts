import { randomUUID } from 'node:crypto';
import { encode } from 'it-length-prefixed';
import { describe, expect, test } from 'vitest';
import { haltBy } from '../compliance/messages.ts';
import {
  CONTROL_TOPIC,
  MAX_NOTICE_BYTES,
  decodeNotice,
  generateIdentity,
  generateNetworkKey,
  isSignedNotice,
  protocolOf,
  verifyEd25519,
  type Channel,
  type Signer,
} from '../src/index.ts';
import { encodeFrame, type Frame } from '../src/wire/frame-codec.ts';
import { pb } from '../src/wire/protobuf.ts';
import { ended, startRogue, type Rogue } from './rogue.ts';
import { startPair, startPeer, type Peer } from './support.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('p2p.notices.signed', 'p2p.notices.gossiped');

function has(peer: Peer, notice: Uint8Array): boolean {
  return peer.notices.some((one) => Buffer.compare(one.notice, notice) === 0);
}

/** What a later version says, under its author's signature. */
function unheardOf(signer: Signer): Uint8Array {
  const stamp = pb.Notice.encode({ from: signer.peerId, id: randomUUID(), at: 1, until: 2 }).finish();
  const notice = Buffer.concat([stamp, Buffer.from([0x9a, 0x06, 0x01, 0x78])]); // Field 99.
  const signature = signer.sign(Buffer.concat([Buffer.from('hoplite/1/notice\0'), notice]));
  return pb.SignedNotice.encode({ notice, signature }).finish();
}

/** What has a signature of its own, and is larger than a notice may be. */
function oversized(signer: Signer): Uint8Array {
  const notice = Buffer.alloc(MAX_NOTICE_BYTES, 0x78);
  return pb.SignedNotice.encode({ notice, signature: signer.sign(notice) }).finish();
}

/** Does something again until it has had its effect: gossip passes on only to those whom it has had time to meet. */
async function until(condition: () => boolean, act: () => Promise<void>): Promise<void> {
  while (!condition()) {
    await act();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What of gossipsub these tests use. */
interface Gossip {
  readonly protocols: string[];
  subscribe(topic: string): void;
  publish(topic: string, bytes: Uint8Array): Promise<unknown>;
  getSubscribers(topic: string): unknown[];
  addEventListener(type: 'message', listener: (event: { detail: { topic: string; data: Uint8Array } }) => void): void;
}

interface Member {
  readonly rogue: Rogue;
  readonly gossip: Gossip;
  publish(bytes: Uint8Array): Promise<void>;
  /** Sends a frame on a new stream. @returns when that has ended, or at once */
  send(frame: Frame, channel?: Channel): Promise<{ readonly ended: Promise<void> }>;
}

/** A member of `peer`'s network whose every byte is the test's own. */
async function memberAt(peer: Peer): Promise<Member> {
  const rogue = await startRogue(peer.networkKey);
  const { gossip, identify } = rogue.libp2p.services as unknown as {
    gossip: Gossip;
    identify: { identify(connection: unknown): Promise<unknown> };
  };
  const connection = await rogue.enter(peer);
  await identify.identify(connection);
  return {
    rogue,
    gossip,
    publish: async (bytes) => {
      while (gossip.getSubscribers(CONTROL_TOPIC).length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      await gossip.publish(CONTROL_TOPIC, bytes);
    },
    send: async (frame, channel = 'task') => {
      const stream = await connection.newStream(protocolOf(channel));
      stream.send(encode.single(encodeFrame(frame)).subarray());
      return { ended: ended(stream) };
    },
  };
}

describe('a gossiped notice', () => {
  test('that is forged or no notice is charged to who passed it on, and passed on to nobody', async () => {
    const [a, b] = await startPair();
    const { rogue, publish } = await memberAt(a);
    const { signer } = rogue.identity;
    const inYourName = haltBy({ ...signer, peerId: a.id }, 'job-1');
    await publish(Buffer.from('nonsense'));
    await publish(inYourName);
    const changed = Buffer.from(haltBy(signer, 'job-2'));
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    await publish(changed);
    await a.until(() => a.eventsOf('charged').length === 3);
    const honest: Uint8Array[] = [];
    await until(
      () => b.notices.length > 0,
      () => publish(honest[honest.push(haltBy(signer, `honest-${honest.length}`)) - 1] ?? new Uint8Array(0)),
    );
    expect(honest.some((notice) => has(b, notice))).toBe(true);
    expect(b.notices[0]?.peer).toBe(a.id); // B has no connection to the author.
    expect(a.notices[0]?.peer).toBe(rogue.identity.peerId);
    expect([inYourName, changed].some((notice) => has(a, notice) || has(b, notice))).toBe(false);
    expect([a, b].map((peer) => peer.eventsOf('charged').length)).toEqual([3, 0]);
  });

  test('of a kind that is not known is passed on, charged to nobody, and not handed over', async () => {
    const [a, b] = await startPair();
    const [from, to] = [await memberAt(a), await memberAt(b)];
    const arrived: Uint8Array[] = [];
    to.gossip.addEventListener('message', ({ detail }) => arrived.push(detail.data));
    to.gossip.subscribe(CONTROL_TOPIC);
    await until(
      () => arrived.length > 0,
      () => from.publish(unheardOf(from.rogue.identity.signer)),
    );
    expect(arrived.every((notice) => isSignedNotice(notice, verifyEd25519) && decodeNotice(notice) === undefined)).toBe(
      true,
    );
    expect([a, b].flatMap((peer) => [peer.notices.length, peer.eventsOf('charged').length])).toEqual([0, 0, 0, 0]);
  });

  test('that is too large is not looked at, and not sent', async () => {
    const [a, b] = await startPair();
    const { rogue, publish } = await memberAt(a);
    await publish(oversized(rogue.identity.signer));
    a.mesh.broadcast(oversized(a.mesh.signer));
    await a.until(() => a.eventsOf('fault').length === 1);
    expect(a.eventsOf('fault')[0]?.message).toContain('32768');
    const honest = haltBy(a.mesh.signer, 'job-1');
    a.mesh.broadcast(honest);
    await b.until(() => has(b, honest));
    expect([a.notices.length, b.notices.length, a.eventsOf('charged').length]).toEqual([0, 1, 0]);
  });

  test('is given on a stream to a member that is not in the topic', async () => {
    const peer = await startPeer(generateNetworkKey());
    const rogue = await startRogue(peer.networkKey);
    const arrived = new Promise<Uint8Array>((resolve) => {
      void rogue.libp2p.handle(protocolOf('task'), (stream) => {
        stream.addEventListener('message', (event) => resolve(event.data.subarray()));
      });
    });
    await rogue.enter(peer);
    await peer.until(() => peer.mesh.peers().length === 1);
    const notice = haltBy(peer.mesh.signer, 'job-1');
    peer.mesh.broadcast(notice);
    expect(Buffer.from(await arrived).includes(Buffer.from(notice))).toBe(true);
  });

  test('that comes home is not handed to its author', async () => {
    const [a, b] = await startPair();
    const own = haltBy(b.mesh.signer, 'job-1');
    a.mesh.broadcast(own);
    const other = haltBy(a.mesh.signer, 'job-2');
    a.mesh.broadcast(other);
    await b.until(() => has(b, other));
    expect(has(b, own)).toBe(false);
  });
});

describe('a notice on a stream', () => {
  test('that is forged is charged to who sent it, and its other frames are read still', async () => {
    const peer = await startPeer(generateNetworkKey());
    const { rogue, send } = await memberAt(peer);
    const forged = haltBy({ ...rogue.identity.signer, peerId: peer.id }, 'job-1');
    await send({ kind: 'notice', notice: forged });
    await send({ kind: 'notice', notice: new Uint8Array(0) });
    await send({ kind: 'notice', notice: oversized(rogue.identity.signer) });
    await peer.until(() => peer.eventsOf('charged').length === 3);
    const honest = haltBy(rogue.identity.signer, 'job-2');
    await send({ kind: 'notice', notice: unheardOf(rogue.identity.signer) });
    await send({ kind: 'notice', notice: honest });
    await peer.until(() => has(peer, honest));
    expect([peer.notices.length, peer.eventsOf('charged').length]).toEqual([1, 3]);
  });

  test.each([
    ['a notice', 'session', { kind: 'notice', notice: haltBy(generateIdentity().signer, 'job-1') }],
    ['a question after posts', 'task', { kind: 'history', id: 'q', room: 'ops', since: 0, limit: 1 }],
    ['posts that nobody asked for', 'room', { kind: 'posts', id: 'q', envelopes: [] }],
  ] as const)('%s on the %s stream ends it', async (_, channel, frame) => {
    const peer = await startPeer(generateNetworkKey());
    const { send } = await memberAt(peer);
    const sent = await send(frame, channel);
    await sent.ended;
    await peer.until(() => peer.eventsOf('charged').length === 1);
    expect([peer.notices.length, peer.histories.length]).toEqual([0, 0]);
  });
});

test('who has not proven membership reaches neither notices nor the posts of a room', async () => {
  const peer = await startPeer(generateNetworkKey(), { timings: { hello: 300 } });
  const rogue = await startRogue(peer.networkKey);
  const connection = await rogue.dial(peer);
  const frames: readonly [Channel, Frame][] = [
    ['task', { kind: 'notice', notice: haltBy(rogue.identity.signer, 'job-1') }],
    ['room', { kind: 'history', id: 'q', room: 'ops', since: 0, limit: 1 }],
  ];
  for (const [channel, frame] of frames) {
    const stream = await connection.newStream(protocolOf(channel));
    stream.send(encode.single(encodeFrame(frame)).subarray());
  }
  const gossip = rogue.libp2p.services['gossip'] as Gossip;
  await gossip.publish(CONTROL_TOPIC, haltBy(rogue.identity.signer, 'job-2')).catch(() => undefined);
  await ended(connection);
  expect([peer.notices.length, peer.histories.length]).toEqual([0, 0]);
});
