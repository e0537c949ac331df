import type { DatabaseSync } from 'node:sqlite';
import { OBLIGING_ACTS, TERMINAL_ACTS, type Act } from '@hoplite/p2p';
import type { Store } from '../ports/store.ts';
import { insertInto, MESSAGE_COLUMNS, messageValues, toMessage } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Most messages that {@link Store.messagesOfJob} returns. */
const MAX_MESSAGES_OF_JOB = 10_000;

export const list = (acts: readonly Act[]): string => acts.map((act) => `'${act}'`).join(', ');

/** A message that this node owes an answer. A post that was only gossiped to it (its peer is a topic) is none. */
export const OBLIGES_US = `direction = 'in' AND act IN (${list(OBLIGING_ACTS)}) AND peer NOT LIKE '/%'`;

/** Our terminal answer to the row `message`. */
export const OUR_ANSWER = `
  SELECT 1 FROM message AS answer
  WHERE answer.in_reply_to = message.message_id AND answer.peer = message.author
    AND answer.direction = 'out' AND answer.act IN (${list(TERMINAL_ACTS)})`;

type MessageStore = Pick<
  Store,
  'addMessage' | 'message' | 'answer' | 'markAddressed' | 'markStarted' | 'unanswered' | 'sent' | 'messagesOfJob'
>;

/** Messages, in the order in which they were recorded. */
export function messageStore(db: DatabaseSync, writes: WriteGroups): MessageStore {
  const insert = db.prepare(`${insertInto('message', MESSAGE_COLUMNS)} ON CONFLICT DO NOTHING`);
  const byKey = db.prepare('SELECT * FROM message WHERE author = ? AND message_id = ?');
  // What came in was sent to us: the other side of such a row is its author, and the asker this node.
  const answer = db.prepare(
    `SELECT * FROM message
     WHERE in_reply_to = :messageId AND author = :author AND (peer = :asker OR peer = author)
       AND act IN (${list(TERMINAL_ACTS)})
     ORDER BY rowid LIMIT 1`,
  );
  const owe = db.prepare('UPDATE message SET peer = author, started = ? WHERE author = ? AND message_id = ?');
  const start = db.prepare('UPDATE message SET started = started + 1 WHERE author = ? AND message_id = ?');
  const unanswered = db.prepare(
    `SELECT * FROM message WHERE ${OBLIGES_US} AND NOT EXISTS (${OUR_ANSWER}) ORDER BY rowid LIMIT ?`,
  );
  const sent = db.prepare(
    `SELECT * FROM message
     WHERE direction = 'out' AND act IN (${list(OBLIGING_ACTS)}) AND needed_until >= ? ORDER BY rowid LIMIT ?`,
  );
  // The index is in the order of the briefs. So only row IDs are sorted, and no more messages read than are wanted.
  const ofJob = db.prepare(
    `SELECT * FROM message
     WHERE rowid IN (SELECT rowid FROM message WHERE job_id = ? ORDER BY rowid LIMIT ?) ORDER BY rowid`,
  );

  return {
    addMessage: (message) => writes.write(() => insert.run(...messageValues(message)).changes === 1),
    message: (author, messageId) => {
      const row = byKey.get(author, messageId);
      return row && toMessage(row);
    },
    answer: (author, asker, messageId) => {
      const row = answer.get({ author, asker, messageId });
      return row && toMessage(row);
    },
    markAddressed: (author, messageId, starts) => void writes.write(() => owe.run(starts, author, messageId)),
    markStarted: (author, messageId) => void writes.write(() => start.run(author, messageId)),
    unanswered: (limit) => unanswered.all(limit).map(toMessage),
    sent: (now, limit) => sent.all(now, limit).map(toMessage),
    messagesOfJob: (jobId, limit = MAX_MESSAGES_OF_JOB) =>
      ofJob.all(jobId, Math.min(limit, MAX_MESSAGES_OF_JOB)).map(toMessage),
  };
}
