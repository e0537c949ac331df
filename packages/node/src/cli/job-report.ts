import type { ProgressNote } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { stopsJob } from '../admission/reasons.ts';
import type { JobReport } from '../sdk.ts';
import { excerpt } from './excerpt.ts';
import { EXIT, type ExitCode } from './outcome.ts';
import { jsonLine, printable, printableLines } from './printable.ts';
import { shellWord } from './shell-word.ts';
import { count, shortId } from './table.ts';
import { paint, type Output, type Terminal } from './terminal.ts';

/** Shows how a job ended: its result on stdout, the rest on stderr; or, for programs, one object on stdout. */
export function showReport(terminal: Terminal, report: JobReport, json: boolean): ExitCode {
  const { stdout, stderr } = terminal;
  if (json) {
    stdout.write(`${jsonLine(reportObject(report))}\n`);
  } else if (report.result !== undefined) {
    stdout.write(`${showJson(report.result)}\n`);
  }
  const isDone = report.state === 'done';
  if (!json || !isDone) stderr.write(`${reportLines(terminal, stderr, report)}\n`);
  return isDone ? EXIT.done : EXIT.failed;
}

/** Exactly the promised keys, whatever a later node adds. */
function reportObject({ jobId, state, reason, detail, path, depth, turns, credit, result }: JobReport): JobReport {
  return {
    jobId,
    state,
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail }),
    path,
    depth,
    turns,
    credit,
    ...(result === undefined ? {} : { result }),
  };
}

/** Text as it is; anything else as JSON that people can read. */
export function showJson(value: JsonValue): string {
  return printableLines(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
}

export function reportLines(terminal: Terminal, output: Output, report: JobReport): string {
  const { state, reason, detail, path, depth, turns, credit, jobId } = report;
  const colour = state === 'done' ? 'green' : state === 'open' ? 'cyan' : 'red';
  const head = reason === undefined ? state : `${state}: ${printable(reason)}`;
  const facts = [
    `depth ${depth}`,
    count(turns, 'turn'),
    `credit ${credit.left} of ${credit.granted} left`,
    `job ${shortId(printable(jobId))}`,
  ];
  const lines = [
    paint(terminal, output, colour, head),
    `  path    ${showPath(path)}`,
    `  job     ${facts.join(' · ')}`,
  ];
  if (detail !== undefined) lines.splice(1, 0, `  detail  ${printable(detail)}`);
  if ((state === 'stopped' || state === 'frozen') && reason !== undefined && stopsJob(reason)) {
    lines.push(`  decide  hoplite inbox show ${shellWord(shortId(printable(jobId)))}`);
  }
  return lines.join('\n');
}

/** "alpha → beta → gamma" */
export function showPath(path: readonly string[]): string {
  return path.length === 0 ? '(none)' : path.map(printable).join(' → ');
}

/** One line on stderr that says how far a job is; nothing where nobody looks. */
export function progressLine({ stderr }: Terminal): { show(progress: ProgressNote): void; clear(): void } {
  const clear = '\r\u001B[2K';
  return {
    show({ note, fraction }) {
      if (!stderr.isTty) return;
      const percent = fraction === undefined ? '' : `${Math.round(fraction * 100)} % `.padStart(6);
      stderr.write(clear + excerpt(`${percent}${note}`, stderr.columns - 1));
    },
    clear() {
      if (stderr.isTty) stderr.write(clear);
    },
  };
}
