import { MAX_HOP_DEPTH, NoLocalIdError } from '@hoplite/p2p';
import { freeze, including, turnAt } from './changes.ts';
import type { Choice } from './choices.ts';
import { ROOM, type Hop } from './hop.ts';
import { broken } from './rules.ts';
import { changed, openOf, replaced, type Filed, type Flight, type Memory, type State, type Turn } from './state.ts';
import type { Successor } from './step.ts';
import { saidKey } from './view.ts';
import type { ExploredWorld } from './world.ts';

/** A message that a turn may send, and what it extends. */
interface Sending {
  readonly index: number;
  readonly turn: Turn;
  readonly choice: Choice;
  /** The reply of the addressee that the agent has read. */
  readonly consumed: Hop | undefined;
  readonly replies: readonly Filed[];
}

/** Everything that a running turn may send next, once for each different outcome. */
export function sendings(world: ExploredWorld, state: State, index: number, choices: readonly Choice[]): Successor[] {
  const turn = turnAt(state, index);
  const found: Successor[] = [];
  let isStopped = false;
  for (const choice of choices) {
    if (choice.to === ROOM && choice.wakes.some((peer) => turn.hop.named.includes(peer))) {
      continue; // Who has been there is not asked again: it is the post without it.
    }
    if (!choice.isSaidAgain && world.bounds.repeats && !state.memory.said.includes(saidKey(choice.from, choice.to))) {
      continue; // The first thing that is said is as new as any other.
    }
    for (const way of waysOf(world, turn, index, choice)) {
      const next = sent(world, state, way);
      const stops = next?.step.kind === 'stopped';
      // Whatever stops the job does the same to it, so one way of being stopped is enough.
      if (next !== undefined && !(stops && isStopped)) {
        found.push(next);
        isStopped ||= stops;
      }
    }
  }
  return found;
}

/** Replies that have arrived may be read before the next message to their author is written, or not. */
function waysOf(world: ExploredWorld, turn: Turn, index: number, choice: Choice): readonly Sending[] {
  if (turn.replies.length === 0 || choice.to === ROOM) {
    return [{ index, turn, choice, replies: turn.replies, consumed: undefined }];
  }
  const filed = turn.replies.filter(({ peer }) => peer === choice.to);
  const before = filed.find(({ isRead }) => isRead);
  const ways: Sending[] = [{ index, turn, choice, replies: turn.replies, consumed: before?.hop }];
  for (const reply of filed) {
    const own = turn.hop.lineage;
    if (
      !reply.isRead &&
      reply.hop !== before?.hop &&
      world.decisions.consumedOf(own, before?.hop.lineage, reply.hop.lineage) === reply.hop.lineage
    ) {
      // Those that are no deeper make no difference any more.
      const others = turn.replies.filter(({ hop, peer }) => peer !== choice.to || hop.hops > reply.hop.hops);
      ways.push({ index, turn, choice, replies: [...others, { ...reply, isRead: true }], consumed: reply.hop });
    }
  }
  return ways;
}

/** What becomes of one message on its way out; undefined when nothing does, and the agent may as well not have tried. */
export function sent(world: ExploredWorld, state: State, sending: Sending): Successor | undefined {
  const { choice, consumed, index, turn } = sending;
  const { bounds, decisions, hops } = world;
  const { from, to, isSaidAgain, wakes } = choice;
  const parent = world.parentOf(turn.hop, consumed, choice);
  const crossing = hops.leaving(parent, choice);
  const open = openOf(turn);
  const stopped = world.stopsLeaving(state, parent, choice, turn.available + open);
  if (stopped !== undefined) {
    const { brake, refusal } = stopped;
    const after = decisions.stopsJob(refusal.reason) ? freeze(state, from) : state;
    const step = { kind: 'stopped', cause: turn.hop, choice, brake, reason: refusal.reason } as const;
    return after === state ? undefined : { step, state: after };
  }
  const limit = Math.min(bounds.depth, MAX_HOP_DEPTH);
  const share = decisions.shareFor(
    { act: choice.act, wakes: crossing.wakes },
    turn.available,
    crossing.depth + 1 < limit,
  );
  if (share === 0) {
    // It waits for a branch to settle, and chooses again then.
    const violation = open > 0 ? undefined : broken('credit', from, 'waits for credit that nobody holds');
    return violation && { step: { kind: 'stuck', choice }, state, violation };
  }
  if (wakes.length > 1 && share % wakes.length === 0 && !isAscending(wakes)) {
    return undefined; // Everyone gets the same, in whatever order.
  }
  const parts = decisions.splitShare(share, wakes.length);
  const wake = wakes.map((peer, part) => ({ peer, credit: parts[part] ?? 0 })).filter(({ credit }) => credit > 0);
  const hop = written(world, state, sending, parent, share, wake);
  if (hop === undefined) {
    const step = { kind: 'stuck', choice } as const;
    return { step, state, violation: broken('local-id', from, 'made a message, and does not know its own ID') };
  }
  const granted = to === ROOM ? wake : [{ peer: to, credit: share }];
  const branches = granted.map(({ peer, credit }) => ({
    ...{ hop, peer, granted: credit, returned: 0, burnt: 0, isOwed: true },
  }));
  const flights = granted.map(({ peer }): Flight => ({ kind: 'ask', hop, peer, isCopy: false, codes: [] }));
  const next = changed(turn, {
    available: turn.available - share,
    branches: [...turn.branches, ...branches],
    replies: sending.replies,
  });
  const isRemembered = isSaidAgain && bounds.repeats;
  const after: State = {
    ...state,
    turns: replaced(state.turns, index, next),
    flights: [...state.flights, ...flights],
    memory: isRemembered ? saying(state.memory, saidKey(from, to)) : state.memory,
  };
  const isDropped = parent !== (consumed ?? turn.hop);
  const violation = isDropped ? broken('I9', from, 'sent a message that does not extend what woke it') : undefined;
  return { step: { kind: 'sends', hop, isRoot: turn.status === 'waiting' }, state: after, violation };
}

function written(
  world: ExploredWorld,
  state: State,
  { choice, turn }: Sending,
  parent: Hop,
  credit: number,
  wake: readonly { readonly peer: number; readonly credit: number }[],
): Hop | undefined {
  try {
    const slot = freeSlot(state, turn);
    return world.hops.write(parent, { cause: turn.hop, from: choice.from, choice, credit, wake, slot });
  } catch (error) {
    if (error instanceof NoLocalIdError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * The first number that none of the turn's messages has which still matter: those that are out, and those that something
 * comes of which goes on. Message IDs are compared and nothing else, so one may be used again once nobody has it in mind;
 * and what happened in another order has the same name.
 */
function freeSlot({ flights, turns }: State, { hop, peer }: Turn): number {
  const used: boolean[] = [];
  const use = (end: Hop): void => {
    for (let link: Hop | undefined = end; link !== undefined; link = link.cause) {
      if (link.cause === hop && link.from === peer) {
        used[link.slot] = true;
      }
    }
  };
  for (const flight of flights) {
    use(flight.hop);
  }
  for (const turn of turns) {
    use(turn.hop);
    for (const branch of turn.branches) {
      use(branch.hop);
    }
  }
  const slot = used.findIndex((isUsed) => !isUsed);
  return slot < 0 ? used.length : slot;
}

function saying(memory: Memory, pair: number): Memory {
  return memory.said.includes(pair) ? memory : { ...memory, said: including(memory.said, pair), codes: [] };
}

function isAscending(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? number) < number);
}
