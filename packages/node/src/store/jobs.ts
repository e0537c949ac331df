import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { JOB_COLUMNS, jobValues, putInto, toJob } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Most jobs that {@link Store.openJobs} returns. */
const MAX_OPEN_JOBS = 10_000;

/** A job of which something may still run. */
export const IS_OPEN = "state IN ('open', 'frozen')";

/** A job that was over before a time (its `?`), and about which no person is asked any more. */
export const IS_OVER = `
  NOT (${IS_OPEN}) AND max(expires_at, coalesce(ended_at, 0)) < ?
  AND NOT EXISTS (SELECT 1 FROM escalation WHERE escalation.state = 'open' AND escalation.job_id = job.job_id)`;

/** Jobs that began here. */
export function jobStore(db: DatabaseSync, writes: WriteGroups): Pick<Store, 'putJob' | 'job' | 'jobs' | 'openJobs'> {
  const put = db.prepare(putInto('job', JOB_COLUMNS));
  const byId = db.prepare('SELECT * FROM job WHERE job_id = ?');
  const newest = db.prepare('SELECT * FROM job ORDER BY started_at DESC, rowid DESC LIMIT ?');
  const open = db.prepare(`SELECT * FROM job WHERE ${IS_OPEN} ORDER BY started_at, rowid LIMIT ?`);

  return {
    putJob: (job) => void writes.write(() => put.run(...jobValues(job))),
    job: (jobId) => {
      const row = byId.get(jobId);
      return row && toJob(row);
    },
    jobs: (limit) => newest.all(limit).map(toJob),
    openJobs: () => open.all(MAX_OPEN_JOBS).map(toJob),
  };
}
