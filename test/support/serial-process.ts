/**
 * A node in a process of its own whose agent handles one message at a time: `serial-process.ts DIRECTORY NAME [ADDRESS…]`. A
 * brief `{"ask": NAME}` has it ask that peer, when its driver says `go`; any other it answers at once. It prints one line of
 * JSON when it is ready, has met a peer, begins to ask, was answered, and when a job of its operator has ended. Ends when stdin
 * does.
 */
import { createInterface } from 'node:readline';
import { createNode, defaultConfig, type AgentAnswer, type AgentTurn } from '@hoplite/node';

const [, , directory = '', name = '', ...peers] = process.argv;

const go = Promise.withResolvers<void>();

const node = await createNode({
  directory,
  config: { ...defaultConfig(name), listen: ['/ip4/127.0.0.1/tcp/0'], mdns: false, rooms: [], peers },
  agent: { description: 'one at a time', skills: [], idempotent: false, serial: true, run },
});
node.subscribe((event) => {
  if (event.event === 'peer:joined') say({ event: 'met', name: event.name });
});
const commands = createInterface(process.stdin);
commands.on('line', (line) => void obey(JSON.parse(line) as { begin: string } | { go: true }));
commands.once('close', () => process.exit());
say({ event: 'ready', addresses: node.addresses });

async function obey(command: { begin: string } | { go: true }): Promise<void> {
  if ('go' in command) {
    go.resolve();
    return;
  }
  say({ event: 'report', report: await node.delegate(name, { ask: command.begin }, { timeoutMs: 60_000 }) });
}

async function run({ brief, tools }: AgentTurn): Promise<AgentAnswer> {
  if (typeof brief !== 'object' || brief === null || !('ask' in brief)) return { kind: 'done', result: 'answered' };
  say({ event: 'asking' });
  await go.promise;
  const result = await tools.call('delegate_task', { peer: brief['ask'] ?? '', brief: `from ${name}` });
  say({ event: 'asked', result });
  return { kind: 'done', result: result.ok ? 'answered' : result.refusal.reason };
}

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
