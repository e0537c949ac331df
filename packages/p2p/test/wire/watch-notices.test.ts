import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  MAX_EPOCH,
  MAX_NOTICE_BYTES,
  MAX_PROBE_WAITS,
  composeNotice,
  decodeNotice,
  type NoticeContent,
} from '../../src/index.ts';
import { encodeLineage } from '../../src/wire/lineage-codec.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { A, B, HOUR, NOW, hop, rootOf } from '../lineage/chains.ts';
import { complaint } from './malformed.ts';

type Raw = Parameters<typeof pb.Notice.encode>[0];

const STAMP = { id: 'notice-1', at: NOW, until: NOW + HOUR };

function read(raw: Raw): NoticeContent | undefined {
  const notice = pb.Notice.encode({ from: A.peerId, ...STAMP, ...raw }).finish();
  return decodeNotice(pb.SignedNotice.encode({ notice, signature: new Uint8Array(64) }).finish())?.content;
}

const field = (raw: Raw) => complaint(() => read(raw));
const passedOn = (content: NoticeContent) => decodeNotice(composeNotice(content, STAMP, A))?.content;

describe('a beat', () => {
  verifies('breaker.floor', 'watch.liveness');
  const BEAT = { every: 30_000, tokens: 7, costMicroUsd: 8 };
  const beat = (changes: object) => field({ beat: { ...BEAT, ...changes } });

  test('says that its author is at work; one that has used nothing may say no more', () => {
    expect(read({ beat: BEAT })).toEqual({ kind: 'beat', ...BEAT });
    expect(read({ beat: { every: 1 } })).toEqual({ kind: 'beat', every: 1, tokens: 0, costMicroUsd: 0 });
  });

  test('comes at most an hour after the one before, and not at once', () => {
    expect([1, 3_600_000].map((every) => beat({ every }))).toEqual([undefined, undefined]);
    expect([0, -1, 0.5, 3_600_001, NaN, Infinity].map((every) => beat({ every }))).toEqual(Array(6).fill('beat.every'));
    expect(field({ beat: {} })).toBe('beat.every');
  });

  test.each(['tokens', 'costMicroUsd'] as const)('counts %s in whole numbers that a double holds', (name) => {
    expect([0, 1, Number.MAX_SAFE_INTEGER].map((value) => beat({ [name]: value }))).toEqual(Array(3).fill(undefined));
    expect([-1, 0.5, NaN, Infinity, 2 ** 53].map((value) => beat({ [name]: value }))).toEqual(
      Array(5).fill(`beat.${name}`),
    );
  });

  test('is rounded by its sender', () => {
    const said = { kind: 'beat', every: 0.2, tokens: 7, costMicroUsd: 12.6 } as const;
    expect(passedOn(said)).toEqual({ ...said, every: 1, costMicroUsd: 13 });
  });
});

describe('a probe', () => {
  verifies('watch.probes', 'watch.forged-probe');
  const WAIT = { peer: 'a', on: 'b', messageId: 'm', since: NOW };
  const PROBE = { initiator: 'a', token: 't', waits: [WAIT] };
  const probe = (changes: object) => field({ probe: { ...PROBE, ...changes } });
  const waits = (count: number) => Array.from({ length: count }, () => WAIT);

  test('comes along 1 to 32 waits', () => {
    expect([0, 1, MAX_PROBE_WAITS, MAX_PROBE_WAITS + 1].map((count) => probe({ waits: waits(count) }))).toEqual([
      'probe.waits',
      undefined,
      undefined,
      'probe.waits',
    ]);
  });

  test('is counted over all the parts that it is sent in', () => {
    const part = (count: number) => pb.Notice.encode({ probe: { ...PROBE, waits: waits(count) } }).finish();
    const stamp = pb.Notice.encode({ from: A.peerId, ...STAMP }).finish();
    const inParts = (...counts: readonly number[]) => {
      const notice = Buffer.concat([stamp, ...counts.map(part)]);
      return complaint(() => decodeNotice(pb.SignedNotice.encode({ notice, signature: new Uint8Array(64) }).finish()));
    };
    expect([inParts(16, 16), inParts(16, 17)]).toEqual([undefined, 'probe.waits']);
  });

  test('names who asks, and by what it knows the probe again', () => {
    for (const name of ['initiator', 'token'] as const) {
      expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map((value) => probe({ [name]: value }))).toEqual([
        `probe.${name}`,
        undefined,
        undefined,
        `probe.${name}`,
      ]);
    }
  });

  test('says of each wait whose it is, on whom, for which message and since when', () => {
    const second = (changes: object) => probe({ waits: [WAIT, { ...WAIT, ...changes }] });
    for (const name of ['peer', 'on', 'messageId'] as const) {
      expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map((value) => second({ [name]: value }))).toEqual([
        `probe.waits.${name}`,
        undefined,
        undefined,
        `probe.waits.${name}`,
      ]);
    }
    expect([-1, NaN, Infinity, 2 ** 53].map((since) => second({ since }))).toEqual(Array(4).fill('probe.waits.since'));
    expect(probe({ waits: [WAIT, {}] })).toBe('probe.waits.peer');
  });

  test('of the longest chain fits, whatever its messages are called', () => {
    const wait = { peer: A.peerId, on: B.peerId, messageId: '深'.repeat(128), since: NOW };
    const content: NoticeContent = {
      kind: 'probe',
      initiator: { peer: A.peerId, token: '深'.repeat(128) },
      waits: Array.from({ length: MAX_PROBE_WAITS }, () => wait),
    };
    expect(composeNotice(content, STAMP, A).byteLength).toBeLessThan(MAX_NOTICE_BYTES);
    expect(passedOn(content)).toEqual(content);
  });
});

describe('a stall', () => {
  verifies('watch.interventions');
  const { lineage } = hop(rootOf(), { from: B, to: A });
  const STALL = {
    jobId: 'job-1',
    epoch: 0,
    reason: 'deadlock',
    detail: 'd',
    path: ['a'],
    witness: encodeLineage(lineage),
  };
  const stall = (changes: object) => field({ stall: { ...STALL, ...changes } });

  test('says of which job and epoch it is, and shows by what the job came', () => {
    expect(stall({})).toBeUndefined();
    expect(['', 'x'.repeat(129)].map((jobId) => stall({ jobId }))).toEqual(Array(2).fill('stall.jobId'));
    expect([MAX_EPOCH, MAX_EPOCH + 1].map((epoch) => stall({ epoch }))).toEqual([undefined, 'stall.epoch']);
    expect([32, 33].map((count) => stall({ path: Array(count).fill('a') }))).toEqual([undefined, 'path']);
    expect([stall({ witness: null }), stall({ witness: {} })]).toEqual(['stall.witness', 'job.maxDepth']);
    const links = Array.from({ length: 17 }, () => ({}));
    expect(stall({ witness: { ...STALL.witness, links } })).toBe('lineage.links');
  });

  test('is cut by its sender to what is read, and a later version’s reason is a reason still', () => {
    const long = { kind: 'stall', jobId: 'job-1', epoch: 0, reason: 'livelock', witness: lineage } as const;
    const content = passedOn({ ...long, detail: 'd'.repeat(2001), path: Array(40).fill('a') as string[] });
    expect(content).toMatchObject({ reason: 'livelock', detail: 'd'.repeat(2000), path: Array(32).fill('a') });
    expect(read({ stall: { ...STALL, reason: 'too_sunny' } })).toMatchObject({
      kind: 'stall',
      reason: 'agent_refused',
    });
  });
});
