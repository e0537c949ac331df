import { grantOf } from '@hoplite/node/decisions';
import type { Refusal } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import type { Bounds } from './bounds.ts';
import { branchOf, freeze, including } from './changes.ts';
import { messageOf } from './hops.ts';
import { idOfPeer } from './peer-names.ts';
import { broken, wronglyWoken } from './rules.ts';
import { replaced, type Answer, type Ask, type Memory, type State, type Turn } from './state.ts';
import type { Successor } from './step.ts';
import { crossedBy, saidKey, takenKey } from './view.ts';
import type { ExploredWorld } from './world.ts';

/** A message arrives: the brakes first, and then, if none fires, the agent. */
export function arrived(world: ExploredWorld, state: State, at: number, ask: Ask, leavesCopy: boolean): Successor {
  const { hop, peer } = ask;
  const copies: readonly Ask[] = leavesCopy ? [{ ...ask, isCopy: true, codes: [] }] : [];
  const left = leavesCopy ? { ...state.left, duplicates: state.left.duplicates - 1 } : state.left;
  const before: State = { ...state, flights: replaced(state.flights, at, ...copies), left };
  const stopped = world.stopsArriving(before, hop, peer, ask.isCopy);
  if (stopped !== undefined && world.decisions.first === 'brakes') {
    return refused(world, before, ask, { ...stopped, leavesCopy });
  }
  const violation = wronglyWoken(world, before, hop, peer, ask.isCopy);
  if (stopped === undefined || violation !== undefined) {
    return { step: { kind: 'wakes', peer, hop, leavesCopy }, state: woken(world, before, ask), violation };
  }
  // The agent has run, and now comes the guard.
  return refused(world, { ...before, begun: before.begun + 1 }, ask, { ...stopped, leavesCopy });
}

function woken({ bounds, hops }: ExploredWorld, state: State, ask: Ask): State {
  const { hop, peer } = ask;
  const granted = hop.message === undefined ? 1 : grantOf(messageOf(hop), hops.localId(peer) || idOfPeer(peer));
  const turn: Turn = {
    ...{ hop, peer, status: 'running', granted, available: granted - 1, burnt: 1 },
    ...{ branches: [], replies: [], refused: 0, codes: [] },
  };
  return { ...state, turns: [...state.turns, turn], begun: state.begun + 1, memory: remembering(bounds, state, ask) };
}

function remembering({ burst, repeats }: Bounds, state: State, { hop, peer }: Ask): Memory {
  const { memory } = state;
  const { from, to, isSaidAgain } = hop;
  const isTaken = isSaidAgain && repeats;
  if (!isTaken && burst === undefined) {
    return memory;
  }
  const pair = saidKey(from, peer);
  const others = memory.crossed.filter(([other]) => other !== pair);
  const crossed = [...others, [pair, crossedBy(state, from, peer) + 1] as const].sort(([a], [b]) => a - b);
  return {
    ...memory,
    taken: isTaken ? including(memory.taken, takenKey(peer, from, to)) : memory.taken,
    crossed: burst === undefined ? memory.crossed : crossed,
    codes: [],
  };
}

function refused(
  { bounds, decisions }: ExploredWorld,
  state: State,
  { hop, peer }: Ask,
  stopped: { readonly brake: string; readonly refusal: Refusal; readonly leavesCopy: boolean },
): Successor {
  const { brake, leavesCopy } = stopped;
  const { reason } = stopped.refusal;
  const step = { kind: 'refused', peer, hop, brake, reason, leavesCopy } as const;
  const after = decisions.stopsJob(reason) ? freeze(state, peer) : state;
  // A duplicate gets what was answered, which is on its way, or has arrived. A liar listens to nobody.
  if (reason === 'duplicate' || branchOf(after, hop, peer) === undefined) {
    return { step, state: after };
  }
  const no: Answer = {
    ...{ kind: 'answer', hop, peer, isOk: false, returned: 0, burnt: 0, open: 0, refusal: reason, codes: [] },
  };
  return { step, state: { ...after, flights: [...after.flights, no] }, violation: blamed(bounds.nameless, step) };
}

/** `malformed` is held against whoever sent it, so it must never be said of what an honest peer has sent. */
function blamed(
  nameless: number | undefined,
  { hop, peer, reason }: Extract<Successor['step'], { readonly kind: 'refused' }>,
): Violation | undefined {
  const isInnocent = reason === 'malformed' && hop.lie === undefined;
  const rule = nameless === peer ? 'local-id' : 'I9';
  return isInnocent
    ? broken(rule, peer, 'takes what an honest peer has sent for a forgery, and holds it against it')
    : undefined;
}
