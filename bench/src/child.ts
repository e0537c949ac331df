import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Call, Commands, Outcome } from './commands.ts';

/** Milliseconds that any one command may take. */
const CALL_TIME = 20_000;
/** Milliseconds after which a peer that was let go of, and is still there, is killed. */
const STOP_TIME = 8_000;

/** One peer in a process of its own, and the calls it answers. */
export class Child<C extends Commands> implements AsyncDisposable {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #calls = 0;

  private constructor(process: ChildProcess) {
    this.#process = process;
    process.on('message', (outcome: Outcome) => this.#settle(outcome));
    process.on('exit', (code, signal) => this.#fail(new Error(`a peer ended: ${signal ?? code ?? 'unknown'}`)));
  }

  /** Starts the peer that `peers/<role>.ts` is. */
  static start<C extends Commands>(role: string): Child<C> {
    const process = fork(join(import.meta.dirname, 'peers', `${role}.ts`), {
      execArgv: ['--expose-gc', '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      // The last line of stdout is the result's alone.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return new Child<C>(process);
  }

  /** Calls a command of the peer. */
  async call<Name extends keyof C & string>(
    name: Name,
    ...args: Parameters<C[Name]>
  ): Promise<Awaited<ReturnType<C[Name]>>> {
    return (await this.#send(name, args)) as Awaited<ReturnType<C[Name]>>;
  }

  /** Connects this peer to another one. Every peer has the two commands for it. */
  async connectTo(other: Child<C>): Promise<void> {
    const [address] = (await other.#send('addresses', [])) as readonly string[];
    await this.#send('connect', [address]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
      return;
    }
    const exit = once(this.#process, 'exit');
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), STOP_TIME);
    this.#process.disconnect();
    await exit;
    clearTimeout(kill);
  }

  async #send(name: string, args: readonly unknown[]): Promise<unknown> {
    this.#calls += 1;
    const call: Call = { id: this.#calls, name, args };
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(call.id, waiting);
    const timer = setTimeout(() => waiting.reject(new Error(`${name} took too long`)), CALL_TIME);
    this.#process.send(call, (error) => {
      if (error !== null) {
        waiting.reject(error);
      }
    });
    try {
      return await waiting.promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(call.id);
    }
  }

  #settle(outcome: Outcome): void {
    const waiting = this.#waiting.get(outcome.id);
    if ('error' in outcome) {
      waiting?.reject(new Error(outcome.error));
    } else {
      waiting?.resolve(outcome.value);
    }
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.values()) {
      reject(error);
    }
  }
}
