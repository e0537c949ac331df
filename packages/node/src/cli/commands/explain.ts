import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { Explanation, JobWatch } from '../../sdk.ts';
import { action, interruptible, withCommonOptions, withExamples, type Cli, type CommonOptions } from '../command.ts';
import { directoryOf } from '../directory.ts';
import { explanationLines } from '../explanation-lines.ts';
import { find } from '../find.ts';
import { jsonLine } from '../printable.ts';
import { watchLines } from '../watch-lines.ts';

export function addExplain(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('explain'))
    .argument('<id>', 'a message, a job or an item of the inbox: its ID, or the end or beginning of it')
    .summary('say what happened to a message or a job, why, and what to do')
    .description(
      'Says what happened to a message, a job or an item of the inbox, which brake fired, what it saw, and what to do; of a ' +
        'job also what the monitor saw, and did.',
    );
  withExamples(command, [
    ['hoplite explain 3f2a91c0', 'the end of an ID, as "hoplite jobs" shows it'],
    ['hoplite explain 3f2a91c0 --json | jq .advice', ''],
  ]).action(action(cli, (id: string, options: CommonOptions) => explain(cli, id, options)));
}

/** A message has nothing of its own to watch. */
async function watchOf(
  client: NodeClient,
  { kind, jobId }: Explanation,
  signal: AbortSignal,
): Promise<JobWatch | undefined> {
  if (kind === 'message' || jobId === undefined) return undefined;
  return (await client.trace(jobId, { signal }))?.watch;
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
  const watch = await interruptible(terminal, (signal) => watchOf(client, explanation, signal));
  const words = options.json
    ? jsonLine({ ...explanation, watch })
    : [explanationLines(explanation), ...(watch === undefined ? [] : watchLines(watch))].join('\n');
  terminal.stdout.write(`${words}\n`);
}
