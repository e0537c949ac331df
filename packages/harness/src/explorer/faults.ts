import type { Lie } from './bounds.ts';
import { ended, freeze, spread, turnAt, unspent, writtenOff } from './changes.ts';
import { changed, replaced, type Flight, type State } from './state.ts';
import type { Successor } from './step.ts';
import type { ExploredWorld } from './world.ts';

/** What the network may lose next. Who sent it gives up its credit, or has it back when it never left. */
export function losses(world: ExploredWorld, state: State, at: number, flight: Flight): Successor[] {
  const { hop, kind, peer } = flight;
  if (state.left.losses === 0 || (kind === 'ask' && flight.isCopy)) {
    return [];
  }
  const left = { ...state.left, losses: state.left.losses - 1 };
  const before: State = { ...state, flights: replaced(state.flights, at), left };
  const lost: Successor = {
    step: { kind: 'lost', what: kind, peer, hop },
    state: writtenOff(world, before, hop, peer),
  };
  return kind === 'ask'
    ? [lost, { step: { kind: 'unreached', peer, hop }, state: unspent(world, before, hop, peer) }]
    : [lost];
}

/** A person halts the job at one of the peers. */
export function halts(state: State): Successor[] {
  if (state.left.halts === 0 || state.phase !== 'open') {
    return [];
  }
  const left = { ...state.left, halts: state.left.halts - 1 };
  return state.halted.flatMap((heard, peer) =>
    heard === 2 ? [] : [{ step: { kind: 'halts', peer } as const, state: halted({ ...state, left }, peer) }],
  );
}

/** Notices that peers may hear next. */
export function notices(state: State): Successor[] {
  const heard: Successor[] = [];
  for (const [peer, freezes] of state.frozen.entries()) {
    if (freezes === 1) {
      heard.push({ step: { kind: 'hears', peer, notice: 'freeze' }, state: freeze(state, peer) });
    }
    if (state.halted[peer] === 1) {
      heard.push({ step: { kind: 'hears', peer, notice: 'halt' }, state: halted(state, peer) });
    }
  }
  return heard;
}

/** Turns of a halted job end at once; what they have out is given up. */
function halted(state: State, peer: number): State {
  let after: State = { ...state, halted: spread(state.halted, peer) };
  for (const { hop, status } of state.turns.filter((turn) => turn.peer === peer)) {
    const isEnded = status === 'running' || status === 'waiting';
    const index = isEnded ? after.turns.findIndex((turn) => turn.hop === hop && turn.peer === peer) : -1;
    if (index >= 0) {
      const turn = turnAt(after, index);
      let burnt = turn.burnt;
      for (const branch of turn.branches) {
        burnt += branch.granted - branch.returned - branch.burnt;
      }
      // As when the last branch is written off; all at once, since they end together.
      const alone = changed(turn, { branches: [], burnt, available: turn.granted - burnt });
      after = ended({ ...after, turns: replaced(after.turns, index, alone) }, index, false);
    }
  }
  return after;
}

/** What the dishonest peer, which is the last one, may do next. */
export function lies(world: ExploredWorld, state: State): Successor[] {
  const { bounds, hops } = world;
  const liar = bounds.peers - 1;
  const said: Successor[] = [];
  for (const [index, lie] of bounds.lies.entries()) {
    const bit = 2 ** index;
    for (let peer = 0; peer < liar && (state.left.lies & bit) !== 0; peer += 1) {
      const hop = hops.lie(lie satisfies Lie, liar, peer);
      const left = { ...state.left, lies: state.left.lies - bit };
      const flights: readonly Flight[] = [...state.flights, { kind: 'ask', hop, peer, isCopy: false, codes: [] }];
      said.push({ step: { kind: 'lies', hop }, state: { ...state, left, flights } });
    }
  }
  return said;
}
