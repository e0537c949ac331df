import { describe, expect, it } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { inCircles, routeOf, WaitNet, type Waiting } from './wait-net.ts';

verifies('watch.probes', 'watch.serial');

/** Serial nodes in a ring: each has a turn that waits for the next node. The last message to arrive closes the circle. */
function ring(count: number, gapMs = 1) {
  const net = new WaitNet(Array.from({ length: count }, () => true));
  const turns = net.sites.map((site) => net.root(site));
  const waiting = turns.map((turn, index) => {
    net.clock.advance(gapMs);
    const asked = net.send(turn, net.site((index + 1) % count));
    return { asked, wait: net.wait(asked) };
  });
  const arrive = (index: number): void => {
    const asked = waiting[index]?.asked;
    if (asked !== undefined) net.arrive(asked);
  };
  return { net, turns, waits: waiting.map(({ wait }) => wait), arrive };
}

function failures(waits: readonly Waiting[]): readonly boolean[] {
  return waits.map(({ failed }) => failed !== undefined);
}

describe('waits in a circle', () => {
  it.each([
    [2, 'BAB'],
    [3, 'CABC'],
    [5, 'EABCDE'],
  ])('of %i serial peers: the youngest wait fails at once and names the path', (count, path) => {
    const { net, waits, arrive } = ring(count);
    waits.forEach((_, index) => {
      arrive(index);
      net.deliver();
    });
    expect(failures(waits)).toEqual(waits.map((_, index) => index === count - 1));
    expect(net.path(waits.at(-1)?.failed)).toBe(path);
    expect(waits.at(-1)?.failed).toMatchObject({ reason: 'deadlock' });
    expect(waits.at(-1)?.failed?.detail).toContain(path.split('').join(' → '));
    expect(net.clock.now() - 1_700_000_000_000).toBe(count); // Nobody had to wait for a timer.
  });

  it('whichever message closes it', () => {
    for (let last = 0; last < 4; last += 1) {
      const { net, waits, arrive } = ring(4);
      for (let step = 1; step <= 4; step += 1) {
        arrive((last + step) % 4);
        net.deliver();
      }
      expect(failures(waits)).toEqual([false, false, false, true]);
    }
  });

  it('that began in the same millisecond have one victim all the same', () => {
    const { net, waits, arrive } = ring(4, 0);
    waits.forEach((_, index) => arrive(index));
    net.deliver();
    expect(failures(waits).filter(Boolean)).toHaveLength(1);
  });

  it('seen by all at once have one victim, the youngest', () => {
    const { net, waits, arrive } = ring(5);
    waits.forEach((_, index) => arrive(index));
    net.deliver(); // Every node asked before anything was delivered.
    expect(failures(waits)).toEqual([false, false, false, false, true]);
    net.pass(60_000);
    expect(net.failed).toHaveLength(1);
  });

  it('tell their listener, once, with the lineage of the turn', () => {
    const { net, turns, waits, arrive } = ring(2);
    const told: unknown[] = [];
    net.site(1).waits.onDeadlock((deadlock) => told.push(deadlock));
    waits.forEach((_, index) => arrive(index));
    net.deliver();
    expect(told).toEqual([{ lineage: turns[1]?.lineage, refusal: waits[1]?.failed }]);
  });

  it('go on, once the victim has given up: everybody gets an answer', () => {
    const { net, turns, waits, arrive } = ring(2);
    waits.forEach((_, index) => arrive(index));
    net.deliver();
    const [a, b] = turns;
    if (a === undefined || b === undefined || waits[0] === undefined) throw new Error('unreachable');
    net.finish(b); // Without the answer of A.
    net.finish(net.turnOf(waits[0])); // What A asked has its turn at B.
    expect(waits[0]).toMatchObject({ isLive: false });
    expect(waits[0].failed).toBeUndefined();
    net.finish(a);
    expect(net.site(0).waits.list()).toEqual([]);
  });

  it('that share a node are both broken, and no wait fails that was in neither', () => {
    // A's turn waits for B and for C, and both of them for A; D only waits for A.
    const net = new WaitNet([true, true, true, true]);
    const [a, b, c, d] = [0, 1, 2, 3].map((index) => net.root(net.site(index)));
    if (a === undefined || b === undefined || c === undefined || d === undefined) throw new Error('unreachable');
    const waits = [
      [a, 1],
      [b, 0],
      [a, 2],
      [c, 0],
      [d, 0],
    ] as const;
    const made = waits.map(([by, to]) => {
      net.clock.advance(1);
      return net.ask(by, net.site(to));
    });
    net.deliver();
    net.pass(400);
    expect(failures(made)).toEqual([false, true, false, true, false]);
    expect(inCircles(net).size).toBe(0);
  });

  it('with others in between that are not serial', () => {
    // A (serial) → B → C → A.
    const net = new WaitNet([true, false, false]);
    const a = net.root(net.site(0));
    const other = net.root(net.site(2));
    const first = net.ask(a, net.site(1));
    net.clock.advance(1);
    const second = net.ask(net.turnOf(first), net.site(2));
    net.clock.advance(1);
    const fromOther = net.ask(other, net.site(0)); // Queued behind A, and waits for nobody's wait but A's.
    net.deliver();
    expect(net.failed).toEqual([]);
    net.finish(net.turnOf(second));
    net.finish(net.turnOf(first));
    net.finish(a);
    expect(net.turnOf(fromOther).site.name).toBe('A');
  });

  it('of a call that comes back by another job', () => {
    // A asks B, whose turn has been waiting for a session of another job with A.
    const net = new WaitNet([true, false]);
    const a = net.root(net.site(0));
    const b = net.root(net.site(1));
    const older = net.ask(b, net.site(0));
    net.clock.advance(1);
    const toB = net.ask(a, net.site(1)); // Wakes a turn of its own: B handles several.
    net.deliver();
    net.pass(1000);
    expect(net.failed).toEqual([]);
    net.finish(net.turnOf(toB));
    net.finish(a);
    net.finish(net.turnOf(older));
    expect(net.waiting.every(({ isLive }) => !isLive)).toBe(true);
  });

  it('found when a turn begins to wait for what it had sent long before', () => {
    const net = new WaitNet([true, true]);
    const [a, b] = [net.root(net.site(0)), net.root(net.site(1))];
    const [toB, toA] = [net.send(a, net.site(1)), net.send(b, net.site(0))];
    net.arrive(toB);
    net.arrive(toA);
    net.wait(toB);
    net.deliver();
    net.clock.advance(1);
    const last = net.wait(toA);
    net.deliver();
    expect(net.path(last.failed)).toBe('BAB');
  });
});

describe('waits in no circle', () => {
  it('in a chain: nobody fails, however long it takes', () => {
    const net = new WaitNet([false, true, false, true, false, true]);
    let turn = net.root(net.site(0));
    for (let index = 1; index < 6; index += 1) {
      net.clock.advance(1);
      turn = net.turnOf(net.ask(turn, net.site(index)));
    }
    net.pass(100_000);
    expect(net.failed).toEqual([]);
    expect(net.sent.length).toBeLessThan(100); // One round each 30 s, and each wait once.
  });

  it('of a callback inside an open call: it is let in, and nobody fails', () => {
    const net = new WaitNet([true, true]);
    const call = net.ask(net.root(net.site(0)), net.site(1));
    net.clock.advance(1);
    const back = net.ask(net.turnOf(call), net.site(0)); // "Which region?", asked back along the call.
    net.pass(60_000);
    expect(net.failed).toEqual([]);
    expect(net.turnOf(back).site.name).toBe('A');
    net.finish(net.turnOf(back));
    net.finish(net.turnOf(call));
    expect(net.waiting.every(({ isLive }) => !isLive)).toBe(true);
  });

  it('of a callback by way of a third', () => {
    const net = new WaitNet([true, true, true]);
    const toB = net.ask(net.root(net.site(0)), net.site(1));
    const toC = net.ask(net.turnOf(toB), net.site(2));
    const back = net.ask(net.turnOf(toC), net.site(0));
    net.pass(60_000);
    expect(net.failed).toEqual([]);
    expect(net.turnOf(back).site.name).toBe('A');
  });

  it('of another job are no callback', () => {
    const net = new WaitNet([true, true]);
    net.ask(net.root(net.site(0)), net.site(1));
    const other = net.send(net.root(net.site(1)), net.site(0));
    expect(net.site(0).waits.isCallback(other.message.lineage)).toBe(false);
  });

  it('that are over within milliseconds: no probe is sent', () => {
    const net = new WaitNet([false, false, false]);
    const first = net.ask(net.root(net.site(0)), net.site(1));
    const second = net.ask(net.turnOf(first), net.site(2));
    net.pass(100);
    net.finish(net.turnOf(second));
    net.finish(net.turnOf(first));
    net.pass(60_000);
    expect(routeOf(net)).toBe('');
    expect(net.clock.timers).toBe(0);
  });
});

describe('probes', () => {
  it('that come before the message they ask about: its arrival finds the circle', () => {
    const { net, waits, arrive } = ring(2);
    arrive(0);
    net.deliver(); // B asks A about a message that has not arrived there.
    expect(net.failed).toEqual([]);
    arrive(1);
    net.deliver();
    expect(failures(waits)).toEqual([false, true]);
  });

  it('that are lost: a round of 30 s later finds the circle', () => {
    const { net, waits, arrive } = ring(3);
    waits.forEach((_, index) => arrive(index));
    net.pass(29_000, () => true);
    expect(net.failed).toEqual([]);
    net.pass(2000);
    expect(failures(waits)).toEqual([false, false, true]);
  });

  it('about a wait that has ended meanwhile fail nothing, also when it has begun anew', () => {
    const { net, waits, arrive } = ring(2);
    waits.forEach((_, index) => arrive(index));
    const [, youngest] = waits;
    if (youngest === undefined) throw new Error('unreachable');
    net.giveUp(youngest);
    const again = net.wait(youngest.asked);
    const late = [...net.sent];
    net.deliver(); // The new wait finds the circle by probes of its own.
    expect(again.failed).toMatchObject({ reason: 'deadlock' });
    const third = net.wait(youngest.asked);
    net.giveUp(third);
    const fourth = net.wait(youngest.asked);
    net.deliver(() => true);
    for (const notice of late) net.hear(notice);
    expect(fourth.failed).toBeUndefined();
  });

  it('are few in a long ring: about two rounds', () => {
    const { net, waits, arrive } = ring(7);
    waits.forEach((_, index) => {
      arrive(index);
      net.deliver();
    });
    expect(net.failed).toHaveLength(1);
    expect(net.sent.length).toBeLessThanOrEqual(4 * 7);
  });
});
