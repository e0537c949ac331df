import type { Bounds } from './bounds.ts';
import type { Hop } from './hop.ts';
import type { ExploredWorld } from './world.ts';
import {
  changed,
  NO_MEMORY,
  openOf,
  replaced,
  type Answer,
  type Branch,
  type Flight,
  type Heard,
  type State,
  type Turn,
} from './state.ts';

/** The moment before anything has happened. */
export function beginning({ peers, duplicates, losses, halts, lies }: Bounds): State {
  const silence: readonly Heard[] = Array.from({ length: peers }, () => 0);
  return {
    ...{ phase: 'new', turns: [], flights: [], frozen: silence, halted: silence, memory: NO_MEMORY },
    begun: 0,
    left: { duplicates, losses, halts, lies: 2 ** lies.length - 1 },
  };
}

/** A notice that one peer has heard or given; it is on its way to all others. */
export function spread(notices: readonly Heard[], peer: number): readonly Heard[] {
  return notices.map((heard, other) => (other === peer ? 2 : heard === 0 ? 1 : heard));
}

export function freeze(state: State, peer: number): State {
  return state.frozen[peer] === 2 ? state : { ...state, frozen: spread(state.frozen, peer) };
}

/** A sorted list of numbers with one more. */
export function including(all: readonly number[], one: number): readonly number[] {
  return all.includes(one) ? all : [...all, one].sort((a, b) => a - b);
}

/** A turn gives its answer. What its branches hold is told later. */
export function ended(state: State, index: number, isOk: boolean): State {
  const turn = turnAt(state, index);
  const open = openOf(turn);
  const { hop, peer, available, burnt } = turn;
  const isRoot = hop.parent === undefined;
  const told: Answer = { kind: 'answer', hop, peer, isOk, returned: available, burnt, open, codes: [] };
  const flights = isRoot || !isAwaited(state, hop) ? state.flights : [...state.flights, told];
  if (open > 0) {
    const closing = changed(turn, { status: 'closing', replies: [], refused: 0 });
    return { ...state, turns: replaced(state.turns, index, closing), flights };
  }
  const phase = isRoot ? 'finished' : state.phase;
  return { ...state, phase, turns: replaced(state.turns, index), flights };
}

/** More became known of what a branch holds. With nothing open it is over. */
export function entered(
  world: ExploredWorld,
  state: State,
  index: number,
  at: number,
  settlement: { readonly returned: number; readonly burnt: number; readonly open: number; readonly isAnswer: boolean },
): State {
  const turn = turnAt(state, index);
  const branch = branchAt(turn, at);
  const { returned, burnt } = world.decisions.accounted(branch, settlement);
  const isOwed = branch.isOwed && !settlement.isAnswer;
  const rest: readonly Branch[] =
    isOwed || returned + burnt < branch.granted ? [{ ...branch, returned, burnt, isOwed }] : [];
  const next = changed(turn, {
    available: turn.available + returned - branch.returned,
    burnt: turn.burnt + burnt - branch.burnt,
    branches: replaced(turn.branches, at, ...rest),
  });
  const isOver =
    (next.status === 'closing' && openOf(next) === 0) || (next.status === 'waiting' && next.branches.length === 0);
  return isOver ? closed(state, index, next) : { ...state, turns: replaced(state.turns, index, next) };
}

/** A turn that was answered has nothing open any more. */
function closed(state: State, index: number, { hop, peer, available, burnt }: Turn): State {
  const turns = replaced(state.turns, index);
  if (hop.parent === undefined) {
    return { ...state, phase: 'finished', turns };
  }
  const told: Flight = { kind: 'settled', hop, peer, returned: available, burnt, codes: [] };
  return { ...state, turns, flights: isHeld(state, hop, peer) ? [...state.flights, told] : state.flights };
}

/** What a branch still holds is given up: it counts as burnt. */
export function writtenOff(world: ExploredWorld, state: State, hop: Hop, peer: number): State {
  const found = branchOf(state, hop, peer);
  return found === undefined
    ? state
    : entered(world, state, found.index, found.at, { returned: 0, burnt: 0, open: 0, isAnswer: true });
}

/** Nothing of a branch was spent: all comes back. */
export function unspent(world: ExploredWorld, state: State, hop: Hop, peer: number): State {
  const found = branchOf(state, hop, peer);
  const returned = found?.branch.granted ?? 0;
  return found === undefined
    ? state
    : entered(world, state, found.index, found.at, { returned, burnt: 0, open: 0, isAnswer: true });
}

/** The branch that a message holds at one peer. */
export function branchOf(state: State, hop: Hop, peer: number) {
  for (const [index, turn] of state.turns.entries()) {
    for (const [at, branch] of turn.branches.entries()) {
      if (branch.hop === hop && branch.peer === peer) {
        return { index, at, branch };
      }
    }
  }
  return undefined;
}

export function turnAt({ turns }: State, index: number): Turn {
  const turn = turns[index];
  if (turn === undefined) {
    throw new RangeError(`there is no turn ${index}`);
  }
  return turn;
}

function branchAt({ branches }: Turn, at: number): Branch {
  const branch = branches[at];
  if (branch === undefined) {
    throw new RangeError(`there is no branch ${at}`);
  }
  return branch;
}

/** Whether anything that the asker has sent is still owed an answer: what is not heard by anyone need not travel. */
function isAwaited({ turns }: State, { from }: Hop): boolean {
  return turns.some(({ peer, branches }) => peer === from && branches.some(({ isOwed }) => isOwed));
}

function isHeld(state: State, hop: Hop, peer: number): boolean {
  return branchOf(state, hop, peer) !== undefined;
}
