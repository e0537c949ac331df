import { describe, expect, test } from 'vitest';
import { MAX_ID_LENGTH } from '@hoplite/p2p';
import type { Ids } from '../src/ports/ids.ts';

const SAMPLE = 2_000;

/** What every implementation of the Ids port must do. */
export function idsCompliance(name: string, make: () => Ids): void {
  describe(`${name}, as Ids`, () => {
    const sample = (ids: Ids): readonly string[] => Array.from({ length: SAMPLE }, () => ids.next());

    test('never gives a name twice', () => {
      expect(new Set(sample(make())).size).toBe(SAMPLE);
    });

    test('gives names that fit on the wire, in a file name and in a command', () => {
      for (const id of sample(make())) {
        expect(id).toMatch(/^[a-zA-Z0-9][a-zA-Z0-9_-]{7,63}$/);
        expect(id.length).toBeLessThanOrEqual(MAX_ID_LENGTH);
      }
    });

    test('gives later names that sort after earlier ones, but for those of the same millisecond', async () => {
      const ids = make();
      const before = sample(ids);
      await new Promise((resolve) => setTimeout(resolve, 5));
      const after = sample(ids);
      const last = before.toSorted().at(-1) ?? '';
      expect(after.every((id) => id > last)).toBe(true);
    });

    test.each([0, 1, 16, 32, 1024])('gives %i bytes when asked for so many', (count) => {
      expect(make().bytes(count)).toHaveLength(count);
    });

    test('never gives the same bytes twice, in memory of their own', () => {
      const ids = make();
      const first = ids.bytes(32);
      const copy = Uint8Array.from(first);
      const second = ids.bytes(32);
      expect(Uint8Array.from(second)).not.toEqual(copy);
      second.fill(0);
      expect(Uint8Array.from(first)).toEqual(copy);
    });
  });
}
