import { describe, expect, it } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { isSuspicious, periodsOf, type Period } from '../../../src/watch/liveness/suspicion.ts';
import { MAX_WATCHED, Suspects } from '../../../src/watch/liveness/suspects.ts';
import { HandClock } from '../../turns/hand-clock.ts';

verifies('watch.liveness');

const BEAT = 30_000;

function watching(rule: { readonly k?: number; readonly n?: number } = {}) {
  const clock = new HandClock();
  const events: string[] = [];
  const suspects = new Suspects({
    ...rule,
    clock,
    peers: { nameOf: (peerId) => `name of ${peerId}` },
    emit: (event) => {
      if (event.event === 'peer:suspected' || event.event === 'peer:recovered') {
        events.push(`${event.event} ${event.name}`);
      }
    },
    log: { info: () => undefined },
    beatMs: () => BEAT,
  });
  return { clock, events, suspects };
}

/** `+` a sign that is there, `-` one that is missing: heard and up of each period, oldest first. */
function periodsFrom(signs: string): readonly Period[] {
  return signs.split(' ').map(([heard, up]) => ({ wasHeard: heard === '+', wasUp: up === '+' }));
}

describe('suspicion', () => {
  it.each([
    // k, n, signs, suspected
    [3, 4, '++ ++', false],
    [3, 4, '-+ -+', false], // Silent, and connected: two of four.
    [3, 4, '++ --', false],
    [3, 4, '-+ --', true],
    [3, 4, '-- -+', true],
    [3, 4, '-- --', true],
    [3, 4, '--', false], // Two signs are too few to miss three.
    [3, 4, '-- -- ++', false], // What is long past counts no more.
    [3, 4, '-- -- +-', true], // Of the last four, three are missing.
    [2, 2, '-+', false],
    [2, 2, '++ --', true],
    [1, 4, '++ -+', true],
    [4, 4, '-- -+', false],
    [4, 4, '-- --', true],
    [3, 3, '+- --', true],
    [3, 3, '-+ --', false],
  ])('k=%i of n=%i with %s: %s', (k, n, signs, suspected) => {
    expect(isSuspicious(periodsFrom(signs), { k, n })).toBe(suspected);
  });

  it('needs as many periods as n signs take', () => {
    expect([1, 2, 3, 4, 5].map((n) => periodsOf({ k: 1, n }))).toEqual([1, 1, 2, 2, 3]);
  });
});

describe('a peer that owes an answer', () => {
  it('is suspected when its beats and its connection are gone, and recovers at the first sign', () => {
    const { clock, events, suspects } = watching();
    suspects.stream('p', true);
    suspects.expect('p');
    suspects.heard('p', BEAT);
    suspects.stream('p', false);
    clock.advance(2 * BEAT);
    expect(suspects.isSuspect('p')).toBe(false); // The first period had both signs.
    clock.advance(BEAT);
    expect(suspects.isSuspect('p')).toBe(true);
    clock.advance(10 * BEAT);
    expect(events).toEqual(['peer:suspected name of p']);
    suspects.heard('p');
    expect(suspects.isSuspect('p')).toBe(false);
    expect(events).toEqual(['peer:suspected name of p', 'peer:recovered name of p']);
    clock.advance(2 * BEAT - 1);
    expect(suspects.isSuspect('p')).toBe(false); // Of the period in which it was heard one sign is missing.
    clock.advance(1);
    expect(suspects.isSuspect('p')).toBe(true);
    suspects.stream('p', true);
    expect(suspects.isSuspect('p')).toBe(false);
  });

  it('is never suspected for its slow agent: its node beats', () => {
    const { clock, events, suspects } = watching();
    suspects.stream('p', true);
    suspects.expect('p');
    for (let beat = 0; beat < 1000; beat += 1) {
      clock.advance(BEAT + (beat % 2 === 0 ? 7 : -7));
      suspects.heard('p', BEAT);
    }
    expect(events).toEqual([]);
  });

  it('is not suspected while it is connected, though it never beats, or beats by its own, slower time', () => {
    const { clock, events, suspects } = watching();
    for (const peer of ['silent', 'slow']) {
      suspects.stream(peer, true);
      suspects.expect(peer);
    }
    suspects.heard('slow', 10 * BEAT);
    clock.advance(100 * BEAT);
    expect(events).toEqual([]);
  });

  it('is given the time that it has asked for between beats', () => {
    const { clock, suspects } = watching();
    suspects.expect('p');
    suspects.heard('p', 10 * BEAT);
    clock.advance(11 * BEAT - 1); // The period that ran, and one of its own.
    expect(suspects.isSuspect('p')).toBe(false);
    clock.advance(1);
    expect(suspects.isSuspect('p')).toBe(true);
  });

  it('is told of on its own: others are not touched', () => {
    const { clock, suspects } = watching();
    suspects.stream('q', true);
    suspects.expect('p');
    suspects.expect('q');
    clock.advance(2 * BEAT);
    expect([suspects.isSuspect('p'), suspects.isSuspect('q')]).toEqual([true, false]);
  });
});

describe('a peer that owes nothing', () => {
  it('is not suspected, however silent', () => {
    const { clock, events, suspects } = watching();
    const over = suspects.expect('p');
    const another = suspects.expect('p');
    over();
    over();
    clock.advance(BEAT);
    another();
    clock.advance(10 * BEAT);
    expect(events).toEqual([]);
    expect(clock.timers).toBe(0);
  });

  it('for a moment is looked at afresh from then on', () => {
    const { clock, suspects } = watching();
    const over = suspects.expect('p');
    clock.advance(BEAT); // One period without any sign.
    over();
    clock.advance(BEAT / 2);
    suspects.expect('p');
    clock.advance(BEAT / 2 + BEAT);
    expect(suspects.isSuspect('p')).toBe(false);
    clock.advance(BEAT);
    expect(suspects.isSuspect('p')).toBe(true);
  });

  it('stays suspected until there is a sign of it, though nobody waits any more', () => {
    const { clock, events, suspects } = watching();
    const over = suspects.expect('p');
    clock.advance(2 * BEAT);
    over();
    clock.advance(10 * BEAT);
    expect(suspects.isSuspect('p')).toBe(true);
    suspects.stream('p', true);
    expect(events.at(-1)).toBe('peer:recovered name of p');
  });
});

describe('the memory of suspects', () => {
  it('is bounded, and one timer per peer is all that runs, whatever beats arrive', () => {
    const { clock, suspects } = watching();
    for (let index = 0; index < MAX_WATCHED + 100; index += 1) {
      suspects.expect(`p${index}`);
      suspects.expect(`p${index}`);
      suspects.heard(`stranger${index}`, 1);
    }
    expect(clock.timers).toBe(MAX_WATCHED);
    clock.advance(2 * BEAT);
    suspects.stop();
    expect(clock.timers).toBe(0);
  });
});
