import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openClient, type NodeClient } from '../../packages/node/src/api/client.ts';

export const hoplite = join(import.meta.dirname, '../../packages/node/bin/hoplite.mjs');

/** How long a node may take to be up, or to see what is awaited, on a busy machine. */
const PATIENCE_MS = 60_000;
/** How long it may take to stop before it is ended by force. */
const STOP_MS = 15_000;

/** One line of `hoplite up --json`. */
export type Event = Readonly<Record<string, unknown>> & { readonly event: string };

/** A node in a process of its own. */
export class NodeProcess {
  readonly name: string;
  readonly directory: string;
  readonly #child: ChildProcess;
  readonly #events: Event[] = [];
  readonly #waiting = new Set<() => void>();
  #errors = '';
  #ended = false;

  private constructor(name: string, directory: string, args: readonly string[]) {
    this.name = name;
    this.directory = directory;
    this.#child = spawn(process.execPath, [hoplite, 'up', '--json', '--dir', directory, ...args], {
      // By the IPC channel it notices when we are gone, however that came about.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl+C reaches us alone, and we stop the nodes in order.
      detached: true,
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.#errors = (this.#errors + String(chunk)).slice(-4000)));
    this.#child.once('close', () => {
      this.#ended = true;
      this.#wake();
    });
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        this.#events.push(JSON.parse(line) as Event);
        this.#wake();
      });
    }
  }

  /** Starts a node; it need not be up when this returns. */
  static launch(name: string, directory: string, args: readonly string[] = []): NodeProcess {
    return new NodeProcess(name, directory, args);
  }

  get isRunning(): boolean {
    return !this.#ended;
  }

  /** The multiaddrs at which it listens, once it is up. */
  async addresses(): Promise<readonly string[]> {
    const ready = await this.saw('ready', 'to be up');
    return ready['addresses'] as readonly string[];
  }

  /** The operator's way to it, once it is up. */
  async client(): Promise<NodeClient> {
    await this.saw('ready', 'to be up');
    return openClient(this.directory);
  }

  /**
   * Waits for an event, which may be one that has been.
   *
   * @param what completes "NAME was not seen …", for the error when it takes too long
   */
  saw(event: string, what: string, matches: (event: Event) => boolean = () => true): Promise<Event> {
    const { promise, resolve, reject } = Promise.withResolvers<Event>();
    const look = (): void => {
      const found = this.#events.find((one) => one.event === event && matches(one));
      if (found !== undefined) resolve(found);
      else if (this.#ended) reject(new Error(`${this.name} ended: ${this.#errors.trim() || 'it did not say why'}`));
    };
    const timer = setTimeout(() => {
      reject(new Error(`${this.name} was not seen ${what} within ${PATIENCE_MS / 1000} s. ${this.#errors}`.trim()));
    }, PATIENCE_MS);
    this.#waiting.add(look);
    look();
    return promise.finally(() => {
      clearTimeout(timer);
      this.#waiting.delete(look);
    });
  }

  /** Resolves when the process has ended, for whatever reason. */
  async ended(): Promise<void> {
    if (!this.#ended) await once(this.#child, 'close');
  }

  /** Stops it in peace, or by force when that takes too long. */
  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await this.ended();
    clearTimeout(timer);
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
