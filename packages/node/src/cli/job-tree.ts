import type { JobTrace, TraceHop, TraceRefusal } from '../sdk.ts';
import { reportLines, showJson, showPath } from './job-report.ts';
import { printable } from './printable.ts';
import { shellWord } from './shell-word.ts';
import { paint, type Colour, type Terminal } from './terminal.ts';
import { clockTime, shortId } from './table.ts';
import { treeLines, type Branch } from './tree.ts';
import { watchLines } from './watch-lines.ts';

/** A job as its node knows it: how it stands, the tree of its messages, and what was refused. */
export function traceLines(terminal: Terminal, trace: JobTrace): string {
  const { summary, refusals, watch } = trace;
  return [
    ...headLines(terminal, trace),
    '',
    ...hopLines(terminal, trace),
    ...(refusals.length === 0 ? [] : ['', 'refusals', ...refusals.flatMap(refusalLines)]),
    ...(watch === undefined || watch.interventions.length === 0 ? [] : ['', 'watch', ...watchLines(watch)]),
    ...(summary?.result === undefined ? [] : ['', 'result', ...indented(showJson(summary.result))]),
  ].join('\n');
}

function headLines(terminal: Terminal, trace: JobTrace): readonly string[] {
  const { jobId, origin, summary, thread } = trace;
  const id = `  id      ${printable(jobId)}, began at ${printable(origin)}`;
  const decided = thread.state === 'open' ? [] : threadLines(trace);
  if (summary === undefined)
    return [paint(terminal, terminal.stdout, colourOf(thread.state), thread.state), id, ...decided];
  const time = (at: number): string => new Date(at).toISOString();
  const ended = summary.endedAt === undefined ? '' : `, ended ${time(summary.endedAt)}`;
  return [
    reportLines(terminal, terminal.stdout, summary),
    id,
    `  began   ${time(summary.startedAt)}${ended}`,
    `  to      ${printable(summary.target)} (${summary.channel})`,
    `  brief   ${printable(summary.brief)}`,
    ...decided,
  ];
}

function threadLines({ thread, jobId }: JobTrace): readonly string[] {
  switch (thread.state) {
    case 'open':
      return [];
    case 'frozen':
      return [
        `  thread  frozen by ${printable(thread.by)}: ${printable(thread.reason)}, ${showPath(thread.path)}`,
        `  see     hoplite explain ${shellWord(jobId)}`,
      ];
    case 'halted':
      return [
        `  thread  halted by ${printable(thread.by)}${thread.note === '' ? '' : `: ${printable(thread.note)}`}`,
        `  see     hoplite halt --list`,
      ];
  }
}

/** A tree for each epoch: a job that a person released runs once more from its root. */
function hopLines(terminal: Terminal, { origin, hops }: JobTrace): readonly string[] {
  const epochs = [...new Set(hops.map((hop) => hop.epoch))];
  if (epochs.length === 0) return [`${printable(origin)}  (no message is known here)`];
  return epochs.flatMap((epoch) => [
    epochs.length === 1 ? printable(origin) : `${printable(origin)}  (epoch ${epoch})`,
    ...treeLines(
      branchesOf(
        terminal,
        hops.filter((hop) => hop.epoch === epoch),
      ),
    ),
  ]);
}

/**
 * Parents come first, so a hop hangs on an earlier one or on the origin: whatever peers said of each other, there is no
 * circle in it.
 */
function branchesOf(terminal: Terminal, hops: readonly TraceHop[]): readonly Branch[] {
  const roots: Branch[] = [];
  const byId = new Map<string, { readonly depth: number; readonly children: Branch[] }>();
  for (const hop of hops) {
    const parent = hop.parent === undefined ? undefined : byId.get(hop.parent);
    const depth = (parent?.depth ?? 0) + 1;
    const children: Branch[] = [];
    (parent?.children ?? roots).push({ lines: linesOf(terminal, hop, depth), children });
    byId.set(hop.messageId, { depth, children });
  }
  return roots;
}

function linesOf(terminal: Terminal, hop: TraceHop, drawnAt: number): readonly string[] {
  const facts = [
    `${printable(hop.from)} → ${printable(hop.to)}`,
    `${hop.channel === undefined ? '' : `${hop.channel} `}${printable(hop.act)}`,
    ...(hop.depth === drawnAt ? [] : [`depth ${hop.depth}`]),
    `credit ${hop.credit}`,
    ...outcomeOf(terminal, hop),
    ...(hop.briefHash === undefined ? [] : [`hash ${printable(hop.briefHash)}`]),
    `message ${printable(shortId(hop.messageId))}`,
  ];
  const details = hop.outcomes.flatMap(({ peer, detail }) =>
    detail === undefined ? [] : [`${printable(peer)}: ${printable(detail)}`],
  );
  return [facts.join('  '), ...details];
}

type Outcome = TraceHop['outcomes'][number];

const OBLIGING: ReadonlySet<string> = new Set(['request', 'query', 'propose']);

function outcomeOf(terminal: Terminal, { act, outcomes }: TraceHop): readonly string[] {
  if (outcomes.length === 0) return OBLIGING.has(act) ? ['outcome not known here'] : [];
  const isOne = outcomes.length === 1;
  const words = outcomes.map(
    (outcome) => `${isOne ? '' : `${printable(outcome.peer)} `}${outcomeWords(terminal, outcome)}`,
  );
  return [words.join(', ')];
}

function outcomeWords(terminal: Terminal, { state, reason, credit }: Outcome): string {
  const words = reason === undefined ? state : `${state}: ${printable(reason)}`;
  const settled =
    credit === undefined
      ? ''
      : ` (${credit.returned} back, ${credit.burnt} spent${credit.open === 0 ? '' : `, ${credit.open} open`})`;
  return `${paint(terminal, terminal.stdout, colourOf(state), words)}${settled}`;
}

function refusalLines(refusal: TraceRefusal): readonly string[] {
  const { at, direction, channel, peer, brake, reason, detail, path, briefHash, messageId } = refusal;
  const facts = [
    clockTime(at),
    `${direction === 'in' ? 'from' : 'to'} ${printable(peer)}`,
    channel,
    `${printable(reason)}${brake === undefined ? '' : ` (brake ${printable(brake)})`}`,
    showPath(path),
    ...(briefHash === undefined ? [] : [`hash ${printable(briefHash)}`]),
    ...(messageId === undefined ? [] : [`message ${printable(shortId(messageId))}`]),
  ];
  return [`  ${facts.join('  ')}`, `      ${printable(detail)}`];
}

function indented(text: string): readonly string[] {
  return text.split('\n').map((line) => `  ${line}`);
}

function colourOf(state: 'open' | 'waiting' | 'answered' | 'refused' | 'frozen' | 'halted'): Colour {
  if (state === 'answered') return 'green';
  return state === 'open' || state === 'waiting' ? 'cyan' : 'red';
}
