import type { DatabaseSync } from 'node:sqlite';
import { dayOf } from './day.ts';
import { messageForgetter } from './forget.ts';
import { IS_LEFT_OVER } from './interventions.ts';
import { IS_OVER } from './jobs.ts';
import type { SizeQuota } from './quota.ts';
import { sweeper, windowsOf } from './sweep.ts';
import { usageForgetter } from './usage.ts';
import type { WriteGroups } from './write-group.ts';

/** Messages that one call looks at: 2 ms of work, 50 when all of them go. A long history is swept in several calls. */
const MESSAGES_PER_CALL = 2_000;

/** Rows of each other table that one call looks at. */
const OTHERS_PER_CALL = 1_000;

/**
 * Forgets what is past its time, and then, when the store is too large, more. Everything is swept in order of arrival,
 * from where the last call stopped: an index on the time would cost every write 4 µs.
 *
 * @param keepJobsMs - how long a job that has ended is kept after its end and its expiry, a closed escalation, what was
 * used after its day, and an intervention whose job is not kept
 */
export function pruner(
  db: DatabaseSync,
  writes: WriteGroups,
  keepJobsMs: number,
  quota: SizeQuota,
): (now: number) => number {
  const messages = windowsOf(db, 'message', MESSAGES_PER_CALL);
  const forgetMessages = messageForgetter(db, 'keep_until');
  const sweep = (table: string, condition: string): ((...values: readonly number[]) => number) =>
    sweeper(db, table, OTHERS_PER_CALL, condition);
  const outcomes = sweep(
    'outcome',
    `NOT EXISTS (SELECT 1 FROM message
                 WHERE message.author = outcome.author AND message.message_id = outcome.message_id)`,
  );
  const jobs = sweep('job', IS_OVER);
  const escalations = sweep('escalation', "state <> 'open' AND coalesce(resolved_at, at) < ?");
  const notices = sweep('notice', 'until < ?');
  const settlements = sweep('settlement', 'until < ?');
  const interventions = sweep('intervention', `at < ? AND ${IS_LEFT_OVER}`);
  const usage = usageForgetter(db, OTHERS_PER_CALL);

  const prune = (now: number): number => {
    const window = messages.next();
    const history = (window === undefined ? 0 : forgetMessages(window, now)) + quota.shed(now);
    const told = outcomes() + notices(now) + settlements(now);
    const closed = now - keepJobsMs;
    const asked = jobs(closed) + escalations(closed);
    return history + told + asked + interventions(closed) + usage(dayOf(closed));
  };
  return (now) => writes.write(() => prune(now));
}
