import { homedir } from 'node:os';
import type { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { styleText } from 'node:util';

/** Where a command's words go to and come from: the process's own, or a test's. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly stdout: Output;
  readonly stderr: Output;
  readStdin(): Promise<string>;
  /** Calls back on SIGINT, SIGTERM, SIGHUP, and when whoever reads our output or started us has gone. */
  onInterrupt(listener: (cause: string) => void): () => void;
  /** For a command that was told to end and is done: the process ends soon, even if nobody reads what was written. */
  endSoon(): void;
}

/** How long a process that was told to end waits for its words to be read. */
const END_MS = 1000;

export interface Output {
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
  /** Bytes that were written, and that nobody has read. */
  readonly unread: number;
  /** Writes as it is; no line end is added. */
  write(text: string): void;
}

export type Colour = 'red' | 'green' | 'yellow' | 'cyan' | 'dim' | 'bold';

/** Colour for people's eyes: on a terminal only, and not where NO_COLOR asks for none (https://no-color.org). */
export function paint(terminal: Terminal, output: Output, colour: Colour, words: string): string {
  const plain = !output.isTty || Boolean(terminal.env['NO_COLOR']) || terminal.env['TERM'] === 'dumb';
  return plain ? words : styleText(colour, words, { validateStream: false });
}

/** The process's terminal. */
export function processTerminal(): Terminal {
  return {
    env: process.env,
    home: homedir(),
    stdout: outputOf(process.stdout),
    stderr: outputOf(process.stderr),
    readStdin: () => text(process.stdin),
    onInterrupt,
    // What still waits for a reader keeps the process; this timer need not.
    endSoon: () => void setTimeout(() => process.exit(), END_MS).unref(),
  };
}

/** A stream of the process; it may be a terminal. */
type ProcessStream = Writable & Partial<Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'rows'>>;

/** Some terminals, of containers and continuous integration for example, have a size of 0×0: they do not know theirs. */
export function outputOf(stream: ProcessStream): Output {
  stream.on('error', () => {}); // Whoever read it has gone: there is nobody to tell.
  return {
    get isTty() {
      return stream.isTTY === true;
    },
    get columns() {
      return stream.columns || 80;
    },
    get rows() {
      return stream.rows || 24;
    },
    get unread() {
      return stream.writableLength;
    },
    write: (words) => void stream.write(words),
  };
}

function onInterrupt(listener: (cause: string) => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const gone = (): void => listener('disconnect');
  for (const signal of signals) process.on(signal, listener);
  process.stdout.on('error', gone);
  // The program that started us with an IPC channel has ended, however that was; perhaps before we got here.
  process.on('disconnect', gone);
  if ((process as { readonly connected?: boolean }).connected === false) queueMicrotask(gone);
  return () => {
    for (const signal of signals) process.off(signal, listener);
    process.stdout.off('error', gone);
    process.off('disconnect', gone);
  };
}
