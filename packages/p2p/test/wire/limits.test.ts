import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  Lineage,
  MAX_CONTENT_BYTES,
  MAX_CREDIT,
  MAX_EPOCH,
  MAX_FRAME_BYTES,
  MAX_HISTORY,
  MAX_ID_LENGTH,
  MAX_NOTICE_BYTES,
  MAX_STOPS,
  MAX_STOP_PAYLOAD,
  MessageTooLargeError,
  NoLocalIdError,
  REASONS,
  composeMessage,
  composeNotice,
  decodeEnvelope,
  decodeFrame,
  decodeNotice,
  encodeEnvelope,
  encodeFrame,
  isReason,
  isSignedNotice,
  verifyEd25519,
  type Message,
} from '../../src/index.ts';
import { decodeJobHeader, decodeLink, encodeJobHeader, encodeLink } from '../../src/lineage/codec.ts';
import { decodeRefusal, decodeSettlement, encodeRefusal, encodeSettlement } from '../../src/wire/answer-codec.ts';
import { decodeBody, encodeBody } from '../../src/wire/body-codec.ts';
import { pb, timestamp } from '../../src/wire/protobuf.ts';
import { A, B, HOUR, NOW, SETTLED, bodyFor, forge, header, hop, rootOf } from '../lineage/chains.ts';
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
    // Padded as far as a later version's unknown fields may go, and with as many links as are read.
    const job = encodeJobHeader(header());
    let parent = new Lineage(header(), Buffer.concat([job, padding(1024 - job.length)]), []);
    for (let links = 0; links < 15; links += 1) {
      const [from, to] = links % 2 === 0 ? [A, B] : [B, A];
      const link = forge(parent, { from: from.peerId, to: to.peerId }, from).last?.bytes ?? new Uint8Array(0);
      parent = forge(parent, { from: from.peerId, to: to.peerId }, from, padding(1024 - link.length));
    }
    // 32 peers of 128 bytes: more than any path of this version has, and what a reader takes.
    const path = Array(32).fill('p'.repeat(MAX_ID_LENGTH)) as string[];
    const briefHash = new Uint8Array(32).fill(7);
    const payload = 'é'.repeat(MAX_STOP_PAYLOAD);
    const stops = Array.from({ length: MAX_STOPS }, () => ({ reason: 'max_hops' as const, path, briefHash, payload }));
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
          refusal: { reason: 'busy', detail: '深'.repeat(2000), path },
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

  test('an epoch is up to a million, and the first one is not on the wire', () => {
    expect([0, 1, MAX_EPOCH, MAX_EPOCH + 1].map((epoch) => field({ epoch }))).toEqual([
      undefined,
      undefined,
      undefined,
      'job.epoch',
    ]);
    const older = pb.JobHeader.encode({
      jobId: 'job-1',
      maxDepth: 4,
      credit: 32,
      issuedAt: NOW,
      expiresAt: NOW + HOUR,
    });
    expect(Buffer.compare(encodeJobHeader(header()), older.finish())).toBe(0);
    expect(decodeJobHeader(older.finish()).epoch).toBe(0);
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

  test('the hash of a brief has 32 bytes, or is not there', () => {
    const read = (length: number) =>
      complaint(() => decodeSettlement({ stops: [{ reason: 'max_hops', briefHash: new Uint8Array(length) }] }));
    expect([0, 1, 31, 32, 33].map(read)).toEqual([
      undefined,
      'settlement.stops.briefHash',
      'settlement.stops.briefHash',
      undefined,
      'settlement.stops.briefHash',
    ]);
    expect(decodeSettlement({ stops: [{ briefHash: new Uint8Array(0) }] }).stops[0]).not.toHaveProperty('briefHash');
  });

  test('only the first stop has a payload, cut to whole characters, by whoever is asked first', () => {
    const stop = { reason: 'max_hops' as const, path: [], payload: `x${'é'.repeat(MAX_STOP_PAYLOAD)}` };
    const cut = `x${'é'.repeat(MAX_STOP_PAYLOAD / 2 - 1)}`;
    expect(Buffer.byteLength(cut)).toBe(MAX_STOP_PAYLOAD - 1);
    const settlement = { ...SETTLED, stops: [stop, stop] };
    expect((encodeSettlement(settlement).stops ?? []).map(({ payload }) => payload)).toEqual([cut, undefined]);
    expect(decodeSettlement(settlement as never).stops.map(({ payload }) => payload)).toEqual([cut, undefined]);
    const fits = 'x'.repeat(MAX_STOP_PAYLOAD);
    const exact = encodeSettlement({ ...SETTLED, stops: [{ ...stop, payload: fits }] });
    expect(exact.stops?.[0]?.payload).toBe(fits);
    const emoji = encodeSettlement({ ...SETTLED, stops: [{ ...stop, payload: `xy${'😀'.repeat(2000)}` }] });
    expect(emoji.stops?.[0]?.payload).toBe(`xy${'😀'.repeat(1023)}`);
  });

  test('of stops that make a settlement too large the last are not named, and yet counted', () => {
    const path = Array(32).fill('p'.repeat(MAX_ID_LENGTH)) as string[];
    const stops = Array.from({ length: MAX_STOPS }, () => ({ reason: 'max_hops' as const, path, payload: 'x' }));
    const read = decodeSettlement(encodeSettlement({ ...SETTLED, path, stops, stopCount: 8 }));
    expect([read.stops.length < MAX_STOPS, read.stops.length > 1, read.stopCount]).toEqual([true, true, 8]);
    const usual = stops.map((stop) => ({ ...stop, path: Array(32).fill(A.peerId) as string[] }));
    expect(decodeSettlement(encodeSettlement({ ...SETTLED, stops: usual })).stops).toHaveLength(MAX_STOPS);
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

  test('a question after posts says of which room, and for 1 to 256', () => {
    const read = (changes: object) => {
      const history = { id: 'q', room: 'ops', since: NOW, limit: 7, ...changes };
      return decodeFrame(pb.Frame.encode({ history }).finish());
    };
    const field = (changes: object) => complaint(() => read(changes));
    expect(['', 'Ops', 'x'.repeat(65)].map((room) => field({ room }))).toEqual(Array(3).fill('history.room'));
    expect([-1, NaN, Infinity].map((since) => field({ since }))).toEqual(Array(3).fill('history.since'));
    expect([field({ id: '' }), field({ limit: 0 })]).toEqual(['frame.id', 'history.limit']);
    const limits = [1, MAX_HISTORY, MAX_HISTORY + 1, 4_000_000_000].map((limit) => read({ limit }));
    expect(limits.map((frame) => frame?.kind === 'history' && frame.limit)).toEqual([1, 256, 256, 256]);
  });

  test('up to 256 posts are read at once', () => {
    const read = (count: number) =>
      complaint(() => {
        const envelopes = Array.from({ length: count }, () => new Uint8Array(1));
        decodeFrame(pb.Frame.encode({ posts: { id: 'q', envelopes } }).finish());
      });
    expect([0, MAX_HISTORY, MAX_HISTORY + 1].map(read)).toEqual([undefined, undefined, 'posts.envelopes']);
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
      Buffer.from([0x62, 0x03, 0x0a, 0x01, 0x78]), // field 12, a message
      padding(40),
    ];
    expect(later.map((frame) => decodeFrame(frame))).toEqual(Array(4).fill(undefined));
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

describe('notices', () => {
  const STAMP = { id: 'notice-1', at: NOW, until: NOW + HOUR };
  const HALT = { all: true, note: 'enough' };
  const FREEZE = {
    jobId: 'job-1',
    epoch: 0,
    reason: 'max_hops',
    path: ['a'],
    witness: { job: encodeJobHeader(header()) },
  };
  type Raw = Parameters<typeof pb.Notice.encode>[0];

  const signed = (notice: Uint8Array) => pb.SignedNotice.encode({ notice, signature: new Uint8Array(64) }).finish();
  const field = (changes: Raw) =>
    complaint(() => decodeNotice(signed(pb.Notice.encode({ from: A.peerId, ...STAMP, ...changes }).finish())));

  test('have up to 32 KiB, signature and all', () => {
    const whole = composeNotice({ kind: 'halt', scope: { kind: 'all' }, note: '' }, STAMP, A);
    const sized = (bytes: number) =>
      Buffer.concat([whole, padding(16_000), padding(15_000), padding(bytes - whole.length - 31_000)]);
    const read = (bytes: number) => complaint(() => decodeNotice(sized(bytes)));
    const sizes = [MAX_NOTICE_BYTES - 1, MAX_NOTICE_BYTES, MAX_NOTICE_BYTES + 1];
    expect(sizes.map(read)).toEqual([undefined, undefined, 'notice']);
    expect(sizes.map((bytes) => isSignedNotice(sized(bytes), verifyEd25519))).toEqual([true, true, false]);
  });

  test('with the largest of everything fit, and what is too much is not sent', () => {
    const path = Array(40).fill('p'.repeat(MAX_ID_LENGTH)) as string[];
    const [jobId, long] = ['j'.repeat(MAX_ID_LENGTH), '深'.repeat(5_000)];
    const stop = { jobId, epoch: MAX_EPOCH, reason: 'cannot: ping-pong', path, briefHash: new Uint8Array(32) } as const;
    const escalation = composeNotice({ kind: 'escalation', ...stop, detail: long, payload: long }, STAMP, A);
    expect(decodeNotice(escalation)?.content).toEqual({
      kind: 'escalation',
      ...stop,
      path: path.slice(0, 32),
      briefHash: expect.anything() as unknown,
      detail: long.slice(0, 2000),
      payload: long.slice(0, Math.floor(MAX_STOP_PAYLOAD / 3)),
    });
    let witness = rootOf();
    for (let links = 0; links < 16; links += 1) {
      const link = forge(witness, { from: A.peerId, to: A.peerId }, A).last?.bytes ?? new Uint8Array(0);
      witness = forge(witness, { from: A.peerId, to: A.peerId }, A, padding(1024 - link.length));
    }
    expect(decodeNotice(composeNotice({ kind: 'freeze', ...stop, witness }, STAMP, A))?.content.kind).toBe('freeze');
    const huge = new Lineage(witness.job, Buffer.alloc(20_000), witness.links);
    expect(() => composeNotice({ kind: 'receipt', witness: huge }, STAMP, A)).toThrow(MessageTooLargeError);
  });

  test('have an author, an ID and two times', () => {
    expect(field({ halt: HALT })).toBeUndefined();
    for (const name of ['from', 'id'] as const) {
      expect(['', 'x'.repeat(129)].map((value) => field({ halt: HALT, [name]: value }))).toEqual(
        Array(2).fill(`notice.${name}`),
      );
    }
    for (const name of ['at', 'until'] as const) {
      expect([-1, NaN, 2 ** 53].map((value) => field({ halt: HALT, [name]: value }))).toEqual(
        Array(3).fill(`notice.${name}`),
      );
    }
  });

  test('say what of a job is frozen', () => {
    const freeze = (changes: object) => field({ freeze: { ...FREEZE, ...changes } });
    expect(freeze({})).toBeUndefined();
    expect([freeze({ jobId: '' }), freeze({ jobId: 'x'.repeat(129) })]).toEqual(Array(2).fill('freeze.jobId'));
    expect([freeze({ epoch: MAX_EPOCH }), freeze({ epoch: MAX_EPOCH + 1 })]).toEqual([undefined, 'freeze.epoch']);
    expect([freeze({ path: Array(32).fill('a') }), freeze({ path: Array(33).fill('a') })]).toEqual([undefined, 'path']);
    expect([32, 33].map((size) => freeze({ briefHash: new Uint8Array(size) }))).toEqual([
      undefined,
      'freeze.briefHash',
    ]);
    expect([freeze({ witness: null }), field({ receipt: {} })]).toEqual(['freeze.witness', 'receipt.witness']);
    expect(freeze({ witness: {} })).toBe('job.maxDepth');
    const links = (count: number) => Array.from({ length: count }, () => ({}));
    expect(freeze({ witness: { ...FREEZE.witness, links: links(17) } })).toBe('lineage.links');
    expect(freeze({ witness: { ...FREEZE.witness, links: links(1) } })).toBe('links[0].act');
  });

  test('say what is halted', () => {
    expect(field({ halt: { jobId: '' } })).toBe('halt.jobId');
    expect(field({ resume: { peer: 'x'.repeat(129) } })).toBe('resume.peer');
  });

  test('of a kind or a scope of a later version are passed over', () => {
    for (const later of [{}, { halt: {} }, { resume: { all: false } }]) {
      const bytes = signed(pb.Notice.encode({ from: A.peerId, ...STAMP, ...later }).finish());
      expect(decodeNotice(bytes)).toBeUndefined();
    }
    expect(field({ id: '' })).toBe('notice.id');
    expect([new Uint8Array(0), Buffer.from('nonsense')].map((bytes) => complaint(() => decodeNotice(bytes)))).toEqual([
      'notice.from',
      'notice',
    ]);
  });

  test('are signed by their author, and no link’s signature will do', () => {
    const notice = pb.Notice.encode({ from: A.peerId, ...STAMP, halt: HALT }).finish();
    const bears = (signature: Uint8Array) =>
      isSignedNotice(pb.SignedNotice.encode({ notice, signature }).finish(), verifyEd25519);
    const tagged = (tag: string) => Buffer.concat([Buffer.from(tag), notice]);
    expect(bears(A.sign(tagged('hoplite/1/notice\0')))).toBe(true);
    expect(bears(B.sign(tagged('hoplite/1/notice\0')))).toBe(false);
    expect(['', 'hoplite/1/link\0'].map((tag) => bears(A.sign(tagged(tag))))).toEqual([false, false]);
    expect(() =>
      composeNotice({ kind: 'halt', scope: { kind: 'all' }, note: '' }, STAMP, { ...A, peerId: '' }),
    ).toThrow(NoLocalIdError);
  });
});
