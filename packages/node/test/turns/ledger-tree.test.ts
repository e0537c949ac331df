/**
 * The law of credit over a whole job: ledgers of many turns, between which settlements are late, doubled or lost, and of
 * which any may be gone with its node.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import type { Settlement } from '@hoplite/p2p';
import { shareOf } from '../../src/turns/credit.ts';
import { Ledger } from '../../src/turns/ledger.ts';

verifies('node.credit.conserved', 'node.credit.written-off');

verifies('node.credit.bound', 'node.credit.settlement');

/** One turn, with its ledger, as its node knows it. */
interface Turn {
  readonly id: string;
  readonly ledger: Ledger;
  readonly parent: Turn | undefined;
  readonly depth: number;
  /** Branches that it holds open, by the ID of the turn there. */
  readonly open: Map<string, number>;
  /** It has answered: from now on it only settles. */
  answered: boolean;
  /** Its node is gone, and what it knew. */
  crashed: boolean;
}

/** A settlement on its way from a turn to who asked for it. */
interface OnItsWay {
  readonly from: Turn;
  readonly settlement: Settlement;
}

type Step = readonly ['send' | 'answer' | 'deliver' | 'double' | 'lose' | 'crash' | 'expire', which: number];

const MAX_DEPTH = 4;

class World {
  readonly credit: number;
  readonly root: Turn;
  readonly turns: Turn[];
  readonly ran: Turn[];
  onItsWay: OnItsWay[] = [];
  #made = 0;

  constructor(credit: number) {
    this.credit = credit;
    this.root = this.#turn(undefined, credit, 0);
    this.turns = [this.root];
    this.ran = [];
  }

  #turn(parent: Turn | undefined, granted: number, burns: 0 | 1): Turn {
    const id = `turn-${(this.#made += 1)}`;
    const depth = parent === undefined ? 0 : parent.depth + 1;
    const ledger = new Ledger(granted, burns, [id]);
    const turn: Turn = { id, ledger, parent, depth, open: new Map(), answered: false, crashed: false };
    // What is open when it answers goes back when it has settled.
    ledger.onChange(() => {
      if (turn.answered && !turn.crashed && ledger.open === 0) this.#settle(turn);
    });
    return turn;
  }

  send(turn: Turn): void {
    const share = shareOf(turn.ledger.available, turn.depth + 1 < MAX_DEPTH);
    if (turn.answered || turn.crashed || share === 0 || turn.depth + 1 >= MAX_DEPTH) return;
    turn.ledger.reserve(share);
    const child = this.#turn(turn, share, 1);
    turn.ledger.grant(child.id, share);
    turn.open.set(child.id, share);
    this.turns.push(child);
    this.ran.push(child);
  }

  answer(turn: Turn): void {
    if (turn.answered || turn.crashed || turn.parent === undefined) return;
    turn.answered = true;
    this.#settle(turn);
  }

  #settle(turn: Turn): void {
    if (turn.parent !== undefined) this.onItsWay.push({ from: turn, settlement: turn.ledger.summary() });
  }

  deliver({ from, settlement }: OnItsWay): void {
    const { parent } = from;
    if (parent === undefined || parent.crashed) return;
    parent.ledger.settle(from.id, settlement);
    if (settlement.open === 0) parent.open.delete(from.id);
  }

  /** The node of a turn is gone: nobody ever hears what it knew. */
  crash(turn: Turn): void {
    if (turn !== this.root) turn.crashed = true;
  }

  /** The job is over, or the peer given up: a turn writes off what it has not heard of. */
  expire(turn: Turn): void {
    if (turn.crashed) return;
    for (const id of turn.open.keys()) turn.ledger.writeOff(id);
    turn.open.clear();
  }

  take([what, which]: Step): void {
    const turn = this.turns[which % this.turns.length] ?? this.root;
    const at = which % Math.max(1, this.onItsWay.length);
    const message = this.onItsWay[at];
    switch (what) {
      case 'send':
        this.send(turn);
        return;
      case 'answer':
        this.answer(turn);
        return;
      case 'crash':
        this.crash(turn);
        return;
      case 'expire':
        this.expire(turn);
        return;
      case 'double':
        if (message !== undefined) this.deliver(message);
        return;
      case 'lose':
      case 'deliver':
        this.onItsWay = this.onItsWay.filter((_, index) => index !== at);
        if (what === 'deliver' && message !== undefined) this.deliver(message);
    }
  }

  /** Everyone answers, from the leaves up; what is on its way arrives, and what never will is given up. */
  end(): void {
    for (const turn of [...this.turns].reverse()) {
      this.answer(turn);
      for (let message = this.onItsWay.shift(); message !== undefined; message = this.onItsWay.shift()) {
        this.deliver(message);
      }
    }
    for (const turn of [...this.turns].reverse()) this.expire(turn);
    for (let message = this.onItsWay.shift(); message !== undefined; message = this.onItsWay.shift()) {
      this.deliver(message);
    }
  }
}

/** granted = available + burnt + open, at every node; and never more turns than credit. */
function expectConserved(world: World): void {
  for (const { ledger } of world.turns) {
    const { returned, burnt, open } = ledger.summary();
    expect(returned + burnt + open).toBe(ledger.granted);
    expect(Math.min(returned, burnt, open)).toBeGreaterThanOrEqual(0);
    expect([returned, open]).toEqual([ledger.available, ledger.open]);
  }
  expect(world.ran.length).toBeLessThanOrEqual(world.credit);
}

const steps = (kinds: readonly Step[0][]) =>
  fc.array(fc.tuple(fc.constantFrom(...kinds), fc.nat({ max: 100_000 })), { maxLength: 80, size: 'max' });

const ALL: readonly Step[0][] = [
  'send',
  'send',
  'send',
  'answer',
  'deliver',
  'deliver',
  'double',
  'lose',
  'crash',
  'expire',
];
const credit = fc.integer({ min: 1, max: 64 });

describe('credit over a job of many turns', () => {
  test('is conserved at every step at every node, and there are never more turns than credit', () => {
    let most = 0;
    fc.assert(
      fc.property(credit, steps(ALL), (credit, steps) => {
        const world = new World(credit);
        for (const step of steps) {
          world.take(step);
          expectConserved(world);
        }
        most = Math.max(most, world.ran.length);
      }),
      { numRuns: 300 },
    );
    expect(most).toBeGreaterThan(10);
  });

  test('is never minted again once it is written off: what comes late changes nothing', () => {
    fc.assert(
      fc.property(credit, steps(ALL), fc.nat(), (credit, steps, which) => {
        const world = new World(credit);
        for (const step of steps) world.take(step);
        const late = [...world.onItsWay];
        const turn = world.turns[which % world.turns.length] ?? world.root;
        world.expire(turn);
        if (turn.crashed) return;
        expect(turn.ledger.open).toBe(0);
        const before = turn.ledger.summary();
        for (const message of late.filter(({ from }) => from.parent === turn)) world.deliver(message);
        expect(turn.ledger.summary()).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  test('is all accounted for in the end: nothing is open, and what has not come back covers every turn that ran', () => {
    let lost = 0;
    fc.assert(
      fc.property(credit, steps(ALL), (credit, steps) => {
        const world = new World(credit);
        for (const step of steps) world.take(step);
        world.end();
        expectConserved(world);
        const { returned, burnt, open } = world.root.ledger.summary();
        expect([returned + burnt, open]).toEqual([credit, 0]);
        expect(burnt).toBeGreaterThanOrEqual(world.ran.length);
        lost += burnt > world.ran.length ? 1 : 0;
      }),
      { numRuns: 300 },
    );
    expect(lost).toBeGreaterThan(10);
  });

  test('burns exactly one for each turn when nothing is lost and nobody crashes, whatever is doubled or late', () => {
    fc.assert(
      fc.property(credit, steps(['send', 'send', 'answer', 'deliver', 'double']), (credit, steps) => {
        const world = new World(credit);
        for (const step of steps) {
          world.take(step);
          expectConserved(world);
        }
        world.end();
        const { returned, burnt } = world.root.ledger.summary();
        expect([returned, burnt]).toEqual([credit - world.ran.length, world.ran.length]);
        expect(world.root.ledger.writtenOff).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('comes back to be spent again: one after the other, a turn may cause as many as it has credit for', () => {
    const world = new World(16);
    for (let count = 0; count < 100; count += 1) {
      world.send(world.root);
      const child = world.turns.at(-1) ?? world.root;
      world.answer(child);
      const message = world.onItsWay.shift();
      if (message !== undefined) world.deliver(message);
      expectConserved(world);
    }
    expect(world.ran).toHaveLength(16);
    expect(world.root.ledger.available).toBe(0);
  });
});
