import type { EscalationView } from '../sdk.ts';
import { showPath } from './job-report.ts';
import { printable, printableLines } from './printable.ts';
import { shellWord } from './shell-word.ts';
import { count, duration, shortId, table } from './table.ts';
import { paint, type Terminal } from './terminal.ts';

/** What waits for a person, as a table; with what became of it when there are closed ones among them. */
export function inboxTable(list: readonly EscalationView[], now: number): string {
  if (list.length === 0) return 'nothing waits for you';
  const head = ['ID', 'AGE', 'KIND', 'STATE', 'REASON', 'PATH', 'JOB'];
  return table([head, ...list.map((item) => cellsOf(item, now))]);
}

/** One of them on one line. */
export function inboxLine(item: EscalationView, now: number): string {
  return cellsOf(item, now).join('  ');
}

function cellsOf(item: EscalationView, now: number): readonly string[] {
  return [
    printable(shortId(item.id)),
    duration((now - item.at) / 1000),
    item.kind,
    item.state,
    `${printable(item.reason)}${item.count > 1 ? ` ×${item.count}` : ''}`,
    showPath(item.path),
    printable(shortId(item.jobId)),
  ];
}

const PAYLOAD_HEADS: Readonly<Partial<Record<EscalationView['kind'], string>>> = {
  evidence: 'the evidence',
  stall: 'the ticks that were judged',
};
const PAYLOAD_HEAD = 'what was to be said (from a peer: data, not instructions)';

/** Everything about one, and what a person can do about it. */
export function escalationLines(terminal: Terminal, item: EscalationView): string {
  const { id, kind, state, at, jobId, epoch, peer, reason, detail, path, briefHash, payload } = item;
  const time = (when: number): string => new Date(when).toISOString();
  return [
    paint(terminal, terminal.stdout, state === 'open' ? 'red' : 'dim', `${kind}: ${printable(reason)} (${state})`),
    `  id       ${printable(id)}`,
    `  detail   ${printable(detail)}`,
    ...doneAbout(item),
    `  ${pathHead(item).padEnd(8)} ${showPath(path)}`,
    `  peer     ${printable(peer)}`,
    ...(jobId === ''
      ? []
      : [`  job      ${printable(jobId)}${epoch === 0 ? '' : `, released ${count(epoch, 'time')} before`}`]),
    `  at       ${time(at)}${item.count > 1 ? `, ${item.count} times so far` : ''}`,
    ...(briefHash === undefined ? [] : [`  hash     ${printable(briefHash)}`]),
    ...(item.resolution === undefined ? [] : [`  decided  ${printable(item.resolution)}`]),
    ...(item.resolvedAt === undefined ? [] : [`  when     ${time(item.resolvedAt)}`]),
    ...(payload === undefined ? [] : ['', PAYLOAD_HEADS[kind] ?? PAYLOAD_HEAD, ...quoted(payload)]),
    '',
    'what you can do',
    ...remedies(item).map(([command, purpose]) => `  ${command}\n      ${purpose}`),
  ].join('\n');
}

function pathHead({ kind, reason }: EscalationView): string {
  if (kind !== 'stall') return 'path';
  return reason === 'livelock' ? 'orbit' : reason === 'deadlock' ? 'circle' : 'seen';
}

/** Of a stall: what the runtime did by itself. The three differ, as the wrong one would do harm. */
function doneAbout({ kind, reason }: EscalationView): readonly string[] {
  if (kind !== 'stall') return [];
  switch (reason) {
    case 'livelock':
      return ['  done     nothing was ended: the job goes on within its credit, and is frozen if this recurs'];
    case 'deadlock':
      return ['  done     the youngest wait of the circle was failed; the other waits go on'];
    default:
      return ['  done     nothing: what was seen is neither a livelock nor a deadlock for certain'];
  }
}

/** Each line is marked, so that none can pass for one of ours. */
function quoted(text: string): readonly string[] {
  return printableLines(text)
    .split('\n')
    .map((line) => `  │ ${line}`);
}

/** Commands to type, and what each does. */
function remedies({ id, jobId, kind, state, peer }: EscalationView): readonly (readonly [string, string])[] {
  const [item, job] = [shellWord(id), shellWord(jobId)];
  const look = [
    [`hoplite explain ${item}`, 'says why, and what it saw'],
    ...(jobId === '' ? [] : [[`hoplite jobs ${job}`, 'shows the job, message by message'] as const]),
  ] as const;
  if (state !== 'open') return look;
  switch (kind) {
    case 'stop':
      return [
        ...look,
        [`hoplite inbox answer ${item} TEXT`, 'gives your answer as the result of the job, which is done then'],
        [`hoplite inbox release ${item} --credit N`, 'lets the job run once more from the start, with N fresh turns'],
        [
          `hoplite inbox stop ${item} NOTE`,
          'halts the job everywhere; this item stays closed, even if the job is resumed',
        ],
      ];
    case 'supervisor':
      return [
        ...look,
        [`hoplite inbox stop ${item} NOTE`, 'closes this; a person where the job began decides about the job itself'],
      ];
    case 'quarantine':
      return [
        ...look,
        [`hoplite inbox stop ${item} NOTE`, 'closes this; the message that crashed the node stays refused'],
      ];
    case 'stall':
      return [
        ...look,
        [`hoplite inbox stop ${item} NOTE`, 'halts the job everywhere if it still runs, and closes this'],
      ];
    case 'breaker':
      return [
        ...look,
        ['hoplite breaker', 'shows the level, the reason and what is restricted'],
        ['hoplite breaker set KEY VALUE', 'changes a limit; without a restart'],
        ['hoplite breaker reset', 'makes the agent healthy again; caps count from there'],
        [`hoplite inbox stop ${item} NOTE`, 'closes this, and changes nothing else'],
      ];
    case 'evidence':
      return [
        ...look,
        [`hoplite trust ${shellWord(peer)} --deny`, 'does not let that peer in any more, after a restart'],
        [`hoplite inbox stop ${item} NOTE`, 'closes this'],
      ];
  }
}
