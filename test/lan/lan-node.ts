import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { storeNetworkKey } from '@hoplite/p2p';
import type { JobReport, JobSummary } from '@hoplite/node';
import type { Lan } from '../support/namespaces.ts';

const HOPLITE = join(import.meta.dirname, '../../packages/node/bin/hoplite.mjs');

/** Milliseconds that a node may take to end, after which it is killed. */
const STOP_TIME = 10_000;

/** One line that `hoplite up --json` prints. */
export interface UpEvent {
  readonly event: string;
  readonly name?: string;
  readonly peerId?: string;
}

export interface LanNodeInit {
  readonly lan: Lan;
  /** The host, and the node on it. */
  readonly name: string;
  readonly networkKey: Uint8Array;
}

/** `hoplite up` on a host of a LAN, which has to find its peers by mDNS. */
export class LanNode implements AsyncDisposable {
  readonly name: string;
  readonly #lan: Lan;
  readonly #directory: string;
  readonly #process: ChildProcess;
  readonly #events: UpEvent[] = [];
  readonly #news = new EventEmitter();
  #stderr = '';

  private constructor({ lan, name }: LanNodeInit, directory: string) {
    this.name = name;
    this.#lan = lan;
    this.#directory = directory;
    const listen = `/ip4/${lan.address(name)}/tcp/0`;
    // By the IPC channel it sees that this process has ended, however that was.
    this.#process = this.#hoplite(['up', '--name', name, '--listen', listen, '--http', '0'], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#process.stderr?.on('data', (chunk: Buffer) => (this.#stderr += chunk.toString()));
    this.#process.on('exit', () => this.#news.emit('news'));
    if (this.#process.stdout !== null) {
      createInterface({ input: this.#process.stdout }).on('line', (line) => {
        this.#events.push(JSON.parse(line) as UpEvent);
        this.#news.emit('news');
      });
    }
  }

  /** Resolves when it is ready. */
  static async start(init: LanNodeInit): Promise<LanNode> {
    const directory = await mkdtemp(join(tmpdir(), `hoplite-lan-${init.name}-`));
    storeNetworkKey(directory, init.networkKey);
    const node = new LanNode(init, directory);
    try {
      await node.until('ready', () => node.has('ready'));
      return node;
    } catch (error) {
      await node[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** How many events of a kind, about a peer, there have been. */
  count(event: string, peer?: string): number {
    return this.#events.filter((one) => one.event === event && (peer === undefined || one.name === peer)).length;
  }

  has(event: string, peer?: string): boolean {
    return this.count(event, peer) > 0;
  }

  /** Whether a peer is connected, by the last that was told of it. */
  sees(peer: string): boolean {
    return this.count('peer:joined', peer) > this.count('peer:left', peer);
  }

  /** Resolves when a condition holds, looked at whenever the node says something. @throws after `ms`, or when it ends */
  async until(what: string, condition: () => boolean, ms = 20_000): Promise<void> {
    const signal = AbortSignal.timeout(ms);
    while (!condition()) {
      if (this.#process.exitCode !== null || signal.aborted) {
        const how = signal.aborted ? `within ${ms} ms` : 'before the node ended';
        const told = this.#events.map((event) => JSON.stringify(event)).join('\n');
        throw new Error(`${this.name}: not ${what} ${how}.\n${told}\n${this.#stderr}`);
      }
      await once(this.#news, 'news', { signal }).catch(() => undefined);
    }
  }

  /** `hoplite delegate` on the same host. */
  delegate(peer: string, brief: object, seconds = 60): Promise<JobReport> {
    return this.#ask<JobReport>(['delegate', peer, JSON.stringify(brief), '--timeout', String(seconds)]);
  }

  /** Resolves when a job for a peer is open: its message has been recorded and handed to the network. */
  async untilOpenJob(peer: string): Promise<void> {
    for (let open = false; !open;) {
      const jobs = await this.#ask<readonly JobSummary[]>(['jobs']);
      open = jobs.some(({ state, target }) => state === 'open' && target === peer);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exit = once(this.#process, 'exit');
      const kill = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIME);
      this.#process.kill('SIGTERM');
      await exit;
      clearTimeout(kill);
    }
    await rm(this.#directory, { recursive: true });
  }

  /** Runs a command of the CLI, and reads the object that it prints. */
  async #ask<T>(args: readonly string[]): Promise<T> {
    const child = this.#hoplite(args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, error] = await Promise.all([child.stdout && text(child.stdout), child.stderr && text(child.stderr)]);
    try {
      return JSON.parse(out ?? '') as T;
    } catch {
      throw new Error(`hoplite ${args.join(' ')} said: ${out ?? ''}${error ?? ''}`);
    }
  }

  #hoplite(args: readonly string[], options: SpawnOptions): ChildProcess {
    const command = [process.execPath, HOPLITE, ...args, '--dir', this.#directory, '--json'];
    const [file, words] = this.#lan.on(this.name, command);
    return spawn(file, words, options);
  }
}
