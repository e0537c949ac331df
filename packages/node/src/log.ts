import { chmodSync } from 'node:fs';
import { pino, type DestinationStream, type Logger } from 'pino';
import { redact, redactError } from './redact.ts';

/**
 * What a node writes its log with. Fields first, then a sentence: `log.warn({ peer, job }, 'the agent failed')`. It has no
 * `child`: pino would write the fields of a child without redacting them.
 */
export type Log = Pick<Logger, Exclude<LogLevel, 'silent'> | 'isLevelEnabled' | 'flush'>;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogInit {
  /** The least level that is written. @default 'info' */
  readonly level?: LogLevel;
  /** Where to: stderr, a file (made with mode 0600, appended to), or a stream. @default 'stderr' */
  readonly destination?: 'stderr' | { readonly file: string } | DestinationStream;
}

/**
 * A log of one JSON object per line. Secrets and what agents say to each other are taken out of its fields, however deep
 * they stand (see {@link redact}); sentences are the caller's to keep clean.
 */
export function createLog({ level = 'info', destination = 'stderr' }: LogInit = {}): Log {
  return pino(
    {
      level,
      // Whoever reads it may not be on the machine: no process ID or host name, which say nothing about the mesh.
      base: null,
      formatters: { level: (label) => ({ level: label }), log: redactFields },
      serializers: { err: redactError },
    },
    streamTo(destination),
  );
}

/** Written at once: the last lines before a crash are the ones that are needed. */
function streamTo(destination: NonNullable<LogInit['destination']>): DestinationStream {
  if (destination === 'stderr') {
    return pino.destination({ fd: 2, sync: true });
  }
  if ('file' in destination) {
    const stream = pino.destination({ dest: destination.file, sync: true, mode: 0o600 });
    chmodSync(destination.file, 0o600); // It may be there already, from a hand-made copy.
    return stream;
  }
  return destination;
}

function redactFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, redact(value, key)]));
}
