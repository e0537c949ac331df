import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { decodeFrame, encodeFrame, type ProgressTick } from '../../src/index.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { decodeTick, encodeTick } from '../../src/wire/tick-codec.ts';
import { A, B, NOW } from '../lineage/chains.ts';
import { complaint } from './malformed.ts';

verifies('watch.monitor', 'p2p.wire.frame-limit');

type Raw = Parameters<typeof pb.Tick.encode>[0];

const TICK: ProgressTick = {
  peer: A.peerId,
  at: NOW,
  enabledTransitions: 1,
  fired: 2,
  state: new Uint8Array(32).fill(7),
  goalDistance: 3,
  goal: 'reported',
  waitFor: [B.peerId],
};
const RAW = { ...TICK, waitFor: [B.peerId], goal: pb.Goal.GOAL_REPORTED };

const field = (changes: Raw) => complaint(() => decodeTick(pb.Tick.encode({ ...RAW, ...changes }).finish()));
const peers = (count: number) => Array.from({ length: count }, (_, index) => `peer-${index}`);

describe('a tick', () => {
  test('names its participant, in up to 128 characters', () => {
    expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map((peer) => field({ peer }))).toEqual([
      'tick.peer',
      undefined,
      undefined,
      'tick.peer',
    ]);
  });

  test('has a time', () => {
    expect([-1, NaN, Infinity, 2 ** 53].map((at) => field({ at }))).toEqual(Array(4).fill('tick.at'));
  });

  test.each(['enabledTransitions', 'fired'] as const)('has %s of up to a million', (name) => {
    expect([0, 999_999, 1_000_000, 1_000_001, 2 ** 32 - 1].map((value) => field({ [name]: value }))).toEqual([
      ...[undefined, undefined, undefined],
      ...[`tick.${name}`, `tick.${name}`],
    ]);
  });

  test('has a state of exactly 32 bytes', () => {
    expect([0, 31, 32, 33].map((size) => field({ state: new Uint8Array(size) }))).toEqual([
      ...['tick.state', 'tick.state'],
      undefined,
      'tick.state',
    ]);
  });

  test('has a distance that is finite and not negative, whole or not', () => {
    expect([0, 0.25, Number.MAX_SAFE_INTEGER].map((goalDistance) => field({ goalDistance }))).toEqual(
      Array(3).fill(undefined),
    );
    expect([-0.001, NaN, Infinity, -Infinity, 2 ** 53].map((goalDistance) => field({ goalDistance }))).toEqual(
      Array(5).fill('tick.goalDistance'),
    );
  });

  test('says whose distance that is, in a way that this version knows', () => {
    const { GOAL_UNSPECIFIED, GOAL_REPORTED, GOAL_OBLIGATIONS } = pb.Goal;
    expect([GOAL_UNSPECIFIED, GOAL_REPORTED, GOAL_OBLIGATIONS, 3].map((goal) => field({ goal }))).toEqual([
      'tick.goal',
      undefined,
      undefined,
      'tick.goal',
    ]);
  });

  test('names up to 16 peers that are waited for, in up to 128 characters each', () => {
    expect([0, 15, 16, 17].map((count) => field({ waitFor: peers(count) }))).toEqual([
      ...[undefined, undefined, undefined],
      'tick.waitFor',
    ]);
    expect(['', 'x'.repeat(128), 'x'.repeat(129)].map((peer) => field({ waitFor: [B.peerId, peer] }))).toEqual([
      'tick.waitFor',
      undefined,
      'tick.waitFor',
    ]);
  });

  test('has up to 4,096 bytes', () => {
    const small = encodeTick(TICK);
    const sized = (bytes: number) => {
      const filling = bytes - small.byteLength - 4; // Field 99, with a length of two bytes.
      const head = Buffer.from([0x9a, 0x06, (filling & 0x7f) | 0x80, filling >> 7]);
      return Buffer.concat([small, head, Buffer.alloc(filling)]);
    };
    expect([4095, 4096, 4097].map((bytes) => sized(bytes).byteLength)).toEqual([4095, 4096, 4097]);
    expect([4095, 4096, 4097].map((bytes) => complaint(() => decodeTick(sized(bytes))))).toEqual([
      undefined,
      undefined,
      'tick',
    ]);
  });

  test('with the largest of everything is read', () => {
    const most = {
      ...TICK,
      peer: '深'.repeat(128),
      enabledTransitions: 1_000_000,
      fired: 1_000_000,
      waitFor: Array(16).fill('p'.repeat(128)) as string[],
    };
    expect(decodeTick(encodeTick(most))).toEqual(most);
  });

  test('is cut by its sender to what is read', () => {
    const long = { ...TICK, enabledTransitions: 1_000_001, fired: -1, waitFor: ['', 'x'.repeat(129), ...peers(20)] };
    expect(decodeTick(encodeTick(long))).toEqual({
      ...TICK,
      enabledTransitions: 1_000_000,
      fired: 0,
      waitFor: peers(16),
    });
  });

  test('does not hold on to the bytes that it came in', () => {
    const bytes = Buffer.from(encodeTick(TICK));
    const { state } = decodeTick(bytes);
    bytes.fill(0);
    expect(state).toEqual(TICK.state);
  });
});

describe('a progress frame', () => {
  const read = (tick: Uint8Array) =>
    decodeFrame(pb.Frame.encode({ progress: { id: 'x', note: 'on', fraction: 0.5, tick } }).finish());
  const noted = { kind: 'progress', id: 'x', progress: { note: 'on', fraction: 0.5 } };

  test('may have a note, a tick, or both', () => {
    for (const progress of [{ note: 'on' }, { note: '', tick: TICK }, { note: 'on', fraction: 0.5, tick: TICK }]) {
      expect(decodeFrame(encodeFrame({ kind: 'progress', id: 'x', progress }))).toEqual({ ...noted, progress });
    }
  });

  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array(0)],
    ['nonsense', Buffer.from('nonsense')],
    ['half of one', encodeTick(TICK).subarray(0, 40)],
    ['without a state', pb.Tick.encode({ ...RAW, state: new Uint8Array(0) }).finish()],
    ['with a negative distance', pb.Tick.encode({ ...RAW, goalDistance: -1 }).finish()],
    ['of 17 waits', pb.Tick.encode({ ...RAW, waitFor: peers(17) }).finish()],
    ['over 4 KiB', pb.Tick.encode({ ...RAW, waitFor: ['x'.repeat(5000)] }).finish()],
  ])('whose tick is %s keeps its note and its fraction', (_, tick) => {
    expect(read(encodeTick(TICK))).toEqual({ ...noted, progress: { ...noted.progress, tick: TICK } });
    expect(read(tick)).toEqual(noted);
  });
});
