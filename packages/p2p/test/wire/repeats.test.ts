import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { MalformedMessageError } from '../../src/errors.ts';
import { decodeEnvelope } from '../../src/wire/envelope-codec.ts';
import { decodeFrame } from '../../src/wire/frame-codec.ts';
import { decodeNotice } from '../../src/wire/notice-codec.ts';
import { pb } from '../../src/wire/protobuf.ts';
import { boundRepeats } from '../../src/wire/repeats.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('p2p.wire.frame-limit');

/** `count` empty fields of number `inner`, in a field of number `outer`. */
function repeated(outer: number, inner: number, count: number): Uint8Array {
  const parts = Buffer.alloc(count * 2);
  for (let at = 0; at < parts.length; at += 2) {
    parts[at] = (inner << 3) | 2;
  }
  return Buffer.concat([Buffer.from([(outer << 3) | 2]), varint(parts.length), parts]);
}

function varint(value: number): Buffer {
  const bytes = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left & 127) | 128);
  }
}

test('half a million empty entries are refused before any is made', () => {
  for (const [outer, decode, problem] of [
    [11, (bytes: Uint8Array) => decodeFrame(bytes), 'posts.envelopes are more than 256'],
    [1, (bytes: Uint8Array) => decodeEnvelope('task', bytes), 'lineage.links are more than 16'],
  ] as const) {
    using frames = vi.spyOn(pb.Frame, 'decode');
    using envelopes = vi.spyOn(pb.Envelope, 'decode');
    expect(() => decode(repeated(outer, 2, 500_000))).toThrow(problem);
    expect([frames.mock.calls, envelopes.mock.calls]).toEqual([[], []]);
  }
});

test('a notice full of empty waits is refused before any is made', () => {
  verifies('watch.probes', 'watch.forged-probe');
  using notices = vi.spyOn(pb.Notice, 'decode');
  const notice = repeated(11, 3, 16_000);
  const bytes = pb.SignedNotice.encode({ notice, signature: new Uint8Array(64) }).finish();
  expect(() => decodeNotice(bytes)).toThrow('probe.waits are more than 32');
  expect(notices.mock.calls).toEqual([]);
});

test('a megabyte of empty peers in a tick is not looked at, and the note beside it is', () => {
  verifies('watch.monitor');
  using ticks = vi.spyOn(pb.Tick, 'decode');
  const tick = Buffer.alloc(1_000_000, Buffer.from([0x42, 0x00]));
  const frame = pb.Frame.encode({ progress: { id: 'x', note: 'on', fraction: -1, tick } }).finish();
  expect(decodeFrame(frame)).toEqual({ kind: 'progress', id: 'x', progress: { note: 'on' } });
  expect(ticks.mock.calls).toEqual([]);
});

test('as many as allowed pass, one more does not', () => {
  const at = (count: number) => () =>
    boundRepeats(repeated(3, 7, count), { outer: 3, inner: 7, most: 5, what: 'them' });
  expect(at(5)).not.toThrow();
  expect(at(6)).toThrow('them are more than 5');
});

test('whatever the bytes are, it ends, and throws nothing but that they are malformed', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        boundRepeats(bytes, { outer: 1, inner: 2, most: 3, what: 'them' });
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedMessageError);
      }
    }),
    { numRuns: 2000 },
  );
});
