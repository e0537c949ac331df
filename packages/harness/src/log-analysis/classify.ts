import type { Channel, Reason } from '@hoplite/p2p';
import type { JobSeen, MessageSeen } from '../record.ts';

/** What became of a job, in the words of those who look for loops. */
export type JobVerdict =
  | 'done'
  | 'loop stopped'
  | 'ping-pong stopped'
  | 'chain stopped'
  | 'storm stopped'
  | 'policy'
  | 'halted'
  | 'refused for the message itself'
  | 'failed'
  | 'lost'
  | 'open'
  | 'unknown';

export interface Classification {
  readonly verdict: JobVerdict;
  /** Why: the reason of its end. */
  readonly reason?: Reason;
  /** The peers that it went along, the one that was not reached last. */
  readonly path: readonly string[];
  /** The path as letters, of something that comes back: `A→B→A`. */
  readonly shape?: string;
  /** Peers in the circle, of a loop. */
  readonly nodes?: number;
  /** Channels that its path took, in order. */
  readonly channels: readonly Channel[];
  /** A sentence. */
  readonly says: string;
}

/** What is known of a job. */
export interface Classifiable {
  readonly job?: JobSeen;
  readonly messages: readonly MessageSeen[];
  /** Of a job whose origin is not known: why some peer says that it was stopped. */
  readonly stop?: { readonly reason: Reason; readonly path: readonly string[] };
}

const BY_REASON: Readonly<Record<Reason, JobVerdict>> = {
  'cannot: cycle': 'loop stopped',
  livelock: 'loop stopped',
  'cannot: ping-pong': 'ping-pong stopped',
  max_hops: 'chain stopped',
  max_turns: 'storm stopped',
  rate_limited: 'storm stopped',
  busy: 'storm stopped',
  breaker: 'storm stopped',
  illegal_edge: 'policy',
  unauthorized: 'policy',
  not_in_room: 'policy',
  halted: 'halted',
  frozen: 'halted',
  malformed: 'refused for the message itself',
  no_local_id: 'refused for the message itself',
  duplicate: 'refused for the message itself',
  terminal: 'refused for the message itself',
  too_large: 'refused for the message itself',
  expired: 'lost',
  unreachable: 'lost',
  nobody_listening: 'lost',
  deadline: 'failed',
  agent_error: 'failed',
  agent_refused: 'failed',
  interrupted: 'failed',
  cancelled: 'failed',
  deadlock: 'failed',
  unknown_peer: 'failed',
  ambiguous_peer: 'failed',
};

/** Says what became of a job, by its reason, its path and the channels along that. Pure. */
export function classify({ job, messages, stop }: Classifiable): Classification {
  const state = job?.state ?? (stop === undefined ? undefined : 'stopped');
  const path = job?.path ?? stop?.path ?? [];
  const reason = job?.reason ?? stop?.reason;
  const channels = channelsAlong(path, messages, job);
  const seen = { path, channels, ...(reason === undefined ? {} : { reason }) };
  switch (state) {
    case undefined:
      return { ...seen, verdict: 'unknown', says: 'where it began is not known, so neither is how it ended' };
    case 'open':
      return { ...seen, verdict: 'open', says: 'it runs still, or its node was ended before it was over' };
    case 'done':
      return { ...seen, verdict: 'done', says: `it is done, along ${path.join(' → ')}` };
    default:
      return { ...seen, ...stoppedAs(reason, path, channels) };
  }
}

function stoppedAs(
  reason: Reason | undefined,
  path: readonly string[],
  channels: readonly Channel[],
): Pick<Classification, 'verdict' | 'says' | 'shape' | 'nodes'> {
  const verdict = reason === undefined ? 'failed' : BY_REASON[reason];
  const nodes = circleIn(path);
  const along = path.join(' → ');
  const isCircle = verdict === 'loop stopped' || verdict === 'chain stopped' || verdict === 'ping-pong stopped';
  if (nodes !== undefined && isCircle) {
    const shape = shapeOf(path);
    const across = new Set(channels).size > 1 ? `, across ${[...new Set(channels)].join(', ')}` : '';
    const what = verdict === 'ping-pong stopped' ? verdict : 'loop stopped';
    return { verdict: what, nodes, shape, says: `${what}: ${shape} (${nodes}-node${across}), ${reason ?? ''}` };
  }
  const says: Partial<Record<JobVerdict, string>> = {
    'loop stopped': `it went in circles (${reason ?? ''}): ${along}`,
    'ping-pong stopped': `the same brief was handed over again: ${along}`,
    'chain stopped': `it was handed on until its hops were used up: ${along}`,
    'storm stopped': `it asked for more turns or messages than it may cause: ${along}`,
    policy: `the policy does not let it go ${along}`,
    halted: 'a person halted it, or it was frozen',
    'refused for the message itself': `a message of it was refused (${reason ?? ''}): ${along}`,
    lost: `nobody answered in time: ${along}`,
  };
  return { verdict, says: says[verdict] ?? `it failed${reason === undefined ? '' : `: ${reason}`}` };
}

/** Peers between the last of a path and where that was before; the shortest circle otherwise. */
function circleIn(path: readonly string[]): number | undefined {
  const last = path.lastIndexOf(path.at(-1) ?? '', -2);
  if (last >= 0) return path.length - 1 - last;
  const back = path.findIndex((peer, index) => path.indexOf(peer) < index);
  return back < 0 ? undefined : back - path.indexOf(path[back] ?? '');
}

/** `A→B→A`: each peer by a letter, in the order in which they come. */
export function shapeOf(path: readonly string[]): string {
  const order = [...new Set(path)];
  return path.map((peer) => letter(order.indexOf(peer))).join('→');
}

function letter(index: number): string {
  return index < 26 ? String.fromCharCode('A'.charCodeAt(0) + index) : `P${index}`;
}

/** The channels of the messages along a path, as far as they are known: the last one is of what was refused. */
function channelsAlong(
  path: readonly string[],
  messages: readonly MessageSeen[],
  job: JobSeen | undefined,
): readonly Channel[] {
  const last = messages.findLast(
    ({ depth, fate, from, to }) =>
      depth === path.length - 1 && from === path.at(-2) && (to === path.at(-1) || fate.kind === 'refused'),
  );
  const channels: Channel[] = [];
  let message = last;
  for (let hops = 0; message !== undefined && hops < path.length; hops += 1) {
    channels.unshift(message.channel);
    const { depth, parent } = message;
    message = messages.find((cause) => cause.messageId === parent && cause.depth === depth - 1);
  }
  return channels.length > 0 || job === undefined ? channels : [job.channel];
}
