import { main } from '../../src/cli/main.ts';
import type { ExitCode } from '../../src/cli/outcome.ts';
import type { Output, Terminal } from '../../src/cli/terminal.ts';

export interface TerminalInit {
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  readonly tty?: boolean;
  readonly stdin?: string;
  readonly rows?: number;
}

/** A terminal that keeps what is written, and a Ctrl+C to press. */
export class RecordedTerminal implements Terminal {
  readonly env: Terminal['env'];
  readonly home: string;
  readonly stdout: Output;
  readonly stderr: Output;
  out = '';
  err = '';
  readonly #stdin: string;
  readonly #awaited = new Set<() => void>();
  readonly #listeners = new Set<(cause: string) => void>();

  constructor({ env = {}, home = '/nowhere', tty = false, stdin = '', rows = 24 }: TerminalInit = {}) {
    this.env = env;
    this.home = home;
    this.#stdin = stdin;
    this.stdout = { isTty: tty, columns: 80, rows, unread: 0, write: (text) => this.#print(text) };
    this.stderr = { isTty: tty, columns: 80, rows, unread: 0, write: (text) => (this.err += text) };
  }

  readStdin(): Promise<string> {
    return Promise.resolve(this.#stdin);
  }

  onInterrupt(listener: (cause: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves once what has been printed says this. */
  printed(text: string | RegExp): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (typeof text === 'string' ? !this.out.includes(text) : !text.test(this.out)) return;
      this.#awaited.delete(look);
      resolve();
    };
    this.#awaited.add(look);
    look();
    return promise;
  }

  #print(text: string): void {
    this.out += text;
    for (const look of this.#awaited) look();
  }

  endSoon(): void {}

  interrupt(): void {
    for (const listener of this.#listeners) listener('SIGINT');
  }
}

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** What was printed, as JSON; fails when it is not exactly one line. */
  readonly json: () => unknown;
}

/** Runs the command line in this process. */
export async function run(args: readonly string[], terminal = new RecordedTerminal()): Promise<Ran> {
  const code = await main(args, terminal);
  const { out, err } = terminal;
  return { code, out, err, json: () => oneLine(out) };
}

function oneLine(out: string): unknown {
  if (!/^[^\n]+\n$/.test(out)) throw new Error(`not one line: ${JSON.stringify(out)}`);
  return JSON.parse(out);
}
