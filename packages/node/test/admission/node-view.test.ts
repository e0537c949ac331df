import { describe, expect, onTestFinished, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { encodeEnvelope, verifyEd25519, type Message } from '@hoplite/p2p';
import { NodeView } from '../../src/admission/node-view.ts';
import { hasRight, type Policy } from '../../src/admission/policy.ts';
import { recordOf } from '../../src/dispatch/record.ts';
import type { Runtime } from '../../src/runtime.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { A, B, C, HOUR, NOW, hashOf, message, rootOf } from './crossings.ts';

const POLICY: Policy = {
  maxHopDepth: 3,
  credit: 32,
  jobTimeoutMs: HOUR,
  defaultRights: ['task'],
  rights: { [A.peerId]: ['session', 'room'], [C.peerId]: [] },
  queuedPerPeer: 1,
  queued: 1,
  retentionMs: HOUR,
};

/** A view of a real store; of the mesh it needs no more than who it is. */
function nodeAt(localPeer: string) {
  const store = openSqliteStore({ file: ':memory:' });
  onTestFinished(() => store.close());
  const mesh = { localPeer, verify: verifyEd25519 } as Runtime['mesh'];
  const clock: Runtime['clock'] = { now: () => NOW, after: () => ({ clear: () => undefined }), soon: setImmediate };
  const runtime = { mesh, clock, store, policy: POLICY } as Runtime;
  return { store, view: new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => false }) };
}

describe('rights', () => {
  test('those of a peer replace those of members, even with none', () => {
    verifies('node.brakes.unauthorized');
    const rights = (peer: string) =>
      (['task', 'session', 'room'] as const).filter((channel) => hasRight(POLICY, peer, channel));
    expect(rights(B.peerId)).toEqual(['task']);
    expect(rights(A.peerId)).toEqual(['session', 'room']);
    expect(rights(C.peerId)).toEqual([]);
    expect(rights('__proto__')).toEqual(['task']);
    expect(rights('toString')).toEqual(['task']);
  });

  test('they are about what a peer may do here, not about what this node sends', () => {
    const { view } = nodeAt(B.peerId);
    expect(view.allows(A.peerId, 'task', 'inbound')).toBe(false);
    expect(view.allows(A.peerId, 'session', 'inbound')).toBe(true);
    expect(view.allows(A.peerId, 'task', 'outbound')).toBe(true);
  });
});

test('a message that is stored has been seen; with another body it is altered; of another author it is new', () => {
  verifies('node.brakes.duplicate', 'node.brakes.duplicate-per-author');
  const { store, view } = nodeAt(B.peerId);
  const first = message(rootOf(), { channel: 'task', from: A, to: B });
  expect(view.seen(first)).toBe('new');
  const envelope = encodeEnvelope(first);
  store.addMessage(recordOf({ message: first, peer: A.peerId, direction: 'in', retentionMs: 0, envelope }));
  expect(view.seen(first)).toBe('same');
  const relinked = (changes: Partial<Message['link']>): Message => ({ ...first, link: { ...first.link, ...changes } });
  expect(view.seen(relinked({ bodyHash: new Uint8Array(32) }))).toBe('altered');
  expect(view.seen(relinked({ from: C.peerId }))).toBe('new');
  expect(view.seen(relinked({ messageId: 'another' }))).toBe('new');
});

test('rooms are those that were joined, and halted jobs those that were halted', () => {
  verifies('node.brakes.halted');
  const { store, view } = nodeAt(B.peerId);
  expect([view.inRoom('/hoplite/room/1/ops'), view.isHalted('job-1')]).toEqual([false, false]);
  store.joinRoom('ops');
  store.haltJob('job-1', NOW + HOUR);
  expect([view.inRoom('/hoplite/room/1/ops'), view.isHalted('job-1')]).toEqual([true, true]);
  expect([view.inRoom('ops'), view.inRoom(A.peerId), view.isHalted('job-2')]).toEqual([false, false, false]);
});

test('a lineage is verified as the local peer, at the clock’s time', () => {
  verifies('node.brakes.malformed');
  const toB = message(rootOf(), { channel: 'task', from: A, to: B });
  const claims = { channel: 'task', author: A.peerId, bodyHash: hashOf(toB) } as const;
  expect(nodeAt(B.peerId).view.verify(toB.lineage, claims)).toBeUndefined();
  expect(nodeAt(C.peerId).view.verify(toB.lineage, claims)).toMatchObject({ reason: 'malformed' });
  const old = message(rootOf({ issuedAt: NOW - 2 * HOUR, expiresAt: NOW - HOUR }), { channel: 'task', from: A, to: B });
  expect(nodeAt(B.peerId).view.verify(old.lineage, { ...claims, bodyHash: hashOf(old) })).toMatchObject({
    reason: 'expired',
  });
});

test('limits are the policy’s, credit and capacity those of who asks', () => {
  const { view } = nodeAt(B.peerId);
  expect([view.localPeer, view.maxHopDepth, view.now]).toEqual([B.peerId, 3, NOW]);
  expect([view.hasCredit(), view.hasCapacity(A.peerId, 'inbound')]).toEqual([true, false]);
});
