import { obliges, type Channel, type Reason } from '@hoplite/p2p';
import { printable } from '@hoplite/node/cli';
import type { MessageSeen, Violation } from '../record.ts';
import { INVARIANTS } from '../invariants/index.ts';
import type { Classification } from './classify.ts';

/** The bug report of the loop analysis text, filled in from what nodes have kept. */
export interface LoopBugReport {
  /** `task`, `session`, `room`: of the message that was stopped. */
  readonly channel: string;
  /** `A→B→A (2-node): alpha → beta → alpha`, or `fan-out`. */
  readonly direction: string;
  /** What began it. */
  readonly trigger: string;
  /** The law that was broken; when none was, the brake that held. */
  readonly missingInvariant: string;
  readonly crossProtocol: string;
  readonly startupRace: string;
  /** What was seen, a line each. */
  readonly evidence: readonly string[];
  /** Where it was seen. */
  readonly files: readonly string[];
  /** What to do. */
  readonly fix: string;
}

export interface LoopReportInit {
  readonly jobId: string;
  readonly classification: Classification;
  readonly messages: readonly MessageSeen[];
  /** Of this job. */
  readonly violations: readonly Violation[];
  /** A peer that had kept nothing before this job. */
  readonly newcomer?: string;
  readonly files: readonly string[];
}

/** Lines of evidence. */
const MAX_LINES = 20;

const BRAKES: Partial<Record<Reason, readonly [string, string]>> = {
  'cannot: cycle': [
    'no-cycle',
    'have the answer go back to who asked, instead of a new task; a question back is a session message',
  ],
  'cannot: ping-pong': [
    'not-repeated',
    'let the agent act on the answer that it has, instead of asking the same again',
  ],
  max_hops: ['depth', 'flatten the hand-overs: let one peer ask the others itself'],
  max_turns: ['credit', 'ask fewer peers at once, or give the job more credit if all of it is wanted'],
  illegal_edge: ['edge', 'add the edge to the graph of both configs, or do not offer that peer to the agent'],
  unauthorized: ['authorised', 'grant the right in the config of the receiver, or do not offer that peer to the agent'],
  not_in_room: ['authorised', 'have the peer join the room'],
  rate_limited: ['rate', 'send less at once, or raise the rates of the config'],
  busy: ['capacity', 'send less at once, or raise the queues of the config'],
  breaker: ['breaker', 'look at what tripped the breaker'],
};

const ASKED_BACK = 'have the one that is asked answer with what it has, instead of asking back';

/** Fills the report. Pure. */
export function loopReport(init: LoopReportInit): LoopBugReport {
  const { classification, files, jobId, messages, newcomer, violations } = init;
  const { channels, nodes, path, reason } = classification;
  const [brake, fix] = (reason === undefined ? undefined : BRAKES[reason]) ?? ['', ''];
  const root = messages.find(({ act, depth }) => depth === 1 && obliges(act));
  const [broken] = violations;
  // Two that ask each other back need no flatter network.
  const backAndForth = reason === 'max_hops' && nodes === 2 ? ASKED_BACK : undefined;
  const used: readonly Channel[] = [...new Set(channels)];
  return {
    channel: channels.at(-1) ?? root?.channel ?? 'unknown',
    direction: directionOf(classification),
    trigger:
      root === undefined
        ? 'a root event at the origin, of which no message is kept'
        : `${root.channel} message from ${root.from} to ${root.room ?? root.to}: ${JSON.stringify(root.text)}`,
    missingInvariant:
      broken === undefined ? `none: stopped by ${brake || (reason ?? 'nothing')}` : `${broken.rule}: ${lawOf(broken)}`,
    crossProtocol: crossingOf(classification, used),
    startupRace: startupOf(reason, newcomer),
    evidence: [
      `job ${jobId}${reason === undefined ? '' : `, ${reason}`}, path ${path.join(' → ') || 'unknown'}`,
      ...violations.slice(0, MAX_LINES).map(({ rule, detail }) => `${rule}: ${detail}`),
      ...messages.slice(0, MAX_LINES).map(lineOf),
      ...(messages.length > MAX_LINES ? [`and ${messages.length - MAX_LINES} messages more`] : []),
    ],
    files,
    fix:
      broken === undefined
        ? (backAndForth ?? (fix || 'see the reason'))
        : 'this is a bug of Hoplite, or a store was changed by hand: report it',
  };
}

/** The report as text, in the form and order of the template. What agents said is quoted, and nothing in it has an effect. */
export function bugReportText(report: LoopBugReport): string {
  const [first = '', ...more] = report.evidence;
  const fields: readonly (readonly [string, string])[] = [
    ['Channel', report.channel],
    ['Direction', report.direction],
    ['Trigger', report.trigger],
    ['Missing invariant', report.missingInvariant],
    ['Cross-protocol', report.crossProtocol],
    ['Startup race', report.startupRace],
    ['Evidence', first],
    ...more.map((line) => ['', line] as const),
    ['Files', report.files.join(', ')],
    ['Fix', report.fix],
  ];
  return fields
    .map(([name, value]) => `${(name === '' ? '' : `${name}:`).padEnd(WIDTH)}${printable(value)}`.trimEnd())
    .join('\n');
}

/** Of the column with the names of the fields. */
const WIDTH = 'Missing invariant: '.length;

function directionOf({ nodes, path, shape, verdict }: Classification): string {
  const along = path.join(' → ');
  if (shape !== undefined && nodes !== undefined) return `${shape} (${nodes}-node): ${along}`;
  if (verdict === 'storm stopped') return `fan-out: ${along}`;
  return along === '' ? 'unknown' : `no way back: ${along}`;
}

/** Two channels are a fact; that there was no second one is, too, only if that of each hop is kept. */
function crossingOf({ channels, path }: Classification, used: readonly Channel[]): string {
  if (used.length > 1) return `Yes: ${channels.join(' → ')}`;
  const hops = path.length - 1;
  return channels.length >= hops ? 'No' : `unknown: the channel of ${channels.length} of ${hops} hops is kept`;
}

function startupOf(reason: Reason | undefined, newcomer: string | undefined): string {
  if (reason === 'no_local_id') return 'Yes: a node did not know its own peer ID';
  return newcomer === undefined ? 'No' : `Perhaps: it is the first that ${newcomer} has kept`;
}

function lawOf({ rule, detail }: Violation): string {
  return INVARIANTS.find(({ id }) => id === rule)?.says ?? detail;
}

function lineOf({ act, channel, credit, depth, fate, from, to }: MessageSeen): string {
  // Without a brake it was let in: what came back is its answer.
  const isAnswer = fate.kind === 'refused' && fate.by === 'receiver' && fate.brake === undefined;
  const refused = fate.kind === 'refused' ? `refused ${fate.reason}, by the ${fate.by}` : fate.kind;
  const end = isAnswer ? `answered: refuse (${fate.reason})` : refused;
  return `${from} → ${to}: ${channel} ${act}, depth ${depth}, credit ${credit}: ${end}`;
}
