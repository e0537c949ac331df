import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { MAX_STOPS, type Settlement, type Stop } from '@hoplite/p2p';
import { Ledger } from '../../src/turns/ledger.ts';
import { isDone } from './hand-clock.ts';

function settlement(changes: Partial<Settlement>): Settlement {
  return { returned: 0, burnt: 0, open: 0, path: [], stops: [], stopCount: 0, ...changes };
}

/** A turn that was granted `granted` and has given `given` to the branch `b`. */
function withBranch(granted: number, given: number): Ledger {
  const ledger = new Ledger(granted, 1, ['a']);
  ledger.reserve(given);
  ledger.grant('b', given);
  return ledger;
}

function accounts(ledger: Ledger): { available: number; burnt: number; open: number } {
  return { available: ledger.available, burnt: ledger.summary().burnt, open: ledger.open };
}

const stop = (name: string): Stop => ({ reason: 'max_hops', path: [name] });

describe('what a turn has', () => {
  test('it burns 1 of what its message granted; a root event that only sends burns nothing', () => {
    verifies('node.credit.bound');
    expect(accounts(new Ledger(8, 1, []))).toEqual({ available: 7, burnt: 1, open: 0 });
    expect(accounts(new Ledger(8, 0, []))).toEqual({ available: 8, burnt: 0, open: 0 });
    expect(accounts(new Ledger(1, 1, []))).toEqual({ available: 0, burnt: 1, open: 0 });
  });

  test('what is reserved is no longer available, and counts as open until it is granted or released', () => {
    verifies('node.credit.bound');
    const ledger = new Ledger(8, 1, []);
    ledger.reserve(5);
    expect(accounts(ledger)).toEqual({ available: 2, burnt: 1, open: 5 });
    ledger.grant('b', 3);
    expect(accounts(ledger)).toEqual({ available: 2, burnt: 1, open: 5 });
    ledger.release(2);
    expect(accounts(ledger)).toEqual({ available: 4, burnt: 1, open: 3 });
  });

  test('nobody can reserve, release or grant more than there is', () => {
    verifies('node.credit.bound');
    const ledger = new Ledger(8, 1, []);
    for (const amount of [8, -1, 0.5, NaN, Infinity]) {
      expect(() => ledger.reserve(amount)).toThrow(RangeError);
    }
    ledger.reserve(7);
    expect(() => ledger.reserve(1)).toThrow(RangeError);
    for (const amount of [0, -1, 8, 1.5, NaN]) {
      expect(() => ledger.grant('b', amount)).toThrow(RangeError);
    }
    expect(() => ledger.release(8)).toThrow(RangeError);
    expect(() => ledger.release(-1)).toThrow(RangeError);
    ledger.grant('b', 4);
    expect(() => ledger.grant('b', 1)).toThrow(RangeError);
    ledger.grant('c', 3);
    expect(() => ledger.release(1)).toThrow(RangeError);
    expect(accounts(ledger)).toEqual({ available: 0, burnt: 1, open: 7 });
  });
});

describe('a settlement', () => {
  test('brings back what was not spent, and it can be spent again', () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    expect(accounts(ledger)).toEqual({ available: 0, burnt: 1, open: 10 });
    expect(ledger.settle('b', settlement({ returned: 6, burnt: 4 }))).toBe(true);
    expect(accounts(ledger)).toEqual({ available: 6, burnt: 5, open: 0 });
    ledger.reserve(6);
    ledger.grant('c', 6);
    expect(ledger.open).toBe(6);
  });

  test('may come in parts, as totals so far', () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    expect(ledger.settle('b', settlement({ returned: 2, burnt: 1, open: 7 }))).toBe(true);
    expect(accounts(ledger)).toEqual({ available: 2, burnt: 2, open: 7 });
    expect(ledger.settle('b', settlement({ returned: 5, burnt: 5 }))).toBe(true);
    expect(accounts(ledger)).toEqual({ available: 5, burnt: 6, open: 0 });
  });

  test('X06: what returns beyond the grant is cut off, and said not to add up', () => {
    verifies('node.credit.settlement', 'node.credit.bound');
    for (const [returned, burnt] of [
      [11, 0],
      [10_000, 0],
      [9, 2],
    ] as const) {
      const ledger = withBranch(11, 10);
      expect(ledger.settle('b', settlement({ returned, burnt }))).toBe(false);
      expect(ledger.available).toBeLessThanOrEqual(10);
      expect(accounts(ledger).available + accounts(ledger).burnt).toBe(11);
      expect(ledger.open).toBe(0);
    }
  });

  test('X06: at the grant exactly it does add up', () => {
    expect(withBranch(11, 10).settle('b', settlement({ returned: 10 }))).toBe(true);
    expect(withBranch(11, 10).settle('b', settlement({ returned: 9, burnt: 1 }))).toBe(true);
    expect(withBranch(11, 10).settle('b', settlement({ returned: 9, open: 1 }))).toBe(true);
  });

  test('that takes back what it said before is not believed', () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    ledger.settle('b', settlement({ returned: 2, burnt: 5, open: 3 }));
    expect(ledger.settle('b', settlement({ returned: 8, burnt: 2 }))).toBe(false);
    expect(accounts(ledger)).toEqual({ available: 5, burnt: 6, open: 0 });
    const other = withBranch(11, 10);
    other.settle('b', settlement({ returned: 6, burnt: 1, open: 3 }));
    expect(other.settle('b', settlement({ returned: 1, burnt: 1, open: 8 }))).toBe(false);
    expect(accounts(other)).toEqual({ available: 6, burnt: 2, open: 3 });
  });

  test('that leaves credit out and calls itself final burns what it left out, so that the job can end', () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    expect(ledger.settle('b', settlement({ returned: 3, burnt: 1, open: 0 }))).toBe(false);
    expect(accounts(ledger)).toEqual({ available: 3, burnt: 8, open: 0 });
  });

  test('after the last one changes nothing', () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    ledger.settle('b', settlement({ returned: 6, burnt: 4, stops: [stop('x')], stopCount: 1 }));
    const before = ledger.summary();
    expect(ledger.settle('b', settlement({ returned: 10, stops: [stop('y')], stopCount: 5, path: ['a', 'z'] }))).toBe(
      false,
    );
    ledger.writeOff('b');
    expect(ledger.summary()).toEqual(before);
  });

  test('of a branch that there is not changes nothing', () => {
    const ledger = withBranch(11, 10);
    const before = ledger.summary();
    expect(ledger.settle('c', settlement({ returned: 10 }))).toBe(false);
    ledger.writeOff('c');
    expect(ledger.summary()).toEqual(before);
  });
});

test('what is written off counts as burnt and is never minted again, but what had come back stays', () => {
  verifies('node.credit.settlement');
  const ledger = withBranch(11, 10);
  ledger.settle('b', settlement({ returned: 4, burnt: 1, open: 5 }));
  ledger.writeOff('b');
  expect(accounts(ledger)).toEqual({ available: 4, burnt: 7, open: 0 });
});

describe('stops', () => {
  test('are counted all and named up to 8', () => {
    const ledger = new Ledger(8, 1, []);
    for (let count = 1; count <= 12; count += 1) {
      ledger.addStop(stop(`${count}`));
      const { stops, stopCount } = ledger.summary();
      expect([stops.length, stopCount]).toEqual([Math.min(count, MAX_STOPS), count]);
    }
    expect(ledger.summary().stops.at(-1)).toEqual(stop('8'));
  });

  test('of branches are added to one’s own, those they do not name as well', () => {
    const ledger = withBranch(11, 10);
    ledger.addStop(stop('own'));
    ledger.settle('b', settlement({ returned: 10, stops: [stop('below')], stopCount: 5 }));
    expect(ledger.summary()).toMatchObject({ stops: [stop('own'), stop('below')], stopCount: 6 });
  });

  test('are totals too: a second settlement does not count again what the first one told', () => {
    const ledger = withBranch(11, 10);
    ledger.settle('b', settlement({ burnt: 1, open: 9, stops: [stop('1'), stop('2')], stopCount: 2 }));
    ledger.settle('b', settlement({ burnt: 2, open: 8, stops: [stop('1'), stop('2'), stop('3')], stopCount: 3 }));
    ledger.settle('b', settlement({ burnt: 2, returned: 8, stops: [stop('1'), stop('2'), stop('3')], stopCount: 3 }));
    expect(ledger.summary()).toMatchObject({ stops: [stop('1'), stop('2'), stop('3')], stopCount: 3 });
  });

  test('are as many as are named at least, whatever the count says', () => {
    const ledger = withBranch(11, 10);
    ledger.settle('b', settlement({ burnt: 10, stops: [stop('1'), stop('2')], stopCount: 0 }));
    expect(ledger.summary().stopCount).toBe(2);
  });

  test('of many branches stay 8 by name, with a true count', () => {
    const ledger = new Ledger(100, 1, []);
    ledger.reserve(99);
    for (let branch = 0; branch < 9; branch += 1) {
      ledger.grant(`${branch}`, 11);
      const stops = Array.from({ length: 3 }, (_, index) => stop(`${branch}.${index}`));
      ledger.settle(`${branch}`, settlement({ burnt: 11, stops, stopCount: 4 }));
    }
    const { stops, stopCount } = ledger.summary();
    expect(stops.map(({ path }) => path[0])).toEqual(['0.0', '0.1', '0.2', '1.0', '1.1', '1.2', '2.0', '2.1']);
    expect(stopCount).toBe(36);
  });

  test('of a summary do not change with what comes later', () => {
    const ledger = new Ledger(8, 1, []);
    const { stops } = ledger.summary();
    ledger.addStop(stop('later'));
    expect(stops).toEqual([]);
  });
});

test('the path is the longest that the subtree took', () => {
  const ledger = withBranch(11, 10);
  ledger.settle('b', settlement({ burnt: 1, open: 9, path: ['a', 'b', 'c'] }));
  ledger.settle('b', settlement({ burnt: 2, open: 8, path: ['a', 'b'] }));
  expect(ledger.summary().path).toEqual(['a', 'b', 'c']);
});

describe('whoever waits for credit', () => {
  test('is told when a branch settles, once for each time it asks', async () => {
    verifies('node.credit.settlement');
    const ledger = withBranch(11, 10);
    const [one, two] = [ledger.changed(), ledger.changed()];
    expect(await isDone(one)).toBe(false);
    ledger.settle('b', settlement({ returned: 1, open: 9 }));
    expect([await isDone(one), await isDone(two)]).toEqual([true, true]);
    const next = ledger.changed();
    expect(await isDone(next)).toBe(false);
    ledger.writeOff('b');
    expect(await isDone(next)).toBe(true);
  });

  test('is told when what was reserved is released', async () => {
    const ledger = new Ledger(8, 1, []);
    ledger.reserve(7);
    const changed = ledger.changed();
    ledger.release(7);
    expect(await isDone(changed)).toBe(true);
  });

  test('finds the sums entered by then', () => {
    const ledger = withBranch(11, 10);
    const seen: number[] = [];
    ledger.onChange(() => seen.push(ledger.available, ledger.open));
    ledger.settle('b', settlement({ returned: 4, open: 6 }));
    ledger.settle('b', settlement({ returned: 9, burnt: 1 }));
    expect(seen).toEqual([4, 6, 9, 0]);
  });

  test('is not told of what is nothing to it', () => {
    const ledger = withBranch(11, 10);
    let told = 0;
    ledger.onChange(() => (told += 1));
    ledger.settle('unknown', settlement({ returned: 4 }));
    ledger.addStop(stop('x'));
    ledger.reserve(0);
    expect(told).toBe(0);
  });
});

type Step =
  | { readonly do: 'reserve' | 'release'; readonly part: number }
  | { readonly do: 'grant'; readonly part: number }
  | { readonly do: 'settle'; readonly which: number; readonly claim: Settlement }
  | { readonly do: 'settle honestly'; readonly which: number; readonly parts: readonly [number, number] }
  | { readonly do: 'writeOff'; readonly which: number }
  | { readonly do: 'stop' };

const which = fc.nat({ max: 1000 });
/** From 0 to 1. Of doubles as such, nearly all are next to 0. */
const part = fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000);
const claimed = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.constant(10_000));
const claim = fc.record({
  returned: claimed,
  burnt: claimed,
  open: claimed,
  path: fc.array(fc.string(), { maxLength: 3 }),
  stops: fc.array(fc.constant(stop('x')), { maxLength: MAX_STOPS }),
  stopCount: claimed,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('reserve' as const, 'release' as const), part }),
  fc.record({ do: fc.constant('grant' as const), part }),
  fc.record({ do: fc.constant('settle' as const), which, claim }),
  fc.record({ do: fc.constant('settle honestly' as const), which, parts: fc.tuple(part, part) }),
  fc.record({ do: fc.constant('writeOff' as const), which }),
  fc.record({ do: fc.constant('stop' as const) }),
);

/** A branch as the test keeps it. */
interface Given {
  readonly id: string;
  readonly granted: number;
  /** What it has said; undefined once it has said something that need not add up. */
  told: Settlement | undefined;
}

/** Makes a step, on a branch if it is about one. */
function take(ledger: Ledger, step: Step, known: { readonly given: Given[]; reserved: number }): void {
  const { given, reserved } = known;
  const branch = 'which' in step ? given[step.which % Math.max(1, given.length)] : undefined;
  const before = ledger.available;
  switch (step.do) {
    case 'reserve': {
      const amount = Math.ceil(step.part * ledger.available);
      ledger.reserve(amount);
      known.reserved += amount;
      return;
    }
    case 'release': {
      const amount = Math.floor(step.part * reserved);
      ledger.release(amount);
      known.reserved -= amount;
      return;
    }
    case 'grant': {
      const granted = Math.ceil(step.part * reserved);
      if (granted > 0) {
        const id = `branch-${given.length}`;
        ledger.grant(id, granted);
        known.reserved -= granted;
        given.push({ id, granted, told: settlement({ open: granted }) });
      }
      return;
    }
    case 'settle':
      ledger.settle(branch?.id ?? 'unknown', step.claim);
      expect(ledger.available - before).toBeLessThanOrEqual(branch?.granted ?? 0);
      if (branch !== undefined) branch.told = undefined;
      return;
    case 'settle honestly': {
      if (branch?.told === undefined) return;
      const { returned, burnt, open } = branch.told;
      const more = Math.floor(step.parts[0] * open);
      const spent = Math.ceil(step.parts[1] * (open - more));
      const told = settlement({ returned: returned + more, burnt: burnt + spent, open: open - more - spent });
      // It adds up, unless the branch was closed before.
      expect(ledger.settle(branch.id, told)).toBe(open > 0);
      expect(ledger.available).toBe(before + more);
      branch.told = told;
      return;
    }
    case 'writeOff':
      ledger.writeOff(branch?.id ?? 'unknown');
      expect(ledger.available).toBe(before);
      if (branch !== undefined) branch.told = undefined;
      return;
    case 'stop':
      ledger.addStop(stop('own'));
  }
}

test('no credit is made or lost, whatever is granted, settled, claimed or written off', () => {
  verifies('node.credit.bound', 'node.credit.settlement');
  let honest = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom(0 as const, 1 as const),
      fc.array(step, { maxLength: 30, size: 'max' }),
      (granted, burns, steps) => {
        const ledger = new Ledger(granted, burns, []);
        const known = { given: [] as Given[], reserved: 0 };
        for (const one of steps) {
          const before = ledger.summary();
          take(ledger, one, known);
          const { returned, burnt, open, stops, stopCount } = ledger.summary();
          const sums = [returned + burnt + open, returned, open, stops.slice(0, before.stops.length)];
          expect(sums).toEqual([granted, ledger.available, ledger.open, before.stops]);
          // Nothing is ever negative, and totals never go down.
          expect(
            Math.min(returned, open - known.reserved, burnt - before.burnt, stopCount - before.stopCount),
          ).toBeGreaterThanOrEqual(0);
          expect(stops.length).toBeLessThanOrEqual(Math.min(MAX_STOPS, stopCount));
          honest += one.do === 'settle honestly' && known.given.length > 0 ? 1 : 0;
        }
      },
    ),
    { numRuns: 300 },
  );
  expect(honest).toBeGreaterThan(100);
});

test('a branch whose every settlement is lost or dishonest is closed by writing it off: nothing stays open', () => {
  verifies('node.credit.settlement');
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 64 }), fc.array(claim, { maxLength: 5 }), (granted, claims) => {
      const ledger = withBranch(granted, granted - 1);
      for (const one of claims) ledger.settle('b', one);
      ledger.writeOff('b');
      expect(ledger.open).toBe(0);
      expect(ledger.summary().burnt).toBeLessThanOrEqual(granted);
    }),
  );
});
