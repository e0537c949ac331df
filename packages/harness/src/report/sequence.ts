import { obliges } from '@hoplite/p2p';
import type { EscalationSeen, FaultSeen, MessageSeen, RunRecord, TurnSeen } from '../record.ts';

import { windowOf } from './window.ts';

/** What happened in a run, in order, one thing a row: what both the drawing and the text chart are made from. */
export interface Sequence {
  /** Peers that take part in what is shown, in the order in which the run names them. */
  readonly lanes: readonly string[];
  readonly rows: readonly Row[];
  readonly activations: readonly Activation[];
}

export type Row =
  | { readonly kind: 'message'; readonly at: number; readonly number: number; readonly message: MessageSeen }
  | { readonly kind: 'turn'; readonly at: number; readonly turn: TurnSeen }
  | { readonly kind: 'fault'; readonly at: number; readonly fault: FaultSeen }
  | { readonly kind: 'escalation'; readonly at: number; readonly escalation: EscalationSeen }
  | { readonly kind: 'omitted'; readonly at: number; readonly count: number };

/** The time for which an agent runs, in rows of the sequence. */
export interface Activation {
  readonly peer: string;
  readonly from: number;
  readonly to: number;
  readonly turn: TurnSeen;
}

/** What comes first of what happens at one time: the cause. */
const RANK: Readonly<Record<Row['kind'], number>> = { fault: 0, turn: 1, message: 2, escalation: 3, omitted: 4 };

/** The sequence of a run; of one with more than `most` rows its beginning and end. */
export function sequenceOf(record: RunRecord, most: number): Sequence {
  const causes = causesOf(record);
  const all: Row[] = [
    ...record.faults.map((fault) => ({ kind: 'fault', at: fault.at, fault }) as const),
    ...record.turns
      .filter((turn) => !causes.has(turn))
      .map((turn) => ({ kind: 'turn', at: turn.startedAt, turn }) as const),
    ...record.messages.map(
      (message, index) => ({ kind: 'message', at: message.at, number: index + 1, message }) as const,
    ),
    ...record.escalations.map((escalation) => ({ kind: 'escalation', at: escalation.at, escalation }) as const),
  ];
  all.sort((one, other) => one.at - other.at || RANK[one.kind] - RANK[other.kind]);
  const { first, omitted, last } = windowOf(all, most);
  const gap: Row[] = omitted === 0 ? [] : [{ kind: 'omitted', at: first.at(-1)?.at ?? 0, count: omitted }];
  const rows = [...first, ...gap, ...last];
  return { lanes: lanesOf(record, rows), rows, activations: activationsOf(record, rows, causes) };
}

/** The message that began each turn, of those that a message began: it reached the peer at that depth, and was handled. */
function causesOf({ messages, turns }: RunRecord): ReadonlyMap<TurnSeen, MessageSeen> {
  const key = (peer: string, { jobId, channel, depth }: MessageSeen | TurnSeen): string =>
    JSON.stringify([peer, jobId, channel, depth]);
  const waiting = new Map<string, { readonly messages: MessageSeen[]; next: number }>();
  for (const message of messages) {
    if (!obliges(message.act) || ['refused', 'lost', 'duplicate'].includes(message.fate.kind)) continue;
    const entry = waiting.get(key(message.to, message)) ?? { messages: [], next: 0 };
    entry.messages.push(message);
    waiting.set(key(message.to, message), entry);
  }
  const causes = new Map<TurnSeen, MessageSeen>();
  for (const turn of turns) {
    const entry = waiting.get(key(turn.peer, turn));
    const message = entry?.messages[entry.next];
    if (entry === undefined || message === undefined || message.at > turn.startedAt) continue;
    entry.next += 1;
    causes.set(turn, message);
  }
  return causes;
}

function activationsOf(
  record: RunRecord,
  rows: readonly Row[],
  causes: ReadonlyMap<TurnSeen, MessageSeen>,
): readonly Activation[] {
  const begins = new Map<MessageSeen | TurnSeen, number>();
  const answers = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.kind === 'turn') begins.set(row.turn, index);
    if (row.kind !== 'message') continue;
    begins.set(row.message, index);
    const { inReplyTo, from } = row.message;
    if (inReplyTo !== undefined) answers.set(JSON.stringify([inReplyTo, from]), index);
  }
  return record.turns.flatMap((turn) => {
    const cause = causes.get(turn);
    const from = begins.get(cause ?? turn);
    if (from === undefined) return [];
    const answer = cause && answers.get(JSON.stringify([cause.messageId, turn.peer]));
    const to = answer ?? lastRowUntil(rows, turn.endedAt ?? Infinity);
    return [{ peer: turn.peer, from, to: Math.max(from, to), turn }];
  });
}

/** The last row that is not later than `at`; rows are in order of time. */
function lastRowUntil(rows: readonly Row[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.at ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function lanesOf({ peers }: RunRecord, rows: readonly Row[]): readonly string[] {
  const seen = new Set<string>();
  for (const row of rows) {
    if (row.kind === 'message') seen.add(row.message.from).add(row.message.to);
    if (row.kind === 'turn') seen.add(row.turn.peer);
    if (row.kind === 'escalation') seen.add(row.escalation.peer);
  }
  const known = peers.filter((peer) => seen.delete(peer));
  return [...known, ...seen];
}
