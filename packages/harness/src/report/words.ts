import { count } from '@hoplite/node/cli';
import type { EscalationSeen, JobSeen, MessageSeen, RunRecord, TurnSeen } from '../record.ts';

/** What a report has to say, in words that all its forms share. All of it is text: who shows it makes it harmless. */

export function isHeld(record: RunRecord): boolean {
  return record.violations.length === 0;
}

/** Whether nothing broke, and all that there was to see has been seen. */
export function isWhole(record: RunRecord): boolean {
  return isHeld(record) && record.unfinished === undefined;
}

/** "held", how much broke, or why nothing is proved. */
export function verdictOf(record: RunRecord): string {
  if (!isHeld(record)) return count(record.violations.length, 'violation');
  return record.unfinished === undefined ? 'held' : `not proved: ${unfinishedWords(record.unfinished)}`;
}

/** Why a run did not come to its end. */
export function unfinishedWords(why: NonNullable<RunRecord['unfinished']>): string {
  return why === 'interrupted' ? 'interrupted' : 'more states than may be visited';
}

/** A time within a run: "+0 ms", "+1.25 s", "+3 min 05 s". */
export function offset(record: RunRecord, at: number): string {
  const ms = Math.round(at - record.startedAt);
  return `${ms < 0 ? '−' : '+'}${span(Math.abs(ms))}`;
}

/** A span of time, in full: "12 ms", "1.25 s", "3 min 05 s", "2 h 00 min". */
export function span(ms: number): string {
  if (!Number.isFinite(ms)) return '?';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Number((ms / 1000).toFixed(2))} s`;
  const seconds = Math.floor(ms / 1000);
  const two = (number: number): string => String(number).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
}

/** When a run began, for people; a log's clock may have said anything. */
export function dateOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString();
}

/** What became of a message: "handled", "refused: max_hops (brake depth, by sender)". */
export function fateOf({ fate, endedAt }: MessageSeen): string {
  switch (fate.kind) {
    case 'refused':
      return `refused: ${fate.reason} (${fate.brake === undefined ? '' : `brake ${fate.brake}, `}by ${fate.by})`;
    case 'waiting':
      return endedAt === undefined ? 'no answer' : 'answered late';
    case 'handled':
    case 'stored':
    case 'lost':
    case 'duplicate':
      return fate.kind;
  }
}

/** "turn of beta", and what it came to. */
export function turnWords({ peer, depth, outcome, reason, endedAt }: TurnSeen): string {
  const end = reason ?? outcome ?? (endedAt === undefined ? 'runs still' : 'ended');
  return `turn of ${peer} at depth ${depth}: ${end}`;
}

export function escalationWords({ peer, kind, reason, path }: EscalationSeen): string {
  return `${peer}'s person is asked (${kind}): ${reason}${path.length === 0 ? '' : `, ${path.join(' → ')}`}`;
}

/** "stopped: max_hops", "done". */
export function stateOf({ state, reason }: JobSeen): string {
  return reason === undefined ? state : `${state}: ${reason}`;
}

export function jobFacts({ path, depth, turns, credit }: JobSeen): string {
  return `path ${path.join(' → ')} · depth ${depth} · ${count(turns, 'turn')} · credit ${credit.left} of ${credit.granted} left`;
}

/** What a run was, as names and values. */
export function factsOf(record: RunRecord): readonly (readonly [string, string])[] {
  const { seed, effort } = record;
  return [
    ['kind', record.kind],
    ...(seed === undefined ? [] : [['seed', String(seed)] as const]),
    ['peers', String(record.peers.length)],
    ['messages', String(record.messages.length)],
    ['turns', String(record.turns.length)],
    ['steps', String(effort.steps)],
    ...(effort.states === undefined ? [] : [['states', String(effort.states)] as const]),
    ['time', `${span(record.endedAt - record.startedAt)}, from ${dateOf(record.startedAt)}`],
  ];
}
