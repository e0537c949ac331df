import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { explanationLines } from '../explanation-lines.ts';
import { find } from '../find.ts';
import { jsonLine } from '../printable.ts';

export function addExplain(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('explain'))
    .argument('<id>', 'a message, a job or an item of the inbox: its ID, or the end or beginning of it')
    .summary('say what happened to a message or a job, why, and what to do')
    .description(
      'Says what happened to a message, a job or an item of the inbox, which brake fired, what it saw, and what to do.',
    );
  withExamples(command, [
    ['hoplite explain 3f2a91c0', 'the end of an ID, as "hoplite jobs" shows it'],
    ['hoplite explain 3f2a91c0 --json | jq .advice', ''],
  ]).action(action(cli, (id: string, options: CommonOptions) => explain(cli, id, options)));
}

async function explain({ terminal }: Cli, id: string, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const explanation = await interruptible(terminal, (signal) =>
    find(
      client,
      id,
      {
        kind: 'message, job or item of the inbox',
        lookUp: (whole) => client.explain(whole, { signal }),
        hint: 'try it on a peer that took part; "hoplite jobs" and "hoplite inbox" list what is known here',
      },
      signal,
    ),
  );
  terminal.stdout.write(`${options.json ? jsonLine(explanation) : explanationLines(explanation)}\n`);
}
