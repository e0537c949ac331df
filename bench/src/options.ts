import { parseArgs } from 'node:util';

/** What the command line asks for. */
export interface Options {
  /** The one measurement to make; all of them by default. */
  readonly only: string | undefined;
  readonly rounds: number;
  /** Whether to warm up hardly at all: to see that it runs. The figures are those of cold programs. */
  readonly quick: boolean;
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
  const { only, rounds, quick, json } = parse(args);
  if (only !== undefined && !measurements.includes(only)) {
    throw new UsageError(`--only ${only}: there is no such measurement; there are ${measurements.join(', ')}`);
  }
  const count = Number(rounds ?? DEFAULT_ROUNDS);
  if (!Number.isSafeInteger(count) || count < 1 || count > 100) {
    throw new UsageError(`--rounds ${rounds ?? ''}: expected a whole number from 1 to 100`);
  }
  return { only, rounds: count, quick: quick === true, quiet: json === true };
}

function parse(args: readonly string[]): { only?: string; rounds?: string; quick?: boolean; json?: boolean } {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const;
  const options = { only: text, rounds: text, quick: flag, json: flag } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
