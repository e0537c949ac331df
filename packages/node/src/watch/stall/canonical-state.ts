import type { JsonValue } from '@hoplite/tools';

/** A canonical state: JSON as RFC 8785 writes it, without what changes though nothing has. */
export type CanonicalState = string;

/** Lists and objects within each other; deeper ones are not told apart. */
const MAX_DEPTH = 64;

/**
 * What a state says, without what is different each time: IDs, times and durations under the keys that name them, UUIDs,
 * ISO 8601 times to the second, UUIDs without hyphens and milliseconds since 1970 within texts, white space, and case. A text that is JSON
 * counts as what it says. Numbers in texts stay: "number 1" is not "number 2"; so do hashes under keys that say so, which name
 * what was made. Applying it to its own result changes nothing.
 */
export function canonicalState(value: JsonValue): CanonicalState {
  return written(value, 0, false);
}

/** RFC 8785: no white space, keys in the order of their UTF-16 code units, numbers and texts as ECMAScript writes them. */
function written(value: JsonValue, depth: number, isHash: boolean): string {
  if (typeof value === 'string') {
    return writtenText(value, depth, isHash);
  }
  if (typeof value === 'number') {
    return isEpochMs(value) ? TIME_TEXT : JSON.stringify(value);
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  if (depth >= MAX_DEPTH) {
    return '"…"';
  }
  if (isList(value)) {
    return `[${value.map((item) => written(item, depth + 1, isHash)).join()}]`;
  }
  const members = Object.keys(value)
    .filter((key) => !isVolatile(key))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${written(value[key] ?? null, depth + 1, HASH_KEY.test(key))}`);
  return `{${members.join()}}`;
}

function writtenText(text: string, depth: number, isHash: boolean): string {
  // As it stands first, since folding changes keys; then folded, since "TRUE" is then what it says.
  const said = parsed(text.trim());
  if (said !== undefined) {
    return written(said, depth, isHash);
  }
  const folded = foldedText(text, isHash);
  const meant = parsed(folded);
  return meant === undefined ? JSON.stringify(folded) : written(meant, depth, isHash);
}

/** @returns undefined when it is no JSON, or a number that would not be the same text again */
function parsed(text: string): JsonValue | undefined {
  if (!JSON_BEGINS.test(text)) {
    return undefined;
  }
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === 'number' && String(value) !== text ? undefined : value;
  } catch {
    return undefined;
  }
}

function foldedText(text: string, isHash: boolean): string {
  const plain = text
    .toWellFormed()
    .toLowerCase()
    .normalize('NFC')
    .replace(/\s{2,}|[^\S ]/gu, ' ')
    .trim();
  const timed = plain.replace(UUID, '<id>').replace(ISO_TIME, '<time>').replace(EPOCH_MS, '<time>');
  return isHash ? timed : timed.replace(LONG_HEX, '<id>');
}

function isVolatile(key: string): boolean {
  return VOLATILE_KEYS.has(key.toLowerCase()) || VOLATILE_KEY.test(key);
}

function isEpochMs(value: number): boolean {
  return Number.isInteger(value) && value >= 1e12 && value < 5e12;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

const TIME_TEXT = '"<time>"';

const JSON_BEGINS = /^[[{"\d\-tfn]/u;

/** What each message, call or run has another ID of. */
const ADDED =
  'message|msg|request|req|response|reply|correlation|trace|span|run|call|tool_call|toolCall|delivery|event|invocation';

/** What happens at another time each time. */
const HAPPENED = 'created|updated|modified|sent|received|started|ended|finished|completed|generated|issued|queued';

const VOLATILE_KEYS: ReadonlySet<string> = new Set([
  ...['id', 'ids', 'uuid', 'guid', 'nonce', 'seq', 'sequence', 'traceparent', 'tracestate', 'trace', 'span'],
  ...['ts', 'timestamp', 'time', 'datetime'],
  ...['duration', 'elapsed', 'latency', 'took', 'uptime'],
]);

/**
 * `request_id`, `requestId`, `created_at`, `sentAt`, `elapsed_ms` and the like: what a transport or a log adds. `order_id` and
 * `due_at` are not among them: they name the work.
 */
const VOLATILE_KEY = new RegExp(
  `^(?:(?:${ADDED})(?:[_-]ids?|Ids?|IDs?)|(?:${HAPPENED})(?:[_-](?:at|ts|time|timestamp)|At|Ts|Time|Timestamp)|` +
    '(?:duration|elapsed|latency|took)[_-]?(?:ms|s|us|ns|seconds|millis|Ms|Seconds|Millis))$',
  'u',
);

/** Keys whose value names what was made: another one is news. */
const HASH_KEY = /(?:hash|digest|checksum|sha\d*|md5|commit|etag|revision|fingerprint)$/iu;

const UUID = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-z])/gu;

const ISO_TIME =
  /(?<!\d)\d{4}-[01]\d-[0-3]\d[t ][0-2]\d:[0-5]\d:[0-6]\d(?:[.,]\d{1,9})?(?: ?z|[+-][0-2]\d:?[0-5]\d)?(?![\da-z])/gu;

/** From 2001 to 2128. */
const EPOCH_MS = /(?<![\d.a-z])[1-4]\d{12}(?![\da-z]|\.\d)/gu;

/** A UUID without its hyphens. Longer ones are names: a Git commit, a SHA-256. */
const LONG_HEX = /(?<![\da-z])[\da-f]{32}(?![\da-z])/gu;
