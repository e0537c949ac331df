import { MAX_HOP_DEPTH, obliges } from '@hoplite/p2p';
import type { MessageSeen, RunRecord, TurnSeen, Violation } from '../record.ts';
import { violation } from './invariant.ts';
import type { RecordedJob } from './record-index.ts';

/** What is known about how much a record shows. */
export interface Known {
  readonly record: RunRecord;
  /** Whether the record holds everything that this peer sent and got. */
  readonly knows: (peer: string) => boolean;
}

type Law = (job: RecordedJob, known: Known) => readonly Violation[];

/**
 * The invariants on the record of one job. I8 and I11 are not among them: a record does not say what was known before a
 * restart, nor whether the work was honest; I6 is of the whole record.
 */
export const RECORD_LAWS: readonly Law[] = [
  accountHolds,
  workIsBounded,
  nothingTwice,
  allEnded,
  wokenByCause,
  stopHolds,
  causeHolds,
];

/** I1. */
function accountHolds({ job, jobId, turns, isCheated, isReleased }: RecordedJob): readonly Violation[] {
  if (job === undefined) return [];
  const { granted, left } = job.credit;
  const isOver = job.state === 'done' || job.state === 'stopped' || job.state === 'failed';
  const used = granted - left;
  const where = { jobId, peer: job.origin };
  if (job.turns + left > granted) {
    return [
      violation('I1', `the job accounts for ${job.turns} turns and ${left} left, and was granted ${granted}`, where),
    ];
  }
  // A job that a crash or a person has closed has no account to speak of: nothing came back to be counted.
  const hasAccount = isOver && !isCheated && !isReleased && job.turns > 0;
  return hasAccount && turns.length > used
    ? [violation('I1', `the job used up ${used} of its credit for ${turns.length} turns`, where)]
    : [];
}

/** I2. */
function workIsBounded({ job, jobId, turns, isCheated, isReleased }: RecordedJob): readonly Violation[] {
  const deep = turns.filter(({ depth }) => depth >= MAX_HOP_DEPTH);
  const granted = job?.credit.granted;
  const isTooMuch = granted !== undefined && !isCheated && !isReleased && turns.length > granted;
  return [
    ...deep.map(({ depth, peer, startedAt }) =>
      violation('I2', `a turn at ${peer} is ${depth} hops deep`, { jobId, peer, at: startedAt }),
    ),
    ...(isTooMuch
      ? [violation('I2', `the job caused ${turns.length} turns, and was granted ${granted}`, { jobId })]
      : []),
    ...(job?.state === 'done' && job.depth >= MAX_HOP_DEPTH
      ? [violation('I2', `the job was done along ${job.depth} hops: ${job.path.join(' → ')}`, { jobId })]
      : []),
  ];
}

/** I3. A turn that a crash has ended has no outcome, and may be run again. */
function nothingTwice({ job, jobId, messages, turns }: RecordedJob, { knows }: Known): readonly Violation[] {
  const roots = Math.max(1, new Set(messages.filter(({ depth }) => depth === 1).map(keyOf)).size);
  const ended = Map.groupBy(
    turns.filter(({ outcome }) => outcome !== undefined),
    ({ peer }) => peer,
  );
  return [
    ...repeated(messages.filter(({ fate }) => fate.kind === 'handled')).map((message) =>
      violation('I3', `message ${message.messageId} from ${message.from} was handled twice at ${message.to}`, {
        jobId,
        peer: message.to,
        at: message.at,
      }),
    ),
    ...[...ended].flatMap(([peer, run]) => {
      const woken = new Set(messages.filter(({ act, to }) => to === peer && obliges(act)).map(keyOf)).size;
      const isRoot =
        job === undefined
          ? run.some(({ depth }) => depth === 0)
          : [job.origin, job.target].every((end) => end === peer);
      const most = woken + (isRoot ? roots : 0);
      return knows(peer) && run.length > most
        ? [violation('I3', `${peer} ran ${run.length} turns of the job for ${most} messages`, { jobId, peer })]
        : [];
    }),
  ];
}

/** I4. */
function allEnded({ job, jobId, messages }: RecordedJob, { knows }: Known): readonly Violation[] {
  const isOver = job !== undefined && job.state !== 'open' && job.state !== 'frozen';
  const waiting = isOver ? messages.filter(({ act, fate }) => obliges(act) && fate.kind === 'waiting') : [];
  return waiting
    .filter(({ from }) => knows(from))
    .map(({ at, from, messageId, to }) =>
      violation('I4', `the job is over, and message ${messageId} from ${from} to ${to} has no end`, {
        jobId,
        peer: from,
        at,
      }),
    );
}

/** I5. */
function wokenByCause({ jobId, messages, turns }: RecordedJob, { knows }: Known): readonly Violation[] {
  const causes = new Set(
    messages.flatMap(({ act, channel, depth, to }) => (obliges(act) ? [kindOf({ peer: to, channel, depth })] : [])),
  );
  const unwoken = turns.filter((turn) => turn.depth > 0 && knows(turn.peer) && !causes.has(kindOf(turn)));
  return unwoken.map(({ channel, depth, peer, startedAt }) =>
    violation('I5', `a turn (${channel} ${depth}) began at ${peer}, and no message there obliges it to`, {
      jobId,
      peer,
      at: startedAt,
    }),
  );
}

/** I7, at the origin: when its person was asked, the job was frozen there. */
function stopHolds({ job, jobId, escalations, isReleased, turns }: RecordedJob): readonly Violation[] {
  const stop = escalations.find(({ kind, peer }) => kind === 'stop' && peer === job?.origin);
  if (stop === undefined || isReleased) return [];
  return turns
    .filter(({ peer, startedAt }) => peer === stop.peer && startedAt > stop.at)
    .map(({ peer, startedAt }) =>
      violation('I7', `a turn began at ${peer} after the job had been stopped there`, { jobId, peer, at: startedAt }),
    );
}

/** I9. */
function causeHolds({ jobId, messages, byId }: RecordedJob): readonly Violation[] {
  return messages.flatMap((message) => {
    const { at, from, messageId, parent, depth, credit } = message;
    const where = { jobId, peer: from, at };
    const what = `message ${messageId} from ${from}`;
    const shown = (byId.get(messageId) ?? []).filter((other) => other.from === from);
    const isOther = shown.some((other) => other.depth !== depth || other.parent !== parent);
    const causes = parent === undefined ? [] : (byId.get(parent) ?? []);
    const isLost = causes.length > 0 && causes.every((cause) => cause.depth !== depth - 1);
    const budgets = causes.flatMap((cause) => grantAbove(cause, byId));
    const isGrown = obliges(message.act) && budgets.length > 0 && budgets.every((budget) => credit > budget);
    return [
      ...(isOther ? [violation('I9', `${what} has two causes`, where)] : []),
      ...(parent === undefined && depth !== 1
        ? [violation('I9', `${what} is at depth ${depth} without a cause`, where)]
        : []),
      ...(isLost ? [violation('I9', `${what} is at depth ${depth}, which is not one below its cause`, where)] : []),
      ...(isGrown ? [violation('I9', `${what} has a credit of ${credit}, more than its cause`, where)] : []),
    ];
  });
}

/** What the nearest message at or above this one that obliges was granted, if the record has it. */
function grantAbove(message: MessageSeen, byId: RecordedJob['byId']): readonly number[] {
  let above: MessageSeen | undefined = message;
  for (let hops = 0; hops <= 2 * MAX_HOP_DEPTH && above !== undefined && !obliges(above.act); hops += 1) {
    above = above.parent === undefined ? undefined : byId.get(above.parent)?.[0];
  }
  if (above === undefined || !obliges(above.act)) return [];
  // A post shows the part of each that it wakes; what they send is bounded by that part, or here by all of them.
  const all = (byId.get(above.messageId) ?? []).filter(({ from }) => from === above.from);
  return [all.reduce((sum, { credit }) => sum + credit, 0)];
}

function repeated(messages: readonly MessageSeen[]): readonly MessageSeen[] {
  const seen = new Set<string>();
  return messages.filter((message) => {
    const key = `${keyOf(message)}\n${message.to}`;
    const isKnown = seen.has(key);
    seen.add(key);
    return isKnown;
  });
}

function keyOf({ from, messageId }: MessageSeen): string {
  return `${from}\n${messageId}`;
}

function kindOf({ peer, channel, depth }: Pick<TurnSeen, 'peer' | 'channel' | 'depth'>): string {
  return `${peer}\n${channel} ${depth}`;
}
