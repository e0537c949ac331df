import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimerHeap, type Entry } from '../../src/simulation/timer-heap.ts';

function entry(at: number, order: number): Entry {
  return { at, order, callback: () => undefined };
}

test('gives what is due in the order of time and of asking, without what was cleared', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ at: fc.nat(20), isCleared: fc.boolean() }), { maxLength: 300 }), (wanted) => {
      const heap = new TimerHeap();
      const entries = wanted.map(({ at }, order) => entry(at, order));
      for (const one of entries) heap.add(one);
      wanted.forEach(({ isCleared }, index) => {
        const one = entries[index];
        if (isCleared && one !== undefined) heap.clear(one);
      });
      const left = entries.filter(({ callback }) => callback !== undefined);
      expect(heap.size).toBe(left.length);
      const taken: Entry[] = [];
      for (let next = heap.take(); next !== undefined; next = heap.take()) taken.push(next);
      expect(taken).toEqual(left.toSorted((a, b) => a.at - b.at || a.order - b.order));
      expect(heap.size).toBe(0);
    }),
  );
});

test('what is asked for and cleared again and again does not pile up', () => {
  const heap = new TimerHeap();
  const far = entry(1_000_000, 0);
  heap.add(far);
  for (let order = 1; order < 10_000; order += 1) {
    const one = entry(500_000 + order, order);
    heap.add(one);
    heap.clear(one);
    heap.clear(one);
  }
  expect(heap.size).toBe(1);
  expect(heap.held).toBeLessThan(200);
  expect(heap.take()).toBe(far);
});
