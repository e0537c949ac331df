import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openClient } from '../../packages/node/src/api/client.ts';
import { hoplite, NodeProcess } from './node-process.ts';

export const NAMES = ['alpha', 'beta', 'gamma'] as const;

export type Nodes = readonly [alpha: NodeProcess, beta: NodeProcess, gamma: NodeProcess];

/** On this machine only, on any port, and without a word to the LAN. */
const LOCAL = ['--listen', '127.0.0.1:0', '--http', '0', '--no-mdns'];

/** Thrown when the three nodes of a directory run already. */
export class AlreadyRunningError extends Error {
  override readonly name = 'AlreadyRunningError';

  constructor(name: string, pid: number, base: string) {
    super(
      `it runs already: ${name} in ${base} is process ${pid}. Use that one, stop it with Ctrl+C in its terminal ` +
        `(or "kill ${pid}"), or choose another place with "npm start -- --dir DIRECTORY"`,
    );
  }
}

/**
 * Starts three nodes below `base`, made the first time: alpha begins a network, the others enter it by its invitation.
 * Each is told the addresses of those before it.
 *
 * @param nodes takes each node as soon as its process is there, so that whoever called can end it
 */
export async function startNodes(base: string, nodes: NodeProcess[], signal: AbortSignal): Promise<Nodes> {
  await refuseIfRunning(base);
  const start = async (name: string, known: readonly NodeProcess[]): Promise<NodeProcess> => {
    const addresses = (await Promise.all(known.map((node) => node.addresses()))).flat();
    const peers = addresses.flatMap((address) => ['--peer', address]);
    signal.throwIfAborted();
    const node = NodeProcess.launch(name, join(base, name), ['--name', name, ...LOCAL, ...peers]);
    nodes.push(node);
    await node.addresses();
    return node;
  };
  const alpha = await start('alpha', []);
  await enterNetworkOf(alpha, base);
  const beta = await start('beta', [alpha]);
  const gamma = await start('gamma', [alpha, beta]);
  return [alpha, beta, gamma];
}

/** Resolves when each node has seen the two others. */
export async function haveMet(nodes: Nodes): Promise<void> {
  await Promise.all(
    nodes.flatMap((node) =>
      nodes
        .filter((other) => other !== node)
        .map((other) => node.saw('peer:joined', `to meet ${other.name}`, (event) => event['name'] === other.name)),
    ),
  );
}

async function enterNetworkOf(alpha: NodeProcess, base: string): Promise<void> {
  const missing = ['beta', 'gamma'].filter((name) => !existsSync(join(base, name, 'hoplite.json')));
  if (missing.length === 0) return;
  const run = promisify(execFile);
  const invite = await run(process.execPath, [hoplite, 'invite', '--dir', alpha.directory]);
  const enter = (name: string) =>
    run(process.execPath, [hoplite, 'join', invite.stdout.trim(), '--name', name, '--dir', join(base, name), ...LOCAL]);
  await Promise.all(missing.map(enter));
}

async function refuseIfRunning(base: string): Promise<void> {
  for (const name of NAMES) {
    const status = await statusOf(join(base, name));
    if (status !== undefined) throw new AlreadyRunningError(name, status.pid, base);
  }
}

async function statusOf(directory: string) {
  try {
    return await openClient(directory).status();
  } catch {
    return undefined;
  }
}
