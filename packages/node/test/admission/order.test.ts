import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { CHANNELS, MAX_HOP_DEPTH, OBLIGING_ACTS, REASONS, TERMINAL_ACTS, isReason, type Message } from '@hoplite/p2p';
import { BRAKES, applyBrakes } from '../../src/admission/brakes.ts';
import type { Crossing, MessageCrossing, View } from '../../src/admission/crossing.ts';
import { isBrakeReason, stopsJob } from '../../src/admission/reasons.ts';
import { A, B, NOW, PEERS, inbound, message, outbound, rootOf, viewOf } from './crossings.ts';

const ORDER = [
  'decodes',
  'authorised',
  'local-id',
  'lineage',
  'not-seen',
  'may-wake',
  'not-halted',
  'depth',
  'no-cycle',
  'credit',
  'capacity',
];

test('the brakes are these, in this order', () => {
  verifies('node.brakes.order');
  expect(BRAKES.map(({ name }) => name)).toEqual(ORDER);
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

/** What makes one brake fire, and no other. */
interface Fault {
  readonly brake: string;
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
  { brake: 'authorised', add: about({ allows: () => false }) },
  { brake: 'local-id', add: about({ localPeer: '' }) },
  { brake: 'not-halted', add: about({ isHalted: () => true }) },
  { brake: 'depth', add: saying({ depth: MAX_HOP_DEPTH }) },
  { brake: 'capacity', add: about({ hasCapacity: () => false }) },
];

const FAULTS = {
  inbound: [
    ...COMMON,
    {
      brake: 'decodes',
      add: ({ view }: Case): Case => ({
        crossing: { kind: 'unreadable', direction: 'inbound', channel: 'task', peer: A.peerId, problem: 'no' },
        view,
      }),
    },
    { brake: 'lineage', add: about({ verify: () => ({ reason: 'malformed', detail: 'no' }) }) },
    { brake: 'not-seen', add: about({ seen: () => 'same' }) },
    { brake: 'no-cycle', add: saying({ visited: [B.peerId, A.peerId] }) },
  ],
  outbound: [
    ...COMMON,
    { brake: 'lineage', add: about({ now: NOW + 1e9 }) },
    { brake: 'no-cycle', add: saying({ visited: [B.peerId, A.peerId] }) },
    { brake: 'credit', add: about({ hasCredit: () => false }) },
  ],
} as const satisfies Record<string, readonly Fault[]>;

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
  const faults: readonly Fault[] = FAULTS[direction];

  test.each(faults.map(({ brake }) => brake))('one fault makes %s fire', (brake) => {
    const fault = faults.find((one) => one.brake === brake);
    expect(outcome(CLEAN[direction]())).toBeUndefined();
    expect(fault && outcome(fault.add(CLEAN[direction]()))).toBe(brake);
  });

  test('the first brake that refuses decides: what else is wrong later in the list changes nothing', () => {
    verifies('node.brakes.order');
    fc.assert(
      fc.property(fc.shuffledSubarray([...faults], { minLength: 1 }), (chosen) => {
        const worst = chosen.reduce((so, fault) => fault.add(so), CLEAN[direction]());
        const first = ORDER.find((name) => chosen.some(({ brake }) => brake === name));
        expect(outcome(worst)).toBe(first);
      }),
      { numRuns: 300 },
    );
  });
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
  applyBrakes(CLEAN.inbound().crossing, { ...viewOf(B), isHalted: () => true }, spied);
  expect(asked).toEqual(ORDER.slice(0, ORDER.indexOf('not-halted') + 1));
});

describe('without a local peer ID', () => {
  const never = (): never => {
    throw new Error('nothing of the chain may be looked at');
  };
  const blind: Partial<View> = {
    localPeer: '',
    verify: never,
    seen: never,
    isHalted: never,
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
    for (const { add } of FAULTS[direction] as readonly Fault[]) {
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
        message: fc.constantFrom(...arrived),
      },
      {
        requiredKeys: ['kind', 'direction', 'channel', 'peer', 'act', 'answers', 'lineage', 'depth', 'visited', 'path'],
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
        isHalted: () => !yes,
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
        expect(crossing.kind === 'message' && crossing.depth < MAX_HOP_DEPTH).toBe(true);
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
