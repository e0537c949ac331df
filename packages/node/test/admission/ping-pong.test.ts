import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { briefHash, shortHash } from '@hoplite/p2p';
import { inboundAt } from '../turns/inbound-at.ts';
import { A, B, C, message, rootOf } from './crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.ping-pong');

const SECRET = 'the-plans-of-the-harbour';
const toB = { channel: 'task', from: A, to: B } as const;

/** The same JSON as another writer would write it. */
function rewritten(value: unknown, space: string): string {
  return JSON.stringify(value, reversed, space);
}

function reversed(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).reverse())
    : value;
}

test('the same brief to the same peer again is refused cannot: ping-pong, and the path is that of the message', () => {
  const { arrive } = inboundAt(B);
  const first = message(rootOf(), toB);
  expect(arrive(first).accepts).toBe(true);
  const again = message(rootOf(), toB);
  expect(again.link.messageId).not.toBe(first.link.messageId);
  expect(arrive(again).refusals).toMatchObject([{ reason: 'cannot: ping-pong', path: [A.peerId, B.peerId] }]);
  // The same message again is another matter: it gets what the first one got.
  expect(arrive(first).accepts).toBe(true);
});

test('ten hex characters of the hash stand in the refusal and in what operators are told; the brief in neither', () => {
  const { arrive, events, store } = inboundAt(B);
  const content = JSON.stringify({ skill: 'echo', text: SECRET });
  arrive(message(rootOf(), { ...toB, content }));
  const [refusal] = arrive(message(rootOf(), { ...toB, content })).refusals;
  const hash = shortHash(briefHash(B.peerId, content, 'task'));
  expect(hash).toMatch(/^[0-9a-f]{10}$/);
  expect(refusal?.detail).toContain(hash);
  expect(refusal?.detail).not.toMatch(/[0-9a-f]{11}/);
  const told = events.filter(({ event }) => event === 'refused');
  expect(told).toMatchObject([{ reason: 'cannot: ping-pong', briefHash: hash }]);
  const kept = store.refusals({ jobId: 'job-1' }, 10);
  expect(kept).toMatchObject([{ brake: 'not-repeated', reason: 'cannot: ping-pong', direction: 'in' }]);
  expect(JSON.stringify([refusal, told, kept])).not.toContain(SECRET);
});

test('white space and the order of keys do not make a new brief, whatever the brief', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 8 });
  const brief = fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(fc.dictionary(text, fc.boolean()))), {
    maxKeys: 5,
  });
  fc.assert(
    fc.property(brief, fc.constantFrom('', '  ', '\t'), (brief, space) => {
      const { arrive } = inboundAt(B);
      expect(arrive(message(rootOf(), { ...toB, content: JSON.stringify(brief) })).accepts).toBe(true);
      const [refusal] = arrive(message(rootOf(), { ...toB, content: rewritten(brief, space) })).refusals;
      expect(refusal?.reason).toBe('cannot: ping-pong');
    }),
    { numRuns: 25 },
  );
});

describe('no repeat', () => {
  const passes = (...messages: readonly ReturnType<typeof message>[]) => {
    const { arrive } = inboundAt(B);
    return messages.map((one) => arrive(one).accepts);
  };
  const first = message(rootOf(), toB);

  test('is another brief', () => {
    expect(passes(first, message(rootOf(), { ...toB, content: '{"skill":"host.report"}' }))).toEqual([true, true]);
    // To a person it may look the same: order in a list, and text that is a number.
    expect(
      passes(
        message(rootOf(), { ...toB, content: '[1,2]' }),
        message(rootOf(), { ...toB, content: '[2,1]' }),
        message(rootOf(), { ...toB, content: '["1",2]' }),
      ),
    ).toEqual([true, true, true]);
  });

  test('is the same of another job, or after a person has released the job', () => {
    expect(passes(first, message(rootOf({ jobId: 'job-2' }), toB))).toEqual([true, true]);
    expect(passes(first, message(rootOf({ epoch: 1 }), toB))).toEqual([true, true]);
  });

  test('S45: is the same by another sender: a diamond is legitimate', () => {
    const throughC = message(rootOf(), { channel: 'task', from: A, to: C }).lineage;
    expect(passes(first, message(throughC, { channel: 'task', from: C, to: B }))).toEqual([true, true]);
  });

  test('is an answer, however often it says the same', () => {
    const thanks = { channel: 'session', from: A, to: B, act: 'inform', inReplyTo: 'x', content: 'thanks' } as const;
    const { arrive } = inboundAt(B);
    for (let count = 0; count < 3; count += 1) {
      expect(arrive(message(rootOf(), thanks)).refusals).toMatchObject([{ reason: 'terminal' }]);
    }
  });
});
