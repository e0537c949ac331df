import { saidAuthor, takenAt } from './view.ts';
import { NO_MEMORY, type Heard, type Memory, type State } from './state.ts';
import type { Node } from './tree.ts';
import type { ExploredWorld } from './world.ts';

/**
 * A state without what can make no difference any more, so that states which differ in nothing else are one.
 *
 * - When nobody runs, and nothing that could wake anybody is on its way, nothing will ever be sent again: what was said,
 *   and who heard of which stop, is asked of nobody.
 * - Who has heard that the job is halted need not hear that it is frozen: both are asked together, and halted comes first.
 *
 * With the decisions of production, moreover, what is frozen somewhere neither leaves there nor arrives (brake
 * `not-banned`, which comes before `not-repeated`). So:
 *
 * - What was said from, or taken at, a peer that has heard of the freeze is asked of nobody.
 * - When nobody runs, and nothing that could wake anybody is on its way, but where it is frozen, nothing more will be sent:
 *   all may as well have heard of the freeze.
 */
export function settledDown(world: ExploredWorld, state: State): State {
  const { isProduction, isReduced } = world;
  if (!isReduced) {
    return state;
  }
  const spent = spentAs(world, state);
  if (spent !== undefined || world.isPlain) {
    return spent === undefined ? state : silenced(state, spent);
  }
  const { flights, frozen, halted, left, memory, turns } = state;
  const isRunning = turns.some(({ status }) => status === 'running');
  const isAsked = flights.some(({ kind }) => kind === 'ask');
  if (!isRunning && !isAsked && left.lies === 0) {
    return silenced(state, 0);
  }
  if (!frozen.some(Boolean) && !halted.some(Boolean)) {
    return state;
  }
  const isOver =
    isProduction &&
    left.lies === 0 &&
    turns.every(({ status, peer }) => status !== 'running' || frozen[peer] === 2) &&
    flights.every(({ kind, peer }) => kind !== 'ask' || frozen[peer] === 2);
  const heard = frozen.map((one, peer): Heard => {
    return halted[peer] === 2 || (isOver && one === 1) ? 2 : one;
  });
  const isSame = heard.every((one, peer) => one === frozen[peer]);
  const kept = isProduction ? remembered(memory, heard) : memory;
  return isSame && kept === memory ? state : { ...state, frozen: isSame ? frozen : heard, memory: kept };
}

/** As if everyone had heard the same of a freeze, and nobody had said anything. */
function silenced(state: State, as: Heard): State {
  const { frozen, halted, memory } = state;
  const isSilent = memory === NO_MEMORY && frozen.every((heard) => heard === as) && !halted.some(Boolean);
  return isSilent
    ? state
    : { ...state, frozen: frozen.map(() => as), halted: halted.map((): Heard => 0), memory: NO_MEMORY };
}

/**
 * What everyone may as well have heard of a freeze when nothing can be sent any more, in a plain world: no message is on its
 * way to where it could wake anybody, and whoever runs where it is not frozen has no credit, nor ever gets any back. Undefined
 * while something can. When nobody at all has credit it may as well have been nothing: what an agent wants to send then is
 * stopped, and makes no difference.
 */
export function spentAs(world: ExploredWorld, state: State): Heard | undefined {
  const { flights, frozen, phase } = state;
  if (!world.isPlain || phase === 'new') {
    return undefined;
  }
  let isAsked = false;
  for (const { kind, peer } of flights) {
    if (kind === 'ask' && frozen[peer] !== 2) {
      return undefined;
    }
    isAsked ||= kind === 'ask';
  }
  const tree = world.tree(state);
  const below = tree === undefined ? 0 : heardBy(tree, frozen);
  return below === 0 && isAsked ? 2 : below;
}

/** The same of a turn, and of all below it. */
function heardBy({ limbs, potential, turn }: Node, frozen: readonly Heard[]): Heard | undefined {
  const hasCredit = turn.status === 'running' && potential > 0;
  let all: Heard | undefined = !hasCredit ? 0 : frozen[turn.peer] === 2 ? 2 : undefined;
  for (const { node } of limbs) {
    const below = node === undefined ? 0 : heardBy(node, frozen);
    all = all === undefined || below === undefined ? undefined : below === 0 ? all : below;
  }
  return all;
}

function remembered(memory: Memory, frozen: readonly Heard[]): Memory {
  const { crossed } = memory;
  const said = memory.said.filter((pair) => frozen[saidAuthor(pair)] !== 2);
  const taken = memory.taken.filter((key) => frozen[takenAt(key)] !== 2);
  if (said.length === memory.said.length && taken.length === memory.taken.length) {
    return memory;
  }
  return said.length + taken.length + crossed.length === 0 ? NO_MEMORY : { said, taken, crossed, codes: [] };
}

/**
 * A step that may be taken at once, before all others, because it makes no difference when it is: partial-order reduction
 * with one step. What arrives for a turn that has been answered, or for an operator who only waits, changes that turn's
 * ledger and nothing else that anyone decides by: it disables nothing, enables nothing that was possible before, and
 * nothing else can change what it does; the graph of states has no cycle in which something could be put off for ever. Not
 * so where it can be lost, where a halt may end the wait first, or where it tells of a stop.
 *
 * @returns the index of what arrives, or -1
 */
export function independentArrival({ isProduction, isReduced }: ExploredWorld, state: State): number {
  const { flights, halted, left, turns } = state;
  if (!isProduction || !isReduced || left.losses > 0 || left.halts > 0 || halted.some((heard) => heard === 1)) {
    return -1;
  }
  return flights.findIndex((flight) => {
    const isPlain = flight.kind === 'settled' || (flight.kind === 'answer' && flight.refusal === undefined);
    return (
      isPlain &&
      turns.some(
        ({ status, branches }) =>
          (status === 'closing' || status === 'waiting') &&
          branches.some(({ hop, peer }) => hop === flight.hop && peer === flight.peer),
      )
    );
  });
}
