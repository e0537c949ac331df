import { EXIT, type ExitCode } from '@hoplite/node/cli';
import type { RunRecord } from '../record.ts';
import type { Progress } from './progress.ts';

/** What an analysis came to, however far it got. */
export interface Analysis {
  readonly verdict: Verdict;
  /** What was found, for people; harmless to a terminal. */
  readonly text: string;
  /** The same for programs. */
  readonly found: Readonly<Record<string, unknown>>;
  /** Runs of which reports can be written. */
  readonly records: readonly RunRecord[];
  /** The headline of the report in HTML. */
  readonly title?: string;
  /** What gives a run again, as arguments of `hoplite analyze`. */
  readonly from?: (record: RunRecord) => readonly string[] | undefined;
}

/**
 * `unproved`: nothing broke, and what was to be shown was not shown. `interrupted`: nothing was found until Ctrl+C; what
 * was found until then is `violated`, too.
 */
export type Verdict = 'held' | 'violated' | 'unproved' | 'interrupted';

/** Of an analysis that came to its end: only what held is a success. Ctrl+C has a code of its own, whatever was found. */
export function exitCodeOf(verdict: Verdict): ExitCode {
  return verdict === 'held' ? EXIT.done : EXIT.failed;
}

/** What an analysis is given. */
export interface Task {
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly isQuiet: boolean;
  /** Characters in a line of the reader's terminal. */
  readonly columns: number;
}
