/**
 * `npm start`: the main job. Three nodes in three processes find each other; a task goes from one over the second to the
 * third; a post reaches all; a loop of tasks and an endless conversation are stopped. Then they stay up to play with.
 *
 *     npm start -- [--exit] [--json] [--dir DIRECTORY]
 *
 * `--exit` ends there, with code 0 if all went as promised. With `--json`, words go to stderr and the last line of stdout
 * is one object. `--dir` is where the nodes live, `.hoplite` in the workspace by default: a second run meets the same peers.
 */
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  delegateAlong,
  postToRoom,
  provokeCycle,
  provokeTalk,
  showInbox,
  type Outcome,
  type Stage,
} from './start/main-job.ts';
import { haveMet, NAMES, startNodes } from './start/mesh.ts';
import type { NodeProcess } from './start/node-process.ts';

const workspace = join(import.meta.dirname, '..');
const options = readOptions();
const base = resolve(options.dir ?? join(workspace, '.hoplite'));
const nodes: NodeProcess[] = [];
const ending = new AbortController();

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
let isDone = false;
let ended: Promise<never> | undefined;

for (const signal of Object.keys(SIGNALS) as (keyof typeof SIGNALS)[]) {
  process.on(signal, () => {
    say(`\n${signal}: stopping the nodes`);
    void end(isDone ? 0 : SIGNALS[signal]);
  });
}
// Whoever read our output has gone.
process.stdout.on('error', () => void end(1));
process.stderr.on('error', () => void end(1));

await end(await mainJob());

async function mainJob(): Promise<number> {
  const outcome: Partial<Outcome> = {};
  try {
    await perform(outcome);
  } catch (error) {
    if (ending.signal.aborted) return 1; // It was cut short; whoever did that has said so.
    const problem = error instanceof Error ? error.message : String(error);
    process.stderr.write(`npm start: ${problem}\n`);
    if (options.json) process.stdout.write(`${JSON.stringify({ ...outcome, ok: false, problem })}\n`);
    return 1;
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ ok: true, ...outcome })}\n`);
  isDone = true;
  return options.exit ? 0 : stayUp();
}

/** The steps, each of which throws when something is not as promised. */
async function perform(outcome: { -readonly [K in keyof Outcome]?: Outcome[K] }): Promise<void> {
  say(`Three nodes, three processes, in ${base}`);
  const started = await startNodes(base, nodes, ending.signal);
  await haveMet(started);
  outcome.peers = started.length;
  say(`${NAMES.join(', ')} have found each other\n`);

  const stage: Stage = { nodes: started, say };
  say('A task, from alpha through beta to gamma');
  outcome.delegated = await delegateAlong(stage);
  say('\nA post to everyone in #lobby');
  outcome.room = await postToRoom(stage);
  say('\nA loop of tasks: alpha asks beta, which asks alpha');
  outcome.cycle = await provokeCycle(stage);
  say('\nAn endless conversation: beta and gamma answer each question with a question');
  outcome.hops = await provokeTalk(stage);
  say('\nWhat was stopped waits for you, and nothing else moves it on');
  await showInbox(stage);
}

async function stayUp(): Promise<number> {
  const place = relative(process.cwd(), base) || '.';
  const command = './node_modules/.bin/hoplite';
  say(
    [
      '\nThe nodes stay up. In another terminal, in this directory:',
      `  ${command} peers --dir ${place}/alpha`,
      `  ${command} delegate beta "how is the machine?" --dir ${place}/alpha`,
      `  ${command} delegate alpha '{"skill":"fanout","input":{"to":["beta","gamma"],"brief":"echo hi"}}' --dir ${place}/alpha`,
      `  ${command} inbox --dir ${place}/alpha`,
      `  ${command} room post lobby "echo hello" --wake beta --dir ${place}/gamma`,
      `  ${command} jobs --dir ${place}/alpha`,
      `  ${command} --help`,
      'Ctrl+C stops them.',
    ].join('\n'),
  );
  const first = await Promise.race(nodes.map(async (node) => node.ended().then(() => node.name)));
  if (ending.signal.aborted) return 0;
  process.stderr.write(`npm start: ${first} has ended by itself; see hoplite.log in ${join(base, first)}\n`);
  return 1;
}

/** Leaves nothing behind. The first who wants an end says with which code. */
function end(code: number): Promise<never> {
  ending.abort();
  return (ended ??= Promise.all(nodes.map((node) => node.stop())).then(() => process.exit(code)));
}

function say(line: string): void {
  (options.json ? process.stderr : process.stdout).write(`${line}\n`);
}

function readOptions() {
  try {
    return parseArgs({
      options: { exit: { type: 'boolean' }, json: { type: 'boolean' }, dir: { type: 'string' } },
    }).values;
  } catch (error) {
    console.error(`npm start: ${error instanceof Error ? error.message : String(error)}`);
    console.error('usage: npm start -- [--exit] [--json] [--dir DIRECTORY]');
    process.exit(2);
  }
}
