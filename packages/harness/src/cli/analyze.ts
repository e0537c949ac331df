import { action, EXIT, interruptible, jsonLine, printable, UsageError, wholeNumber } from '@hoplite/node/cli';
import type { Cli, ExitCode, Terminal } from '@hoplite/node/cli';
import type { Command } from 'commander';
import { exitCodeOf, type Analysis, type Task } from './analysis.ts';
import { modeOf, type Mode } from './mode.ts';
import type { AnalyzeOptions } from './options.ts';
import { progressOn } from './progress.ts';
import { writeReports } from './write-reports.ts';

const SEEDS = 2 ** 32 - 1;

/** Gives `hoplite analyze` its options and its action. */
export function fillAnalyze(command: Command, cli: Cli): void {
  command
    .argument(
      '[scenarios...]',
      'scenario files, directories of them, or names of the corpus such as S01; all of it by default',
    )
    .description(
      'Says what agents under the rules of Hoplite can and cannot do, without a network: runs scenarios in the ' +
        'simulator, visits every interleaving of a small world, takes away one brake after the other, reads the configs ' +
        'or the stores of real nodes. Exit code 0 if everything held, 1 on a violation and when it was not proved, 2 for ' +
        'wrong usage, 130 after Ctrl+C, which prints what was found so far.',
    )
    .option('--explore', 'every interleaving and every choice of agents in a small world')
    .option('--ablate', 'take away each brake in turn: what breaks, and how soon?')
    .option('--walk', 'random worlds; one that fails is made small and printed as a scenario file')
    .option('--mesh <configs...>', 'hoplite.json of each peer of a network: can it loop, how far, how often?')
    .option('--log <directories...>', "nodes' data directories: what happened, and was it a loop?")
    .option('--peers <number>', 'of --explore (2 to 4) or --walk', wholeNumber(2, 1000))
    .option('--depth <hops>', 'most hops, of --explore', wholeNumber(1, 4))
    .option('--credit <turns>', 'credit of a job, of --explore', wholeNumber(1, 8))
    .option('--steps <number>', 'how far --walk goes', wholeNumber(1, 10_000_000))
    .option(
      '--seed <number>',
      'the chance of scenarios and of --walk; the same seed gives the same run',
      wholeNumber(0, SEEDS),
    )
    .option('--shrink', 'make the first scenario that breaks as small as it can be, and print it')
    .option('--json', 'print one JSON object, for programs')
    .option('--junit <file>', 'write JUnit XML, replacing what is there')
    .option('--html <path>', 'write a report to a file, or one a run into a directory, replacing what is there')
    .option('--quiet', 'no progress, and only what broke')
    .action(action(cli, (files: string[], options: AnalyzeOptions) => analyze(cli, files, options)));
}

async function analyze({ terminal }: Cli, files: readonly string[], options: AnalyzeOptions): Promise<ExitCode> {
  const mode = modeOf(files, options);
  const progress = progressOn(terminal, options.quiet ?? false);
  const { analysis, isInterrupted } = await interruptible(terminal, async (signal) => {
    const task = { signal, progress, isQuiet: options.quiet ?? false, columns: columnsOf(terminal) };
    const found = await analysisOf(mode, task).finally(() => progress.end());
    return { analysis: found, isInterrupted: signal.aborted };
  }).catch((error: unknown) => {
    throw usageErrorOf(error) ?? error;
  });
  const written = writeReports(analysis, options);
  const { verdict, found, text } = analysis;
  if (options.json) terminal.stdout.write(`${jsonLine({ mode: mode.kind, verdict, ...found })}\n`);
  else if (text !== '') terminal.stdout.write(`${text}\n`);
  if (!options.quiet) for (const file of written) terminal.stderr.write(`written: ${printable(file)}\n`);
  if (!isInterrupted) return exitCodeOf(verdict);
  terminal.stderr.write('hoplite: interrupted; this is what was found so far\n');
  terminal.endSoon();
  return EXIT.interrupted;
}

/** Each is loaded when it is asked for: nobody waits for the explorer who wants to see a log. */
async function analysisOf(mode: Mode, task: Task): Promise<Analysis> {
  switch (mode.kind) {
    case 'scenarios':
      return (await import('./modes/scenarios.ts')).analyzeScenarios(mode, task);
    case 'explore':
      return (await import('./modes/explore.ts')).analyzeExploration(mode, task);
    case 'ablate':
      return (await import('./modes/ablate.ts')).analyzeAblation(task);
    case 'walk':
      return (await import('./modes/walk.ts')).analyzeWalk(mode, task);
    case 'mesh':
      return (await import('./modes/mesh.ts')).analyzeConfigs(mode, task);
    case 'log':
      return (await import('./modes/log.ts')).analyzeLogs(mode, task);
  }
}

/** A file or a pipe has lines as long as they need to be, within reason. */
function columnsOf({ stdout }: Terminal): number {
  return stdout.isTty ? stdout.columns : 140;
}

/** Errors that say that what was given cannot work: told as such, with exit code 2. */
const ABOUT_WHAT_WAS_GIVEN: ReadonlySet<string> = new Set([
  'ScenarioFileError',
  'ScenarioStepError',
  'StoreCorruptError',
  'StoreMissingError',
  'StoreOutdatedError',
  'StoreUnavailableError',
  'StoreVersionError',
  'UnexplorableWorldError',
]);

function usageErrorOf(error: unknown): UsageError | undefined {
  return error instanceof Error && ABOUT_WHAT_WAS_GIVEN.has(error.name)
    ? new UsageError(error.message, { cause: error })
    : undefined;
}
