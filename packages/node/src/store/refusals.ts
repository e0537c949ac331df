import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Channel, Reason } from '@hoplite/p2p';
import type { Store, StoredRefusal } from '../ports/store.ts';
import { insertInto, optional, toPath, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Refusals that are kept. */
const MAX_REFUSALS = 10_000;

/** In the order of {@link refusalValues}. */
const COLUMNS = [
  ...['at', 'direction', 'channel', 'peer', 'job_id', 'message_id', 'brake', 'reason', 'brief_hash', 'path', 'detail'],
];

function refusalValues(refusal: StoredRefusal): SQLInputValue[] {
  return [
    ...[refusal.at, refusal.direction, refusal.channel, refusal.peer],
    ...[refusal.jobId ?? null, refusal.messageId ?? null, refusal.brake ?? null, refusal.reason],
    ...[refusal.briefHash ?? null, JSON.stringify(refusal.path), refusal.detail],
  ];
}

export function toRefusal(row: Row): StoredRefusal {
  return {
    at: row['at'] as number,
    direction: row['direction'] as StoredRefusal['direction'],
    channel: row['channel'] as Channel,
    peer: row['peer'] as string,
    ...optional('brake', row['brake'] as string | null),
    reason: row['reason'] as Reason,
    detail: row['detail'] as string,
    path: toPath(row),
    ...optional('jobId', row['job_id'] as string | null),
    ...optional('messageId', row['message_id'] as string | null),
    ...optional('briefHash', row['brief_hash'] as Uint8Array | null),
  };
}

/**
 * The newest refusals, for a person who asks why. There is no index: a flood of refusals must cost little, and a question
 * may cost a look at all of them. Each that is too many drives out the oldest, so a flood does not fill the disk either.
 */
export function refusalStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'addRefusal' | 'refusals'> {
  const insert = db.prepare(insertInto('refusal', COLUMNS));
  const forget = db.prepare('DELETE FROM refusal WHERE rowid <= ?');
  const ofJob = db.prepare('SELECT * FROM refusal WHERE job_id = ? ORDER BY rowid DESC LIMIT ?');
  const ofMessage = db.prepare('SELECT * FROM refusal WHERE message_id = ? ORDER BY rowid DESC LIMIT ?');

  return {
    addRefusal: (refusal) =>
      writes.write(() => {
        const { lastInsertRowid } = insert.run(...refusalValues(refusal));
        forget.run(Number(lastInsertRowid) - MAX_REFUSALS);
      }),
    refusals: (of, limit) => {
      const rows = 'jobId' in of ? ofJob.all(of.jobId, limit) : ofMessage.all(of.messageId, limit);
      return rows.map(toRefusal).reverse();
    },
  };
}
