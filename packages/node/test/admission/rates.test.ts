import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyBrakes } from '../../src/admission/brakes.ts';
import { NodeView, ratedAs } from '../../src/admission/node-view.ts';
import { Rates, TokenBuckets, type Rate } from '../../src/admission/rates.ts';
import { inboundAt } from '../turns/inbound-at.ts';
import { A, B, C, D, NOW, inbound, message, outbound, rootOf } from './crossings.ts';
import { verifies } from '@hoplite/test/requirements';

verifies('node.brakes.rate-limited');

const MINUTE = 60_000;

const rate: fc.Arbitrary<Rate> = fc.record({
  burst: fc.integer({ min: 1, max: 20 }),
  perMinute: fc.oneof(fc.integer({ min: 1, max: 6000 }), fc.double({ min: 0.1, max: 10, noNaN: true })),
});

describe('a token bucket', () => {
  test('lets a burst through at once, and then as much as the rate', () => {
    const buckets = new TokenBuckets({ burst: 3, perMinute: 60 });
    const tries = (now: number, count: number) =>
      Array.from({ length: count }, () => buckets.tryTake('a', now)).filter(Boolean).length;
    expect(tries(NOW, 10)).toBe(3);
    expect(buckets.wait('a', NOW)).toBe(1000);
    expect(tries(NOW + 999, 10)).toBe(0);
    expect(tries(NOW + 1000, 10)).toBe(1);
    expect(tries(NOW + 10 * MINUTE, 10)).toBe(3);
    expect(buckets.wait('b', NOW)).toBe(0);
  });

  test('never lets more through in any time than burst + perMinute × minutes, however it is asked', () => {
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 }), (rate, pauses) => {
        const buckets = new TokenBuckets(rate);
        const passed: number[] = [];
        let now = NOW;
        for (const pause of pauses) {
          now += pause;
          if (buckets.tryTake('a', now)) passed.push(now);
        }
        for (const [first, begin] of passed.entries()) {
          for (const [last, end] of [...passed.entries()].slice(first)) {
            const allowed = rate.burst + (rate.perMinute * (end - begin)) / MINUTE;
            expect(last - first + 1).toBeLessThanOrEqual(allowed + 1e-6);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('who waits as long as it is told gets through, and who waits less does not', () => {
    fc.assert(
      fc.property(rate, fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 30 }), (rate, pauses) => {
        const buckets = new TokenBuckets(rate);
        let now = NOW;
        for (const pause of pauses) {
          now += pause;
          buckets.take('a', now);
        }
        const wait = buckets.wait('a', now);
        // Of a millisecond: sums of fractions.
        expect(buckets.wait('a', now + wait)).toBeLessThanOrEqual(1);
        if (wait > 1) expect(buckets.tryTake('a', now + wait - 2)).toBe(false);
      }),
    );
  });

  test('a clock that is set back fills nothing', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 0, max: 1e9 }), (rate, back) => {
        const buckets = new TokenBuckets(rate);
        buckets.take('a', NOW, rate.burst);
        expect(buckets.tryTake('a', NOW - back)).toBe(false);
      }),
    );
  });

  test('after a clock was set back, it fills at its rate again from there: nobody is shut out until the old time', () => {
    const buckets = new TokenBuckets({ burst: 1, perMinute: 60 });
    buckets.take('a', NOW);
    const setBack = NOW - 60 * MINUTE;
    const wait = buckets.wait('a', setBack);
    expect(wait).toBe(1000);
    expect(buckets.wait('a', setBack + wait)).toBe(0);
  });

  test('taking what is not there is never owed for more than the burst', () => {
    const buckets = new TokenBuckets({ burst: 2, perMinute: 60 });
    buckets.take('a', NOW, 1000);
    expect(buckets.wait('a', NOW)).toBe(1000);
  });

  test('there is one for each of 4096 keys; then the one used longest ago is forgotten, and begins full', () => {
    const buckets = new TokenBuckets({ burst: 1, perMinute: 1 });
    for (let key = 0; key < 4096; key += 1) buckets.take(`${key}`, NOW);
    expect(['0', '1', '4095'].map((key) => buckets.wait(key, NOW))).toEqual([MINUTE, MINUTE, MINUTE]);
    buckets.take('0', NOW);
    buckets.take('one more', NOW);
    expect(['0', '1', '2', '4095'].map((key) => buckets.wait(key, NOW))).toEqual([MINUTE, 0, MINUTE, MINUTE]);
  });
});

describe('the rates', () => {
  const rates = () => new Rates({ burst: 3, perMinute: 60 }, { burst: 5, perMinute: 60 });
  const from = (peer: string, origin: string) => ({ direction: 'inbound', peer, origin }) as const;

  test('are of one peer, whatever jobs its messages are of (X07)', () => {
    const all = rates();
    for (let job = 0; job < 3; job += 1) all.take(from('b', `origin-${job}`), NOW);
    expect(all.wait(from('b', 'origin-9'), NOW)).toBe(1000);
    expect(all.wait(from('c', 'origin-9'), NOW)).toBe(0);
  });

  test('are of one origin, whatever peers its jobs come through', () => {
    const all = rates();
    for (let peer = 0; peer < 5; peer += 1) all.take(from(`peer-${peer}`, 'a'), NOW);
    expect(all.wait(from('peer-9', 'a'), NOW)).toBe(1000);
    expect(all.wait(from('peer-9', 'b'), NOW)).toBe(0);
  });

  test('of what arrives and of what leaves are apart', () => {
    const all = rates();
    for (let message = 0; message < 5; message += 1) all.take(from('b', 'a'), NOW);
    expect(all.wait({ direction: 'outbound', peer: 'b', origin: 'a' }, NOW)).toBe(0);
  });

  test('know after a restart what arrived shortly before', () => {
    const all = rates();
    all.prime(
      [
        { author: 'b', origin: 'a', count: 3 },
        { author: 'c', origin: 'a', count: 1 },
      ],
      NOW,
    );
    expect(all.wait(from('b', 'z'), NOW)).toBe(1000);
    expect([all.wait(from('c', 'a'), NOW), all.wait({ ...from('b', 'z'), direction: 'outbound' }, NOW)]).toEqual([
      0, 0,
    ]);
    all.take(from('c', 'a'), NOW);
    expect(all.wait(from('d', 'a'), NOW)).toBe(1000);
  });
});

describe('what is over the rate', () => {
  const config = { rates: { perPeer: { burst: 2, perMinute: 60 }, perOrigin: { burst: 100, perMinute: 60 } } };
  const brief = (job: number) =>
    message(rootOf({ jobId: `rated-${job}` }), { channel: 'task', from: A, to: B, content: `${job}` });

  test('is refused rate_limited with the time to wait, and gets through after that', async () => {
    const { arrive, clock } = inboundAt(B, { config });
    expect([arrive(brief(1)).accepts, arrive(brief(2)).accepts]).toEqual([true, true]);
    const third = arrive(brief(3));
    expect(third.refusals).toMatchObject([{ reason: 'rate_limited', retryAfter: 1000, path: [A.peerId, B.peerId] }]);
    clock.advance(500);
    expect(arrive(brief(3)).refusals).toMatchObject([{ reason: 'rate_limited', retryAfter: 500 }]);
    clock.advance(500);
    expect(arrive(brief(3)).accepts).toBe(true);
  });

  test('costs nothing of the rate, and neither does what is refused for other reasons', () => {
    const { arrive, clock } = inboundAt(B, { config });
    for (let count = 0; count < 10; count += 1) {
      // A task that has been here before.
      const there = message(rootOf(), { channel: 'task', from: B, to: A });
      arrive(message(there.lineage, { channel: 'task', from: A, to: B, content: `${count}` }));
    }
    expect([1, 2, 3].map((job) => arrive(brief(job)).accepts)).toEqual([true, true, false]);
    for (let count = 0; count < 10; count += 1) arrive(brief(4));
    clock.advance(1000);
    expect(arrive(brief(4)).accepts).toBe(true);
  });

  test('leaves terminal acts alone', () => {
    const { arrive } = inboundAt(B, { config });
    [1, 2].map(brief).map(arrive);
    const answer = message(rootOf(), { channel: 'session', from: A, to: B, act: 'inform', inReplyTo: 'x' });
    expect(arrive(answer).refusals).toMatchObject([{ reason: 'terminal' }]);
  });

  test('is not sent either: the origin is the lineage’s, or this node for a root', () => {
    const { runtime, clock } = inboundAt(A, { config });
    const view = new NodeView(runtime, { hasCredit: () => true, hasCapacity: () => true });
    const root = outbound(rootOf(), { channel: 'task', from: A, to: C });
    expect(ratedAs(root, A.peerId)).toEqual({ direction: 'outbound', peer: C.peerId, origin: A.peerId });
    const passedOn = outbound(message(rootOf(), { channel: 'task', from: D, to: A }).lineage, {
      channel: 'task',
      from: A,
      to: C,
    });
    expect(ratedAs(passedOn, A.peerId).origin).toBe(D.peerId);
    runtime.rates.take(ratedAs(root, A.peerId), clock.now(), 2);
    expect(applyBrakes(root, view)).toMatchObject({ brake: 'rate', refusal: { reason: 'rate_limited' } });
    expect(applyBrakes({ ...root, act: 'inform' }, view)).toBeUndefined();
    expect(applyBrakes(inbound(message(rootOf(), { channel: 'task', from: C, to: A }), A), view)).toBeUndefined();
  });
});
