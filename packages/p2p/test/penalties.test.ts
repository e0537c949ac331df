import { describe, expect, test } from 'vitest';
import { Penalties } from '../src/penalties.ts';

describe('a peer that sends malformed frames', () => {
  test('is shut out at the tenth within a minute, and let in again later', () => {
    const penalties = new Penalties(60_000);
    const charges = Array.from({ length: 10 }, (_, index) => penalties.charge('a', index * 1000));
    expect(charges).toEqual([...Array<boolean>(9).fill(false), true]);
    expect(penalties.isShutOut('a', 9_000)).toBe(true);
    expect(penalties.isShutOut('a', 68_999)).toBe(true);
    expect(penalties.isShutOut('a', 69_000)).toBe(false);
  });

  test('is not shut out for ten in more than a minute', () => {
    const penalties = new Penalties(60_000);
    for (let index = 0; index < 100; index += 1) {
      expect(penalties.charge('a', index * 7_000)).toBe(false);
    }
  });

  test('does not get others shut out', () => {
    const penalties = new Penalties(60_000);
    for (let index = 0; index < 50; index += 1) {
      penalties.charge('a', 0);
    }
    expect(penalties.isShutOut('b', 0)).toBe(false);
    expect(penalties.charge('b', 0)).toBe(false);
  });
});
