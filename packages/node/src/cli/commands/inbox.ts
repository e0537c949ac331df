import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { EscalationView } from '../../sdk.ts';
import {
  action,
  interruptible,
  seconds,
  wholeNumber,
  withCommonOptions,
  withExamples,
  type Cli,
  type CommonOptions,
} from '../command.ts';
import { directoryOf } from '../directory.ts';
import { escalationLines } from '../escalation-lines.ts';
import { findEscalation } from '../find-escalation.ts';
import { CommandFailedError, UsageError } from '../outcome.ts';
import { jsonLine, printable } from '../printable.ts';
import { addInboxList } from './inbox-list.ts';

type ReleaseOptions = CommonOptions & { readonly credit: number; readonly timeout?: number };

const ID_HELP = 'its ID, that of its job, or the end or beginning of either';

export function addInbox(program: Command, cli: Cli): void {
  const inbox = program
    .command('inbox')
    .summary('what waits for you: list, show, answer, release, stop')
    .description(
      'What waits for a person, because a brake stopped it, it stalls, or the circuit breaker took a step: shows it, and ' +
        'takes your decision.',
    );
  withExamples(inbox, [
    ['hoplite inbox', 'what waits'],
    ['hoplite inbox show 3f2a91c0', ''],
    ['hoplite inbox answer 3f2a91c0 "the report is in /srv/reports"', 'the job is done with that'],
    ['hoplite inbox release 3f2a91c0 --credit 8', 'the job runs once more'],
    ['hoplite inbox stop 3f2a91c0 "not worth it"', 'the job is halted everywhere'],
  ]);

  addInboxList(inbox, cli);

  const show = withCommonOptions(inbox.command('show'))
    .argument('<id>', ID_HELP)
    .description('Shows everything about an item, and what you can do about it.');
  withExamples(show, [['hoplite inbox show 3f2a91c0', '']]).action(
    action(cli, (id: string, options: CommonOptions) =>
      decide(cli, id, options, {
        call: async (_client, item) => item,
        words: (item) => escalationLines(cli.terminal, item),
      }),
    ),
  );

  const answer = withCommonOptions(inbox.command('answer'))
    .argument('<id>', ID_HELP)
    .argument('<text...>', 'your answer; - reads it from stdin')
    .description('Gives your answer as the result of a stopped job, which is done then.');
  withExamples(answer, [
    ['hoplite inbox answer 3f2a91c0 "the report is in /srv/reports"', ''],
    ['hoplite inbox answer 3f2a91c0 - < answer.txt', ''],
  ]).action(
    action(cli, (id: string, text: readonly string[], options: CommonOptions) =>
      answerItem(cli, id, text.join(' '), options),
    ),
  );

  const release = withCommonOptions(inbox.command('release'))
    .argument('<id>', ID_HELP)
    .requiredOption('--credit <turns>', 'fresh turns that the job may cause', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .option('--timeout <seconds>', 'life of the job from now on', seconds)
    .description('Lets a stopped job run once more, from its start.');
  withExamples(release, [['hoplite inbox release 3f2a91c0 --credit 8 --timeout 60', '']]).action(
    action(cli, (id: string, options: ReleaseOptions) =>
      decide(cli, id, options, {
        call: (client, item, signal) =>
          client.releaseEscalation(item.id, { credit: options.credit, timeoutSeconds: options.timeout }, { signal }),
        words: ({ jobId }) =>
          `released: job ${printable(jobId)} runs once more; "hoplite jobs --watch" shows how it goes`,
      }),
    ),
  );

  const stop = withCommonOptions(inbox.command('stop'))
    .argument('<id>', ID_HELP)
    .argument('[note...]', 'why, for those who look later')
    .description(
      'Closes an item. If a stopped job is behind it, or one that stalls, halts the job everywhere; its item stays closed, even if the job is ' +
        'resumed.',
    );
  withExamples(stop, [['hoplite inbox stop 3f2a91c0 "not worth it"', '']]).action(
    action(cli, (id: string, note: readonly string[], options: CommonOptions) =>
      decide(cli, id, options, {
        call: (client, item, signal) => client.stopEscalation(item.id, note.join(' ') || undefined, { signal }),
        words: ({ id: item, kind, jobId }) => {
          if (kind === 'stop') return `stopped: job ${printable(jobId)} is halted everywhere; its item stays closed`;
          const halted = kind === 'stall' ? `; job ${printable(jobId)} is halted everywhere if it still ran` : '';
          return `closed: ${printable(item)}${halted}`;
        },
      }),
    ),
  );
}

async function answerItem(cli: Cli, id: string, words: string, options: CommonOptions): Promise<undefined> {
  const text = words === '-' ? await cli.terminal.readStdin() : words;
  if (text.trim() === '') throw new UsageError('the answer is empty: say what the job is to be answered with');
  return decide(cli, id, options, {
    call: (client, item, signal) => client.answerEscalation(item.id, text, { signal }),
    words: ({ jobId }) => `answered: job ${printable(jobId)} is done`,
  });
}

interface Decision {
  readonly call: (client: NodeClient, item: EscalationView, signal: AbortSignal) => Promise<EscalationView | undefined>;
  readonly words: (item: EscalationView) => string;
}

/** Finds an item, does something about it, and says what it is then. */
async function decide(
  { terminal }: Cli,
  id: string,
  options: CommonOptions,
  { call, words }: Decision,
): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const item = await interruptible(terminal, async (signal) => {
    const decided = await call(client, await findEscalation(client, id, signal), signal);
    if (decided === undefined) throw new CommandFailedError('the item is gone meanwhile: see "hoplite inbox --all"');
    return decided;
  });
  terminal.stdout.write(`${options.json ? jsonLine(item) : words(item)}\n`);
}
