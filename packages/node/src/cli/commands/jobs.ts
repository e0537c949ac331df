import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { JobSummary } from '../../sdk.ts';
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
import { concernsJob } from '../event-job.ts';
import { findJob } from '../find.ts';
import { jobLine, jobTable } from '../job-table.ts';
import { traceLines } from '../job-tree.ts';
import { CommandFailedError, type ExitCode } from '../outcome.ts';
import { jsonLine } from '../printable.ts';
import { openScreen } from '../screen.ts';
import type { Terminal } from '../terminal.ts';
import { watch } from '../watch.ts';
import { systemClock } from '../../ports/clock.ts';

interface JobsOptions extends CommonOptions {
  readonly limit: number;
  readonly watch?: true;
}

export function addJobs(program: Command, cli: Cli): void {
  const command = withCommonOptions(program.command('jobs'))
    .argument('[id]', 'one job, wherever it began: its ID, or the end or beginning of it')
    .option('--limit <jobs>', 'how many to list', wholeNumber(1, 1000), 20)
    .option('--watch', 'go on, and show what changes, until Ctrl+C')
    .summary('list the jobs that began at the node, or show the tree of one')
    .description(
      'Lists the jobs that began at the node, newest first; or shows one job that the node has had a part in: how it ' +
        'stands, the tree of its messages, what was refused, and its result. With --watch it is shown again whenever it ' +
        'changes: in place on a terminal; otherwise a line per changed job, with --json an object a line.',
    );
  withExamples(command, [
    ['hoplite jobs', ''],
    ['hoplite jobs --watch', ''],
    ['hoplite jobs 3f2a91c0', 'the end of an ID, as the list shows it'],
    ['hoplite jobs --json | jq \'.[] | select(.state == "stopped") | .reason\'', ''],
    ["hoplite jobs 3f2a91c0 --json | jq '.hops[].outcomes'", ''],
  ]).action(action(cli, (id: string | undefined, options: JobsOptions) => jobs(cli, id, options)));
}

function jobs({ terminal }: Cli, id: string | undefined, options: JobsOptions): Promise<ExitCode | undefined> {
  const client = openClient(directoryOf(options, terminal));
  if (id === undefined) return options.watch ? watchList(terminal, client, options) : list(terminal, client, options);
  return options.watch ? watchOne(terminal, client, id, options) : one(terminal, client, id, options);
}

async function list(terminal: Terminal, client: NodeClient, { limit, json }: JobsOptions): Promise<undefined> {
  const found = await interruptible(terminal, (signal) => client.jobs(limit, { signal }));
  terminal.stdout.write(`${json ? jsonLine(found) : jobTable(found, systemClock.now())}\n`);
}

async function one(terminal: Terminal, client: NodeClient, id: string, { json }: JobsOptions): Promise<undefined> {
  const trace = await interruptible(terminal, (signal) => findJob(client, id, signal));
  terminal.stdout.write(`${json ? jsonLine(trace) : traceLines(terminal, trace)}\n`);
}

async function watchList(terminal: Terminal, client: NodeClient, { limit, json }: JobsOptions): Promise<ExitCode> {
  const screen = json ? undefined : openScreen(terminal);
  const changed = changes<JobSummary>(({ jobId }) => jobId);
  try {
    return await watch(terminal, client, {
      concerns: (event) => concernsJob(event),
      async show(_events, signal) {
        const found = await client.jobs(limit, { signal });
        if (screen !== undefined) {
          screen.draw(jobTable(found, systemClock.now()));
          return;
        }
        for (const job of [...changed(found)].reverse())
          terminal.stdout.write(`${json ? jsonLine(job) : jobLine(job, systemClock.now())}\n`);
      },
    });
  } finally {
    screen?.end();
  }
}

async function watchOne(terminal: Terminal, client: NodeClient, id: string, { json }: JobsOptions): Promise<ExitCode> {
  const screen = json ? undefined : openScreen(terminal);
  let jobId: string | undefined;
  let shown = '';
  try {
    return await watch(terminal, client, {
      // Until it is known which one it is, nothing is left out.
      concerns: (event) => concernsJob(event, jobId),
      async show(_events, signal) {
        const trace = jobId === undefined ? await findJob(client, id, signal) : await client.trace(jobId, { signal });
        if (trace === undefined) throw new CommandFailedError('the node has forgotten this job meanwhile');
        jobId = trace.jobId;
        const words = json ? jsonLine(trace) : traceLines(terminal, trace);
        if (screen !== undefined) {
          screen.draw(words);
          return;
        }
        if (words !== shown) terminal.stdout.write(`${json || shown === '' ? '' : '\n'}${words}\n`);
        shown = words;
      },
    });
  } finally {
    screen?.end();
  }
}
