/** The command line as people have it: a process per command, a data directory per node, nothing mocked. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach } from 'vitest';

const program = join(import.meta.dirname, '../../packages/node/bin/hoplite.mjs');

/** On this machine only, on any port, unheard on the LAN. */
export const LOCAL = ['--listen', '127.0.0.1:0', '--http', '0', '--no-mdns'];

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
}

type Undo = () => unknown;

const forFile: Undo[] = [];
const forTest: Undo[] = [];
let scope = forFile;

// What a test starts ends with it; what stands outside of a test, with the file.
beforeEach(() => {
  scope = forTest;
});
afterEach(async () => {
  scope = forFile;
  for (const step of forTest.splice(0).reverse()) await step();
});
afterAll(async () => {
  for (const step of forFile.splice(0).reverse()) await step();
});

/** A directory that is gone after the test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'hoplite-cli-'));
  scope.push(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** Starts a command. It is ended with the test, if it has not ended by then. */
export function start(args: readonly string[], input = ''): Running {
  const child = spawn(process.execPath, [program, ...args], { env: environment(), stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  child.stdin.on('error', () => {}); // It may have ended without reading.
  child.stdin.end(input);
  const finished = once(child, 'close').then(([code]) => ({ code: code as number | null, stdout, stderr }));
  scope.push(async () => {
    child.kill('SIGKILL');
    await finished;
  });
  return { child, finished };
}

/** Runs a command to its end. */
export function hoplite(args: readonly string[], input?: string): Promise<Finished> {
  return start(args, input).finished;
}

/** Runs a command with `--json` and reads the one line that it prints. */
export async function json<T = unknown>(args: readonly string[]): Promise<T> {
  const { stdout, stderr } = await hoplite([...args, '--json']);
  if (!/^[^\n]+\n$/.test(stdout)) throw new Error(`not one line: ${JSON.stringify(stdout)}, ${stderr}`);
  return JSON.parse(stdout) as T;
}

export type Event = Readonly<Record<string, unknown>> & { readonly event: string };

/** `hoplite up --json` of one node, and the events that it has printed. */
export class UpProcess {
  readonly child: ChildProcess;
  readonly directory: string;
  readonly finished: Promise<Finished>;
  readonly #events: Event[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(directory: string, args: readonly string[]) {
    const { child, finished } = start(['up', '--json', '--dir', directory, ...args]);
    this.child = child;
    this.directory = directory;
    this.finished = finished;
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#events.push(JSON.parse(line) as Event);
        for (const look of [...this.#waiting]) look();
      });
    }
  }

  get events(): readonly Event[] {
    return this.#events;
  }

  /** Waits for an event, which may be one that has been. Ends with the process. */
  saw(event: string, matches: (event: Event) => boolean = () => true): Promise<Event> {
    const { promise, resolve, reject } = Promise.withResolvers<Event>();
    const look = (): void => {
      const found = this.#events.find((one) => one.event === event && matches(one));
      if (found !== undefined) resolve(found);
    };
    this.#waiting.add(look);
    look();
    void this.finished.then(({ code, stderr }) =>
      reject(new Error(`ended with ${String(code)} before ${event}: ${stderr}`)),
    );
    return promise.finally(() => this.#waiting.delete(look));
  }

  /** The multiaddr at which it listens. */
  async address(): Promise<string> {
    const [address = ''] = (await this.saw('ready'))['addresses'] as readonly string[];
    return address;
  }

  /** Ctrl+C, and its end. */
  async stop(): Promise<Finished> {
    this.child.kill('SIGINT');
    return this.finished;
  }
}

/** A node that is up, made if need be. */
export async function up(name: string, directory: string, args: readonly string[] = LOCAL): Promise<UpProcess> {
  const node = new UpProcess(directory, ['--name', name, ...args]);
  await node.saw('ready');
  return node;
}

/** Nodes of one network that have met: the first invites the others. */
export async function network(...names: readonly string[]): Promise<readonly UpProcess[]> {
  const base = temporaryDirectory();
  const nodes: UpProcess[] = [];
  for (const name of names) {
    const directory = join(base, name);
    const [first] = nodes;
    if (first !== undefined) await enter(first.directory, name, directory);
    const known = await Promise.all(nodes.map((node) => node.address()));
    nodes.push(await up(name, directory, [...LOCAL, ...known.flatMap((address) => ['--peer', address])]));
  }
  await Promise.all(
    nodes
      .map((node, index) =>
        names
          .filter((_, other) => other !== index)
          .map((other) => node.saw('peer:joined', (event) => event['name'] === other)),
      )
      .flat(),
  );
  return nodes;
}

async function enter(inviter: string, name: string, directory: string): Promise<void> {
  const { invitation } = await json<{ invitation: string }>(['invite', '--dir', inviter]);
  await json(['join', invitation, '--name', name, '--dir', directory, ...LOCAL]);
}

/** What `delegate --json` and `send --json` print. */
export interface Report {
  readonly jobId: string;
  readonly state: string;
  readonly reason?: string;
  readonly detail?: string;
  readonly path: readonly string[];
  readonly depth: number;
  readonly turns: number;
  readonly credit: { readonly granted: number; readonly left: number };
  readonly result?: unknown;
}

/** The user's own nodes and settings are out of reach. */
function environment(): NodeJS.ProcessEnv {
  const { HOPLITE_DIR: _dir, HOPLITE_HOME: _home, NO_COLOR: _colour, FORCE_COLOR: _force, ...env } = process.env;
  return { ...env, HOME: join(tmpdir(), 'hoplite-nobody') };
}
