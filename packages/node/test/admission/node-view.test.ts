import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { briefHash, encodeEnvelope, type Message, type Reason, type Signer } from '@hoplite/p2p';
import type { MessageCrossing } from '../../src/admission/crossing.ts';
import { NodeView } from '../../src/admission/node-view.ts';
import { hasRight } from '../../src/admission/policy.ts';
import { recordOf } from '../../src/dispatch/record.ts';
import { isRetryable } from '../../src/admission/reasons.ts';
import { runtimeAt, type NodeConfig, type RuntimeAtInit } from '../turns/runtime-at.ts';
import { A, B, C, D, HOUR, NOW, hashOf, inbound, message, outbound, rootOf } from './crossings.ts';

const RIGHTS: NodeConfig = {
  maxHopDepth: 3,
  defaultRights: ['task'],
  rights: { [A.peerId]: ['session', 'room'], [C.peerId]: [] },
};

/** A view of a real store. */
function nodeAt(local: Signer, init: RuntimeAtInit = { config: RIGHTS }) {
  const { runtime, store, clock } = runtimeAt(local, init);
  return { runtime, store, clock, view: new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => false }) };
}

describe('rights', () => {
  test('those of a peer replace those of members, even with none', () => {
    verifies('node.brakes.unauthorized');
    const { policy } = nodeAt(B).runtime;
    const rights = (peer: string) =>
      (['task', 'session', 'room'] as const).filter((channel) => hasRight(policy, peer, channel));
    expect(rights(B.peerId)).toEqual(['task']);
    expect(rights(A.peerId)).toEqual(['session', 'room']);
    expect(rights(C.peerId)).toEqual([]);
    expect(rights('__proto__')).toEqual(['task']);
    expect(rights('toString')).toEqual(['task']);
  });

  test('they are about what a peer may do here, not about what this node sends', () => {
    const { view } = nodeAt(B);
    expect(view.allows(A.peerId, 'task', 'inbound')).toBe(false);
    expect(view.allows(A.peerId, 'session', 'inbound')).toBe(true);
    expect(view.allows(A.peerId, 'task', 'outbound')).toBe(true);
  });
});

test('a message that is stored has been seen; with another body it is altered; of another author it is new', () => {
  verifies('node.brakes.duplicate', 'node.brakes.duplicate-per-author');
  const { store, view } = nodeAt(B);
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

test('rooms are those that were joined, and halted jobs those that were halted', async () => {
  verifies('node.brakes.halted');
  const { runtime, store, view } = nodeAt(B);
  const ban = (jobId: string) => view.ban(outbound(rootOf({ jobId }), { channel: 'task', from: B, to: C }))?.reason;
  expect([view.inRoom('/hoplite/room/1/ops'), ban('job-1')]).toEqual([false, undefined]);
  store.joinRoom('ops');
  await runtime.threads.halt('halt', { kind: 'job', jobId: 'job-1' }, '');
  expect([view.inRoom('/hoplite/room/1/ops'), ban('job-1')]).toEqual([true, 'halted']);
  expect([view.inRoom('ops'), view.inRoom(A.peerId), ban('job-2')]).toEqual([false, false, undefined]);
});

test('a lineage is verified as the local peer, at the clock’s time', () => {
  verifies('node.brakes.malformed');
  const toB = message(rootOf(), { channel: 'task', from: A, to: B });
  const claims = { channel: 'task', author: A.peerId, bodyHash: hashOf(toB) } as const;
  expect(nodeAt(B).view.verify(toB.lineage, claims)).toBeUndefined();
  expect(nodeAt(C).view.verify(toB.lineage, claims)).toMatchObject({ reason: 'malformed' });
  const old = message(rootOf({ issuedAt: NOW - 2 * HOUR, expiresAt: NOW - HOUR }), { channel: 'task', from: A, to: B });
  expect(nodeAt(B).view.verify(old.lineage, { ...claims, bodyHash: hashOf(old) })).toMatchObject({
    reason: 'expired',
  });
});

test('limits are the policy’s, credit and capacity those of who asks', () => {
  const { view } = nodeAt(B);
  expect([view.localPeer, view.maxHopDepth, view.now]).toEqual([B.peerId, 3, NOW]);
  expect([view.hasCredit(), view.hasCapacity(A.peerId, 'inbound')]).toEqual([true, false]);
});

describe('whether something has been said', () => {
  const brief = '{"skill":"text.stats","text":"one"}';
  const toB = { channel: 'task', from: A, to: B, content: brief } as const;
  /** A node of B that has accepted `said` from A in job 1. */
  const heard = () => {
    const node = nodeAt(B);
    const said = message(rootOf(), toB);
    node.store.addMessage(recordOf({ message: said, peer: A.peerId, direction: 'in', retentionMs: 0 }));
    return { ...node, said };
  };
  const hasSaid = (view: NodeView, crossing: MessageCrossing): boolean => view.hasSaid(crossing);

  test('the same brief to the same peer in another message has, whatever white space and keys look like', () => {
    const { view } = heard();
    expect(hasSaid(view, inbound(message(rootOf(), toB), B))).toBe(true);
    const spaced = '{ "text" : "one",\n "skill":"text.stats" }';
    expect(hasSaid(view, inbound(message(rootOf(), { ...toB, content: spaced }), B))).toBe(true);
    expect(hasSaid(view, inbound(message(rootOf(), { ...toB, content: '{"text":"two"}' }), B))).toBe(false);
  });

  test('a message has not been said before by itself: its repeat is for another brake', () => {
    const { said, view } = heard();
    expect(hasSaid(view, inbound(said, B))).toBe(false);
  });

  test('another job and a later epoch of the job begin anew', () => {
    const { view } = heard();
    expect(hasSaid(view, inbound(message(rootOf({ jobId: 'job-2' }), toB), B))).toBe(false);
    expect(hasSaid(view, inbound(message(rootOf({ epoch: 1 }), toB), B))).toBe(false);
  });

  test('S45: in a diamond A→B→D, A→C→D both briefs are the same, and of two authors: neither is a repeat', () => {
    const node = nodeAt(D);
    const [viaB, viaC] = [B, C].map((middle) => {
      const there = message(rootOf(), { channel: 'task', from: A, to: middle });
      return message(there.lineage, { channel: 'task', from: middle, to: D, content: brief });
    });
    if (viaB === undefined || viaC === undefined) throw new Error('a diamond has two ways');
    expect(briefHash(D.peerId, viaB.body.content, 'task')).toEqual(briefHash(D.peerId, viaC.body.content, 'task'));
    expect(hasSaid(node.view, inbound(viaB, D))).toBe(false);
    node.store.addMessage(recordOf({ message: viaB, peer: B.peerId, direction: 'in', retentionMs: 0 }));
    expect(hasSaid(node.view, inbound(viaC, D))).toBe(false);
    // By the same author it would be one.
    const again = message(rootOf(), { channel: 'task', from: A, to: B });
    const repeated = message(again.lineage, { channel: 'task', from: B, to: D, content: brief });
    expect(hasSaid(node.view, inbound(repeated, D))).toBe(true);
  });

  test('the channel makes no difference to a text, and what the brief is for does', () => {
    const node = nodeAt(B);
    const said = message(rootOf(), { channel: 'session', from: A, to: B, content: 'hello' });
    node.store.addMessage(recordOf({ message: said, peer: A.peerId, direction: 'in', retentionMs: 0 }));
    const task = message(rootOf(), { channel: 'task', from: A, to: B, content: '"hello"' });
    expect(hasSaid(node.view, inbound(task, B))).toBe(true);
    const posted = message(rootOf(), { channel: 'room', from: A, to: B, content: 'hello' });
    expect(hasSaid(node.view, inbound(posted, B))).toBe(false);
  });

  test.each(['busy', 'rate_limited', 'unreachable', 'nobody_listening', 'max_hops', 'deadline'] as const)(
    'what this node sent and what came to %s counts only if it is final',
    (reason: Reason) => {
      const node = nodeAt(A);
      const sent = message(rootOf(), toB);
      node.store.addMessage(recordOf({ message: sent, peer: B.peerId, direction: 'out', retentionMs: 0 }));
      const again = outbound(rootOf(), toB);
      expect(hasSaid(node.view, again)).toBe(true);
      const retryable = isRetryable(reason);
      const { messageId } = sent.link;
      const outcome = { author: A.peerId, messageId, peer: B.peerId, reason, detail: '', path: [], retryable, at: NOW };
      node.store.addOutcome(outcome);
      expect(hasSaid(node.view, again)).toBe(!retryable);
      expect(hasSaid(node.view, outbound(rootOf(), { ...toB, to: C }))).toBe(false);
    },
  );

  test('what wakes nobody is never said before, and what its sender says is on its way is', () => {
    const { runtime, view } = heard();
    const inform = message(rootOf(), { ...toB, act: 'inform', inReplyTo: 'x' });
    expect(hasSaid(view, inbound(inform, B))).toBe(false);
    const sending = new NodeView(runtime, {
      hasCredit: () => true,
      hasCapacity: () => true,
      hasJustSaid: () => true,
    });
    expect(hasSaid(sending, outbound(rootOf(), { channel: 'task', from: B, to: C }))).toBe(true);
    expect(hasSaid(sending, outbound(rootOf(), { channel: 'task', from: B, to: C, act: 'inform' }))).toBe(false);
  });
});
