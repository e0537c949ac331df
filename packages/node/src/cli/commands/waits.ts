import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import { systemClock } from '../../ports/clock.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { jsonLine } from '../printable.ts';
import { waitTable } from '../wait-table.ts';

export function addWaits(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('waits'))
    .summary('who waits for whom at the node')
    .description(
      'Lists the turns and jobs of the node that wait, oldest first: for an answer, for credit that branches hold, or for ' +
        'a person. A peer is suspected while signs of its life are missing.',
    );
  withExamples(command, [
    ['hoplite waits', ''],
    ["hoplite waits --json | jq '.[].on[].peer'", ''],
  ]).action(action(cli, (options: CommonOptions) => waits(cli, options)));
}

async function waits({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const list = await interruptible(terminal, (signal) => client.waits({ signal }));
  terminal.stdout.write(`${options.json ? jsonLine(list) : waitTable(list, systemClock.now())}\n`);
}
