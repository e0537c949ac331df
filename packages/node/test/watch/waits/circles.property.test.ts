import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { inCircles, WaitNet, type InFlight, type Waiting } from './wait-net.ts';

verifies('watch.probes');

/** Numbers choose among what is possible when it is the event's turn. */
type Event = readonly [kind: (typeof KINDS)[number], who: number, to: number];

const KINDS = ['root', 'ask', 'send', 'arrive', 'wait', 'finish', 'give up', 'time'] as const;
/** How often each happens. */
const WEIGHTS = [1, 6, 2, 8, 2, 1, 1, 2];
const MAX_DEPTH = 6;

const kinds = fc.oneof(...KINDS.map((kind, index) => ({ weight: WEIGHTS[index] ?? 1, arbitrary: fc.constant(kind) })));
const events = fc.array(fc.tuple(kinds, fc.nat(1000), fc.nat(1000)), {
  minLength: 10,
  maxLength: 60,
});
/** Which of them are serial: most. */
const peers = fc.array(
  fc.nat(3).map((number) => number > 0),
  { minLength: 2, maxLength: 6 },
);

function pick<T>(from: readonly T[], number: number): T | undefined {
  return from[number % Math.max(1, from.length)];
}

/** What may happen next, done. */
function happen(net: WaitNet, [kind, who, to]: Event): void {
  const running = net.sites.flatMap((site) => [...site.running]);
  const by = pick(running, who);
  const live = net.waiting.filter(({ isLive }) => isLive);
  switch (kind) {
    case 'root': {
      const site = pick(net.sites, who);
      if (site !== undefined && (!site.isSerial || site.running.size === 0)) net.root(site);
      return;
    }
    case 'ask':
    case 'send': {
      const site = pick(net.sites, to);
      if (by === undefined || site === undefined || site === by.site || by.lineage.depth >= MAX_DEPTH) return;
      const asked = net.send(by, site);
      leaving.push(asked);
      if (kind === 'ask') net.wait(asked);
      return;
    }
    case 'arrive': {
      const asked = pick(leaving, who);
      if (asked !== undefined) {
        leaving.splice(leaving.indexOf(asked), 1);
        net.arrive(asked);
      }
      return;
    }
    case 'wait': {
      const asked = pick(
        net.sites.flatMap((site) => [...site.queue, ...[...site.running].flatMap(({ woken }) => woken ?? [])]),
        who,
      );
      if (asked !== undefined && asked.by.site.running.has(asked.by)) net.wait(asked);
      return;
    }
    case 'finish': {
      const free = running.filter((turn) => live.every(({ asked }) => asked.by !== turn));
      const turn = pick(free, who);
      if (turn !== undefined) net.finish(turn);
      return;
    }
    case 'give up': {
      const waiting = pick(live, who);
      if (waiting !== undefined && to % 4 === 0) net.giveUp(waiting);
      return;
    }
    case 'time':
      net.clock.advance(to % 50);
  }
}

let leaving: ReturnType<WaitNet['send']>[] = [];

/** Plays events; after each the probes arrive. @returns whatever failed, with what was in a circle just before */
function play(serial: readonly boolean[], happened: readonly Event[], isLost: (notice: InFlight) => boolean) {
  const net = new WaitNet(serial);
  leaving = [];
  net.sites.forEach((site) => net.root(site));
  const wronged: Waiting[] = [];
  const checked = (step: () => void): void => {
    const before = net.failed.length;
    step();
    const true_ = inCircles(net); // Before any probe of this step is delivered.
    const already = net.failed.length;
    net.deliver(isLost);
    wronged.push(...net.failed.slice(already).filter((waiting) => !true_.has(waiting)));
    wronged.push(...net.failed.slice(before, already)); // Nothing fails before its probe has gone round.
  };
  for (const event of happened) {
    checked(() => happen(net, event));
  }
  const pass = (ms: number, lost: (notice: InFlight) => boolean): void => {
    for (let left = ms; left > 0; left -= 100) {
      const inCircle = inCircles(net);
      const already = net.failed.length;
      net.pass(100, lost);
      wronged.push(...net.failed.slice(already).filter((waiting) => !inCircle.has(waiting)));
    }
  };
  return { net, wronged, pass };
}

describe('random waits over two to six peers', () => {
  it('leave no circle after one round, and nobody fails who was in none', () => {
    let circles = 0;
    fc.assert(
      fc.property(peers, events, (serial, happened) => {
        const { net, wronged, pass } = play(serial, happened, () => false);
        pass(1000, () => false);
        circles += net.failed.length;
        expect(wronged).toEqual([]);
        expect(inCircles(net).size).toBe(0);
      }),
      { numRuns: 300 },
    );
    expect(circles).toBeGreaterThan(20); // There was something to find.
  });

  it('the same when probes are lost: the next rounds find what is left', () => {
    fc.assert(
      fc.property(peers, events, fc.nat(1000), (serial, happened, seed) => {
        let count = seed;
        const { net, wronged, pass } = play(serial, happened, () => (count += 7) % 3 !== 0);
        pass(1000, () => true);
        pass(31_000, () => false);
        expect(wronged).toEqual([]);
        expect(inCircles(net).size).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
