import { expect, test } from 'vitest';
import { isAbout } from '../../src/cli/command.ts';
import { main } from '../../src/cli/main.ts';
import { RecordedTerminal } from './recorded-terminal.ts';

test.each([[['analyze', '--help']], [['help', 'analyze']]])('%j shows what the harness brings', async (args) => {
  const terminal = new RecordedTerminal();
  expect(await main(args, terminal)).toBe(0);
  expect(terminal.out).toContain('--explore');
});

test.each([[['send', 'beta', 'analyze']], [['inbox', '--name', 'analyze']], [['--help']], [[]]])(
  '%j does without the harness, which need not be installed',
  (args: readonly string[]) => {
    expect(isAbout(args, 'analyze')).toBe(false);
  },
);
