import type { NodeStatus } from '../api/wire.ts';
import type { StoredBreakerChange } from '../ports/store.ts';
import type { BreakerStatus, Spent } from '../sdk.ts';
import { dollarsOf, tokensOf } from './amounts.ts';
import { printable } from './printable.ts';
import { clockTime, duration, table } from './table.ts';
import { paint, type Colour, type Terminal } from './terminal.ts';

/** Changes that are shown. */
const MAX_CHANGES = 10;

const COLOURS: Readonly<Record<BreakerStatus['level'], Colour>> = {
  healthy: 'green',
  steering: 'yellow',
  constrained: 'red',
  stopped: 'red',
};

type Self = Pick<NodeStatus, 'name' | 'peerId' | 'now'>;

/** How the circuit breaker of a node stands, what it has counted, and what it did last. */
export function breakerLines(terminal: Terminal, status: BreakerStatus, self: Self): string {
  const { level, reason, since, isRecovering, restrictions, settings, floor, own, changes } = status;
  const head = reason === undefined ? level : `${level}: ${printable(reason)}`;
  const restricted = isRecovering
    ? [...restrictions, 'This is lifted step by step, once per clean beat.']
    : restrictions;
  return [
    paint(terminal, terminal.stdout, COLOURS[level], head),
    ...(settings.circuitBreaker.enabled ? [] : ['  off        nothing trips; usage is counted all the same']),
    `  since      ${new Date(since).toISOString()}, ${duration((self.now - since) / 1000)} ago`,
    ...restricted.map((sentence, index) => `  ${index === 0 ? 'restricts' : '         '}  ${printable(sentence)}`),
    `  this beat  ${beatWords(status)}`,
    `  own        ${spentWords(own, { tokens: ownCap(settings.agentTokenCaps, self) })}`,
    `  floor      ${spentWords(floor, { tokens: settings.costCapTokens, costUsd: settings.costCapUsd })}`,
    ...(floor.peers.length === 0 ? [] : ['', peerTable(floor.peers, self.now)]),
    ...(changes.length === 0 ? [] : ['', 'newest changes', ...changes.slice(0, MAX_CHANGES).map(changeLine)]),
  ].join('\n');
}

/** "healthy → steering (steer): looping: 8 identical tool calls" */
export function changeWords({ from, to, action, reason }: StoredBreakerChange): string {
  const what = from === to ? to : `${from} → ${to}`;
  return `${what} (${action}): ${printable(reason)}`;
}

function changeLine(change: StoredBreakerChange): string {
  return `  ${new Date(change.at).toISOString().slice(0, 10)} ${clockTime(change.at)}  ${changeWords(change)}`;
}

function beatWords({ counters, settings }: BreakerStatus): string {
  const { repeatedToolLimit, errorStormLimit, beatSeconds } = settings.circuitBreaker;
  return [
    `repeats ${counters.repeats} of ${repeatedToolLimit}`,
    `errors ${counters.errors} of ${errorStormLimit}`,
    `${tokensOf(counters.outputTokens)} output tokens`,
    counters.hasProgressed ? 'progress seen' : 'no progress yet',
    `a beat is ${beatSeconds} s`,
  ].join(' · ');
}

interface Caps {
  readonly tokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

function spentWords({ tokens, costUsd }: Spent, caps: Caps): string {
  const ofTokens = caps.tokens === undefined ? '' : ` of ${tokensOf(caps.tokens)}`;
  const ofDollars = caps.costUsd === undefined ? '' : ` of ${dollarsOf(caps.costUsd)}`;
  return `${tokensOf(tokens)}${ofTokens} tokens · ${dollarsOf(costUsd)}${ofDollars}`;
}

/** A cap may stand by peer ID or by name; the lower one counts. */
function ownCap(caps: Readonly<Record<string, number>>, { name, peerId }: Self): number | undefined {
  const own = Object.entries(caps).flatMap(([label, cap]) => (label === name || label === peerId ? [cap] : []));
  return own.length === 0 ? undefined : Math.min(...own);
}

function peerTable(peers: BreakerStatus['floor']['peers'], now: number): string {
  const rows = peers.map(({ peer, tokens, costUsd, at }) => [
    printable(peer),
    tokensOf(tokens),
    dollarsOf(costUsd),
    `${duration((now - at) / 1000)} ago`,
  ]);
  return table([['PEER', 'TOKENS', 'COST', 'SAID'], ...rows]);
}
