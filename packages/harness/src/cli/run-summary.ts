import { count, table } from '@hoplite/node/cli';
import type { RunRecord } from '../record.ts';
import { reportText } from '../report/index.ts';
import { visible } from '../report/visible.ts';
import { isHeld, verdictOf } from '../report/words.ts';

/** Runs that are shown in full when they broke; of more, that they did. */
const MOST_FAILURES = 10;

export interface SummaryOptions {
  /** Only what broke. */
  readonly isQuiet: boolean;
  readonly columns: number;
  /** "scenario", "world". */
  readonly noun: string;
  /** How many there would have been. */
  readonly of: number;
  readonly from?: (record: RunRecord) => readonly string[] | undefined;
}

/** Runs for a person: a line each, what broke in full, and the sum. */
export function runSummary(
  records: readonly RunRecord[],
  { isQuiet, columns, noun, of, from }: SummaryOptions,
): string {
  const broken = records.filter((record) => !isHeld(record));
  const rows = records.map((record) => [
    visible(record.id, 24),
    verdictOf(record),
    String(record.turns.length),
    String(record.effort.steps),
    visible(record.says, Math.max(30, columns - 46)),
  ]);
  const parts = [
    ...(isQuiet || rows.length === 0 ? [] : [table([['id', 'verdict', 'turns', 'steps', 'says'], ...rows])]),
    ...broken.slice(0, MOST_FAILURES).map((record) => {
      const given = from?.(record);
      return reportText(record, given === undefined ? {} : { from: given });
    }),
    ...(broken.length > MOST_FAILURES ? [`${broken.length - MOST_FAILURES} more broke: see the table, or --html`] : []),
    sum(records.length, broken.length, noun, of),
  ];
  return parts.join('\n\n');
}

function sum(ran: number, broken: number, noun: string, of: number): string {
  const all = ran === of ? count(ran, noun) : `${ran} of ${count(of, noun)}`;
  return broken === 0 ? `${all}: all held` : `${all}: ${broken} broke`;
}
