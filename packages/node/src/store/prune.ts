import type { DatabaseSync } from 'node:sqlite';
import { OBLIGES_US, OUR_ANSWER } from './messages.ts';
import type { WriteGroups } from './write-group.ts';

/** Messages that one call looks at: 2 ms of work, 50 when all of them go. A long history is swept in several calls. */
const MESSAGES_PER_CALL = 2_000;

/** Jobs that one call forgets at most. */
const JOBS_PER_CALL = 1_000;

/**
 * Forgets what is past its time. Messages are swept in order of arrival, from where the last call stopped: an index on
 * their time would cost every write 4 µs.
 *
 * @param keepJobsMs - how long a job that has ended is kept after its end and its expiry
 */
export function pruner(db: DatabaseSync, writes: WriteGroups, keepJobsMs: number): (now: number) => number {
  const past = 'FROM message WHERE rowid > :after AND rowid <= :last AND keep_until < :now';
  const window = db.prepare(
    'SELECT max(rowid) AS last FROM (SELECT rowid FROM message WHERE rowid > ? ORDER BY rowid LIMIT ?)',
  );
  const deleteMessages = db.prepare(
    `DELETE ${past} AND NOT (direction = 'out' AND in_reply_to IS NOT NULL)
       AND NOT (${OBLIGES_US} AND NOT EXISTS (${OUR_ANSWER}))`,
  );
  // As long as a question is remembered its answer is too, or the question would be taken for an unanswered one.
  const deleteAnswers = db.prepare(
    `DELETE ${past} AND direction = 'out' AND in_reply_to IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM message AS question
                       WHERE question.author = message.peer AND question.message_id = message.in_reply_to)`,
  );
  const deleteJobs = db.prepare(
    `DELETE FROM job WHERE rowid IN (
       SELECT rowid FROM job
       WHERE state <> 'open' AND max(expires_at, coalesce(ended_at, 0)) < ? LIMIT ${JOBS_PER_CALL})`,
  );
  const deleteHalts = db.prepare('DELETE FROM halted WHERE until < ?');
  let after = 0;

  const sweep = (now: number): number => {
    const last = window.get(after, MESSAGES_PER_CALL)?.['last'];
    let count = 0;
    if (typeof last === 'number') {
      count += Number(deleteMessages.run({ after, last, now }).changes);
      count += Number(deleteAnswers.run({ after, last, now }).changes);
      after = last;
    }
    if (window.get(after, 1)?.['last'] === null) {
      after = 0;
    }
    count += Number(deleteJobs.run(now - keepJobsMs).changes);
    return count + Number(deleteHalts.run(now).changes);
  };
  return (now) => writes.write(() => sweep(now));
}
