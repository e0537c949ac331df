import type { Explanation } from '../sdk.ts';
import { showPath } from './job-report.ts';
import { printable } from './printable.ts';

/** What happened, which brake it was, what it saw, and what to do. */
export function explanationLines({ id, kind, jobId, happened, brake, reason, saw, path, advice }: Explanation): string {
  const ofJob = jobId === undefined || jobId === id ? '' : ` of job ${printable(jobId)}`;
  const fired = [
    ...(reason === undefined ? [] : [printable(reason)]),
    ...(brake === undefined ? [] : [`brake ${printable(brake)}`]),
  ];
  return [
    `${kind} ${printable(id)}${ofJob}`,
    `  happened  ${printable(happened)}`,
    ...(fired.length === 0 ? [] : [`  why       ${fired.join(', ')}`]),
    ...saw.map((sentence, index) => `  ${index === 0 ? 'it saw' : '      '}    ${printable(sentence)}`),
    ...(path.length === 0 ? [] : [`  path      ${showPath(path)}`]),
    `  do        ${printable(advice)}`,
  ].join('\n');
}
