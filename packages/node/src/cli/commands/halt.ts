import type { Command } from 'commander';
import { openClient } from '../../api/client.ts';
import type { HaltView } from '../../sdk.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { haltedWords, scopeWords } from '../halt-words.ts';
import { UsageError } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { duration, table } from '../table.ts';
import { haltTarget, namesOf, withHaltTarget, type HaltFlags } from './halt-target.ts';
import { systemClock } from '../../ports/clock.ts';

type HaltOptions = CommonOptions & HaltFlags & { readonly list?: true };

export function addHalt(program: Command, cli: Cli): void {
  const command = withHaltTarget(withCommonOptions(program.command('halt')))
    .option('--list', 'show what is halted here, by whom and why')
    .summary("stop a job, a peer's agent or everything, on all peers")
    .description(
      'Halts a job, the agent of a peer, or all agents, on every peer that grants this node the right. It holds until ' +
        '"hoplite resume", also over restarts.',
    );
  withExamples(command, [
    ['hoplite halt 3f2a91c0 --note "it costs too much"', 'a job, by the end of its ID'],
    ['hoplite halt --peer beta', ''],
    ['hoplite halt --all', 'the emergency brake'],
    ['hoplite halt --list', ''],
  ]).action(action(cli, (job: string | undefined, options: HaltOptions) => halt(cli, job, options)));
}

async function halt({ terminal }: Cli, job: string | undefined, options: HaltOptions): Promise<undefined> {
  const { list, json, note } = options;
  if (list && (job ?? options.peer ?? options.all ?? note) !== undefined) {
    throw new UsageError('--list shows what is halted, and takes nothing else');
  }
  const client = openClient(directoryOf(options, terminal));
  const words = await interruptible(terminal, async (signal) => {
    if (list) {
      const halts = await client.halts({ signal });
      return json ? jsonLine(halts) : haltTable(halts, await namesOf(client, signal));
    }
    const view = await client.halt({ ...(await haltTarget(client, job, options, signal)), note }, { signal });
    return json ? jsonLine(view) : haltedWords(view, await namesOf(client, signal));
  });
  terminal.stdout.write(`${words}\n`);
}

function haltTable(halts: readonly HaltView[], nameOf: (peerId: string) => string): string {
  if (halts.length === 0) return 'nothing is halted here';
  const rows = halts.map((view) => [
    scopeWords(view.scope, nameOf),
    printable(view.by),
    `${duration((systemClock.now() - view.at) / 1000)} ago`,
    printable(view.note),
  ]);
  return table([['WHAT', 'BY', 'SINCE', 'NOTE'], ...rows]);
}
