import { MAX_HOP_DEPTH, type HaltScope } from '@hoplite/p2p';
import type { JobTrace, TraceHop } from '@hoplite/node';
import { holds, same } from './expectations.ts';
import { jobsOf } from './guards.ts';
import type { Scenario, Seen, World } from './scenario.ts';

/** One of the corpus's invariants, as far as a world shows it. */
export interface Invariant {
  readonly id: string;
  readonly says: string;
  check(world: World, scenario: Scenario): void;
}

/** Checked after every scenario, when the world has come to rest. I6, on cycles of waits, comes with their detection. */
export const INVARIANTS: readonly Invariant[] = [
  { id: 'I1', says: 'no credit is minted or lost on the way', check: creditAddsUp },
  { id: 'I2', says: 'turns stay within the credit, and paths within the hop budget', check: workIsBounded },
  { id: 'I3', says: 'no message has an effect twice', check: nothingTwice },
  { id: 'I4', says: 'what was accepted has ended', check: everythingEnded },
  { id: 'I5', says: 'what obliges nobody wakes nobody', check: onlyWhatObligesWakes },
  { id: 'I7', says: 'after a halt or a freeze no turn begins in its scope', check: haltsHold },
  { id: 'I8', says: 'guards are the same after a restart', check: guardsSurvive },
  { id: 'I9', says: 'a message is one hop deeper than its cause, with no more credit', check: causalityHolds },
  { id: 'I11', says: 'honest work is done', check: honestWorkIsDone },
];

/** I10: with no new input the world comes to rest, at the latest when everything has expired. */
export async function comesToRest(world: World): Promise<void> {
  await world.rest();
}

interface Kept {
  readonly node: string;
  readonly trace: JobTrace;
}

function tracesIn(world: World): readonly Kept[] {
  return jobsOf(world).flatMap((jobId) =>
    world.running.flatMap((node) => {
      const trace = world.node(node).trace(jobId);
      return trace === undefined ? [] : [{ node, trace }];
    }),
  );
}

function creditAddsUp(world: World): void {
  for (const name of world.running) {
    const node = world.node(name);
    const accused = node.inbox({ all: true }).filter(({ kind }) => kind === 'evidence');
    for (const { jobId, turns, credit, state } of node.jobs({ limit: 1000 })) {
      holds(turns + credit.left <= credit.granted, `job ${jobId} (${state}) accounts for more than it was granted`);
      const isCheated = accused.some((evidence) => evidence.jobId === jobId);
      const isReleased = world.events.filter((seen) => seen.event === 'job.started' && seen.jobId === jobId).length > 1;
      const seen = world.turns({ jobId }).length;
      const used = credit.granted - credit.left;
      holds(isCheated || isReleased || seen <= used, `job ${jobId} used up ${used} of its credit for ${seen} turns`);
    }
  }
}

function workIsBounded(world: World): void {
  for (const { depth, node } of world.turns()) {
    holds(depth < MAX_HOP_DEPTH, `a turn at ${node} is ${depth} hops deep`);
  }
  for (const name of world.running) {
    for (const { jobId, credit } of world.node(name).jobs({ limit: 1000 })) {
      const epochs = world.events.filter((seen) => seen.event === 'job.started' && seen.jobId === jobId);
      const reports = world.events.flatMap((seen) =>
        seen.event === 'job.done' && seen.job.jobId === jobId ? [seen.job.credit.granted] : [],
      );
      const minted = Math.max(credit.granted, ...reports) * Math.max(1, epochs.length);
      const turns = world.turns({ jobId }).length;
      holds(turns <= minted, `job ${jobId} caused ${turns} turns, and was granted ${minted}`);
    }
  }
}

/** Messages that reached `node` and were to wake it, each once. */
function wakesAt({ node, trace }: Kept, world: World): readonly TraceHop[] {
  const { name } = world.node(node);
  return trace.hops.filter(
    ({ act, channel, outcomes, from }) =>
      channel !== undefined && act !== 'inform' && from !== name && outcomes.some(({ peer }) => peer === name),
  );
}

function nothingTwice(world: World): void {
  const posts = world.events.flatMap((seen) => (seen.event === 'post' ? [`${seen.node} ${seen.messageId}`] : []));
  same(posts.length, new Set(posts).size, 'a post was told of twice');
  for (const kept of tracesIn(world)) {
    const { node, trace } = kept;
    if (world.restarts.some((restart) => restart.node === node)) continue; // A turn may be run again after a crash.
    const begun = world.turns({ node, jobId: trace.jobId }).length;
    const isOrigin = trace.summary?.target === world.node(node).name;
    const starts = world.events.filter((seen) => seen.event === 'job.started' && seen.jobId === trace.jobId);
    const most = wakesAt(kept, world).length + (isOrigin ? starts.length : 0);
    holds(begun <= most, `${node} ran ${begun} turns of job ${trace.jobId} for ${most} messages`);
  }
}

function onlyWhatObligesWakes(world: World): void {
  for (const { node, trace } of tracesIn(world)) {
    const terminal = trace.hops.filter(({ act, outcomes }) => isTerminal(act) && outcomes.length > 0);
    same(terminal, [], `a terminal message had an outcome at ${node}`);
  }
}

function everythingEnded(world: World): void {
  for (const { node, trace } of tracesIn(world)) {
    const waiting = trace.hops.filter(({ outcomes }) => outcomes.some(({ state }) => state === 'waiting'));
    same(waiting, [], `a message was accepted by or sent from ${node}, and has not ended`);
  }
}

function haltsHold(world: World): void {
  for (const [index, seen] of world.events.entries()) {
    const ban = banOf(seen);
    if (ban === undefined) continue;
    const after = world.events.slice(index + 1);
    const end = after.findIndex((later) => ban.isOver(later));
    const under = after.slice(0, end < 0 ? undefined : end);
    const begun = under.filter(
      (later) => later.event === 'turn:started' && isUnder(later, seen.node, ban.scope, world),
    );
    same(begun, [], `a turn began at ${seen.node} after ${JSON.stringify(seen)}`);
  }
}

interface Ban {
  readonly scope: HaltScope;
  /** Whether a person has moved on what was stopped. */
  isOver(later: Seen): boolean;
}

function banOf(seen: Seen): Ban | undefined {
  if (seen.event === 'frozen') {
    const { jobId } = seen;
    const isOver = (later: Seen): boolean => later.event === 'job.started' && later.jobId === jobId;
    return { scope: { kind: 'job', jobId }, isOver };
  }
  if (seen.event === 'halted') {
    const { scope } = seen.halt;
    const isOver = (later: Seen): boolean =>
      later.event === 'resumed' && JSON.stringify(later.halt.scope) === JSON.stringify(scope);
    return { scope, isOver };
  }
  return undefined;
}

function isUnder(turn: Seen & { readonly jobId: string }, node: string, scope: HaltScope, world: World): boolean {
  if (turn.node !== node) return false;
  switch (scope.kind) {
    case 'all':
      return true;
    case 'job':
      return turn.jobId === scope.jobId;
    case 'peer':
      return world.running.includes(node) && world.node(node).peerId === scope.peer;
  }
}

function guardsSurvive({ restarts }: World): void {
  for (const { node, before, after } of restarts) {
    const kept = Object.fromEntries(
      Object.keys(before as object).map((key) => [key, (after as Record<string, unknown>)[key]]),
    );
    same(kept, before, `${node} has forgotten something by its restart`);
  }
}

function causalityHolds(world: World): void {
  for (const { node, trace } of tracesIn(world)) {
    const byId = new Map(trace.hops.map((hop) => [hop.messageId, hop]));
    for (const hop of trace.hops) {
      const cause = hop.parent === undefined ? undefined : byId.get(hop.parent);
      const isGrown = cause !== undefined && !isTerminal(cause.act) && hop.credit > cause.credit;
      holds(hop.depth === (cause?.depth ?? hop.depth - 1) + 1, `a message at ${node} has lost its depth`);
      holds(hop.parent !== undefined || hop.depth === 1, `a message at ${node} is deep without a cause`);
      holds(!isGrown, `credit grew in job ${trace.jobId}, as ${node} has seen it`);
    }
  }
}

function honestWorkIsDone(world: World, { isLegit = false }: Scenario): void {
  if (!isLegit) return;
  same(
    world.events.filter(({ event }) => event === 'refused'),
    [],
    'a brake fired on honest work',
  );
  for (const name of world.running) {
    same(world.node(name).inbox(), [], `something waits for a person at ${name}`);
    const undone = world
      .node(name)
      .jobs({ limit: 1000 })
      .filter(({ state }) => state !== 'done');
    same(undone, [], `a job of ${name} is not done`);
  }
}

function isTerminal(act: string): boolean {
  return ['inform', 'agree', 'refuse', 'done'].includes(act);
}
