import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import {
  bodyHash,
  composeNotice,
  decodeEnvelope,
  decodeFrame,
  decodeNotice,
  encodeEnvelope,
  encodeFrame,
  isSignedNotice,
  verifyEd25519,
  type Message,
} from '../../src/index.ts';
import { decodeBody, encodeBody } from '../../src/wire/body-codec.ts';
import { damaged, frames, messages, notices, noticeStamps, sayings } from './arbitraries.ts';
import { answerTo, B, hop, rootOf, A } from '../lineage/chains.ts';
import { timestamp } from '../../src/wire/protobuf.ts';

test('a body reads as it was written, on each channel', () => {
  verifies('p2p.wire.round-trip');
  fc.assert(
    fc.property(sayings, ({ channel, act, credit, body }) => {
      expect(normal(decodeBody(channel, act, credit, encodeBody(channel, act, body)))).toEqual(normal(body));
    }),
  );
});

test('a message reads as it was written, and its bytes are those that were signed', () => {
  verifies('p2p.wire.round-trip', 'p2p.wire.received-bytes');
  fc.assert(
    fc.property(messages, (message) => {
      const bytes = encodeEnvelope(message);
      const read = decodeEnvelope(message.channel, bytes);
      expect(plain(read)).toEqual(plain(message));
      expect(Buffer.from(read.link.bodyHash)).toEqual(bodyHash(read.channel, read.bodyBytes));
      expect(Buffer.compare(encodeEnvelope(read), bytes)).toBe(0);
      expect(read.link.act).toBe(message.link.act);
    }),
  );
});

test('a frame reads as it was written', () => {
  verifies('p2p.wire.round-trip');
  fc.assert(
    fc.property(frames, (frame) => {
      const read = decodeFrame(encodeFrame(frame));
      expect(normal(read)).toEqual(normal(frame));
    }),
  );
});

test('a notice reads as it was written, and bears the signature of its author', () => {
  verifies('p2p.wire.round-trip');
  fc.assert(
    fc.property(notices, noticeStamps, (content, stamp) => {
      const bytes = composeNotice(content, stamp, B);
      expect(normal(decodeNotice(bytes))).toEqual(normal({ from: B.peerId, ...stamp, content }));
      expect(isSignedNotice(bytes, verifyEd25519)).toBe(true);
    }),
  );
});

test('whatever is read off damaged bytes can be passed on and reads the same again', () => {
  verifies('p2p.wire.received-bytes', 'p2p.wire.fuzz');
  const bytes = encodeEnvelope(hop(rootOf(), { from: A, to: B }));
  let readable = 0;
  fc.assert(
    fc.property(damaged(bytes), (changed) => {
      let message: Message;
      try {
        message = decodeEnvelope('task', changed);
      } catch {
        return;
      }
      readable += 1;
      expect(plain(decodeEnvelope('task', encodeEnvelope(message)))).toEqual(plain(message));
    }),
    { numRuns: 2000 },
  );
  expect(readable).toBeGreaterThan(0);
});

test('an answer keeps the room of what it answers', () => {
  const post = hop(rootOf(), { channel: 'room', from: A, to: B });
  const answer = answerTo(post, B);
  expect(decodeEnvelope('room', encodeEnvelope(answer)).body.room).toBe(post.body.room);
});

function plain({ channel, lineage, link, body, bodyBytes }: Message): unknown {
  return normal({ channel, lineage, link, body, bodyBytes });
}

/** Buffers and arrays of bytes hold the same things. */
function normal(value: unknown): unknown {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('hex');
  }
  if (Array.isArray(value)) {
    return value.map(normal);
  }
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, normal(part)]))
    : value;
}

test('a time with a fraction, as other languages have them, is read without it: stores keep whole numbers', () => {
  expect([timestamp('at', 1.9), timestamp('at', 0), timestamp('at', Number.MAX_SAFE_INTEGER)]).toEqual([
    1,
    0,
    Number.MAX_SAFE_INTEGER,
  ]);
});
