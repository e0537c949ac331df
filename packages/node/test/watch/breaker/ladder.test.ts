import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { LEVELS, nextLevel } from '../../../src/watch/breaker/ladder.ts';

verifies('breaker.ladder');

type By = Parameters<typeof nextLevel>[1];

/** The levels after each of a row of beats, from healthy. */
function climb(beats: readonly By[], hardStop: boolean): readonly string[] {
  let level: (typeof LEVELS)[number] = 'healthy';
  return beats.map((by) => (level = nextLevel(level, by, hardStop)));
}

describe('climbing', () => {
  test('without hardStop it ends at constrained', () => {
    expect(climb(['agent', 'agent', 'agent', 'agent'], false)).toEqual([
      'steering',
      'constrained',
      'constrained',
      'constrained',
    ]);
  });

  test('with hardStop it ends at stopped', () => {
    expect(climb(['agent', 'agent', 'agent', 'agent'], true)).toEqual([
      'steering',
      'constrained',
      'stopped',
      'stopped',
    ]);
  });

  test('what only the floor has used up never stops an agent', () => {
    expect(climb(['floor', 'floor', 'floor'], true)).toEqual(['steering', 'constrained', 'constrained']);
  });

  test('with a trip of the agent’s own it does', () => {
    expect(climb(['floor', 'floor', 'agent'], true).at(-1)).toBe('stopped');
  });
});

test('each clean beat is one step down', () => {
  expect(climb(['agent', 'agent', 'agent', 'clean', 'clean', 'clean', 'clean'], true).slice(3)).toEqual([
    'constrained',
    'steering',
    'healthy',
    'healthy',
  ]);
});

test('who is stopped and only shares in a cap of the floor goes down to constrained, and stays', () => {
  expect(climb(['agent', 'agent', 'agent', 'floor', 'floor'], true).slice(3)).toEqual(['constrained', 'constrained']);
});

test('who is stopped when hardStop is taken back goes down to constrained', () => {
  expect(nextLevel('stopped', 'agent', false)).toBe('constrained');
});

test('no beat is ever a jump, and only a trip of the agent’s own with hardStop leads to stopped', () => {
  const by = fc.constantFrom<By>('clean', 'floor', 'agent');
  const beats = fc.array(fc.tuple(by, fc.boolean()), { maxLength: 40 });
  fc.assert(
    fc.property(beats, (beats) => {
      let level: (typeof LEVELS)[number] = 'healthy';
      for (const [by, hardStop] of beats) {
        const next = nextLevel(level, by, hardStop);
        const step = LEVELS.indexOf(next) - LEVELS.indexOf(level);
        expect(Math.abs(step)).toBeLessThanOrEqual(1);
        if (by === 'clean') expect(step).toBe(level === 'healthy' ? 0 : -1);
        if (step > 0) expect(by).not.toBe('clean');
        if (next === 'stopped') expect([by, hardStop]).toEqual(['agent', true]);
        level = next;
      }
    }),
  );
});
