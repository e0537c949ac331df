import { IdentityError, InvitationError } from '@hoplite/p2p';
import { verifies } from '@hoplite/test/requirements';
import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { ApiError, NodeNotRunningError } from '../../src/api/errors.ts';
import { CommandFailedError, exitCodeOf, InterruptedError, UsageError } from '../../src/cli/outcome.ts';
import { ConfigError } from '../../src/config/errors.ts';
import { InvalidOptionError } from '../../src/errors.ts';
import { RecordedTerminal, run } from './recorded-terminal.ts';

verifies('node.cli.exit-codes');

test.each([
  [new AggregateError([]), 'hoplite: failed, with AggregateError for a reason\n'],
  [Object.assign(new AggregateError([]), { code: 'ETIMEDOUT' }), 'hoplite: failed, with ETIMEDOUT for a reason\n'],
  [new Error('the pipe is broken'), 'hoplite: the pipe is broken\n'],
])('%o is told in words', async (error, words) => {
  const terminal = Object.assign(new RecordedTerminal(), { readStdin: () => Promise.reject(error) });
  expect(await run(['inbox', 'answer', 'x', '-'], terminal)).toMatchObject({ code: 1, err: words });
});

test.each([
  [new CommanderError(0, 'commander.helpDisplayed', ''), 0],
  [new CommanderError(1, 'commander.unknownOption', ''), 2],
  [new UsageError('wrong'), 2],
  [new ConfigError('hoplite.json', [{ path: 'http.port', message: 'is no port' }]), 2],
  [new InvitationError('damaged'), 2],
  [new InvalidOptionError('credit', 'is too large'), 2],
  [new ApiError(400, 'bad_request', 'credit: too large', 'credit'), 2],
  [new ApiError(500, 'internal', 'failed'), 1],
  [new NodeNotRunningError('/x'), 1],
  [new CommandFailedError('no'), 1],
  [new IdentityError('ERR_KEY_CORRUPT', 'key', 'corrupt'), 1],
  [new Error('anything'), 1],
  ['not even an error', 1],
  [new InterruptedError(), 130],
])('%o ends with %d', (error, code) => {
  expect(exitCodeOf(error)).toBe(code);
});
