/**
 * A node in a process of its own, for tests that kill it: `scripted-process.ts DIRECTORY MODE`. Prints one line of JSON
 * when it is ready, one for each turn that begins, and one as answer to each line of stdin, where its operator asks
 * something. Ends when stdin does.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNode, defaultConfig, type AgentAnswer, type AgentTurn } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';

/**
 * What its agent does with a brief: never answers; answers; has `worker` do it before it answers; the same, and would run
 * again; kills the process, and would run again.
 */
export type Mode = 'hang' | 'echo' | 'ask' | 'again' | 'crash';

/** What the operator asks. */
export type Question =
  | { readonly ask: 'delegate'; readonly to: string; readonly brief: JsonValue }
  | { readonly ask: 'halt'; readonly jobId: string }
  | { readonly ask: 'state' };

const [, , directory = '', mode = 'echo'] = process.argv;

const node = await createNode({
  directory,
  config: {
    ...defaultConfig('victim'),
    listen: ['/ip4/127.0.0.1/tcp/0'],
    mdns: false,
    rooms: [],
    turns: { concurrent: 1, serial: false, queuedPerPeer: 8, queued: 8 },
  },
  agent: { description: 'scripted by a test', skills: [], idempotent: mode === 'again' || mode === 'crash', run },
});
const questions = createInterface(process.stdin);
questions.on('line', (line) => void answer(JSON.parse(line) as Question));
questions.once('close', () => process.exit());
say({ event: 'ready', peerId: node.peerId, addresses: node.addresses });

async function run({ brief, tools, signal }: AgentTurn): Promise<AgentAnswer> {
  say({ event: 'turn', brief });
  if (mode === 'crash') process.kill(process.pid, 'SIGKILL');
  if (mode === 'ask' || mode === 'again') {
    while (!JSON.stringify(await tools.call('list_peers', {})).includes('"worker"')) await sleep(10);
    await tools.call('delegate_task', { peer: 'worker', brief });
  }
  if (mode === 'hang' || mode === 'crash') {
    await new Promise((_, reject) => signal.addEventListener('abort', reject, { once: true }));
  }
  return { kind: 'done', result: { echoed: brief } };
}

async function answer(question: Question): Promise<void> {
  switch (question.ask) {
    case 'delegate':
      say({ event: 'report', report: await node.delegate(question.to, question.brief) });
      return;
    case 'halt':
      say({ event: 'halted', halt: await node.halt({ kind: 'job', jobId: question.jobId }, 'by a test') });
      return;
    case 'state':
      say({ event: 'state', jobs: node.jobs(), halts: node.halts(), inbox: node.inbox({ all: true }) });
      return;
  }
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
