import type { JsonValue } from '@hoplite/tools';
import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { progressLine, showReport } from '../job-report.ts';
import { UsageError, type ExitCode } from '../outcome.ts';
import { jobFields, withJobOptions, type JobFlags } from './job-options.ts';

type DelegateOptions = CommonOptions & JobFlags;

export function addDelegate(program: Command, cli: Cli): void {
  const command = withJobOptions(withCommonOptions(program.command('delegate')))
    .argument('<peer>', "a peer: its name, its ID, or the beginning of its ID; one's own name asks the local agent")
    .argument('<brief...>', 'what to do: text, a JSON object, or - to read it from stdin')
    .summary('hand a task to a peer and wait for its answer')
    .description(
      'Hands a task to a peer and waits for its answer. Ctrl+C cancels the job everywhere. ' +
        'Exit code: 0 done, 1 stopped or failed, 2 wrong usage.',
    );
  withExamples(command, [
    ['hoplite delegate beta "how is the machine?"', ''],
    ['hoplite delegate beta \'{"skill": "host.report"}\'', ''],
    ['hoplite delegate beta - < brief.json', ''],
    ['hoplite delegate beta \'{"skill": "host.report"}\' --json | jq .result', ''],
  ]).action(
    action(cli, (peer: string, brief: readonly string[], options: DelegateOptions) =>
      delegate(cli, peer, brief.join(' '), options),
    ),
  );
}

async function delegate(cli: Cli, peer: string, words: string, options: DelegateOptions): Promise<ExitCode> {
  const { terminal } = cli;
  const client = openClient(directoryOf(options, terminal));
  const brief = readBrief(words === '-' ? await terminal.readStdin() : words);
  const progress = progressLine(terminal);
  const report = await interruptible(terminal, (signal) =>
    client
      .delegate({ peer, brief, ...jobFields(options) }, { signal, onProgress: (note) => progress.show(note) })
      .finally(() => progress.clear()),
  );
  return showReport(terminal, report, options.json === true);
}

/** JSON, if it is an object; otherwise text. */
export function readBrief(words: string): JsonValue {
  if (words.trim() === '') throw new UsageError('the brief is empty: say what is to be done');
  try {
    const value = JSON.parse(words) as JsonValue;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : words;
  } catch {
    return words;
  }
}
