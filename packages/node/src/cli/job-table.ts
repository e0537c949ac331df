import type { JobSummary } from '../sdk.ts';
import { excerpt } from './excerpt.ts';
import { showPath } from './job-report.ts';
import { printable } from './printable.ts';
import { duration, shortId, table } from './table.ts';

/** Jobs that began at the node, one a line. */
export function jobTable(list: readonly JobSummary[], now: number): string {
  if (list.length === 0) return 'no job began at this node yet';
  const head = ['JOB', 'BEGAN', 'STATE', 'CHANNEL', 'PATH', 'TURNS', 'CREDIT', 'BRIEF'];
  return table([head, ...list.map((job) => cellsOf(job, now))]);
}

/** One of them on a line of its own. */
export function jobLine(job: JobSummary, now: number): string {
  return cellsOf(job, now).join('  ');
}

function cellsOf(job: JobSummary, now: number): readonly string[] {
  return [
    printable(shortId(job.jobId)),
    `${duration((now - job.startedAt) / 1000)} ago`,
    job.reason === undefined ? job.state : `${job.state}: ${printable(job.reason)}`,
    job.channel,
    job.path.length === 0 ? printable(job.target) : showPath(job.path),
    String(job.turns),
    `${job.credit.left}/${job.credit.granted}`,
    excerpt(job.brief, 40),
  ];
}
