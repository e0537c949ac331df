import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Store, StoredIntervention } from '../ports/store.ts';
import { insertInto, optional, toPath, type Row } from './rows.ts';
import type { WriteGroups } from './write-group.ts';

/** Interventions that are kept of one job. */
const MAX_OF_JOB = 100;

/** In the order of {@link interventionValues}. */
const COLUMNS = ['job_id', 'epoch', 'at', 'seen_by', 'kind', 'action', 'path', 'detail', 'ticks'];

export const OF_JOB = 'SELECT * FROM intervention WHERE job_id = ? ORDER BY rowid';

/** An intervention whose job is forgotten. */
export const IS_LEFT_OVER = 'NOT EXISTS (SELECT 1 FROM job WHERE job.job_id = intervention.job_id)';

function interventionValues(it: StoredIntervention): SQLInputValue[] {
  return [
    ...[it.jobId, it.epoch, it.at, it.by, it.kind, it.action],
    ...[JSON.stringify(it.path), it.detail, it.window ?? null],
  ];
}

export function toIntervention(row: Row): StoredIntervention {
  return {
    jobId: row['job_id'] as string,
    epoch: row['epoch'] as number,
    at: row['at'] as number,
    by: row['seen_by'] as string,
    kind: row['kind'] as StoredIntervention['kind'],
    action: row['action'] as StoredIntervention['action'],
    detail: row['detail'] as string,
    path: toPath(row),
    ...optional('window', row['ticks'] as string | null),
  };
}

/** What the monitor did about each job, in that order. */
export function interventionStore(
  db: DatabaseSync,
  writes: WriteGroups,
): Pick<Store, 'addIntervention' | 'interventions'> {
  const insert = db.prepare(insertInto('intervention', COLUMNS));
  const trim = db.prepare(
    `DELETE FROM intervention WHERE rowid IN
       (SELECT rowid FROM intervention WHERE job_id = ? ORDER BY rowid DESC LIMIT -1 OFFSET ${MAX_OF_JOB})`,
  );
  const ofJob = db.prepare(OF_JOB);

  return {
    addIntervention: (intervention) =>
      writes.write(() => {
        insert.run(...interventionValues(intervention));
        trim.run(intervention.jobId);
      }),
    interventions: (jobId) => ofJob.all(jobId).map(toIntervention),
  };
}
