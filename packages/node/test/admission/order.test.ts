import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  MAX_HOP_DEPTH,
  OBLIGING_ACTS,
  REASONS,
  TERMINAL_ACTS,
  isReason,
  type Message,
  type Reason,
  obliges,
} from '@hoplite/p2p';
import { BRAKES, applyBrakes } from '../../src/admission/brakes.ts';
import type { Crossing, MessageCrossing, View } from '../../src/admission/crossing.ts';
import { isBrakeReason, stopsJob } from '../../src/admission/reasons.ts';
import { A, B, NOW, PEERS, inbound, message, outbound, rootOf, viewOf } from './crossings.ts';

/** All brakes in their order, each with the reasons for which it refuses. */
const LIST = [
  ['decodes', ['malformed']],
  ['authorised', ['unauthorized', 'not_in_room']],
  ['local-id', ['no_local_id']],
  ['lineage', ['malformed', 'expired']],
  ['not-seen', ['duplicate']],
  ['may-wake', ['terminal']],
  ['not-banned', ['halted', 'frozen']],
  ['depth', ['max_hops']],
  ['not-repeated', ['cannot: ping-pong']],
  ['no-cycle', ['cannot: cycle']],
  ['edge', ['illegal_edge']],
  ['credit', ['max_turns']],
  ['rate', ['rate_limited']],
  ['breaker', ['breaker']],
  ['capacity', ['busy']],
] as const satisfies readonly (readonly [brake: string, reasons: readonly Reason[]])[];

const ORDER: readonly string[] = LIST.map(([brake]) => brake);

test('the fifteen brakes are these, in this order', () => {
  verifies('node.brakes.order');
  expect(ORDER).toHaveLength(15);
  expect(BRAKES.map(({ name }) => name)).toEqual(ORDER);
});

test('the reasons of the brakes come first among all reasons, in the order of the brakes', () => {
  verifies('node.brakes.order');
  const reasons: readonly Reason[] = LIST.flatMap(([, reasons]) => reasons);
  // Not to be in a room is also what a sender is told by its own runtime, and stands there.
  const inOrder = [...new Set(reasons)].filter((reason) => reason !== 'not_in_room');
  expect(REASONS.slice(0, inOrder.length)).toEqual(inOrder);
  expect(REASONS.filter(isBrakeReason).sort()).toEqual([...new Set(reasons)].sort());
});

test('a message against which nothing can be said passes all of them, on every channel, in both directions', () => {
  for (const channel of CHANNELS) {
    const hop = { channel, from: A, to: B } as const;
    expect(applyBrakes(outbound(rootOf(), hop), viewOf(A))).toBeUndefined();
    expect(applyBrakes(inbound(message(rootOf(), hop), B), viewOf(B))).toBeUndefined();
  }
});

interface Case {
  readonly crossing: Crossing;
  readonly view: View;
}

/** What makes one brake fire for one reason, and no other. */
interface Fault {
  readonly brake: string;
  readonly reason: Reason;
  readonly add: (to: Case) => Case;
}

const about =
  (changes: Partial<View>): Fault['add'] =>
  (to) => ({ ...to, view: { ...to.view, ...changes } });
const saying =
  (changes: Partial<MessageCrossing>): Fault['add'] =>
  (to) =>
    to.crossing.kind === 'message' ? { ...to, crossing: { ...to.crossing, ...changes } } : to;

const COMMON: readonly Fault[] = [
  { brake: 'authorised', reason: 'unauthorized', add: about({ allows: () => false }) },
  { brake: 'local-id', reason: 'no_local_id', add: about({ localPeer: '' }) },
  { brake: 'not-banned', reason: 'halted', add: about({ ban: () => ({ reason: 'halted', detail: 'no' }) }) },
  { brake: 'not-banned', reason: 'frozen', add: about({ ban: () => ({ reason: 'frozen', detail: 'no' }) }) },
  { brake: 'depth', reason: 'max_hops', add: saying({ depth: MAX_HOP_DEPTH }) },
  { brake: 'not-repeated', reason: 'cannot: ping-pong', add: about({ hasSaid: () => true }) },
  { brake: 'no-cycle', reason: 'cannot: cycle', add: saying({ visited: [B.peerId, A.peerId] }) },
  { brake: 'edge', reason: 'illegal_edge', add: about({ allowsEdge: () => false }) },
  { brake: 'rate', reason: 'rate_limited', add: about({ rateWait: () => 1 }) },
  { brake: 'breaker', reason: 'breaker', add: about({ breaker: () => 'it has tripped' }) },
  { brake: 'capacity', reason: 'busy', add: about({ hasCapacity: () => false }) },
];

const FAULTS: Readonly<Record<'inbound' | 'outbound', readonly Fault[]>> = {
  inbound: [
    ...COMMON,
    {
      brake: 'decodes',
      reason: 'malformed',
      add: ({ view }) => ({
        crossing: { kind: 'unreadable', direction: 'inbound', channel: 'task', peer: A.peerId, problem: 'no' },
        view,
      }),
    },
    {
      brake: 'lineage',
      reason: 'malformed',
      add: about({ verify: () => ({ reason: 'malformed', detail: 'no' }) }),
    },
    { brake: 'lineage', reason: 'expired', add: about({ verify: () => ({ reason: 'expired', detail: 'no' }) }) },
    { brake: 'not-seen', reason: 'duplicate', add: about({ seen: () => 'same' }) },
    { brake: 'may-wake', reason: 'terminal', add: saying({ act: 'inform' }) },
  ],
  outbound: [
    ...COMMON,
    { brake: 'lineage', reason: 'expired', add: about({ now: NOW + 1e9 }) },
    { brake: 'credit', reason: 'max_turns', add: about({ hasCredit: () => false }) },
  ],
};

const CLEAN = {
  inbound: (): Case => ({
    crossing: inbound(message(rootOf(), { channel: 'task', from: A, to: B }), B),
    view: viewOf(B),
  }),
  outbound: (): Case => ({ crossing: outbound(rootOf(), { channel: 'task', from: A, to: B }), view: viewOf(A) }),
};

function outcome({ crossing, view }: Case): string | undefined {
  return applyBrakes(crossing, view)?.brake;
}

describe.each(['inbound', 'outbound'] as const)('%s', (direction) => {
  const faults = FAULTS[direction];

  test.each(faults)('one fault makes $brake refuse with $reason', ({ brake, reason, add }) => {
    verifies('node.brakes.order');
    expect(outcome(CLEAN[direction]())).toBeUndefined();
    const { crossing, view } = add(CLEAN[direction]());
    expect(applyBrakes(crossing, view)).toMatchObject({ brake, refusal: { reason } });
  });

  test('the first brake that refuses decides: what else is wrong later in the list changes nothing', () => {
    verifies('node.brakes.order');
    fc.assert(
      fc.property(fc.shuffledSubarray([...faults], { minLength: 1 }), (chosen) => {
        const worst = chosen.reduce((so, fault) => fault.add(so), CLEAN[direction]());
        const wrong = new Set(chosen.map(({ brake }) => brake));
        const first = ORDER.find((name) => wrong.has(name));
        // What wakes nobody is kept only within its depth.
        expect(outcome(worst)).toBe(first === 'may-wake' && wrong.has('depth') ? 'depth' : first);
      }),
      { numRuns: 300 },
    );
  });
});

test('every brake but those of one direction has a fault here in both, so none is left untested', () => {
  const tested = (direction: 'inbound' | 'outbound') => new Set(FAULTS[direction].map(({ brake }) => brake));
  expect(ORDER.filter((brake) => !tested('inbound').has(brake))).toEqual(['credit']);
  expect(ORDER.filter((brake) => !tested('outbound').has(brake))).toEqual(['decodes', 'not-seen', 'may-wake']);
});

test('later brakes are not even asked once one has refused', () => {
  verifies('node.brakes.order', 'node.brakes.before-agent');
  const asked: string[] = [];
  const spied = BRAKES.map(({ name, check }) => ({
    name,
    check: (...args: Parameters<typeof check>) => {
      asked.push(name);
      return check(...args);
    },
  }));
  applyBrakes(CLEAN.inbound().crossing, viewOf(B, { ban: () => ({ reason: 'halted', detail: 'no' }) }), spied);
  expect(asked).toEqual(ORDER.slice(0, ORDER.indexOf('not-banned') + 1));
});

describe('without a local peer ID', () => {
  const never = (): never => {
    throw new Error('nothing of the chain may be looked at');
  };
  const blind: Partial<View> = {
    localPeer: '',
    verify: never,
    seen: never,
    ban: never,
    hasSaid: never,
    allowsEdge: never,
    rateWait: never,
    breaker: never,
    hasCredit: never,
    hasCapacity: never,
  };

  test.each(CHANNELS)('nothing is sent or taken on the %s channel, whatever else is wrong with it', (channel) => {
    verifies('node.brakes.no-local-id');
    const hop = { channel, from: A, to: B } as const;
    const nobody = { ...A, peerId: '' };
    const worst = { depth: 99, visited: ['', B.peerId, A.peerId, ''] };
    const out = { ...outbound(rootOf({ expiresAt: NOW - HOUR_AND_SKEW }), { ...hop, from: nobody }), ...worst };
    expect(applyBrakes(out, viewOf(A, blind))).toMatchObject({ brake: 'local-id', refusal: { reason: 'no_local_id' } });
    const into = inbound(message(rootOf(), hop), { ...B, peerId: '' }, worst);
    expect(applyBrakes(into, viewOf(B, blind))).toMatchObject({
      brake: 'local-id',
      refusal: { reason: 'no_local_id' },
    });
  });
});

const HOUR_AND_SKEW = 3_660_000;

test('every refusal is typed: a known reason, a sentence and the path', () => {
  verifies('node.refusals.typed');
  for (const direction of ['inbound', 'outbound'] as const) {
    for (const { add } of FAULTS[direction]) {
      const broken = add(CLEAN[direction]());
      const refusal = applyBrakes(broken.crossing, broken.view)?.refusal;
      expect(isReason(refusal?.reason ?? '')).toBe(true);
      expect(refusal?.detail).not.toBe('');
      expect(refusal?.path.at(0)).toBe(A.peerId);
      expect(isBrakeReason(refusal?.reason ?? 'agent_error')).toBe(true);
    }
  }
});

test('the brakes that stop a job are those of the budget, and what agents and networks say is no brake', () => {
  expect(REASONS.filter(stopsJob)).toEqual([
    'max_hops',
    'cannot: ping-pong',
    'cannot: cycle',
    'illegal_edge',
    'max_turns',
  ]);
  const others = ['deadline', 'agent_error', 'agent_refused', 'interrupted', 'cancelled', 'unreachable', 'too_large'];
  expect(others.filter((reason) => isReason(reason) && isBrakeReason(reason))).toEqual([]);
});

test('the brakes answer or pass, and never throw, whatever the crossing', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', '__proto__', ...PEERS.map(({ peerId }) => peerId)));
  const arrived: readonly Message[] = CHANNELS.flatMap((channel) => [
    message(rootOf(), { channel, from: A, to: B }),
    message(rootOf(), { channel, from: A, to: B, act: 'inform', inReplyTo: 'x' }),
  ]);
  const crossing: fc.Arbitrary<Crossing> = fc.oneof(
    fc.record({
      kind: fc.constant('unreadable' as const),
      direction: fc.constant('inbound' as const),
      channel: fc.constantFrom(...CHANNELS),
      peer: text,
      problem: fc.string(),
    }),
    fc.record(
      {
        kind: fc.constant('message' as const),
        direction: fc.constantFrom('inbound' as const, 'outbound' as const),
        channel: fc.constantFrom(...CHANNELS),
        peer: text,
        act: fc.constantFrom(...OBLIGING_ACTS, ...TERMINAL_ACTS),
        answers: fc.boolean(),
        lineage: fc.constantFrom(rootOf(), ...arrived.map(({ lineage }) => lineage)),
        depth: fc.oneof(fc.integer(), fc.constantFrom(NaN, Infinity, 0.5)),
        visited: fc.array(text, { maxLength: 4 }),
        path: fc.array(text, { maxLength: 4 }),
        wakes: fc.array(text, { maxLength: 3 }),
        room: text,
        briefHash: fc.uint8Array({ maxLength: 40 }),
        message: fc.constantFrom(...arrived),
      },
      {
        requiredKeys: [
          ...(['kind', 'direction', 'channel', 'peer', 'act', 'answers', 'lineage', 'depth'] as const),
          ...(['visited', 'path', 'wakes'] as const),
        ],
      },
    ),
  );
  const view = fc
    .record({
      localPeer: text,
      maxHopDepth: fc.integer({ min: -1, max: 9 }),
      now: fc.constantFrom(0, NOW, Infinity),
      yes: fc.boolean(),
      seen: fc.constantFrom('new' as const, 'same' as const, 'altered' as const),
    })
    .map(({ yes, seen, ...plain }) =>
      viewOf(B, {
        ...plain,
        allows: () => yes,
        inRoom: () => yes,
        seen: () => seen,
        ban: () => (yes ? undefined : { reason: 'frozen', detail: 'no' }),
        hasSaid: () => !yes,
        allowsEdge: () => yes,
        rateWait: () => (yes ? 0 : 7),
        breaker: () => (yes ? undefined : 'no'),
        hasCredit: () => yes,
        hasCapacity: () => yes,
      }),
    );
  let passed = 0;
  fc.assert(
    fc.property(crossing, view, (crossing, view) => {
      const stopped = applyBrakes(crossing, view);
      if (stopped === undefined) {
        passed += 1;
        // Whatever passes is at least this: known here, in time, within its hops.
        expect(view.localPeer).not.toBe('');
        const isAnswer = crossing.kind === 'message' && crossing.answers && !obliges(crossing.act);
        // An answer may be one deeper than what it answers.
        const limit = MAX_HOP_DEPTH + (isAnswer ? 1 : 0);
        expect(crossing.kind === 'message' && crossing.depth < limit).toBe(true);
      } else {
        expect(ORDER).toContain(stopped.brake);
        expect(isReason(stopped.refusal.reason)).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
  expect(passed).toBeGreaterThan(0);
});

test('what arrived without a message is not taken for one', () => {
  verifies('node.brakes.malformed');
  const { message: _, ...without } = inbound(message(rootOf(), { channel: 'task', from: A, to: B }), B);
  expect(applyBrakes(without, viewOf(B))).toMatchObject({ brake: 'lineage', refusal: { reason: 'malformed' } });
});
