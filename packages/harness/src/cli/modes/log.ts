import { count, table } from '@hoplite/node/cli';
import { analyzeLog, bugReportText, type AnalyzedJob } from '../../log-analysis/index.ts';
import { reportText } from '../../report/index.ts';
import { visible } from '../../report/visible.ts';
import { isHeld } from '../../report/words.ts';
import type { Analysis, Task } from '../analysis.ts';
import { jobRecords } from '../job-records.ts';
import type { Mode } from '../mode.ts';

/** Jobs of which everything is shown; of more, a line. */
const MOST_REPORTS = 10;

/** Rebuilds jobs from the stores of nodes, and says of each what it was. */
export async function analyzeLogs(
  { directories }: Extract<Mode, { kind: 'log' }>,
  { signal, progress, isQuiet }: Task,
): Promise<Analysis> {
  const { record, jobs, partial, isInterrupted } = await analyzeLog(directories, {
    signal,
    onProgress: ({ done, of }) => progress.say(`${done} of ${count(of, 'job')}`),
  });
  const from = ['--log', ...directories];
  const records = jobRecords(record);
  const broken = records.filter((one) => !isHeld(one));
  const reports = jobs.flatMap(({ report }) => (report === undefined ? [] : [bugReportText(report)]));
  const hidden = Math.max(0, reports.length - MOST_REPORTS);
  return {
    verdict: record.violations.length > 0 ? 'violated' : isInterrupted ? 'interrupted' : 'held',
    text: [
      ...(isQuiet || jobs.length === 0 ? [] : [jobTable(jobs)]),
      ...broken.slice(0, MOST_REPORTS).map((one) => reportText(one, { from })),
      ...reports.slice(0, MOST_REPORTS),
      ...(hidden === 0 ? [] : [`${count(hidden, 'report')} more: see --json`]),
      ...partial.map((sentence) => `note: ${visible(sentence, 200)}`),
      `${count(jobs.length, 'job')}: ${broken.length === 0 ? 'every invariant held' : `${broken.length} broke an invariant`}`,
    ].join('\n\n'),
    found: { jobs, partial, record },
    records,
    from: () => from,
  };
}

function jobTable(jobs: readonly AnalyzedJob[]): string {
  const rows = jobs.map(({ jobId, origin, verdict, reason, path }) => [
    visible(jobId, 30),
    verdict,
    reason ?? '',
    visible(origin ?? '?', 20),
    visible(path.join(' → '), 80),
  ]);
  return table([['job', 'verdict', 'reason', 'origin', 'path'], ...rows]);
}
