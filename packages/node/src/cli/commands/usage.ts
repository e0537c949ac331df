import { InvalidArgumentError, Option, type Command } from 'commander';
import { openClient } from '../../api/client.ts';
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
import { jsonLine } from '../printable.ts';
import { usageTable, usageTotal } from '../usage-table.ts';
import { wholeJobId } from './halt-target.ts';

const BY = ['day', 'job', 'agent', 'model'] as const;

interface UsageOptions extends CommonOptions {
  readonly by: (typeof BY)[number];
  readonly since?: string;
  readonly job?: string;
  readonly limit: number;
}

export function addUsage(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('usage'))
    .addOption(new Option('--by <what>', 'what to sum up by').choices(BY).default('day'))
    .option('--since <day>', 'from this day on: YYYY-MM-DD, UTC', day)
    .option('--job <id>', 'of one job: its ID, or the end or beginning of it')
    .option('--limit <rows>', 'how many rows to list', wholeNumber(1, 1000), 100)
    .summary('tokens and money that the agent here has used')
    .description(
      'Sums up the tokens that the agent of the node has reported, and what they cost by the prices in the config, newest ' +
        'first. A model that has no price there costs nothing.',
    );
  withExamples(command, [
    ['hoplite usage', 'by day'],
    ['hoplite usage --by model --since 2026-11-01', ''],
    ['hoplite usage --by agent --job 3f2a91c0', ''],
    ['hoplite usage --json | jq .total.costUsd', ''],
  ]).action(action(cli, (options: UsageOptions) => usage(cli, options)));
}

async function usage({ terminal }: Cli, { by, since, job, limit, ...options }: UsageOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const { list, all } = await interruptible(terminal, async (signal) => {
    const jobId = job === undefined ? undefined : await wholeJobId(client, job, signal);
    const of = { ...(since === undefined ? {} : { since }), ...(jobId === undefined ? {} : { jobId }) };
    const list = await client.usage({ by, limit, ...of }, { signal });
    // Of a list that is cut short the total is that of all of it. One node has few agents.
    return {
      list,
      all: list.length < limit ? list : await client.usage({ by: 'agent', limit: 1000, ...of }, { signal }),
    };
  });
  const total = usageTotal(all);
  if (options.json) {
    terminal.stdout.write(`${jsonLine({ by, usage: list, total, isCut: list.length === limit })}\n`);
    return;
  }
  terminal.stdout.write(`${usageTable(list, by, total)}\n`);
  if (list.length === limit) terminal.stderr.write(`there may be more: these are the newest ${limit} (--limit)\n`);
}

function day(text: string): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new InvalidArgumentError('Expected a day, YYYY-MM-DD.');
}
