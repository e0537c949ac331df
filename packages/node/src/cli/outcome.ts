import { CommanderError } from 'commander';
import { ApiError } from '../api/errors.ts';

/** What a command's exit code says. */
export const EXIT = {
  done: 0,
  /** Refused, stopped, failed or not running; the reason is on stderr. */
  failed: 1,
  /** Wrong usage or config. */
  usage: 2,
  /** Ended by Ctrl+C, as shells have it. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Thrown when a command was called in a way that cannot work. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'ERR_USAGE';
}

/** Thrown when a command could not do what it was to do; the message is all there is to say. */
export class CommandFailedError extends Error {
  override readonly name = 'CommandFailedError';
  readonly code = 'ERR_COMMAND_FAILED';
}

/** Thrown when the person at the terminal has had enough. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly code = 'ERR_INTERRUPTED';

  constructor() {
    super('interrupted: what had been begun is cancelled');
  }
}

/** Errors that mean "this cannot work as it was called or configured", by their `name`. */
const USAGE_ERRORS: ReadonlySet<string> = new Set([
  'UsageError',
  'ConfigError',
  'InvitationError',
  'InvalidOptionError',
]);

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof InterruptedError) return EXIT.interrupted;
  if (error instanceof ApiError) return error.status === 400 ? EXIT.usage : EXIT.failed;
  return error instanceof Error && USAGE_ERRORS.has(error.name) ? EXIT.usage : EXIT.failed;
}
