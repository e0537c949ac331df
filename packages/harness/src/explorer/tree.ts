import type { Branch, Flight, State, Turn } from './state.ts';

/** A turn, and all that its branches have come to. */
export interface Node {
  readonly turn: Turn;
  readonly limbs: readonly Limb[];
  /** Credit that the turn has, or may have when more of its branches have settled: more than 0 exactly when there is some. */
  readonly potential: number;
}

/** A branch of a turn, with everything that may end it. */
export interface Limb {
  readonly branch: Branch;
  /** The message, its answer, what is told of its credit: as far as it is on its way. */
  readonly flights: readonly Flight[];
  /** What the message woke, while it is there. */
  readonly node: Node | undefined;
}

/**
 * The turns of a job as the tree that they are in a plain world: each turn but the root, and all that is on its way, is of a
 * branch of another turn. Undefined when nothing is left.
 */
export function treeOf({ flights, turns }: State): Node | undefined {
  const root = turns.find(({ hop }) => hop.parent === undefined);
  return root && nodeOf(root, turns, flights);
}

function nodeOf(turn: Turn, turns: readonly Turn[], flights: readonly Flight[]): Node {
  let potential = turn.available;
  const limbs: Limb[] = [];
  for (const branch of turn.branches) {
    const limb = limbOf(branch, turns, flights);
    limbs.push(limb);
    // What is told twice is counted twice: it matters only whether there is anything.
    potential += limb.node?.potential ?? 0;
    for (const flight of limb.flights) {
      potential += flight.kind === 'ask' ? branch.granted : stillReturned(flight, branch);
    }
  }
  return { turn, limbs, potential };
}

function limbOf(branch: Branch, turns: readonly Turn[], flights: readonly Flight[]): Limb {
  const { hop, peer } = branch;
  const own: Flight[] = [];
  for (const flight of flights) {
    if (flight.hop === hop && flight.peer === peer) {
      own.push(flight);
    }
  }
  for (const turn of turns) {
    if (turn.hop === hop && turn.peer === peer) {
      return { branch, flights: own, node: nodeOf(turn, turns, flights) };
    }
  }
  return { branch, flights: own, node: undefined };
}

/** What comes back of a branch with this, beyond what has come back already. A refusal brings back everything. */
export function stillReturned(flight: Exclude<Flight, { readonly kind: 'ask' }>, branch: Branch): number {
  const isRefusal = flight.kind === 'answer' && flight.refusal !== undefined;
  return Math.max(0, (isRefusal ? branch.granted : flight.returned) - branch.returned);
}
