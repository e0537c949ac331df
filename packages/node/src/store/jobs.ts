import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../ports/store.ts';
import { JOB_COLUMNS, jobValues, toJob } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Most jobs that {@link Store.openJobs} returns. */
const MAX_OPEN_JOBS = 10_000;

/** Jobs that began here, and jobs that were halted, wherever they began. */
export function jobStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'putJob' | 'job' | 'jobs' | 'openJobs' | 'haltJob' | 'isHalted'> {
  // Not OR REPLACE, which would give the row a new place among jobs of the same millisecond.
  const put = db.prepare(
    `INSERT INTO job (${JOB_COLUMNS.join(', ')}) VALUES (${JOB_COLUMNS.map(() => '?').join(', ')})
     ON CONFLICT DO UPDATE SET ${JOB_COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`,
  );
  const byId = db.prepare('SELECT * FROM job WHERE job_id = ?');
  const newest = db.prepare('SELECT * FROM job ORDER BY started_at DESC, rowid DESC LIMIT ?');
  const open = db.prepare("SELECT * FROM job WHERE state = 'open' ORDER BY started_at, rowid LIMIT ?");
  const halt = db.prepare(
    'INSERT INTO halted (job_id, until) VALUES (?, ?) ON CONFLICT DO UPDATE SET until = max(until, excluded.until)',
  );
  const halted = db.prepare('SELECT 1 FROM halted WHERE job_id = ?');

  return {
    putJob: (job) => void writes.write(() => put.run(...jobValues(job))),
    job: (jobId) => {
      const row = byId.get(jobId);
      return row && toJob(row);
    },
    jobs: (limit) => newest.all(limit).map(toJob),
    openJobs: () => open.all(MAX_OPEN_JOBS).map(toJob),
    haltJob: (jobId, until) => void writes.write(() => halt.run(jobId, until)),
    isHalted: (jobId) => halted.get(jobId) !== undefined,
  };
}
