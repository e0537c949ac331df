import fc from 'fast-check';
import {
  CHANNELS,
  MAX_CREDIT,
  MAX_EPOCH,
  MAX_HISTORY,
  MAX_PROBE_WAITS,
  OBLIGING_ACTS,
  REASONS,
  TERMINAL_ACTS,
  composeMessage,
  obliges,
  roomTopic,
  type Act,
  type Body,
  type Channel,
  type Frame,
  type HaltScope,
  type Message,
  type NoticeContent,
  type NoticeStamp,
  type ProgressTick,
  type Refusal,
  type Settlement,
} from '../../src/index.ts';
import { A, B, header, rootOf } from '../lineage/chains.ts';

/** Text of any script, with 1 to `maxLength` UTF-16 units. */
export const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', minLength: 1, maxLength: Math.floor(maxLength / 2) });

const id = text(128);
const time = fc.maxSafeNat().map((time) => Math.max(1, time));
const credit = fc.integer({ min: 0, max: MAX_CREDIT });
/** Up to 128 bytes, which is what a path is made of. */
const path = fc.array(text(64), { maxLength: 5 });
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const payload = text(200);
const epoch = fc.integer({ min: 0, max: MAX_EPOCH });

export const refusals: fc.Arbitrary<Refusal> = fc.record(
  {
    reason: fc.constantFrom(...REASONS),
    detail: fc.string({ unit: 'binary', maxLength: 100 }),
    path,
    retryAfter: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
  },
  { requiredKeys: ['reason', 'detail', 'path'] },
);

export const settlements: fc.Arbitrary<Settlement> = fc.record({
  returned: credit,
  burnt: credit,
  open: credit,
  path,
  stops: fc
    .array(
      fc.record(
        { reason: fc.constantFrom(...REASONS), path, briefHash: hash, payload },
        { requiredKeys: ['reason', 'path'] },
      ),
      { maxLength: 8 },
    )
    .map((stops) => stops.map(({ payload, ...stop }, index) => (index === 0 && payload ? { ...stop, payload } : stop))),
  stopCount: credit,
});

/** A body that fits an act, and the credit of the link that goes with it. */
export interface Saying {
  readonly channel: Channel;
  readonly act: Act;
  readonly credit: number;
  readonly room: string;
  readonly body: Body;
}

const rooms = fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,63}$/);
const wakes = fc.uniqueArray(fc.record({ peer: id, credit: fc.integer({ min: 1, max: 100 }) }), {
  minLength: 1,
  maxLength: 8,
  selector: ({ peer }) => peer,
});

export const sayings: fc.Arbitrary<Saying> = fc
  .tuple(fc.constantFrom(...CHANNELS), fc.constantFrom(...OBLIGING_ACTS, ...TERMINAL_ACTS), rooms, wakes)
  .chain(([channel, act, room, wake]) => {
    const content = obliges(act)
      ? fc.string({ unit: 'binary', minLength: 1 }).filter((said) => said.trim() !== '')
      : fc.string({ unit: 'binary' });
    const place: { room?: fc.Arbitrary<string> } = channel === 'room' ? { room: fc.constant(room) } : {};
    const obliging = fc.record(
      {
        content,
        deadline: time,
        inReplyTo: id,
        ...place,
        ...(channel === 'room' ? { wake: fc.constant(wake) } : {}),
      },
      { requiredKeys: ['content', 'deadline', ...(channel === 'room' ? (['room', 'wake'] as const) : [])] },
    );
    const terminal = fc.record(
      {
        content,
        inReplyTo: id,
        settlement: settlements,
        ...(act === 'refuse' ? { refusal: refusals } : {}),
        ...place,
      },
      {
        requiredKeys: [
          'content',
          ...(channel === 'room' ? (['room'] as const) : (['inReplyTo'] as const)),
          ...(act === 'refuse' ? (['refusal'] as const) : []),
        ],
      },
    );
    const granted = channel === 'room' ? wake.reduce((sum, part) => sum + part.credit, 0) : 7;
    const bodies = (obliges(act) ? obliging : terminal) as fc.Arbitrary<Body>;
    return bodies.map((body) => ({
      channel,
      act,
      credit: obliges(act) ? granted : 0,
      room,
      body,
    }));
  });

export const messages: fc.Arbitrary<Message> = fc
  .record({ saying: sayings, messageId: id, jobId: id, epoch, at: time, depth: fc.integer({ min: 0, max: 3 }) })
  .map(({ saying: { channel, act, credit, room, body }, messageId, jobId, epoch, at, depth }) => {
    let parent = rootOf({ jobId, epoch, credit: header().credit });
    for (let hops = 0; hops < depth; hops += 1) {
      const [from, to] = hops % 2 === 0 ? [A, B] : [B, A];
      const next = { to: to.peerId, act: 'query', credit: 8, messageId, at, bodyHash: new Uint8Array(32) } as const;
      parent = parent.extend(next, from);
    }
    const to = channel === 'room' ? roomTopic(room) : B.peerId;
    return composeMessage({ channel, parent, to, act, credit, messageId, at, body }, depth % 2 === 0 ? A : B);
  });

export const ticks: fc.Arbitrary<ProgressTick> = fc.record({
  peer: id,
  at: time,
  enabledTransitions: fc.integer({ min: 0, max: 1_000_000 }),
  fired: fc.integer({ min: 0, max: 1_000_000 }),
  state: hash,
  goalDistance: fc.double({ min: 0, max: Number.MAX_SAFE_INTEGER, noNaN: true }),
  goal: fc.constantFrom('reported' as const, 'obligations' as const),
  // Up to 128 bytes each, as in a path.
  waitFor: fc.array(text(64), { maxLength: 16, size: 'max' }),
});

export const frames: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('request' as const, 'answer' as const),
    id,
    envelope: fc.uint8Array({ maxLength: 200 }),
  }),
  fc.record({ kind: fc.constant('accepted' as const), id }),
  fc.record({
    kind: fc.constant('progress' as const),
    id,
    progress: fc.record(
      {
        note: fc.string({ unit: 'binary', maxLength: 200 }),
        fraction: fc.double({ min: 0, max: 1, noNaN: true }),
        tick: ticks,
      },
      { requiredKeys: ['note'] },
    ),
  }),
  fc.record({ kind: fc.constant('refused' as const), id, refusal: refusals }),
  fc.record({ kind: fc.constant('cancel' as const), id, reason: fc.string({ unit: 'binary', maxLength: 200 }) }),
  fc.record({ kind: fc.constant('settled' as const), id, settlement: settlements }),
  fc.record({ kind: fc.constant('notice' as const), notice: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({
    kind: fc.constant('history' as const),
    id,
    room: rooms,
    since: time,
    limit: fc.integer({ min: 1, max: MAX_HISTORY }),
  }),
  fc.record({
    kind: fc.constant('posts' as const),
    id,
    envelopes: fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 8 }),
  }),
);

const scopes: fc.Arbitrary<HaltScope> = fc.oneof(
  fc.record({ kind: fc.constant('job' as const), jobId: id }),
  fc.record({ kind: fc.constant('peer' as const), peer: id }),
  fc.constant({ kind: 'all' as const }),
);

const stopped = { jobId: id, epoch, reason: fc.constantFrom(...REASONS), path };
const detail = fc.string({ unit: 'binary', maxLength: 100 });
const witness = messages.map(({ lineage }) => lineage);

export const notices: fc.Arbitrary<NoticeContent> = fc.oneof(
  fc.record(
    { kind: fc.constant('freeze' as const), ...stopped, briefHash: hash, witness },
    { requiredKeys: ['kind', 'jobId', 'epoch', 'reason', 'path', 'witness'] },
  ),
  fc.record({ kind: fc.constantFrom('halt' as const, 'resume' as const), scope: scopes, note: detail }),
  fc.record(
    { kind: fc.constant('escalation' as const), ...stopped, detail, briefHash: hash, payload },
    { requiredKeys: ['kind', 'jobId', 'epoch', 'reason', 'path', 'detail'] },
  ),
  fc.record({ kind: fc.constant('receipt' as const), witness }),
  fc.record({
    kind: fc.constant('beat' as const),
    every: fc.integer({ min: 1, max: 3_600_000 }),
    tokens: fc.maxSafeNat(),
    costMicroUsd: fc.maxSafeNat(),
  }),
  fc.record({
    kind: fc.constant('probe' as const),
    initiator: fc.record({ peer: id, token: id }),
    waits: fc.array(fc.record({ peer: id, on: id, messageId: id, since: time }), {
      minLength: 1,
      maxLength: MAX_PROBE_WAITS,
    }),
  }),
  fc.record({ kind: fc.constant('stall' as const), ...stopped, detail, witness }),
);

export const noticeStamps: fc.Arbitrary<NoticeStamp> = fc.record({ id, at: time, until: time });

/** Bytes with a few changes: what a broken or hostile peer sends. */
export function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const at = fc.nat({ max: Math.max(0, bytes.length - 1) });
  const damage = fc.oneof(
    at.map((end) => (from: Buffer) => from.subarray(0, end)),
    at.map((begin) => (from: Buffer) => from.subarray(begin)),
    fc.tuple(at, fc.nat({ max: 255 })).map(([place, byte]) => (from: Buffer) => {
      const changed = Buffer.from(from);
      changed[place % Math.max(1, changed.length)] = byte;
      return changed;
    }),
    fc.tuple(at, fc.uint8Array({ maxLength: 12 })).map(
      ([place, more]) =>
        (from: Buffer) =>
          Buffer.concat([from.subarray(0, place), more, from.subarray(place)]),
    ),
    fc.tuple(at, at).map(
      ([begin, count]) =>
        (from: Buffer) =>
          Buffer.concat([from.subarray(0, begin), from.subarray(begin + count)]),
    ),
  );
  return fc
    .array(damage, { minLength: 1, maxLength: 3 })
    .map((damages) => damages.reduce<Buffer>((from, change) => change(from), Buffer.from(bytes)));
}
