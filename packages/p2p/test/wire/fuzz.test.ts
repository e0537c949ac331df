import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  CHANNELS,
  MAX_FRAME_BYTES,
  composeNotice,
  decodeEnvelope,
  decodeFrame,
  decodeNotice,
  encodeEnvelope,
  encodeFrame,
  isSignedNotice,
  verifyEd25519,
  type Channel,
} from '../../src/index.ts';
import { decodeBody } from '../../src/wire/body-codec.ts';
import { decodeTick, encodeTick } from '../../src/wire/tick-codec.ts';
import { decodeJobHeader, decodeLink } from '../../src/lineage/codec.ts';
import { A } from '../lineage/chains.ts';
import { damaged, frames, messages, notices, noticeStamps, ticks } from './arbitraries.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { complaint } from './malformed.ts';

/** Far more than any reading takes, far less than a hang. */
const SOON_MS = 5_000;

/** Reads bytes in every way there is. Each either reads or complains as `MalformedMessageError`; `complaint` sees to it. */
function readEveryWay(bytes: Uint8Array): void {
  const began = performance.now();
  for (const channel of CHANNELS) {
    complaint(() => decodeEnvelope(channel, bytes));
    complaint(() => decodeBody(channel, 'request', 1, bytes));
    complaint(() => decodeBody(channel, 'refuse', 0, bytes));
  }
  complaint(() => decodeFrame(bytes));
  complaint(() => decodeNotice(bytes));
  isSignedNotice(bytes, verifyEd25519);
  complaint(() => decodeJobHeader(bytes));
  complaint(() => decodeLink(bytes, new Uint8Array(64), 0));
  complaint(() => decodeTick(bytes));
  expect(performance.now() - began).toBeLessThan(SOON_MS);
}

test('arbitrary bytes are read or refused, never anything else', () => {
  verifies('p2p.wire.fuzz');
  fc.assert(fc.property(fc.uint8Array({ maxLength: 2048, size: 'max' }), readEveryWay), { numRuns: 500 });
});

test('messages that were damaged on the way are read or refused, never anything else', () => {
  verifies('p2p.wire.fuzz');
  const damagedMessages = messages.chain((message) => damaged(encodeEnvelope(message)));
  fc.assert(fc.property(damagedMessages, readEveryWay), { numRuns: 300 });
});

test('bodies and links that were damaged on the way are read or refused, never anything else', () => {
  verifies('p2p.wire.fuzz');
  const parts = messages.chain(({ bodyBytes, link, lineage }) =>
    fc.oneof(damaged(bodyBytes), damaged(link.bytes), damaged(lineage.jobBytes)),
  );
  fc.assert(fc.property(parts, readEveryWay), { numRuns: 500 });
});

test('frames that were damaged on the way are read or refused, never anything else', () => {
  verifies('p2p.wire.fuzz');
  fc.assert(
    fc.property(
      frames.chain((frame) => damaged(encodeFrame(frame))),
      readEveryWay,
    ),
    { numRuns: 500 },
  );
});

test('a tick that was damaged on the way takes no note with it', () => {
  verifies('p2p.wire.fuzz', 'watch.monitor');
  let dropped = 0;
  fc.assert(
    fc.property(
      ticks.chain((tick) => damaged(encodeTick(tick))),
      (tick) => {
        const bytes = pb.Frame.encode({ progress: { id: 'x', note: 'on', fraction: 0.5, tick } }).finish();
        const frame = decodeFrame(bytes);
        expect(frame).toMatchObject({ kind: 'progress', id: 'x', progress: { note: 'on', fraction: 0.5 } });
        dropped += frame?.kind === 'progress' && frame.progress.tick === undefined ? 1 : 0;
      },
    ),
    { numRuns: 500 },
  );
  expect(dropped).toBeGreaterThan(0);
});

test('notices that were damaged on the way are read or refused, and none bears its signature still', () => {
  verifies('p2p.wire.fuzz');
  const sent = fc.tuple(notices, noticeStamps).map(([content, stamp]) => composeNotice(content, stamp, A));
  const pairs = sent.chain((bytes) => fc.tuple(fc.constant(bytes), damaged(bytes)));
  fc.assert(
    fc.property(pairs, ([bytes, changed]) => {
      readEveryWay(changed);
      const { notice, signature } = opened(bytes) ?? {};
      const after = opened(changed);
      // What is added outside of what is signed, or damage that undoes itself, changes nothing.
      const isSame = after !== undefined && equal(after.notice, notice) && equal(after.signature, signature);
      expect(isSignedNotice(changed, verifyEd25519)).toBe(isSame);
    }),
    { numRuns: 500 },
  );
});

test('every beginning of a message is read or refused, never anything else', () => {
  verifies('p2p.wire.fuzz');
  fc.assert(
    fc.property(messages, (message) => {
      const bytes = encodeEnvelope(message);
      for (let end = 0; end < bytes.length; end += 1) {
        const cut = bytes.subarray(0, end);
        // The body is the last field, so whatever is cut off, something that a message must have is missing.
        expect(complaint(() => decodeEnvelope(message.channel, cut))).toBeTypeOf('string');
      }
    }),
    { numRuns: 20 },
  );
});

describe('a megabyte that is made to cost much', () => {
  const filled = (...pattern: readonly number[]) =>
    Buffer.alloc(MAX_FRAME_BYTES, Buffer.from(pattern)).subarray(
      0,
      MAX_FRAME_BYTES - (MAX_FRAME_BYTES % pattern.length),
    );
  const wrapped = (...head: readonly number[]) => Buffer.concat([Buffer.from(head), filled(0)]);
  const cases: Readonly<Record<string, Uint8Array>> = {
    'groups within groups': filled(0x0b),
    'groups of an unknown field': filled(0x9b, 0x06),
    'ends of groups that have not begun': filled(0x0c),
    'half a million empty wakes': filled(0x3a, 0x00),
    'half a million empty links': Buffer.concat([Buffer.from([0x0a, 0xfb, 0xff, 0x3f]), filled(0x12, 0x00)]),
    'paths of nothing': filled(0x22, 0x00),
    'a varint without end': filled(0xff),
    'a length of 4 GiB': wrapped(0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f),
    'a negative length': wrapped(0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
    'field number 0': filled(0x00),
    'reserved wire types': filled(0x0e, 0x0f),
    'the same field again and again': filled(0x08, 0x01),
    'text that is not UTF-8': Buffer.concat([Buffer.from([0x0a, 0xfc, 0xff, 0x3f]), filled(0xc0).subarray(4)]),
  };

  test.each(Object.keys(cases))('%s', (name) => {
    verifies('p2p.wire.fuzz');
    const bytes = cases[name] ?? new Uint8Array(0);
    readEveryWay(bytes.subarray(0, MAX_FRAME_BYTES));
    const refused = (channel: Channel) => complaint(() => decodeEnvelope(channel, bytes.subarray(0, MAX_FRAME_BYTES)));
    expect(CHANNELS.map(refused)).not.toContain(undefined);
  });
});

test('what is read holds on to no more than the bytes it was read from', () => {
  verifies('p2p.wire.fuzz');
  const sample = fc.sample(messages, { numRuns: 50, seed: 3 }).map((message) => ({
    channel: message.channel,
    bytes: encodeEnvelope(message),
  }));
  const readAll = (): void => {
    for (const { channel, bytes } of sample) {
      complaint(() => decodeEnvelope(channel, bytes.subarray(1)));
      complaint(() => decodeEnvelope(channel, bytes));
    }
  };
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapAfter = (rounds: number): number => {
    for (let round = 0; round < rounds; round += 1) readAll();
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = heapAfter(20);
  // 20,000 readings: a leak of even half a KiB for each would be 10 MiB.
  expect(heapAfter(200) - before).toBeLessThan(5 * 1024 * 1024);
});

function opened(bytes: Uint8Array): { notice: Uint8Array; signature: Uint8Array } | undefined {
  try {
    return pb.SignedNotice.decode(bytes);
  } catch {
    return undefined;
  }
}

function equal(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}
