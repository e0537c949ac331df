import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  CLOCK_SKEW_MS,
  MAX_HOP_DEPTH,
  OBLIGING_ACTS,
  TERMINAL_ACTS,
  roomTopic,
  type Channel,
} from '@hoplite/p2p';
import { applyBrakes } from '../../src/admission/brakes.ts';
import type { Crossing, View } from '../../src/admission/crossing.ts';
import { A, B, C, HOUR, NOW, PEERS, chainOf, inbound, message, outbound, peer, rootOf, viewOf } from './crossings.ts';

const PASSES = undefined;

function reasonOf(crossing: Crossing, view: View): string | undefined {
  return applyBrakes(crossing, view)?.refusal.reason;
}

describe.each(CHANNELS)('on the %s channel', (channel) => {
  const hop = { channel, from: A, to: B } as const;
  const leaving = () => outbound(rootOf(), hop);
  const arriving = () => inbound(message(rootOf(), hop), B);

  test('what cannot be read is refused as malformed, with who sent it', () => {
    verifies('node.brakes.malformed');
    const problem = 'body.content is empty';
    const unreadable = { kind: 'unreadable', direction: 'inbound', channel, peer: A.peerId, problem } as const;
    expect(applyBrakes(unreadable, viewOf(B))?.refusal).toEqual({
      reason: 'malformed',
      detail: problem,
      path: [A.peerId, B.peerId],
    });
    expect(applyBrakes(unreadable, viewOf(B, { localPeer: '' }))?.refusal.path).toEqual([A.peerId]);
  });

  test('a peer needs the right to this channel, and who it is comes from the connection', () => {
    verifies('node.brakes.unauthorized');
    const only = (allowed: Channel, who: string): Partial<View> => ({
      allows: (asked, on) => asked === who && on === allowed,
    });
    expect(reasonOf(arriving(), viewOf(B, only(channel, A.peerId)))).toBe(PASSES);
    for (const other of CHANNELS.filter((one) => one !== channel)) {
      expect(reasonOf(arriving(), viewOf(B, only(other, A.peerId)))).toBe('unauthorized');
    }
    expect(reasonOf(arriving(), viewOf(B, only(channel, C.peerId)))).toBe('unauthorized');
    const reached = channel === 'room' ? roomTopic('ops') : B.peerId;
    expect(reasonOf(leaving(), viewOf(A, only(channel, reached)))).toBe(PASSES);
    expect(reasonOf(leaving(), viewOf(A, only(channel, C.peerId)))).toBe('unauthorized');
  });

  test('a message from someone else than the connection says is refused before its chain is looked at', () => {
    verifies('node.brakes.unauthorized');
    const smuggled = inbound(message(rootOf(), hop), B, { peer: C.peerId });
    const view = viewOf(B, { verify: () => undefined });
    expect(applyBrakes(smuggled, view)).toMatchObject({ brake: 'authorised', refusal: { reason: 'unauthorized' } });
  });

  test('a chain that does not verify is refused as what it is', () => {
    verifies('node.brakes.malformed', 'node.brakes.expired');
    for (const reason of ['malformed', 'expired'] as const) {
      expect(reasonOf(arriving(), viewOf(B, { verify: () => ({ reason, detail: 'no' }) }))).toBe(reason);
    }
    const misdirected = inbound(message(rootOf(), { ...hop, to: C }), B);
    expect(reasonOf(misdirected, viewOf(B))).toBe(channel === 'room' ? 'terminal' : 'malformed');
  });

  test('what the body says is what was signed', () => {
    verifies('node.brakes.malformed');
    const { body, bodyBytes, ...rest } = message(rootOf(), hop);
    const altered = { ...rest, body, bodyBytes: Buffer.concat([bodyBytes, Buffer.from([0x9a, 0x06, 0x00])]) };
    expect(reasonOf(inbound(altered, B), viewOf(B))).toBe('malformed');
  });

  test('a sender gives up a job when it has expired, a receiver when it surely has', () => {
    verifies('node.brakes.expired');
    const job = { issuedAt: NOW - HOUR, expiresAt: NOW };
    const at = (late: number): Partial<View> => ({ now: NOW + late });
    expect([-1, 0, 1].map((late) => reasonOf(outbound(rootOf(job), hop), viewOf(A, at(late))))).toEqual([
      PASSES,
      PASSES,
      'expired',
    ]);
    const expiring = (late: number) => {
      const expiresAt = NOW - CLOCK_SKEW_MS - late;
      return inbound(message(rootOf({ issuedAt: NOW - HOUR, expiresAt }), hop), B);
    };
    expect([-1, 0, 1].map((late) => reasonOf(expiring(late), viewOf(B)))).toEqual([PASSES, PASSES, 'expired']);
  });

  test('what has been seen is refused as a duplicate, and said to be an alarm when it came with another body', () => {
    verifies('node.brakes.duplicate');
    const known = (seen: ReturnType<View['seen']>) => applyBrakes(arriving(), viewOf(B, { seen: () => seen }))?.refusal;
    expect(known('new')).toBe(PASSES);
    expect(known('same')?.reason).toBe('duplicate');
    expect(known('same')?.detail).not.toContain('alarm');
    expect(known('altered')).toMatchObject({ reason: 'duplicate', detail: expect.stringContaining('alarm') as string });
    // One's own message is not one that came in before.
    expect(reasonOf(leaving(), viewOf(A, { seen: () => 'same' }))).toBe(PASSES);
  });

  test.each(['halted', 'frozen'] as const)('a job that is %s sends and accepts nothing that obliges', (reason) => {
    verifies('node.brakes.halted');
    const banned = (job: string): Partial<View> => ({
      ban: ({ lineage }) => (lineage.job.jobId === job ? { reason, detail: `it is ${reason}` } : undefined),
    });
    for (const [crossing, node] of [
      [leaving(), A],
      [arriving(), B],
    ] as const) {
      expect(applyBrakes(crossing, viewOf(node, banned('job-1')))).toMatchObject({
        brake: 'not-banned',
        refusal: { reason, detail: `it is ${reason}` },
      });
      expect(reasonOf(crossing, viewOf(node, banned('job-2')))).toBe(PASSES);
    }
    // Its answers go home all the same.
    const answer = { ...hop, act: 'inform', inReplyTo: 'x' } as const;
    expect(reasonOf(outbound(rootOf(), answer), viewOf(A, banned('job-1')))).toBe(PASSES);
    expect(reasonOf(inbound(message(rootOf(), answer), B), viewOf(B, banned('job-1')))).toBe('terminal');
  });

  test('without credit nothing that obliges is sent; a receiver has been paid', () => {
    verifies('node.brakes.max-turns');
    const broke: Partial<View> = { hasCredit: () => false };
    expect(reasonOf(leaving(), viewOf(A, broke))).toBe('max_turns');
    expect(reasonOf(leaving(), viewOf(A))).toBe(PASSES);
    expect(reasonOf(arriving(), viewOf(B, broke))).toBe(PASSES);
    expect(reasonOf(outbound(rootOf(), { ...hop, act: 'inform' }), viewOf(A, broke))).toBe(PASSES);
  });

  test('a full queue is said to be busy, and when to try something else', () => {
    verifies('node.brakes.busy');
    const full: Partial<View> = { hasCapacity: () => false };
    for (const [crossing, view] of [
      [leaving(), viewOf(A, full)],
      [arriving(), viewOf(B, full)],
    ] as const) {
      expect(applyBrakes(crossing, view)?.refusal).toMatchObject({ reason: 'busy', retryAfter: 1000 });
    }
    // What wakes nobody needs no place in a queue.
    expect(reasonOf(outbound(rootOf(), { ...hop, act: 'inform' }), viewOf(A, full))).toBe(PASSES);
    const asked: unknown[] = [];
    const asks: Partial<View> = { hasCapacity: (...about) => asked.push(about) > 0 };
    applyBrakes(arriving(), viewOf(B, asks));
    applyBrakes(leaving(), viewOf(A, asks));
    expect(asked).toEqual([
      [A.peerId, 'inbound'],
      [channel === 'room' ? roomTopic('ops') : B.peerId, 'outbound'],
    ]);
  });

  test.each(TERMINAL_ACTS)('the terminal act %s wakes nobody', (act) => {
    verifies('node.brakes.terminal');
    const answer = inbound(message(rootOf(), { ...hop, act, inReplyTo: 'x' }), B);
    expect(applyBrakes(answer, viewOf(B))).toMatchObject({ brake: 'may-wake', refusal: { reason: 'terminal' } });
    // Nor is it held up by what only a turn would need.
    const nothingLeft: Partial<View> = {
      ban: () => ({ reason: 'halted', detail: 'no' }),
      hasSaid: () => true,
      allowsEdge: () => false,
      rateWait: () => 1000,
      breaker: () => 'no',
      hasCapacity: () => false,
      hasCredit: () => false,
    };
    expect(reasonOf(answer, viewOf(B, nothingLeft))).toBe('terminal');
  });

  test.each(OBLIGING_ACTS)('the obliging act %s may wake', (act) => {
    verifies('node.brakes.terminal');
    expect(reasonOf(inbound(message(rootOf(), { ...hop, act }), B), viewOf(B))).toBe(PASSES);
  });
});

/** Configured limit, the job's own, and the depth that is refused first. */
const LIMITS = [
  [4, 4, 4],
  [3, 4, 3],
  [2, 4, 2],
  [1, 4, 1],
  [4, 3, 3],
  [4, 2, 2],
  [4, 1, 1],
  [2, 3, 2],
  [3, 2, 2],
  // Nothing raises it: neither a config nor a job that asks for more.
  [9, 9, 4],
  [4, 9, 4],
  [9, 4, 4],
] as const;

describe.each(CHANNELS)('hops on the %s channel', (channel) => {
  test.each(LIMITS)('with a limit of %i here and %i for the job, hop %i is the first refused', (here, job, first) => {
    verifies('node.brakes.max-hops', 'p2p.lineage.max-hop-depth');
    for (const depth of [first - 1, first, first + 1].filter((depth) => depth >= 1)) {
      const before = chainOf(depth - 1, { maxDepth: job });
      const hop = { channel, from: peer(depth - 1), to: peer(depth) };
      const expected = depth < first ? PASSES : 'max_hops';
      const sent = reasonOf(outbound(before, hop), viewOf(hop.from, { maxHopDepth: here }));
      const taken = reasonOf(inbound(message(before, hop), hop.to), viewOf(hop.to, { maxHopDepth: here }));
      expect([depth, sent, taken]).toEqual([depth, expected, expected]);
    }
  });

  test('an answer may be one deeper than what it answers, and no deeper', () => {
    verifies('node.brakes.max-hops', 'node.brakes.terminal');
    const answered = (depth: number) => {
      const hop = { channel, from: peer(depth - 1), to: peer(depth), act: 'inform', inReplyTo: 'x' } as const;
      return reasonOf(inbound(message(chainOf(depth - 1), hop), hop.to), viewOf(hop.to));
    };
    expect([3, 4, 5].map(answered)).toEqual(['terminal', 'terminal', 'max_hops']);
  });

  test('the refusal names the path, the peer that was not reached last', () => {
    verifies('node.refusals.typed');
    const hop = { channel, from: peer(3), to: peer(4) };
    const refusal = applyBrakes(inbound(message(chainOf(3), hop), hop.to), viewOf(hop.to))?.refusal;
    expect(refusal?.path).toEqual(PEERS.slice(0, 5).map(({ peerId }) => peerId));
    expect(refusal?.detail).toContain('4');
  });
});

test('an ordinary post is no deeper than any other message, though it wakes nobody', () => {
  verifies('node.brakes.max-hops');
  const post = (depth: number) => ({ channel: 'room', from: peer(depth - 1), to: peer(depth), act: 'inform' }) as const;
  const sent = (depth: number) => reasonOf(outbound(chainOf(depth - 1), post(depth)), viewOf(peer(depth - 1)));
  const taken = (depth: number) =>
    reasonOf(inbound(message(chainOf(depth - 1), post(depth)), peer(depth)), viewOf(peer(depth)));
  expect([3, 4, 5].map(sent)).toEqual([PASSES, 'max_hops', 'max_hops']);
  expect([3, 4, 5].map(taken)).toEqual(['terminal', 'max_hops', 'max_hops']);
  expect(MAX_HOP_DEPTH).toBe(4);
});

describe('rooms', () => {
  test('a post to a room that this node is not in is refused', () => {
    const post = inbound(message(rootOf(), { channel: 'room', from: A, to: B }), B);
    expect(reasonOf(post, viewOf(B, { inRoom: () => false }))).toBe('not_in_room');
    expect(reasonOf(post, viewOf(B, { inRoom: (topic) => topic === roomTopic('ops') }))).toBe(PASSES);
  });

  test('a post that is to wake others is kept by everyone, even a peer that it has been at or that is busy', () => {
    verifies('node.brakes.terminal', 'node.brakes.cycle');
    const delegated = message(rootOf(), { channel: 'task', from: A, to: B });
    const toldToA = inbound(message(delegated.lineage, { channel: 'room', from: B, to: C }), A);
    expect(reasonOf(toldToA, viewOf(A))).toBe('terminal');
    const full: Partial<View> = { hasCapacity: () => false };
    const heardByD = inbound(message(rootOf(), { channel: 'room', from: A, to: B }), peer(3));
    expect(reasonOf(heardByD, viewOf(peer(3), full))).toBe('terminal');
    // Out of its hops nobody keeps it.
    const deep = inbound(message(chainOf(3), { channel: 'room', from: peer(3), to: peer(4) }), peer(5));
    expect(reasonOf(deep, viewOf(peer(5)))).toBe('max_hops');
  });

  test('a post that would wake a peer it has been at is refused there', () => {
    verifies('node.brakes.cycle');
    const delegated = message(rootOf(), { channel: 'task', from: A, to: B });
    const back = inbound(message(delegated.lineage, { channel: 'room', from: B, to: A }), A);
    expect(reasonOf(back, viewOf(A))).toBe('cannot: cycle');
  });
});
