import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { NodeEvent } from '../../node-events.ts';
import type { EscalationView } from '../../sdk.ts';
import { changes } from '../changes.ts';
import {
  action,
  interruptible,
  wholeNumber,
  withCommonOptions,
  withExamples,
  type Cli,
  type CommonOptions,
} from '../command.ts';
import { directoryOf } from '../directory.ts';
import { inboxLine, inboxTable } from '../escalation-lines.ts';
import type { ExitCode } from '../outcome.ts';
import { jsonLine } from '../printable.ts';
import { openScreen } from '../screen.ts';
import type { Terminal } from '../terminal.ts';
import { watch } from '../watch.ts';
import { systemClock } from '../../ports/clock.ts';

interface ListOptions extends CommonOptions {
  readonly all?: true;
  readonly limit: number;
  readonly watch?: true;
}

/** `hoplite inbox` alone lists. */
export function addInboxList(inbox: Command, cli: Cli): void {
  const command = withCommonOptions(inbox.command('list', { isDefault: true }))
    .description('Lists what waits for you, newest first.')
    .option('--all', 'also what has been dealt with')
    .option('--limit <items>', 'how many to list', wholeNumber(1, 1000), 100)
    .option('--watch', 'go on, and show what changes, until Ctrl+C');
  withExamples(command, [
    ['hoplite inbox --watch', ''],
    ['hoplite inbox --all', ''],
    ["hoplite inbox --json | jq '.[].reason'", ''],
  ]).action(action(cli, (options: ListOptions) => list(cli, options)));
}

function list({ terminal }: Cli, options: ListOptions): Promise<ExitCode | undefined> {
  const client = openClient(directoryOf(options, terminal));
  return options.watch ? watchItems(terminal, client, options) : printItems(terminal, client, options);
}

async function printItems(terminal: Terminal, client: NodeClient, options: ListOptions): Promise<undefined> {
  const items = await interruptible(terminal, (signal) => client.inbox(whichOf(options), { signal }));
  terminal.stdout.write(`${options.json ? jsonLine(items) : inboxTable(items, systemClock.now())}\n`);
}

async function watchItems(terminal: Terminal, client: NodeClient, options: ListOptions): Promise<ExitCode> {
  const screen = options.json ? undefined : openScreen(terminal);
  const changed = changes<EscalationView>(({ id }) => id);
  const fetched = (signal: AbortSignal) => client.inbox(whichOf(options), { signal });
  try {
    return await watch(terminal, client, {
      concerns: ({ event }) => event === 'escalation',
      async show(events, signal) {
        if (screen !== undefined) {
          screen.draw(inboxTable(await fetched(signal), systemClock.now()));
          return;
        }
        // An item that has been dealt with is gone from the list, but not from the event that says so.
        const items = events.length === 0 ? (await fetched(signal)).toReversed() : events.flatMap(escalationOf);
        for (const item of changed(items)) {
          terminal.stdout.write(`${options.json ? jsonLine(item) : inboxLine(item, systemClock.now())}\n`);
        }
      },
    });
  } finally {
    screen?.end();
  }
}

function whichOf({ all, limit }: ListOptions) {
  return { all: all === true, limit };
}

function escalationOf(event: NodeEvent): readonly EscalationView[] {
  return event.event === 'escalation' ? [event.escalation] : [];
}
