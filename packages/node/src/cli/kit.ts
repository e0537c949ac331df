/**
 * @packageDocumentation
 *
 * What a command of `hoplite` is made of, for packages that bring one: {@link addAnalyze}.
 */
export { action, interruptible, wholeNumber, withExamples } from './command.ts';
export type { Cli } from './command.ts';
export { CommandFailedError, EXIT, InterruptedError, UsageError } from './outcome.ts';
export type { ExitCode } from './outcome.ts';
export { jsonLine, printable, printableLines } from './printable.ts';
export { count, cut, duration, shortId, table } from './table.ts';
export { paint } from './terminal.ts';
export type { Colour, Output, Terminal } from './terminal.ts';
