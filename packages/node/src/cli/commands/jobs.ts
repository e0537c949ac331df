import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { JobSummary } from '../../sdk.ts';
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
import { reportLines, showJson, showPath } from '../job-report.ts';
import { CommandFailedError } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { cut, duration, shortId, table } from '../table.ts';
import type { Terminal } from '../terminal.ts';

type JobsOptions = CommonOptions & { readonly limit: number };

/** Jobs among which a part of an ID is looked up. */
const LOOKUP_LIMIT = 1000;

export function addJobs(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('jobs'))
    .argument('[id]', 'one job: its ID, or the end or beginning of it')
    .option('--limit <jobs>', 'how many to list', wholeNumber(1, 1000), 20)
    .summary('list the jobs that began at the node, or show one')
    .description('Lists the jobs that began at the node, newest first, or shows one with its result.');
  withExamples(command, [
    ['hoplite jobs', ''],
    ['hoplite jobs 3f2a91c0', ''],
    ['hoplite jobs --json | jq \'.[] | select(.state == "stopped") | .reason\'', ''],
  ]).action(action(cli, (id: string | undefined, options: JobsOptions) => jobs(cli, id, options)));
}

async function jobs({ terminal }: Cli, id: string | undefined, options: JobsOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const words = await interruptible(terminal, async (signal) => {
    if (id !== undefined) {
      const job = await findJob(client, id, signal);
      return options.json ? jsonLine(job) : jobLines(terminal, job);
    }
    const list = await client.jobs(options.limit, { signal });
    return options.json ? jsonLine(list) : jobTable(list);
  });
  terminal.stdout.write(`${words}\n`);
}

async function findJob(client: NodeClient, id: string, signal: AbortSignal): Promise<JobSummary> {
  const exact = await client.job(id, { signal });
  if (exact !== undefined) return exact;
  const list = await client.jobs(LOOKUP_LIMIT, { signal });
  const [match, another] = list.filter(({ jobId }) => jobId.endsWith(id) || jobId.startsWith(id));
  if (match === undefined)
    throw new CommandFailedError(`no job ${JSON.stringify(id)} began at this node: see "hoplite jobs"`);
  if (another !== undefined)
    throw new CommandFailedError(`several jobs are called ${JSON.stringify(id)}: give more of the ID`);
  return match;
}

function jobTable(list: readonly JobSummary[]): string {
  if (list.length === 0) return 'no job began at this node yet';
  const rows = list.map((job) => [
    shortId(printable(job.jobId)),
    `${duration((Date.now() - job.startedAt) / 1000)} ago`,
    job.reason === undefined ? job.state : `${job.state}: ${printable(job.reason)}`,
    job.channel,
    job.path.length === 0 ? printable(job.target) : showPath(job.path),
    String(job.turns),
    `${job.credit.left}/${job.credit.granted}`,
    cut(printable(job.brief), 40),
  ]);
  return table([['JOB', 'BEGAN', 'STATE', 'CHANNEL', 'PATH', 'TURNS', 'CREDIT', 'BRIEF'], ...rows]);
}

function jobLines(terminal: Terminal, job: JobSummary): string {
  const { startedAt, endedAt } = job;
  const time = (at: number): string => new Date(at).toISOString();
  const took = endedAt === undefined ? '' : `, ended ${time(endedAt)}`;
  return [
    reportLines(terminal, terminal.stdout, job),
    `  began   ${time(startedAt)}${took}`,
    `  to      ${printable(job.target)} (${job.channel})`,
    `  brief   ${printable(job.brief)}`,
    ...(job.result === undefined ? [] : [showJson(job.result)]),
  ].join('\n');
}
