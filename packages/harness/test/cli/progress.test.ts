import { describe, expect, test } from 'vitest';
import { progressOn } from '../../src/cli/progress.ts';
import { RecordedTerminal } from './recorded-terminal.ts';

function told({
  tty = false,
  quiet = false,
  times,
}: {
  tty?: boolean;
  quiet?: boolean;
  times: readonly number[];
}): string {
  const terminal = new RecordedTerminal({ tty });
  let now = 0;
  const progress = progressOn(terminal, quiet, { now: () => now });
  for (const time of times) {
    now = time;
    progress.say(`at ${time}\u001B[2J`);
  }
  progress.end();
  expect(terminal.out).toBe('');
  return terminal.err;
}

describe('progress', () => {
  test('is a line now and then where nothing can be drawn twice', () => {
    expect(told({ times: [1, 4999, 5000, 5001, 9999, 10_000] })).toBe('at 5000\nat 10000\n');
  });

  test('is drawn in place on a terminal, and taken back in the end', () => {
    expect(told({ tty: true, times: [50, 100, 150, 200] })).toBe('\r\u001B[Kat 100\r\u001B[Kat 200\r\u001B[K');
  });

  test('of something that is soon over is nothing', () => {
    expect(told({ tty: true, times: [50] })).toBe('');
  });

  test('is nothing when nobody wants it', () => {
    expect(told({ tty: true, quiet: true, times: [100, 10_000] })).toBe('');
  });
});
