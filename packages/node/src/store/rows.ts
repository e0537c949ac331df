import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { Act, Channel, Reason } from '@hoplite/p2p';
import type { JobState, StoredJob, StoredMessage } from '../ports/store.ts';

/** A row as node:sqlite reads it. */
export type Row = Record<string, SQLOutputValue>;

/** An INSERT that takes the values of `columns`, in their order. */
export function insertInto(table: string, columns: readonly string[]): string {
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
}

/** Like {@link insertInto}, in place of the row with its key. Not OR REPLACE, which would give the row a new rowid. */
export function putInto(table: string, columns: readonly string[]): string {
  const taken = columns.map((column) => `${column} = excluded.${column}`).join(', ');
  return `${insertInto(table, columns)} ON CONFLICT DO UPDATE SET ${taken}`;
}

/** In the order of {@link messageValues}. */
export const MESSAGE_COLUMNS = [
  ...['author', 'message_id', 'peer', 'direction', 'channel', 'act', 'job_id', 'origin', 'epoch'],
  ...['brief_hash', 'room', 'in_reply_to', 'at', 'needed_until', 'keep_until', 'started'],
  ...['body_hash', 'content', 'envelope'],
] as const;

export function messageValues(message: StoredMessage): SQLInputValue[] {
  return [
    ...[message.author, message.messageId, message.peer, message.direction, message.channel, message.act],
    ...[message.jobId, message.origin, message.epoch, message.briefHash ?? null],
    ...[message.room ?? null, message.inReplyTo ?? null],
    ...[message.at, message.neededUntil, message.keepUntil, message.starts],
    ...[message.bodyHash, message.content, message.envelope],
  ];
}

// STRICT tables check the types, and only the functions above write the words of a union: so what is read is cast.

export function toMessage(row: Row): StoredMessage {
  return {
    author: row['author'] as string,
    messageId: row['message_id'] as string,
    peer: row['peer'] as string,
    direction: row['direction'] as StoredMessage['direction'],
    channel: row['channel'] as Channel,
    act: row['act'] as Act,
    jobId: row['job_id'] as string,
    origin: row['origin'] as string,
    epoch: row['epoch'] as number,
    ...optional('briefHash', row['brief_hash'] as Uint8Array | null),
    ...optional('room', row['room'] as string | null),
    ...optional('inReplyTo', row['in_reply_to'] as string | null),
    content: row['content'] as string,
    bodyHash: row['body_hash'] as Uint8Array,
    envelope: row['envelope'] as Uint8Array,
    at: row['at'] as number,
    neededUntil: row['needed_until'] as number,
    keepUntil: row['keep_until'] as number,
    starts: row['started'] as number,
  };
}

/** In the order of {@link jobValues}. */
export const JOB_COLUMNS = [
  ...[
    'job_id',
    'epoch',
    'state',
    'reason',
    'detail',
    'target',
    'channel',
    'path',
    'max_depth',
    'credit',
    'left',
    'turns',
  ],
  ...['started_at', 'ended_at', 'expires_at', 'brief', 'result'],
] as const;

export function jobValues(job: StoredJob): SQLInputValue[] {
  return [
    ...[job.jobId, job.epoch, job.state, job.reason ?? null, job.detail ?? null, job.target, job.channel],
    ...[JSON.stringify(job.path), job.maxDepth, job.credit, job.left, job.turns],
    ...[job.startedAt, job.endedAt ?? null, job.expiresAt, job.brief, job.result ?? null],
  ];
}

export function toJob(row: Row): StoredJob {
  return {
    jobId: row['job_id'] as string,
    epoch: row['epoch'] as number,
    state: row['state'] as JobState,
    ...optional('reason', row['reason'] as Reason | null),
    ...optional('detail', row['detail'] as string | null),
    target: row['target'] as string,
    channel: row['channel'] as Channel,
    brief: row['brief'] as string,
    ...optional('result', row['result'] as string | null),
    path: toPath(row),
    maxDepth: row['max_depth'] as number,
    credit: row['credit'] as number,
    left: row['left'] as number,
    turns: row['turns'] as number,
    startedAt: row['started_at'] as number,
    ...optional('endedAt', row['ended_at'] as number | null),
    expiresAt: row['expires_at'] as number,
  };
}

/** The column `path`: peer IDs, as JSON. */
export function toPath(row: Row): readonly string[] {
  return JSON.parse(row['path'] as string) as readonly string[];
}

/** NULL is a property that is not there. */
export function optional<K extends string, V>(key: K, value: V | null): { [P in K]?: V } {
  return value === null ? {} : ({ [key]: value } as { [P in K]?: V });
}
