import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  MAX_CONTENT_BYTES,
  MAX_CREDIT,
  MAX_FRAME_BYTES,
  MAX_ID_LENGTH,
  MAX_STOPS,
  MessageTooLargeError,
  REASONS,
  composeMessage,
  decodeEnvelope,
  decodeFrame,
  encodeEnvelope,
  encodeFrame,
  isReason,
  type Message,
} from '../../src/index.ts';
import { decodeJobHeader, decodeLink, encodeJobHeader, encodeLink } from '../../src/lineage/codec.ts';
import { decodeRefusal, decodeSettlement, encodeRefusal, encodeSettlement } from '../../src/wire/answer-codec.ts';
import { decodeBody, encodeBody } from '../../src/wire/body-codec.ts';
import { pb, timestamp } from '../../src/wire/protobuf.ts';
import { A, B, NOW, SETTLED, bodyFor, header, hop, rootOf } from '../lineage/chains.ts';
import { complaint } from './malformed.ts';

/** A length-delimited field that this version does not know, `bytes` long in all (2 to 127 or 131 to 16,000). */
function padding(bytes: number): Uint8Array {
  const [small, large] = [bytes - 3, bytes - 4];
  const head = small < 128 ? [0x9a, 0x06, small] : [0x9a, 0x06, (large & 0x7f) | 0x80, large >> 7];
  return Buffer.concat([Buffer.from(head), Buffer.alloc(small < 128 ? small : large)]);
}

const ENVELOPE_LIMIT = MAX_FRAME_BYTES - 1024;

describe('the size of what is said', () => {
  test('a content of the limit crosses, one byte more is refused by its sender', () => {
    const say = (bytes: number) => encodeBody('session', 'query', { content: 'x'.repeat(bytes), deadline: NOW });
    expect(complaint(() => decodeBody('session', 'query', 1, say(MAX_CONTENT_BYTES - 1)))).toBeUndefined();
    expect(complaint(() => decodeBody('session', 'query', 1, say(MAX_CONTENT_BYTES)))).toBeUndefined();
    expect(() => say(MAX_CONTENT_BYTES + 1)).toThrow(MessageTooLargeError);
  });

  test('bytes count, not characters', () => {
    const say = (content: string) => encodeBody('session', 'query', { content, deadline: NOW });
    expect(() => say('é'.repeat(MAX_CONTENT_BYTES / 2))).not.toThrow();
    expect(() => say(`${'é'.repeat(MAX_CONTENT_BYTES / 2)}x`)).toThrow(MessageTooLargeError);
  });

  test('a receiver does not rely on its sender', () => {
    verifies('p2p.wire.frame-limit');
    const read = (bytes: number) =>
      complaint(() =>
        decodeBody('task', 'request', 1, pb.TaskBody.encode({ content: 'x'.repeat(bytes), deadline: NOW }).finish()),
      );
    expect([MAX_CONTENT_BYTES - 1, MAX_CONTENT_BYTES, MAX_CONTENT_BYTES + 1].map(read)).toEqual([
      undefined,
      undefined,
      'body.content',
    ]);
  });

  test('a message with the largest content, the deepest chain and all that an answer reports fits in a frame', () => {
    let parent = rootOf();
    for (const [from, to] of [
      [A, B],
      [B, A],
      [A, B],
    ] as const) {
      parent = hop(parent, { channel: 'session', from, to }).lineage;
    }
    const path = Array(6).fill(A.peerId) as string[];
    const stops = Array.from({ length: MAX_STOPS }, () => ({ reason: 'max_hops' as const, path }));
    const message = composeMessage(
      {
        channel: 'task',
        parent,
        to: A.peerId,
        act: 'refuse',
        credit: 0,
        messageId: 'm'.repeat(MAX_ID_LENGTH),
        at: NOW,
        body: {
          content: 'x'.repeat(MAX_CONTENT_BYTES),
          inReplyTo: 'q'.repeat(MAX_ID_LENGTH),
          settlement: { ...SETTLED, path, stops, stopCount: MAX_CREDIT },
          refusal: { reason: 'busy', detail: 'd'.repeat(2000), path },
        },
      },
      B,
    );
    const frame = encodeFrame({ kind: 'answer', id: 'm'.repeat(MAX_ID_LENGTH), envelope: encodeEnvelope(message) });
    expect(frame.byteLength).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    expect(decodeFrame(frame)?.kind).toBe('answer');
  });
});

describe('the size of a message', () => {
  const sized = (bytes: number): Message => {
    const message = hop(rootOf(), { from: A, to: B });
    const [probe, ...guess] = [70_000, 70_000].map((length) => ({ ...message, bodyBytes: Buffer.alloc(length) }));
    if (probe === undefined || guess.length === 0) throw new Error('a message to measure');
    const overhead = encodeEnvelope(probe).byteLength - 70_000;
    return { ...message, bodyBytes: Buffer.alloc(bytes - overhead) };
  };

  test('a sender keeps room for the frame around it', () => {
    expect(encodeEnvelope(sized(ENVELOPE_LIMIT - 1)).byteLength).toBe(ENVELOPE_LIMIT - 1);
    expect(encodeEnvelope(sized(ENVELOPE_LIMIT)).byteLength).toBe(ENVELOPE_LIMIT);
    expect(() => encodeEnvelope(sized(ENVELOPE_LIMIT + 1))).toThrow(MessageTooLargeError);
  });

  test('a receiver reads neither an envelope nor a frame over 1 MiB', () => {
    verifies('p2p.wire.frame-limit');
    // What is inside does not matter before the size does: the field tells which check it was.
    expect(complaint(() => decodeEnvelope('task', new Uint8Array(MAX_FRAME_BYTES + 1)))).toBe('envelope');
    const framed = (bytes: number) => {
      const overhead = encodeFrame({ kind: 'request', id: 'm', envelope: new Uint8Array(70_000) }).length - 70_000;
      return encodeFrame({ kind: 'request', id: 'm', envelope: new Uint8Array(bytes - overhead) });
    };
    const sizes = [MAX_FRAME_BYTES - 1, MAX_FRAME_BYTES, MAX_FRAME_BYTES + 1].map(framed);
    expect(sizes.map((frame) => frame.byteLength - MAX_FRAME_BYTES)).toEqual([-1, 0, 1]);
    expect(sizes.map((frame) => complaint(() => decodeFrame(frame)))).toEqual([undefined, undefined, 'frame']);
  });
});

describe('the size of a chain', () => {
  test('16 links are read, 17 are not, and none is not a message', () => {
    const message = hop(rootOf(), { from: A, to: B });
    const read = (count: number) =>
      complaint(() => {
        const link = { link: message.link.bytes, signature: message.link.signature };
        const lineage = { job: message.lineage.jobBytes, links: Array.from({ length: count }, () => link) };
        decodeEnvelope('task', pb.Envelope.encode({ lineage, body: message.bodyBytes }).finish());
      });
    expect([0, 1, 15, 16, 17].map(read)).toEqual(['lineage', undefined, undefined, undefined, 'lineage.links']);
    expect(complaint(() => decodeEnvelope('task', new Uint8Array(0)))).toBe('lineage');
  });

  test('a job header has up to 1,024 bytes', () => {
    const bytes = encodeJobHeader(header());
    const read = (size: number) =>
      complaint(() => decodeJobHeader(Buffer.concat([bytes, padding(size - bytes.length)])));
    expect([1023, 1024, 1025].map(read)).toEqual([undefined, undefined, 'job']);
  });

  test('a link has up to 1,024 bytes', () => {
    const { link } = hop(rootOf(), { from: A, to: B });
    const read = (size: number) =>
      complaint(() => decodeLink(Buffer.concat([link.bytes, padding(size - link.bytes.length)]), link.signature, 3));
    expect([1023, 1024, 1025].map(read)).toEqual([undefined, undefined, 'links[3]']);
  });
});

describe('the fields of a job header', () => {
  const field = (changes: Parameters<typeof header>[0]) =>
    complaint(() => decodeJobHeader(encodeJobHeader(header(changes))));

  test('credit is between 1 and the most that may be minted', () => {
    expect([0, 1, MAX_CREDIT, MAX_CREDIT + 1].map((credit) => field({ credit }))).toEqual([
      'job.credit',
      undefined,
      undefined,
      'job.credit',
    ]);
  });

  test('a missing maxDepth is not a depth of 0, and a missing header is not one of defaults', () => {
    expect([0, 1, 4, 4_000_000_000].map((maxDepth) => field({ maxDepth }))).toEqual([
      'job.maxDepth',
      undefined,
      undefined,
      undefined,
    ]);
    expect(complaint(() => decodeJobHeader(new Uint8Array(0)))).toBe('job.maxDepth');
  });

  test('a job has a name of up to 128 characters', () => {
    expect(['', 'j', 'j'.repeat(128), 'j'.repeat(129)].map((jobId) => field({ jobId }))).toEqual([
      'job.jobId',
      undefined,
      undefined,
      'job.jobId',
    ]);
  });

  test.each([NaN, Infinity, -Infinity, -1, 2 ** 53, 1e300])('%d is not a time', (time) => {
    expect(field({ issuedAt: time })).toBe('job.issuedAt');
    expect(field({ expiresAt: time })).toBe('job.expiresAt');
    expect(complaint(() => timestamp('x', time))).toBe('x');
  });

  test.each([0, 0.5, 2 ** 53 - 1])('%d is a time', (time) => {
    expect(field({ issuedAt: time, expiresAt: time })).toBeUndefined();
  });
});

describe('the fields of a link', () => {
  const { link } = hop(rootOf(), { from: A, to: B });
  const field = (changes: Partial<typeof link>) =>
    complaint(() => {
      const changed = { ...link, ...changes };
      decodeLink(encodeLink(changed), changed.signature, 0);
    });

  test.each(['from', 'to', 'messageId'] as const)('%s has between 1 and 128 characters', (name) => {
    expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map((value) => field({ [name]: value }))).toEqual([
      `links[0].${name}`,
      undefined,
      undefined,
      `links[0].${name}`,
    ]);
  });

  test('the body’s hash has 32 bytes and the signature 64', () => {
    expect([31, 32, 33].map((length) => field({ bodyHash: new Uint8Array(length) }))).toEqual([
      'links[0].bodyHash',
      undefined,
      'links[0].bodyHash',
    ]);
    expect([0, 63, 64, 65].map((length) => field({ signature: new Uint8Array(length) }))).toEqual([
      'links[0].signature',
      'links[0].signature',
      undefined,
      'links[0].signature',
    ]);
  });

  test('an act is one that this version knows: which of them oblige has to be known', () => {
    const withAct = (act: number) =>
      complaint(() => decodeLink(pb.Link.encode({ ...link, act }).finish(), link.signature, 0));
    expect([1, 2, 3, 4, 5, 6, 7].map(withAct)).toEqual(Array(7).fill(undefined));
    expect([0, 8, -1, 2 ** 31 - 1].map(withAct)).toEqual(Array(4).fill('links[0].act'));
  });

  test('when it was stamped is a time', () => {
    expect(field({ at: NaN })).toBe('links[0].at');
  });
});

describe('what an answer reports', () => {
  const refusal = { reason: 'busy', detail: '', path: [] } as const;

  test('a path names up to 32 peers', () => {
    const path = (length: number) => Array.from({ length }, (_, index) => `peer-${index}`);
    const read = (length: number) => complaint(() => decodeRefusal({ ...refusal, path: path(length) }));
    expect([0, 31, 32, 33].map(read)).toEqual([undefined, undefined, undefined, 'path']);
    expect(complaint(() => decodeRefusal({ ...refusal, path: [''] }))).toBe('path');
    expect(complaint(() => decodeRefusal({ ...refusal, path: ['x'.repeat(129)] }))).toBe('path');
  });

  test('up to 8 stops are named, and each of them has such a path', () => {
    const stop = { reason: 'max_hops', path: ['a'] };
    const read = (length: number) => complaint(() => decodeSettlement({ stops: Array.from({ length }, () => stop) }));
    expect([0, 7, 8, 9].map(read)).toEqual([undefined, undefined, undefined, 'settlement.stops']);
    expect(complaint(() => decodeSettlement({ stops: [{ ...stop, path: Array(33).fill('a') as string[] }] }))).toBe(
      'path',
    );
  });

  test.each(['returned', 'burnt', 'open', 'stopCount'] as const)('%s is at most what can be minted', (name) => {
    const read = (value: number) => complaint(() => decodeSettlement({ [name]: value }));
    expect([0, MAX_CREDIT, MAX_CREDIT + 1].map(read)).toEqual([undefined, undefined, `settlement.${name}`]);
  });

  test('a sender keeps to these limits, so that no answer is lost over what it reports', () => {
    const path = ['', 'x'.repeat(129), ...Array.from({ length: 40 }, (_, index) => `peer-${index}`)];
    const kept = path.slice(2, 34);
    const stops = Array.from({ length: 12 }, () => ({ reason: 'max_hops' as const, path }));
    const settlement = encodeSettlement({ returned: 1, burnt: 2, open: 3, path, stops, stopCount: 20_000 });
    expect(decodeSettlement(settlement)).toEqual({
      returned: 1,
      burnt: 2,
      open: 3,
      path: kept,
      stops: Array.from({ length: MAX_STOPS }, () => ({ reason: 'max_hops', path: kept })),
      stopCount: MAX_CREDIT,
    });
    const refused = encodeRefusal({ reason: 'busy', detail: 'd'.repeat(2001), path });
    expect(decodeRefusal(refused)).toEqual({ reason: 'busy', detail: 'd'.repeat(2000), path: kept });
  });

  test('a reason of a later version is told as the other side’s agent refusing, with its sentence', () => {
    expect(decodeRefusal({ reason: 'too_sunny', detail: 'wait for rain' })).toEqual({
      reason: 'agent_refused',
      detail: 'wait for rain',
      path: [],
    });
    expect(decodeSettlement({ stops: [{}] }).stops).toEqual([{ reason: 'agent_refused', path: [] }]);
    expect(isReason('too_sunny')).toBe(false);
    expect(REASONS.every(isReason)).toBe(true);
  });
});

describe('frames', () => {
  const accepted = (id: string) => complaint(() => decodeFrame(pb.Frame.encode({ accepted: { id } }).finish()));

  test('an id has between 1 and 128 characters', () => {
    expect(['', 'x', 'x'.repeat(128), 'x'.repeat(129)].map(accepted)).toEqual([
      'frame.id',
      undefined,
      undefined,
      'frame.id',
    ]);
  });

  test('a refusal without its reasons and a settlement without its sums are none', () => {
    expect(complaint(() => decodeFrame(pb.Frame.encode({ refused: { id: 'x' } }).finish()))).toBe('refused.refusal');
    expect(complaint(() => decodeFrame(pb.Frame.encode({ settled: { id: 'x' } }).finish()))).toBe('settled.settlement');
  });

  test('notes and reasons are cut, by whoever is asked first', () => {
    const long = 'n'.repeat(3000);
    const progress = decodeFrame(encodeFrame({ kind: 'progress', id: 'x', progress: { note: long } }));
    expect(progress).toEqual({ kind: 'progress', id: 'x', progress: { note: 'n'.repeat(2000) } });
    const cancel = decodeFrame(pb.Frame.encode({ cancel: { id: 'x', reason: long } }).finish());
    expect(cancel).toEqual({ kind: 'cancel', id: 'x', reason: 'n'.repeat(2000) });
  });

  test.each([
    [-0.001, undefined],
    [0, 0],
    [1, 1],
    [1.001, undefined],
    [NaN, undefined],
    [Infinity, undefined],
  ])('a progress of %d is %d', (fraction, expected) => {
    const frame = decodeFrame(pb.Frame.encode({ progress: { id: 'x', note: 'n', fraction } }).finish());
    expect(frame).toEqual({
      kind: 'progress',
      id: 'x',
      progress: { note: 'n', ...(expected === undefined ? {} : { fraction: expected }) },
    });
  });

  test('a kind of a later version is passed over', () => {
    const later = [
      new Uint8Array(0),
      Buffer.from([0x42, 0x03, 0x0a, 0x01, 0x78]), // field 8, a message
      padding(40),
    ];
    expect(later.map((frame) => decodeFrame(frame))).toEqual([undefined, undefined, undefined]);
  });

  test('an unknown field beside a known kind does not hide it', () => {
    const frame = Buffer.concat([encodeFrame({ kind: 'accepted', id: 'x' }), padding(20)]);
    expect(decodeFrame(frame)).toEqual({ kind: 'accepted', id: 'x' });
  });
});

test('a post wakes up to 1,024 peers', () => {
  const read = (count: number) => {
    const wake = Array.from({ length: count }, (_, index) => ({ peer: `peer-${index}`, credit: 1 }));
    const body = { ...bodyFor('room', 'request', 1, ['b']), wake };
    return complaint(() => decodeBody('room', 'request', count, encodeBody('room', 'request', body)));
  };
  expect([1023, 1024, 1025].map(read)).toEqual([undefined, undefined, 'body.wake']);
});
