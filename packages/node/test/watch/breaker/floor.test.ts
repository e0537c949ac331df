import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { Floor } from '../../../src/watch/breaker/floor.ts';
import { memoryStore } from './breaker-at.ts';

verifies('breaker.floor', 'breaker.durable');

const used = (tokens: number, costMicroUsd = 0) => ({ tokens, costMicroUsd });

describe('totals', () => {
  test('are those of the own agent and of the peers together', () => {
    const floor = new Floor(memoryStore(), 'me');
    floor.add(used(100, 5), 1);
    floor.add(used(1, 1), 2);
    floor.heard('bravo', used(1000, 50), 3);
    expect(floor.own).toEqual(used(101, 6));
    expect(floor.total).toEqual(used(1101, 56));
  });

  test('never go down, whatever a peer says, in whatever order it comes', () => {
    const say = fc.record({ tokens: fc.nat(1000), costMicroUsd: fc.nat(1000) });
    fc.assert(
      fc.property(fc.array(say, { minLength: 1, maxLength: 20 }), (says) => {
        const floor = new Floor({ putSpend: () => undefined }, 'me');
        let before = floor.total;
        for (const [at, said] of says.entries()) {
          floor.heard('bravo', said, at);
          expect(floor.total.tokens).toBeGreaterThanOrEqual(before.tokens);
          expect(floor.total.costMicroUsd).toBeGreaterThanOrEqual(before.costMicroUsd);
          before = floor.total;
        }
        expect(before.tokens).toBe(Math.max(...says.map(({ tokens }) => tokens)));
      }),
    );
  });

  test('what is said again, or less, is nothing new', () => {
    const floor = new Floor(memoryStore(), 'me');
    expect(floor.heard('bravo', used(10), 1)).toBe(true);
    expect(floor.heard('bravo', used(10), 2)).toBe(false);
    expect(floor.heard('bravo', used(9), 3)).toBe(false);
    expect(floor.heard('bravo', used(9, 1), 4)).toBe(true);
  });

  test('stay whole numbers when peers claim the moon', () => {
    const floor = new Floor(memoryStore(), 'me');
    floor.heard('bravo', used(Number.MAX_SAFE_INTEGER), 1);
    floor.heard('charlie', used(Number.MAX_SAFE_INTEGER), 1);
    expect(floor.total.tokens).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a reset', () => {
  test('begins anew for everyone, but what is told goes on', () => {
    const floor = new Floor(memoryStore(), 'me');
    floor.add(used(100), 1);
    floor.heard('bravo', used(1000), 1);
    floor.reset();
    expect(floor.total).toEqual(used(0));
    floor.add(used(1), 2);
    floor.heard('bravo', used(1010), 2);
    expect(floor.total).toEqual(used(11));
    expect(floor.told).toEqual(used(101));
  });

  test('outlives a restart, as totals do', () => {
    const store = memoryStore();
    const floor = new Floor(store, 'me');
    floor.add(used(100), 1);
    floor.heard('bravo', used(1000), 1);
    floor.reset();
    floor.add(used(7), 2);
    floor.heard('bravo', used(1003), 2);
    floor.save();
    const again = new Floor(store, 'me');
    again.load(store.spends());
    expect([again.total, again.own, again.told]).toEqual([used(10), used(7), used(107)]);
  });
});

test('what the own agent used is written at once; what peers say with the next beat', () => {
  const store = memoryStore();
  const floor = new Floor(store, 'me');
  floor.add(used(5), 1);
  floor.heard('bravo', used(6), 1);
  expect(store.spends().map(({ peer }) => peer)).toEqual(['me']);
  expect(floor.isUnsaved).toBe(true);
  floor.save();
  expect(
    store
      .spends()
      .map(({ peer }) => peer)
      .sort(),
  ).toEqual(['bravo', 'me']);
  expect(floor.isUnsaved).toBe(false);
});

test('of more than 4,096 peers the one heard from longest ago is forgotten, and never the own agent', () => {
  const store = memoryStore();
  const floor = new Floor(store, 'me');
  floor.add(used(5), 0);
  for (let index = 1; index <= 4096; index += 1) {
    floor.heard(`peer ${index}`, used(1), index);
    if (index % 1024 === 0) floor.save();
  }
  expect(floor.peers).toHaveLength(4096);
  expect(floor.own).toEqual(used(5));
  expect(floor.peers.some(({ peer }) => peer === 'peer 1')).toBe(false);
  expect(store.spends().some(({ peer }) => peer === 'me')).toBe(true);
});
