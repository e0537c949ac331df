import { describe, expect, test } from 'vitest';
import { StreamWait } from '../src/channels/stream-wait.ts';

describe('a post', () => {
  test('waits two seconds for the stream of a peer, and then never again while it takes none', () => {
    const wait = new StreamWait();
    const waits = [10_000, 11_000, 11_999, 12_000, 20_000, 10_000_000].map((now) => wait.isWorthIt('a', false, now));
    expect(waits).toEqual([true, true, true, false, false, false]);
  });

  test('waits for nobody who has one', () => {
    expect(new StreamWait().isWorthIt('a', true, 0)).toBe(false);
  });

  test('waits for one whose stream has gone, but at most once a minute', () => {
    const wait = new StreamWait();
    expect(wait.isWorthIt('a', false, 0)).toBe(true);
    wait.isWorthIt('a', true, 50_000);
    expect(wait.isWorthIt('a', false, 55_000)).toBe(false);
    wait.isWorthIt('a', true, 60_001);
    expect(wait.isWorthIt('a', false, 60_002)).toBe(true);
  });

  test('waits for each by itself, and again for one that left and came back', () => {
    const wait = new StreamWait();
    wait.isWorthIt('a', false, 0);
    wait.isWorthIt('b', false, 0);
    expect(wait.isWorthIt('c', false, 5_000)).toBe(true);
    wait.keepOnly((peer) => peer !== 'a');
    expect(['a', 'b'].map((peer) => wait.isWorthIt(peer, false, 5_000))).toEqual([true, false]);
  });
});
