/**
 * A node in a process of its own, which the kill test kills: `node-process.ts SETTINGS`, see `Settings`. It takes
 * commands on stdin and tells what happens on stdout, one line of JSON each.
 */
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNode, defaultConfig, type AgentTurn } from '@hoplite/node';
import type { Branch, Brief, Command, Line, Settings } from './brief.ts';

/** How long a process waits for a peer to come back before it asks it, in milliseconds. */
const PEER_WAIT_MS = 3000;

const settings = JSON.parse(process.argv[2] ?? '') as Settings;

const node = await createNode({
  directory: settings.directory,
  config: {
    ...defaultConfig(settings.name),
    listen: [settings.listen],
    peers: [...settings.peers],
    mdns: false,
    rooms: [],
    turns: { concurrent: 1, serial: false, queuedPerPeer: 64, queued: 64 },
    rates: { perPeer: { perMinute: 1e6, burst: 1e6 }, perOrigin: { perMinute: 1e6, burst: 1e6 } },
  },
  agent: { description: 'does as it is told', skills: [], idempotent: settings.idempotent, run: work },
});

node.subscribe((event) => {
  if (event.event === 'job.started') say({ event: 'begun', jobId: event.jobId });
  if (event.event === 'job.done') say({ event: 'done', jobId: event.job.jobId });
});
const commands = createInterface(process.stdin);
commands.on('line', (line) => void begin(JSON.parse(line) as Command).catch(fail));
commands.once('close', () => process.exit());
process.stdout.once('error', () => process.exit()); // Its driver has gone.
say({ event: 'ready', peerId: node.peerId, addresses: node.addresses });

async function begin({ to, how, brief, timeoutMs }: Command): Promise<void> {
  for (let waited = 0; waited < PEER_WAIT_MS && !node.peers().some(({ name }) => name === to); waited += 10) {
    await sleep(10);
  }
  await (how === 'task'
    ? node.delegate(to, brief, { timeoutMs })
    : node.send(to, JSON.stringify(brief), { timeoutMs }));
}

async function work({ brief, signal, tools }: AgentTurn) {
  const { id, before, after, branches } = (typeof brief === 'string' ? JSON.parse(brief) : brief) as Brief;
  say({ event: 'turn', id });
  await sleep(before, undefined, { signal });
  await Promise.all(branches.map((branch) => ask(branch, tools, id)));
  signal.throwIfAborted();
  appendFileSync(settings.effects, `${id}\n`);
  say({ event: 'effect', id });
  await sleep(after, undefined, { signal });
  return { kind: 'done', result: id } as const;
}

/** A branch may come to nothing: a peer of it may have been killed. */
async function ask({ to, how, brief }: Branch, tools: AgentTurn['tools'], id: string): Promise<void> {
  say({ event: 'asking', id });
  const text = JSON.stringify(brief);
  await (how === 'task'
    ? tools.call('delegate_task', { peer: to, brief })
    : tools.call('send_message', { peer: to, text, ...(how === 'left' ? {} : { wait_seconds: 10 }) }));
}

function say(line: Line): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

function fail(error: unknown): void {
  process.stderr.write(`${settings.name}: ${error instanceof Error ? (error.stack ?? '') : String(error)}\n`);
  process.exit(1);
}
