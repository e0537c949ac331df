import { answered, settled } from './answering.ts';
import { arrived } from './arriving.ts';
import { ended, turnAt } from './changes.ts';
import type { Choice } from './choices.ts';
import { halts, lies, losses, notices } from './faults.ts';
import { unsound } from './rules.ts';
import { sendings } from './sending.ts';
import { independentArrival, spentAs, settledDown } from './settling.ts';
import type { Flight, State, Turn } from './state.ts';
import type { Successor } from './step.ts';
import type { ExploredWorld } from './world.ts';

/** Everything that may happen next: whatever an agent chooses, the network brings, a person does or a liar says. */
export function successorsOf(world: ExploredWorld, state: State): Successor[] {
  if (state.phase === 'new') {
    return roots(world, state).map((next) => checked(world, next));
  }
  const at = independentArrival(world, state);
  const arrives = state.flights[at];
  if (arrives !== undefined) {
    return ofFlight(world, state, at, arrives).map((next) => checked(world, next));
  }
  const found: Successor[] = [];
  for (const index of state.turns.keys()) {
    found.push(...ofTurn(world, state, index, world.choices(turnAt(state, index).peer)));
  }
  for (const [at, flight] of state.flights.entries()) {
    found.push(...ofFlight(world, state, at, flight));
  }
  found.push(...ofFaults(world, state));
  const isSpent = spentAs(world, state) === 0;
  const next: Successor[] = [];
  for (const one of found) {
    const after = checked(world, one);
    // Where nothing can be sent any more, a stop stops nothing: all is as it was.
    if (!isSpent || one.step.kind !== 'stopped' || after.violation !== undefined) {
      next.push(after);
    }
  }
  return next;
}

/** What an agent that runs may do next: send, or end its turn. */
export function ofTurn(world: ExploredWorld, state: State, index: number, choices: readonly Choice[]): Successor[] {
  const { hop, peer, status } = turnAt(state, index);
  if (status !== 'running') {
    return [];
  }
  const end = (isOk: boolean): Successor => ({
    step: { kind: 'ends', peer, hop, isOk },
    state: ended(state, index, isOk),
  });
  // A refusal differs from an answer only in that nothing goes on from it: on sessions.
  const ends = hop.channel === 'session' ? [end(true), end(false)] : [end(true)];
  return [...sendings(world, state, index, choices), ...ends];
}

/** What the network may do with what is on its way. */
export function ofFlight(world: ExploredWorld, state: State, at: number, flight: Flight): Successor[] {
  const lost = losses(world, state, at, flight);
  switch (flight.kind) {
    case 'ask': {
      const mayDouble = state.left.duplicates > 0 && !flight.isCopy;
      const doubled = mayDouble ? [arrived(world, state, at, flight, true)] : [];
      return [arrived(world, state, at, flight, false), ...doubled, ...lost];
    }
    case 'answer':
      return [answered(world, state, at, flight), ...lost];
    case 'settled':
      return [settled(world, state, at, flight), ...lost];
  }
}

/** What is heard, done by a person, or said by a liar. */
export function ofFaults(world: ExploredWorld, state: State): Successor[] {
  return [...notices(state), ...halts(state), ...lies(world, state)];
}

/** How a job may begin. */
export function roots(world: ExploredWorld, state: State, choices = world.choices(0)): Successor[] {
  const { credit, roots: kinds } = world.bounds;
  const hop = world.hops.root;
  const root: Turn = {
    ...{ hop, peer: 0, status: 'running', granted: credit, available: credit, burnt: 0 },
    ...{ branches: [], replies: [], refused: 0, codes: [] },
  };
  const own: Turn = { ...root, available: credit - 1, burnt: 1 };
  const begun: Successor = {
    step: { kind: 'begins', peer: 0 },
    state: { ...state, phase: 'open', turns: [own], begun: 1 },
  };
  const operator: State = { ...state, phase: 'open', turns: [{ ...root, status: 'waiting' }] };
  const commands = choices.filter(({ channel }) => kinds.includes(channel));
  // What a brake refuses is never sent, and there is no job.
  const told = sendings(world, operator, 0, commands).filter(({ step, violation }) => {
    return step.kind === 'sends' || violation !== undefined;
  });
  return kinds.includes('turn') ? [begun, ...told] : told;
}

/** A successor as far as it matters, and what is wrong with it. */
export function checked(world: ExploredWorld, next: Successor): Successor {
  const state = settledDown(world, next.state);
  const violation = next.violation ?? unsound(world, state);
  return state === next.state && violation === next.violation ? next : { ...next, state, violation };
}
