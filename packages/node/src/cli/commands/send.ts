import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { progressLine, showReport } from '../job-report.ts';
import type { ExitCode } from '../outcome.ts';
import { jobFields, withJobOptions, type JobFlags } from './job-options.ts';

type SendOptions = CommonOptions & JobFlags;

export function addSend(program: Command, cli: Cli): void {
  const command = withJobOptions(withCommonOptions(program.command('send')))
    .argument('<peer>', 'a peer: its name, its ID, or the beginning of its ID')
    .argument('<text...>', 'what to say; - reads it from stdin')
    .summary("say something to a peer's agent and wait for its reply")
    .description("Says something to a peer's agent, in a session, and waits for its reply.");
  withExamples(command, [
    ['hoplite send beta "echo hello"', ''],
    ['hoplite send beta - < letter.txt', ''],
  ]).action(
    action(cli, (peer: string, text: readonly string[], options: SendOptions) =>
      send(cli, peer, text.join(' '), options),
    ),
  );
}

async function send({ terminal }: Cli, peer: string, words: string, options: SendOptions): Promise<ExitCode> {
  const client = openClient(directoryOf(options, terminal));
  const text = words === '-' ? await terminal.readStdin() : words;
  const progress = progressLine(terminal);
  const report = await interruptible(terminal, (signal) =>
    client
      .send({ peer, text, ...jobFields(options) }, { signal, onProgress: (note) => progress.show(note) })
      .finally(() => progress.clear()),
  );
  return showReport(terminal, report, options.json === true);
}
