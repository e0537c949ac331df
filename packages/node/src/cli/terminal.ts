import { homedir } from 'node:os';
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
}

export interface Output {
  readonly isTty: boolean;
  readonly columns: number;
  readonly rows: number;
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
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  stream.on('error', () => {}); // Whoever read it has gone: there is nobody to tell.
  return {
    get isTty() {
      return stream.isTTY;
    },
    get columns() {
      return stream.isTTY ? stream.columns : 80;
    },
    get rows() {
      return stream.isTTY ? stream.rows : 24;
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
