import { count } from '@hoplite/node/cli';
import type { RunRecord, Violation } from '../record.ts';
import { hopWords, jobTreesOf, jobWords, type Hop } from './job-tree.ts';
import { reproduce } from './reproduce.ts';
import { sequenceOf } from './sequence.ts';
import { textChart } from './text-chart.ts';
import { visible } from './visible.ts';
import { edgeWords, waitGraphOf } from './wait-graph.ts';
import { factsOf, isHeld, isWhole, verdictOf } from './words.ts';

export interface ReportTextOptions {
  /** Most rows of the chart; of a longer run its beginning and end are shown. @default 60 */
  readonly rows?: number;
  /** What gives the same run again, as arguments of `hoplite analyze`. */
  readonly from?: readonly string[];
}

const MOST_VIOLATIONS = 20;
const MOST_JOBS = 8;
const MOST_HOPS = 40;
const MOST_WAITS = 12;
const WIDTH = 160;

/**
 * A run as plain text, for terminals and issues: what broke, a sequence chart, the tree of each job, who waited, and how to
 * see it again. What agents and peers said is harmless in it, also to a terminal.
 */
export function reportText(record: RunRecord, { rows = 60, from }: ReportTextOptions = {}): string {
  const sections = [
    headLines(record),
    textChart(record, sequenceOf(record, rows)),
    jobLines(record),
    waitLines(record),
    [`reproduce: ${visible(reproduce(record, from), WIDTH)}`],
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

function headLines(record: RunRecord): readonly string[] {
  const { id, says, violations } = record;
  const shown = violations.slice(0, MOST_VIOLATIONS);
  const facts = factsOf(record).map(([name, value]) => `${name} ${value}`);
  return [
    visible(`${id}: ${says}`, WIDTH),
    headline(record),
    ...shown.map((violation) => `  ✕ ${violationWords(violation)}`),
    ...(shown.length < violations.length ? [`  … and ${violations.length - shown.length} more`] : []),
    facts.join(' · '),
  ];
}

function headline(record: RunRecord): string {
  if (!isHeld(record)) return 'VIOLATED';
  return isWhole(record) ? 'HELD: everything that was expected, and every invariant' : verdictOf(record).toUpperCase();
}

/** "I2: alpha ran a sixth turn (job …, at beta)". */
export function violationWords({ rule, detail, peer, jobId }: Violation): string {
  const where = [...(peer === undefined ? [] : [`at ${peer}`]), ...(jobId === undefined ? [] : [`job ${jobId}`])];
  return visible(`${rule}: ${detail}${where.length === 0 ? '' : ` (${where.join(', ')})`}`, 2 * WIDTH);
}

function jobLines(record: RunRecord): readonly string[] {
  const trees = jobTreesOf(record, MOST_JOBS, MOST_HOPS);
  return trees.flatMap((tree) => [
    visible(jobWords(tree), WIDTH),
    ...branches(tree.roots),
    ...(tree.omitted === 0 ? [] : [`   … and ${count(tree.omitted, 'message')} more`]),
  ]);
}

function branches(hops: readonly Hop[]): readonly string[] {
  return hops.flatMap((hop, index) => {
    const isLast = index === hops.length - 1;
    return [
      `${isLast ? '└─ ' : '├─ '}${visible(hopWords(hop), WIDTH)}`,
      ...branches(hop.children).map((line) => `${isLast ? '   ' : '│  '}${line}`),
    ];
  });
}

function waitLines(record: RunRecord): readonly string[] {
  const { edges, omitted, circle } = waitGraphOf(record, MOST_WAITS);
  if (edges.length === 0) return [];
  return [
    'who waited for whom',
    ...edges.map((edge) => visible(`  ${edge.from} → ${edge.to}: ${edgeWords(edge)}`, WIDTH)),
    ...(omitted === 0 ? [] : [`  … and ${omitted} more`]),
    ...(circle === undefined ? [] : [visible(`  a circle that nobody can leave: ${circle.join(' → ')}`, WIDTH)]),
  ];
}
