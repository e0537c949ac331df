import type { Reason } from '@hoplite/p2p';
import type { JobSeen, RunRecord } from '../record.ts';

const STOPPED: ReadonlySet<JobSeen['state']> = new Set(['stopped', 'frozen', 'failed']);

/** Jobs of a run that ended for a reason, along a path if one is given. A job that is frozen waits for a person, for a reason. */
export function stoppedFor(
  { jobs }: RunRecord,
  reason: Reason,
  path: readonly string[] | undefined,
): readonly JobSeen[] {
  return jobs.filter(
    (job) =>
      STOPPED.has(job.state) &&
      job.reason === reason &&
      (path === undefined || path.join('\n') === job.path.join('\n')),
  );
}
