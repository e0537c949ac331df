import type { ExitCode, Output, Terminal } from '@hoplite/node/cli';
import { main } from '@hoplite/node/cli/main';

/** A terminal that keeps what is written, and a Ctrl+C to press. */
export class RecordedTerminal implements Terminal {
  readonly env: Terminal['env'] = {};
  readonly home = '/nowhere';
  readonly stdout: Output;
  readonly stderr: Output;
  out = '';
  err = '';
  isToEndSoon = false;
  #isImpatient = false;
  readonly #listeners = new Set<(cause: string) => void>();

  constructor({ tty = false } = {}) {
    this.stdout = { isTty: tty, columns: 80, rows: 24, unread: 0, write: (text) => (this.out += text) };
    this.stderr = { isTty: tty, columns: 80, rows: 24, unread: 0, write: (text) => (this.err += text) };
  }

  readStdin(): Promise<string> {
    return Promise.resolve('');
  }

  onInterrupt(listener: (cause: string) => void): () => void {
    this.#listeners.add(listener);
    // Not at once: whoever listens has to have got its answer first.
    if (this.#isImpatient) queueMicrotask(() => this.interrupt());
    return () => this.#listeners.delete(listener);
  }

  endSoon(): void {
    this.isToEndSoon = true;
  }

  interrupt(): void {
    for (const listener of this.#listeners) listener('SIGINT');
  }

  /** Ctrl+C as soon as somebody listens, which is when the analysis begins. */
  interruptSoon(): void {
    this.#isImpatient = true;
    if (this.#listeners.size > 0) this.interrupt();
  }
}

export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
  /** What was printed, as JSON; fails when it is not exactly one line. */
  readonly json: () => unknown;
}

/** Runs `hoplite analyze` in this process, by the command line of the node. */
export async function analyze(args: readonly string[], terminal = new RecordedTerminal()): Promise<Ran> {
  const code = await main(['analyze', ...args], terminal);
  const { out, err } = terminal;
  return { code, out, err, json: () => oneLine(out) };
}

function oneLine(out: string): unknown {
  if (!/^[^\n]+\n$/.test(out)) throw new Error(`not one line: ${JSON.stringify(out.slice(0, 300))}`);
  return JSON.parse(out);
}
