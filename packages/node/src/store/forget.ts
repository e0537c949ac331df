import type { DatabaseSync } from 'node:sqlite';
import { OBLIGES_US, OUR_ANSWER } from './messages.ts';
import type { Window } from './sweep.ts';

/**
 * Deletes the messages of a window whose time in a column is over, but nothing that this node still owes an answer to. As
 * long as a question is remembered its answer is too, or the question would be taken for an unanswered one.
 *
 * @returns what does that and says how many went
 */
export function messageForgetter(
  db: DatabaseSync,
  column: 'keep_until' | 'needed_until',
): (window: Window, now: number) => number {
  const past = `FROM message WHERE rowid > :after AND rowid <= :last AND ${column} < :now`;
  const others = db.prepare(
    `DELETE ${past} AND NOT (direction = 'out' AND in_reply_to IS NOT NULL)
       AND NOT (${OBLIGES_US} AND NOT EXISTS (${OUR_ANSWER}))`,
  );
  const answers = db.prepare(
    `DELETE ${past} AND direction = 'out' AND in_reply_to IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM message AS question
                       WHERE question.author = message.peer AND question.message_id = message.in_reply_to)`,
  );
  return ({ after, last }, now) => {
    const count = Number(others.run({ after, last, now }).changes);
    return count + Number(answers.run({ after, last, now }).changes);
  };
}
