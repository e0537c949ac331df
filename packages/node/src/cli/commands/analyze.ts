import type { Command } from 'commander';
import { withExamples, type Cli } from '../command.ts';
import { CommandFailedError } from '../outcome.ts';

/** What the package that brings `hoplite analyze` exports. */
interface AnalyzeModule {
  /** Gives the command its options and its action. */
  fillAnalyze(command: Command, cli: Cli): void;
}

/** Analysis stands on top of the node, so the node loads it by name when it is asked for (docs/decisions/0018). */
const PACKAGE = '@hoplite/harness/cli';

/**
 * Adds `hoplite analyze`. Its options are those of the harness, which is loaded only when the command is to run.
 *
 * @throws {CommandFailedError} when the harness is not installed
 */
export async function addAnalyze(program: Command, cli: Cli, isAskedFor: boolean): Promise<void> {
  const command = program
    .command('analyze')
    .summary('what agents can and cannot do: scenarios, every interleaving, a config, a log');
  withExamples(command, [
    ['hoplite analyze', 'every scenario of the corpus, in the simulator'],
    ['hoplite analyze --explore', 'every interleaving of a small world'],
    ['hoplite analyze --mesh a/hoplite.json b/hoplite.json', 'can this network loop?'],
    ['hoplite analyze --log ~/.hoplite/alpha', 'what happened, and was it a loop?'],
  ]);
  if (isAskedFor) {
    (await load()).fillAnalyze(command, cli);
  }
}

async function load(): Promise<AnalyzeModule> {
  try {
    return (await import(PACKAGE)) as AnalyzeModule;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !error.message.startsWith("Cannot find package '@hoplite/harness'")) {
      throw error;
    }
    throw new CommandFailedError('"hoplite analyze" needs the package @hoplite/harness: npm install @hoplite/harness');
  }
}
