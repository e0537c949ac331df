import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { bodyHash, decodeEnvelope, decodeFrame, encodeEnvelope, encodeFrame, type Message } from '../../src/index.ts';
import { decodeBody, encodeBody } from '../../src/wire/body-codec.ts';
import { damaged, frames, messages, sayings } from './arbitraries.ts';
import { answerTo, B, hop, rootOf, A } from '../lineage/chains.ts';

test('a body reads as it was written, on each channel', () => {
  verifies('p2p.wire.round-trip');
  fc.assert(
    fc.property(sayings, ({ channel, act, credit, body }) => {
      expect(decodeBody(channel, act, credit, encodeBody(channel, act, body))).toEqual(body);
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

/** Buffers and arrays of bytes hold the same things. */
function plain({ channel, lineage, link, body, bodyBytes }: Message) {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  const linkOf = (signed: Message['link']) => ({
    ...signed,
    bodyHash: hex(signed.bodyHash),
    bytes: hex(signed.bytes),
    signature: hex(signed.signature),
  });
  return {
    channel,
    job: lineage.job,
    jobBytes: hex(lineage.jobBytes),
    links: lineage.links.map(linkOf),
    link: linkOf(link),
    body,
    bodyBytes: hex(bodyBytes),
  };
}

function normal(frame: ReturnType<typeof decodeFrame>): unknown {
  return frame !== undefined && 'envelope' in frame ? { ...frame, envelope: Buffer.from(frame.envelope) } : frame;
}
