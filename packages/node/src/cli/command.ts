import { InvalidArgumentError, type Command } from 'commander';
import { EXIT, InterruptedError, type ExitCode } from './outcome.ts';
import type { Terminal } from './terminal.ts';

/** One run of the program. */
export interface Cli {
  readonly terminal: Terminal;
  /** What the command that ran has come to. */
  exitCode: ExitCode;
}

/** What every command takes. */
export interface CommonOptions {
  readonly dir?: string;
  readonly name?: string;
  readonly json?: true;
}

export function withCommonOptions(command: Command): Command {
  return command
    .option(
      '--dir <directory>',
      "the node's data directory (default: $HOPLITE_DIR, or <name> in $HOPLITE_HOME or ~/.hoplite)",
    )
    .option('--name <name>', 'the node, by its name, when there are several')
    .option('--json', 'print JSON, for programs');
}

/** Examples below a command's help: what one types, and what it is for. */
export function withExamples(command: Command, examples: readonly (readonly [string, string])[]): Command {
  const width = Math.max(...examples.map(([line]) => line.length));
  const lines = examples.map(([line, purpose]) => `  $ ${line.padEnd(width)}  ${purpose}`.trimEnd());
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** A command's action, whose result is the exit code; none means that it is done. */
export function action<A extends readonly unknown[]>(
  cli: Cli,
  handler: (...args: A) => ExitCode | undefined | Promise<ExitCode | undefined>,
): (...args: A) => Promise<void> {
  return async (...args) => {
    cli.exitCode = (await handler(...args)) ?? EXIT.done;
  };
}

/** Does `work` until the person at the terminal has had enough: then its signal is aborted. */
export async function interruptible<T>(terminal: Terminal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const off = terminal.onInterrupt(() => controller.abort(new InterruptedError()));
  try {
    return await work(controller.signal);
  } catch (error) {
    if (controller.signal.aborted) terminal.endSoon();
    throw error;
  } finally {
    off();
  }
}

/** Whether a command is to run, or is asked about: the word may stand elsewhere, too, as the name of a peer. */
export function isAbout(args: readonly string[], command: string): boolean {
  const [first, second] = args.filter((word) => !word.startsWith('-'));
  return (first === 'help' ? second : first) === command;
}

/** Reads an option's value as a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option's value as a number of seconds. */
export function seconds(text: string): number {
  const number = Number(text);
  if (/^\d+(\.\d+)?$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError('Expected a number of seconds, more than 0.');
}
