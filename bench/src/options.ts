import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  /** The one measurement to make; all of them by default. */
  readonly only: string | undefined;
  readonly rounds: number;
  /** Whether to keep progress to oneself. */
  readonly quiet: boolean;
}

/** Rounds of each measurement. */
const DEFAULT_ROUNDS = 7;

/** Thrown for a command line that cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Reads the arguments. @throws {UsageError} */
export function parseOptions(args: readonly string[], measurements: readonly string[]): Options {
  const { only, rounds, json } = parse(args);
  if (only !== undefined && !measurements.includes(only)) {
    throw new UsageError(`--only ${only}: there is no such measurement; there are ${measurements.join(', ')}`);
  }
  const count = Number(rounds ?? DEFAULT_ROUNDS);
  if (!Number.isSafeInteger(count) || count < 1 || count > 100) {
    throw new UsageError(`--rounds ${rounds ?? ''}: expected a whole number from 1 to 100`);
  }
  return { only, rounds: count, quiet: json === true };
}

function parse(args: readonly string[]): { only?: string; rounds?: string; json?: boolean } {
  const options = { only: { type: 'string' }, rounds: { type: 'string' }, json: { type: 'boolean' } } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
