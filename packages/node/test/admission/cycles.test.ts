import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { CHANNELS, type Channel, type Lineage, type Signer } from '@hoplite/p2p';
import { applyBrakes } from '../../src/admission/brakes.ts';
import { A, B, C, D, inbound, message, outbound, rootOf, viewOf, type Hop } from './crossings.ts';

const PASSES = undefined;
const PAIRS = CHANNELS.flatMap((first) => CHANNELS.map((second) => [first, second] as const));

/** What both sides say of a hop. A post is addressed to a room: there only the receiver knows that it comes back. */
function verdicts(parent: Lineage, hop: Hop): readonly (string | undefined)[] {
  const sent = applyBrakes(outbound(parent, hop), viewOf(hop.from))?.refusal.reason;
  const taken = applyBrakes(inbound(message(parent, hop), hop.to), viewOf(hop.to))?.refusal.reason;
  return hop.channel === 'room' ? [taken] : [sent, taken];
}

function along(...hops: readonly (readonly [Channel, Signer, Signer])[]): Lineage {
  return hops.reduce((lineage, [channel, from, to]) => message(lineage, { channel, from, to }).lineage, rootOf());
}

describe.each(PAIRS)('%s, then %s', (first, second) => {
  test('a task or a waking post back to a peer of the chain is a cycle, a session message a clarification', () => {
    verifies('node.brakes.cycle', 'node.brakes.clarification', 'node.lineage.nine-pairs');
    const there = along([first, A, B]);
    const back = verdicts(there, { channel: second, from: B, to: A });
    expect(new Set(back)).toEqual(new Set([second === 'session' ? PASSES : 'cannot: cycle']));
  });

  test('the chain is kept: the third hop knows the first peer, and says so in its path', () => {
    verifies('node.lineage.chain-kept', 'node.lineage.nine-pairs', 'node.brakes.cycle');
    const there = along([first, A, B], [second, B, C]);
    expect(there.chain).toEqual([A.peerId, B.peerId]);
    expect(there.depth).toBe(2);
    for (const target of [A, B]) {
      const hop = { channel: 'task', from: C, to: target } as const;
      expect(verdicts(there, hop)).toEqual(['cannot: cycle', 'cannot: cycle']);
      const refusal = applyBrakes(inbound(message(there, hop), target), viewOf(target))?.refusal;
      expect(refusal?.path).toEqual([A.peerId, B.peerId, C.peerId, target.peerId]);
    }
    expect(verdicts(there, { channel: 'task', from: C, to: D })).toEqual([PASSES, PASSES]);
  });

  test('the hops of both count together', () => {
    verifies('node.lineage.nine-pairs', 'node.brakes.max-hops');
    const two = along([first, A, B], [second, B, C]);
    const three = message(two, { channel: first, from: C, to: D }).lineage;
    expect(new Set(verdicts(two, { channel: second, from: C, to: D }))).toEqual(new Set([PASSES]));
    const reasons = CHANNELS.flatMap((channel) => verdicts(three, { channel, from: D, to: A }));
    expect(new Set(reasons)).toEqual(new Set(['max_hops']));
  });
});

test('delegating to oneself is a cycle, and so is talking to oneself', () => {
  verifies('node.brakes.cycle');
  for (const channel of ['task', 'session'] as const) {
    expect(verdicts(rootOf(), { channel, from: A, to: A })).toEqual(['cannot: cycle', 'cannot: cycle']);
    const there = along(['task', B, A]);
    expect(verdicts(there, { channel, from: A, to: A })).toEqual(['cannot: cycle', 'cannot: cycle']);
  }
});

test('V05: after a session message a task back to its sender is a cycle', () => {
  verifies('node.brakes.cycle');
  const there = along(['session', A, B]);
  expect(verdicts(there, { channel: 'task', from: B, to: A })).toEqual(['cannot: cycle', 'cannot: cycle']);
});

test('S40: the chain of a session is not forgotten when it turns into tasks', () => {
  verifies('node.lineage.chain-kept');
  const there = along(['session', A, B], ['task', B, C]);
  expect(verdicts(there, { channel: 'task', from: C, to: A })).toEqual(['cannot: cycle', 'cannot: cycle']);
});

describe('a peer that merely answered', () => {
  const asked = message(rootOf(), { channel: 'session', from: A, to: B });
  const told = message(asked.lineage, {
    channel: 'session',
    from: B,
    to: A,
    act: 'inform',
    inReplyTo: asked.link.messageId,
  });

  test('has been left again: a task to it closes no cycle', () => {
    verifies('node.brakes.cycle', 'node.lineage.reply-counts');
    expect(told.lineage.chain).toContain(B.peerId);
    expect(verdicts(told.lineage, { channel: 'task', from: A, to: B })).toEqual([PASSES, PASSES]);
    expect(verdicts(told.lineage, { channel: 'session', from: A, to: B })).toEqual([PASSES, PASSES]);
  });

  test('its answer counts as a hop all the same', () => {
    verifies('node.lineage.reply-counts');
    const again = message(told.lineage, { channel: 'session', from: A, to: B });
    expect(again.lineage.depth).toBe(3);
    const answered = message(again.lineage, {
      channel: 'session',
      from: B,
      to: A,
      act: 'inform',
      inReplyTo: again.link.messageId,
    });
    expect(verdicts(answered.lineage, { channel: 'session', from: A, to: B })).toEqual(['max_hops', 'max_hops']);
  });
});

test('a diamond is no cycle: D may be reached along two ways', () => {
  for (const middle of [B, C]) {
    const there = along(['task', A, middle]);
    expect(verdicts(there, { channel: 'task', from: middle, to: D })).toEqual([PASSES, PASSES]);
  }
});
