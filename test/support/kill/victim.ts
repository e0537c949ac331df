import { spawn, type ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, Line, Settings } from './brief.ts';

/** What can be waited for: what a process tells, and that it has ended by itself. */
type Happening = Line['event'] | 'failed';

/** A node that is killed and started again, on the same directory and port. */
export class Victim {
  readonly #program: string;
  readonly #onLine: (line: Line) => void;
  readonly #watchers = new Set<(event: Happening) => void>();
  #settings: Settings;
  #child: ChildProcess | undefined;
  #peerId = '';
  #addresses: readonly string[] = [];
  #isReady = false;
  #fault: Error | undefined;

  constructor(program: string, settings: Settings, onLine: (line: Line) => void) {
    this.#program = program;
    this.#settings = settings;
    this.#onLine = onLine;
  }

  get name(): string {
    return this.#settings.name;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Known since it was first ready. */
  get peerId(): string {
    return this.#peerId;
  }

  get directory(): string {
    return this.#settings.directory;
  }

  get isIdempotent(): boolean {
    return this.#settings.idempotent;
  }

  /** Where it listens, with its peer ID. Known since it was first ready. */
  get addresses(): readonly string[] {
    return this.#addresses;
  }

  /** Starts the process, to dial these peers. */
  start(peers: readonly string[]): void {
    this.#settings = { ...this.#settings, peers };
    const child = spawn(process.execPath, [this.#program, JSON.stringify(this.#settings)], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // What earlier processes have compiled.
      env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(this.#program), 'cache') },
    });
    this.#child = child;
    child.stdin.on('error', () => undefined); // It was killed while it was written to.
    createInterface(child.stdout).on('line', (line) => this.#heard(line));
    child.once('error', (error) => this.#failed(error));
    child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') this.#failed(new Error(`${this.name} ended by itself: ${code ?? signal}`));
    });
  }

  /** Has the operator of this node begin something. */
  command(command: Command): void {
    this.#child?.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** Resolves when it tells this, or after `ms`. @returns whether it did */
  async told(event: Line['event'], ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), ms);
    const watch = (happening: Happening): void => {
      if (happening === event || happening === 'failed') resolve(happening === event);
    };
    this.#watchers.add(watch);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#watchers.delete(watch);
    }
  }

  /** @throws when it is not ready in this time, or ended by itself */
  async ready(ms: number): Promise<void> {
    if (!this.#isReady && !(await this.told('ready', ms))) {
      throw this.#fault ?? new Error(`${this.name} was not ready within ${ms} ms`);
    }
  }

  /** Lets it end by itself. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#isReady = false;
    this.#child = undefined;
    if (child !== undefined) {
      child.removeAllListeners('exit');
      const gone = new Promise((resolve) => child.once('close', resolve));
      child.stdin?.end();
      await gone;
    }
  }

  /** Kills it, and resolves when it is gone. Safe to call twice. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#isReady = false;
    if (child?.exitCode === null && child.signalCode === null && this.#fault === undefined) {
      const gone = new Promise((resolve) => child.once('close', resolve)); // And all that it said has been heard.
      child.kill('SIGKILL');
      await gone;
    }
    if (this.#fault !== undefined) throw this.#fault;
  }

  #failed(error: Error): void {
    this.#isReady = false;
    this.#fault = error;
    this.#tell('failed');
  }

  #heard(text: string): void {
    let line: Line;
    try {
      line = JSON.parse(text) as Line;
    } catch {
      return; // Cut short by the kill.
    }
    if (line.event === 'ready') {
      this.#isReady = true;
      this.#peerId = line.peerId;
      this.#addresses = line.addresses;
    }
    this.#onLine(line);
    this.#tell(line.event);
  }

  #tell(event: Happening): void {
    for (const watch of this.#watchers) watch(event);
  }
}
