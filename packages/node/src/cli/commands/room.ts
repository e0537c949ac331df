import type { Attempt, RoomPostView, RoomView } from '@hoplite/tools';
import type { Command } from 'commander';
import { openClient, type NodeClient } from '../../api/client.ts';
import type { PostReport } from '../../sdk.ts';
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
import { EXIT, UsageError, type ExitCode } from '../outcome.ts';
import { jsonLine, printable, printableLines } from '../printable.ts';
import { count, table } from '../table.ts';
import { paint, type Terminal } from '../terminal.ts';
import { jobFields, withJobOptions, type JobFlags } from './job-options.ts';

type PostOptions = CommonOptions & JobFlags & { readonly wake?: readonly string[]; readonly wakeAll?: true };
type ReadOptions = CommonOptions & { readonly limit: number };

export function addRoom(program: Command, cli: Cli): void {
  const room = program.command('room').summary('join, leave, post to, read and list rooms');
  withExamples(room, [
    ['hoplite room join lobby', ''],
    ['hoplite room post lobby "good morning"', 'everyone in the room gets it'],
    ['hoplite room post lobby "how are you?" --wake beta', "beta's agent answers"],
    ['hoplite room read lobby --limit 5', ''],
  ]);

  withCommonOptions(room.command('join <room>'))
    .description('Goes into a room: its posts are kept from now on.')
    .action(action(cli, (name: string, options: CommonOptions) => join(cli, name, options)));

  withCommonOptions(room.command('leave <room>'))
    .description('Leaves a room. What was posted so far stays readable after joining again.')
    .action(action(cli, (name: string, options: CommonOptions) => leave(cli, name, options)));

  withJobOptions(withCommonOptions(room.command('post <room> <text...>')))
    .description('Posts to a room. Agents answer only if they are woken; where nobody listens, it fails.')
    .option('--wake <peer...>', 'peers whose agents are to answer')
    .option('--wake-all', 'everyone present is to answer')
    .action(
      action(cli, (name: string, text: readonly string[], options: PostOptions) =>
        post(cli, name, text.join(' '), options),
      ),
    );

  withCommonOptions(room.command('read <room>'))
    .description('Shows the newest posts, oldest first.')
    .option('--limit <posts>', 'how many', wholeNumber(1, 1000), 20)
    .action(action(cli, (name: string, options: ReadOptions) => read(cli, name, options)));

  withCommonOptions(room.command('list'))
    .description('Lists the rooms that the node is in.')
    .action(action(cli, (options: CommonOptions) => list(cli, options)));
}

function join(cli: Cli, name: string, options: CommonOptions): Promise<ExitCode> {
  return attempt(cli, options, (client, signal) => client.joinRoom(name, { signal }), {
    show: (view) => `in #${printable(view.room)}, with ${count(view.present.length, 'other')}`,
  });
}

function leave(cli: Cli, name: string, options: CommonOptions): Promise<ExitCode> {
  return attempt(cli, options, (client, signal) => client.leaveRoom(name, { signal }), {
    show: (left) => `left #${printable(left.room)}`,
  });
}

function post(cli: Cli, name: string, words: string, options: PostOptions): Promise<ExitCode> {
  const { wake, wakeAll } = options;
  if (wake !== undefined && wakeAll) throw new UsageError('--wake and --wake-all exclude each other');
  const call = async (client: NodeClient, signal: AbortSignal): Promise<Attempt<PostReport>> => {
    const text = words === '-' ? await cli.terminal.readStdin() : words;
    return client.post(name, { text, wake: wakeAll ? 'everyone' : wake, ...jobFields(options) }, { signal });
  };
  return attempt(cli, options, call, { show: postLines, problems: postProblems });
}

function read(cli: Cli, name: string, options: ReadOptions): Promise<ExitCode> {
  return attempt(cli, options, (client, signal) => client.readRoom(name, options.limit, { signal }), {
    show: (posts) => posts.map(postLine).join('\n'),
  });
}

async function list({ terminal }: Cli, options: CommonOptions): Promise<undefined> {
  const client = openClient(directoryOf(options, terminal));
  const rooms = await interruptible(terminal, (signal) => client.rooms({ signal }));
  terminal.stdout.write(options.json ? `${jsonLine(rooms)}\n` : `${roomTable(rooms)}\n`);
}

interface Shown<T> {
  readonly show: (value: T) => string;
  /** What went wrong although the call succeeded, one sentence each. */
  readonly problems?: (value: T) => readonly string[];
}

/** Makes one call and shows its value; a refusal goes to stderr (and, for programs, as an object to stdout). */
async function attempt<T>(
  { terminal }: Cli,
  options: CommonOptions,
  call: (client: NodeClient, signal: AbortSignal) => Promise<Attempt<T>>,
  { show, problems }: Shown<T>,
): Promise<ExitCode> {
  const client = openClient(directoryOf(options, terminal));
  const result = await interruptible(terminal, (signal) => call(client, signal));
  if (!result.ok) {
    if (options.json) terminal.stdout.write(`${jsonLine({ refusal: result.refusal })}\n`);
    complain(terminal, `${result.refusal.reason}: ${result.refusal.detail}`);
    return EXIT.failed;
  }
  const words = options.json ? jsonLine(result.value) : show(result.value);
  if (words !== '') terminal.stdout.write(`${words}\n`);
  const complaints = problems?.(result.value) ?? [];
  for (const complaint of complaints) complain(terminal, complaint);
  return complaints.length === 0 ? EXIT.done : EXIT.failed;
}

function complain(terminal: Terminal, sentence: string): void {
  terminal.stderr.write(`${paint(terminal, terminal.stderr, 'red', printable(sentence))}\n`);
}

function postLines(report: PostReport): string {
  const replies = report.replies.flatMap(({ from, text }) =>
    text === undefined ? [] : [`${printable(from)}: ${printableLines(text)}`],
  );
  return [`posted to #${printable(report.room)}, handed to ${count(report.recipients, 'peer')}`, ...replies].join('\n');
}

function postProblems({ replies, notWoken }: PostReport): readonly string[] {
  const refused = replies.flatMap(({ from, refusal }) =>
    refusal === undefined ? [] : [`${from}: ${refusal.reason}: ${refusal.detail}`],
  );
  return [
    ...refused,
    ...notWoken.map(({ peer, refusal }) => `${peer} was not woken: ${refusal.reason}: ${refusal.detail}`),
  ];
}

function postLine({ at, authorName, text }: RoomPostView): string {
  const [first = '', ...rest] = printableLines(text).split('\n');
  return [`${timeOf(at)}  ${printable(authorName)}: ${first}`, ...rest.map((line) => `    ${line}`)].join('\n');
}

/** An author's clock may say anything. */
function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, 19).replace('T', ' ');
}

function roomTable(rooms: readonly RoomView[]): string {
  const rows = rooms.map(({ room, present, posts }) => [printable(room), String(present.length), String(posts)]);
  return rows.length === 0 ? 'in no room: hoplite room join lobby' : table([['ROOM', 'OTHERS', 'POSTS'], ...rows]);
}
