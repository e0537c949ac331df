import { renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startApi, type Api } from '../api/server.ts';
import type { Config } from '../config/schema.ts';
import { createNode } from '../create-node.ts';
import { createLog } from '../log.ts';
import type { NodeEvent } from '../node-events.ts';
import type { HopliteNode } from '../sdk.ts';
import { eventLine } from './event-line.ts';
import { lossyLines } from './lossy-lines.ts';
import { EXIT, type ExitCode } from './outcome.ts';
import { jsonLine, printable } from './printable.ts';
import { count } from './table.ts';
import { paint, type Terminal } from './terminal.ts';
import { systemClock } from '../ports/clock.ts';

export interface RunInit {
  readonly terminal: Terminal;
  readonly directory: string;
  readonly config: Config;
  readonly json: boolean;
}

/** A second Ctrl+C within this time is the same one: npm and shells pass it on as well. */
const SAME_INTERRUPT_MS = 500;

/** A log that has grown beyond this is put aside at the next start. */
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Runs a node and its API until it is told to stop, and tells what happens. */
export async function runNode({ terminal, directory, config, json }: RunInit): Promise<ExitCode> {
  const stop = Promise.withResolvers<string>();
  const off = onStop(terminal, stop.resolve);
  try {
    const log = createLog({ level: config.log.level, destination: { file: logFile(directory) } });
    await using node = await createNode({ directory, config, log });
    const events = collect(node);
    const api = await startApi({
      node,
      directory,
      ...config.http,
      log,
      onStop: () => stop.resolve('a request to stop'),
    });
    terminal.stdout.write(
      json ? `${jsonLine(readyEvent(node, api, directory))}\n` : ready(terminal, node, api, directory),
    );
    const nameOf = (peerId: string): string => node.peers().find((peer) => peer.peerId === peerId)?.name ?? peerId;
    const lines = lossyLines(terminal.stdout, (dropped) =>
      json ? jsonLine(droppedEvent(dropped)) : droppedWords(dropped),
    );
    events.to((event) => lines.write(json ? jsonLine(event) : eventLine(event, nameOf)));
    const cause = await stop.promise;
    if (!json) terminal.stderr.write(`${config.name} stops (${cause})\n`);
    await node.stop(); // First, so that whoever waits for a job is told that it was interrupted.
    await api.stop();
    if (lines.dropped > 0) terminal.stderr.write(`${droppedWords(lines.dropped)}\n`);
    terminal.endSoon();
    return EXIT.done;
  } finally {
    off();
  }
}

/** The first word to stop is carried out in peace; a second one at once. */
function onStop(terminal: Terminal, stop: (cause: string) => void): () => void {
  let first: number | undefined;
  return terminal.onInterrupt((cause) => {
    const now = systemClock.now();
    first ??= now;
    if (now - first > SAME_INTERRUPT_MS && cause !== 'disconnect') process.exit(EXIT.interrupted);
    stop(cause);
  });
}

/** Everything that a node says, from this moment on, kept until somebody listens. Peers that are here already come first. */
function collect(node: HopliteNode): { to(listener: (event: NodeEvent) => void): void } {
  const early: NodeEvent[] = node
    .peers()
    .filter((peer) => peer.connected && !peer.self)
    .map(({ peerId, name }) => ({ at: systemClock.now(), event: 'peer:joined', peerId, name }));
  let tell = (event: NodeEvent): void => void early.push(event);
  node.subscribe((event) => tell(event));
  return {
    to(listener) {
      early.splice(0).forEach(listener);
      tell = listener;
    },
  };
}

function readyEvent({ name, peerId, addresses }: HopliteNode, api: Api, directory: string) {
  return {
    event: 'ready',
    at: systemClock.now(),
    name,
    peerId,
    addresses,
    http: api.address.url,
    pid: process.pid,
    directory,
  };
}

function droppedEvent(count: number) {
  return { event: 'dropped', at: systemClock.now(), count };
}

function droppedWords(dropped: number): string {
  return `${count(dropped, 'event')} not shown: nobody read what was written`;
}

function ready(terminal: Terminal, node: HopliteNode, api: Api, directory: string): string {
  const bold = (words: string): string => paint(terminal, terminal.stdout, 'bold', words);
  const [first = '(nowhere)', ...more] = node.addresses.map(printable);
  return `${[
    `${bold(node.name)} is up`,
    `  peer ID    ${node.peerId}`,
    `  listens    ${first}`,
    ...more.map((address) => `             ${address}`),
    `  HTTP       ${api.address.url}`,
    `  directory  ${directory}`,
    'Ctrl+C stops it. To let another machine in: hoplite invite',
  ].join('\n')}\n`;
}

function logFile(directory: string): string {
  const file = join(directory, 'hoplite.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return file;
}
