import { expect, test } from 'vitest';
import { HandClock } from './hand-clock.ts';

test('timers fire at their time, in order, once, and not when they have been cleared', () => {
  const clock = new HandClock(100);
  const fired: string[] = [];
  const note = (name: string) => () => fired.push(`${name}@${clock.now()}`);
  clock.after(20, note('second'));
  clock.after(10, note('first'));
  clock.after(15, note('cleared')).clear();
  clock.after(-5, note('at once'));
  clock.advance(9);
  expect(fired).toEqual(['at once@100']);
  clock.advance(1);
  clock.advance(100);
  expect(fired).toEqual(['at once@100', 'first@110', 'second@120']);
  expect([clock.now(), clock.timers]).toEqual([210, 0]);
});
