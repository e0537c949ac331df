import { branchOf, ended, entered, freeze, turnAt } from './changes.ts';
import { broken } from './rules.ts';
import { changed, replaced, type Answer, type Memory, type Settled, type State } from './state.ts';
import type { Successor } from './step.ts';
import { saidKey } from './view.ts';
import type { ExploredWorld } from './world.ts';

/** An answer arrives, and is filed with whoever waits for it. */
export function answered(world: ExploredWorld, state: State, at: number, answer: Answer): Successor {
  const { hop, peer, isOk, refusal } = answer;
  const step = { kind: 'answered', peer, hop, isOk } as const;
  const before: State = { ...state, flights: replaced(state.flights, at) };
  const found = waiterOf(world, before, answer);
  if (found === undefined) {
    return { step, state: before }; // Nobody waits any more.
  }
  const { index, branch } = found;
  if (branch.hop !== hop || branch.peer !== peer) {
    const violation = broken('I4', hop.from, 'took the answer to one message for the answer to another');
    return { step, state: before, violation };
  }
  const turn = turnAt(before, index);
  const { burnt, open } = answer;
  const returned = refusal === undefined ? answer.returned : branch.granted;
  const after = entered(world, before, index, found.at, { returned, burnt, open, isAnswer: true });
  if (turn.status !== 'running') {
    return { step, state: refusal === undefined ? after : stoppedBy(world, after, hop.from, refusal) };
  }
  if (refusal === undefined) {
    const isFiled = isOk && hop.channel === 'session';
    return { step, state: isFiled ? filed(world, after, index, answer) : after };
  }
  return { step, state: afterRefusal(world, after, index, answer, refusal) };
}

/** More is told of credit that was open. */
export function settled(world: ExploredWorld, state: State, at: number, told: Settled): Successor {
  const { hop, peer, returned, burnt } = told;
  const before: State = { ...state, flights: replaced(state.flights, at) };
  const step = { kind: 'settled', peer, hop } as const;
  for (const [index, turn] of before.turns.entries()) {
    const at = turn.branches.findIndex((branch) => branch.hop === hop && branch.peer === peer);
    if (at >= 0) {
      return { step, state: entered(world, before, index, at, { returned, burnt, open: 0, isAnswer: false }) };
    }
  }
  return { step, state: before };
}

/** A refusal of a brake is no message: it comes back on the stream of what it refuses, under its ID. */
function waiterOf(world: ExploredWorld, state: State, { hop, peer, isOk, refusal }: Answer) {
  if (refusal !== undefined) {
    const found = branchOf(state, hop, peer);
    return found?.branch.isOwed === true ? found : undefined;
  }
  const answer = world.hops.answer(hop, peer, isOk);
  for (const [index, turn] of state.turns.entries()) {
    if (turn.peer !== hop.from) {
      continue;
    }
    for (const [at, branch] of turn.branches.entries()) {
      if (branch.isOwed && world.matches(answer, branch.hop, branch.peer, peer)) {
        return { index, at, branch };
      }
    }
  }
  return undefined;
}

/** A reply of a session waits to be read. */
function filed(world: ExploredWorld, state: State, index: number, { hop, peer }: Answer): State {
  const turn = turnAt(state, index);
  const reply = { peer, hop: world.hops.answer(hop, peer, true), isRead: false };
  const next = changed(turn, { replies: [...turn.replies, reply] });
  return { ...state, turns: replaced(state.turns, index, next) };
}

/**
 * A brake of the other side has refused it. What may pass later may be tried again, but not for ever: too many refusals end
 * the turn, as its deadline does in a node.
 */
function afterRefusal(world: ExploredWorld, state: State, index: number, { hop }: Answer, refusal: Refused): State {
  const { bounds, decisions } = world;
  const turn = turnAt(state, index);
  const refused = turn.refused + 1;
  const counted = { ...state, turns: replaced(state.turns, index, changed(turn, { refused })) };
  const isUnsaid = hop.isSaidAgain && decisions.isRetryable(refusal);
  const forgotten = isUnsaid ? { ...counted, memory: unsaid(state.memory, saidKey(hop.from, hop.to)) } : counted;
  const after = stoppedBy(world, forgotten, hop.from, refusal);
  return refused >= bounds.attempts ? ended(after, index, false) : after;
}

function unsaid(memory: Memory, pair: number): Memory {
  return { ...memory, said: memory.said.filter((one) => one !== pair), codes: [] };
}

type Refused = NonNullable<Answer['refusal']>;

function stoppedBy({ decisions }: ExploredWorld, state: State, peer: number, refusal: Refused): State {
  return decisions.stopsJob(refusal) ? freeze(state, peer) : state;
}
