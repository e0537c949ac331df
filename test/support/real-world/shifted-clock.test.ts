import { clockCompliance } from '@hoplite/node/compliance';
import { expect, test } from 'vitest';
import { verifies } from '../../requirements.ts';
import { ShiftedClock } from './shifted-clock.ts';

verifies('node.ports.compliance');

clockCompliance('the shifted clock', () => {
  const clock = new ShiftedClock();
  return { clock, advance: (ms) => clock.advance(ms) };
});

test('what is due within an hour happens at once when it is moved on by one, in order, and the rest later', async () => {
  const clock = new ShiftedClock();
  const happened: string[] = [];
  clock.after(3_000_000, () => happened.push('second'));
  clock.after(1_000, () => {
    happened.push('first');
    clock.after(1_000, () => happened.push('then'));
  });
  clock.after(4_000_000, () => happened.push('too late'));
  const before = clock.now();
  await clock.advance(3_600_000);
  expect(happened).toEqual(['first', 'then', 'second']);
  expect(clock.now() - before).toBeGreaterThanOrEqual(3_600_000);
});
