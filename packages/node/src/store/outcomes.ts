import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { TERMINAL_ACTS, type Reason } from '@hoplite/p2p';
import type { Store, StoredOutcome } from '../ports/store.ts';
import { list } from './messages.ts';
import { insertInto, toPath, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** In the order of {@link outcomeValues}. */
const COLUMNS = ['author', 'message_id', 'peer', 'reason', 'retryable', 'at', 'path', 'detail'];

function outcomeValues(outcome: StoredOutcome): SQLInputValue[] {
  return [
    ...[outcome.author, outcome.messageId, outcome.peer, outcome.reason],
    ...[outcome.retryable ? 1 : 0, outcome.at, JSON.stringify(outcome.path), outcome.detail],
  ];
}

export function toOutcome(row: Row): StoredOutcome {
  return {
    author: row['author'] as string,
    messageId: row['message_id'] as string,
    peer: row['peer'] as string,
    reason: row['reason'] as Reason,
    detail: row['detail'] as string,
    path: toPath(row),
    retryable: row['retryable'] === 1,
    at: row['at'] as number,
  };
}

/** What became of messages that were not answered, and so whether they count as said. The first outcome counts. */
export function outcomeStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'hasSaid' | 'addOutcome' | 'outcomes'> {
  // The index is named because the one on the author would do as well to SQLite, and leads to all that one ever said.
  const said = db.prepare(
    `SELECT 1 FROM message INDEXED BY message_job
     WHERE job_id = :jobId AND epoch = :epoch AND author = :author AND brief_hash = :briefHash
       AND message_id IS NOT :messageId
       AND (coalesce((SELECT min(retryable) FROM outcome
                      WHERE outcome.author = message.author AND outcome.message_id = message.message_id), 0) = 0
            OR EXISTS (SELECT 1 FROM message AS answer
                       WHERE answer.in_reply_to = message.message_id AND answer.direction = 'in'
                         AND answer.act IN (${list(TERMINAL_ACTS)})))
     LIMIT 1`,
  );
  const insert = db.prepare(`${insertInto('outcome', COLUMNS)} ON CONFLICT DO NOTHING`);
  const ofMessage = db.prepare('SELECT * FROM outcome WHERE author = ? AND message_id = ? ORDER BY peer');

  return {
    hasSaid: ({ jobId, epoch, author, briefHash, messageId = null }) =>
      said.get({ jobId, epoch, author, briefHash, messageId }) !== undefined,
    addOutcome: (outcome) => writes.write(() => insert.run(...outcomeValues(outcome)).changes === 1),
    outcomes: (author, messageId) => ofMessage.all(author, messageId).map(toOutcome),
  };
}
