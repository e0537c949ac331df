import { obliges } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import { branchOf } from './changes.ts';
import type { Hop } from './hop.ts';
import { nameOfPeer } from './peer-names.ts';
import { openOf, type State } from './state.ts';
import { activeAt, crossedBy, takenKey } from './view.ts';
import type { ExploredWorld } from './world.ts';

/** What must hold in every world, and which brake is there for it. The names of the invariants are those of the corpus. */
export const RULES = {
  I1: 'Credit that is held, open and burnt is what was granted, in every turn.',
  I2: 'A job has no more turns than its credit, and no path longer than its hops.',
  I3: 'No message wakes an agent twice.',
  I4: 'Every accepted message has exactly one end, which is told to whoever sent it.',
  I5: 'What is terminal wakes nobody.',
  I7: 'Where it was heard that a job is halted or frozen, no turn of it begins.',
  I9: 'Depth, chain and credit of a message come of what woke its sender.',
  I10: 'Every run ends.',
  finished: 'When all credit has settled, the origin knows that nothing of the job goes on anywhere.',
  decodes: 'No agent runs for what is no message.',
  authorised: 'No agent runs for a peer without the right, or in the name of another.',
  'local-id': 'A node that does not know its own ID sends nothing, handles nothing and blames nobody.',
  'not-repeated': 'Nobody is told the same twice by the same peer in one job.',
  'no-cycle': 'No task and no waking post comes back to a peer that waits for it.',
  edge: 'Nobody is woken along an edge that the policy graph does not have.',
  credit: 'No turn waits for credit that nobody holds.',
  rate: 'Nobody is woken more often by one peer than its rate allows.',
  breaker: 'Nobody is woken by a message that the circuit breaker holds back.',
  capacity: 'A peer has no more accepted messages at once than it can take on.',
} as const;

export type Rule = keyof typeof RULES;

/** A violation in which a peer did something. */
export function broken(rule: Rule, peer: number, did: string): Violation {
  return { rule, detail: `${nameOfPeer(peer)} ${did}`, peer: nameOfPeer(peer) };
}

/** Why an agent must not begin to run for a message that has arrived, if so. No brake is asked. */
export function wronglyWoken(
  { bounds }: ExploredWorld,
  state: State,
  hop: Hop,
  peer: number,
  isCopy: boolean,
): Violation | undefined {
  const { from, bringer, to, channel } = hop;
  const is = (rule: Rule, isBroken: boolean, did: string): Violation | undefined =>
    isBroken ? broken(rule, peer, did) : undefined;
  const by = nameOfPeer(bringer);
  const isKnown = hop.isSaidAgain && state.memory.taken.includes(takenKey(peer, from, to));
  return (
    is('decodes', hop.message === undefined, `ran its agent for bytes of ${by} that are no message`) ??
    is('I5', !obliges(hop.act), `ran its agent for an act of ${by} that is terminal: ${hop.act}`) ??
    is('authorised', bringer !== from, `ran its agent for ${nameOfPeer(from)}, and it was ${by} who wrote`) ??
    is('authorised', bounds.rightless === bringer, `ran its agent for ${by}, which has no right to it`) ??
    is('local-id', bounds.nameless === peer, 'ran its agent, and does not know its own ID') ??
    is('I9', hop.lie !== undefined, `ran its agent for a chain that ${by} has forged`) ??
    is('I3', isCopy || isAwake(state, hop, peer), `ran its agent twice for one message of ${by}`) ??
    is('I7', state.halted[peer] === 2, 'began a turn of a job, and had heard that it is halted') ??
    is('I7', state.frozen[peer] === 2, 'began a turn of a job, and had heard that it is frozen') ??
    is('I2', hop.hops >= bounds.depth, `ran its agent at hop ${hop.hops}, and the limit is ${bounds.depth}`) ??
    is('not-repeated', isKnown, `ran its agent for what ${by} had said to it in this job before`) ??
    is('no-cycle', channel !== 'session' && hop.visited.includes(peer), `is asked by ${by}, and waits for it`) ??
    is('edge', !hasEdge(bounds.edges, from, peer), `was woken by ${by}, and the policy has no such edge`) ??
    is('rate', crossedBy(state, from, peer) >= (bounds.burst ?? Infinity), `was woken by ${by} too often`) ??
    is('breaker', bounds.held === from, `was woken by ${by}, whose messages the breaker holds back`) ??
    is('capacity', activeAt(state, peer) >= (bounds.capacity ?? Infinity), 'took on more than it can') ??
    is('I1', isOtherThanGiven(state, hop, peer), 'was granted other credit than was given to it') ??
    is('I2', state.begun >= bounds.credit, `began turn ${state.begun + 1} of a job of credit ${bounds.credit}`)
  );
}

/** What does not add up in a state, if so. */
export function unsound({ bounds }: ExploredWorld, state: State): Violation | undefined {
  for (const turn of state.turns) {
    const { granted, available, burnt, peer } = turn;
    const sum = available + burnt + openOf(turn);
    if (sum !== granted || available < 0 || granted > bounds.credit) {
      return broken('I1', peer, `was granted ${granted}, and has ${available}, burnt ${burnt}, open ${openOf(turn)}`);
    }
  }
  const isHonest = state.left.losses === bounds.losses && state.left.halts === bounds.halts && bounds.lies.length === 0;
  const goesOn = state.turns.length > 0 || state.flights.some((flight) => flight.kind === 'ask' && !flight.isCopy);
  return isHonest && state.phase === 'finished' && goesOn
    ? broken('finished', 0, 'took the job for finished, and it goes on')
    : undefined;
}

/** What is wrong with a state in which nothing more can happen, if anything is. */
export function unfinished({ turns: [turn] }: State): Violation | undefined {
  return turn && broken('I4', turn.peer, 'waits for what never comes, so what it was asked is never answered');
}

function isAwake({ turns }: State, hop: Hop, peer: number): boolean {
  return turns.some((turn) => turn.hop === hop && turn.peer === peer);
}

function isOtherThanGiven(state: State, hop: Hop, peer: number): boolean {
  const granted = hop.wake.find((one) => one.peer === peer)?.credit ?? hop.credit;
  const branch = branchOf(state, hop, peer)?.branch;
  return branch !== undefined && branch.granted !== granted;
}

function hasEdge(edges: readonly (readonly [number, number])[] | undefined, from: number, to: number): boolean {
  return edges === undefined || edges.some(([start, end]) => start === from && end === to);
}
