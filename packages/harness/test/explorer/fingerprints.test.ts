import { expect, test } from 'vitest';
import { Sums, fingerprintOf } from '../../src/explorer/mixing.ts';
import { Visited } from '../../src/explorer/visited.ts';

function ofText(text: string): Int32Array {
  const fingerprint = new Int32Array(4);
  fingerprintOf(text, fingerprint);
  return fingerprint;
}

/** Of two leaves below one node. */
function ofPair(one: number, other: number): string {
  const sums = new Sums(2);
  const fingerprint = new Int32Array(4);
  sums.add(1, one, 0);
  sums.add(1, other, 0);
  sums.add(0, 7, 7);
  sums.takeLeast(fingerprint, true);
  return fingerprint.join();
}

test('a state is known again by its fingerprint, and has the number with which it was found', () => {
  const visited = new Visited();
  const count = 200_000; // More than a block, and more than the first table.
  for (let number = 0; number < count; number += 1) {
    expect(visited.numberOf(ofText(`state ${number}`)) === number).toBe(true);
  }
  for (let number = 0; number < count; number += 997) {
    expect(visited.numberOf(ofText(`state ${number}`))).toBe(number);
  }
  expect(visited.size).toBe(count);
});

test('each lane of a fingerprint tells texts apart on its own', () => {
  for (const lane of [0, 1, 2, 3]) {
    const seen = new Set(Array.from({ length: 50_000 }, (_, number) => ofText(`${number}`)[lane]));
    // Of 50,000 numbers below 2^32 taken at random, 0.3 are expected to come twice.
    expect(seen.size).toBeGreaterThan(49_990);
  }
});

test('what stands beside each other has no order, and what differs has another fingerprint', () => {
  expect(ofPair(1, 2)).toBe(ofPair(2, 1));
  const pairs = Array.from({ length: 100 }, (_, one) => Array.from({ length: one + 1 }, (_, other) => [one, other]));
  const seen = new Set(pairs.flat().map(([one = 0, other = 0]) => ofPair(one, other)));
  expect(seen.size).toBe((100 * 101) / 2);
});
