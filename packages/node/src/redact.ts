import { stdSerializers } from 'pino';

/** Names of fields whose values are never logged: keys to the network, and what agents say to each other. */
export const SECRET_FIELDS = [
  ...['token', 'networkKey', 'privateKey', 'invitation', 'authorization', 'cookie', 'signature'],
  ...['envelope', 'content', 'brief', 'body', 'bodyBytes', 'result', 'text'],
] as const;

export const REDACTED = '[redacted]';

/** Deeper than this, and beyond this many entries, nothing is logged: a log line is not a dump. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 64;

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');
const secret: ReadonlySet<string> = new Set(SECRET_FIELDS.map(plain));

/**
 * `value` as plain data to log, without what stands in a field of a secret name, in any spelling (`network_key`,
 * `Authorization`) and at any depth. Bytes are only counted.
 */
export function redact(value: unknown, name = '', depth = 0): unknown {
  if (secret.has(plain(name)) && value !== undefined && value !== null) {
    return REDACTED;
  }
  if (value instanceof Error) {
    return name === 'err' && depth === 0 ? value : redactError(value, depth);
  }
  if (ArrayBuffer.isView(value)) {
    return `[${value.byteLength} bytes]`;
  }
  if (typeof value !== 'object' || value === null || value instanceof Date) {
    return typeof value === 'bigint' ? String(value) : value;
  }
  if (depth >= MAX_DEPTH) {
    return '[…]';
  }
  const entries = Object.entries(value).slice(0, MAX_ENTRIES);
  const redacted = entries.map(([key, inner]) => [key, redact(inner, key, depth + 1)] as const);
  return Array.isArray(value) ? redacted.map(([, inner]) => inner) : Object.fromEntries(redacted);
}

/** An error with its code, stack and causes, and its other fields redacted. */
export function redactError(error: unknown, depth = 0): unknown {
  return error instanceof Error ? redact({ ...stdSerializers.err(error) }, '', depth + 1) : redact(error);
}
