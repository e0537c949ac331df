import { createBuiltinAgent, type AgentTurn } from '@hoplite/node';
import { ADVERSARIES, adversary } from '../../agents/index.ts';
import type { Answered, Script } from '../../world/world.ts';
import type { AgentFile, AgentStep } from '../schema/agent.ts';
import type { Scope } from '../scope.ts';
import { relays } from './relays.ts';
import type { Stage } from './stage.ts';
import { takeAgentSteps, type Acting } from './agent-steps.ts';

/** Has an agent of a scenario answer for a peer. Names in it stand for what they stand for where it is cast. */
export function cast(stage: Stage, scope: Scope, peer: string, agent: AgentFile): void {
  const isIdempotent = typeof agent === 'object' && 'idempotent' in agent && agent.idempotent;
  stage.world.script(peer, followed(stage, peer, scriptOf(stage, scope, peer, agent)), { isIdempotent });
}

/** Keeps what the runtime says to the turns of an agent, whatever it is. */
function followed(stage: Stage, peer: string, script: Script): Script {
  let number = 0;
  return async (turn) => {
    number += 1;
    const unfollow = stage.notes.follow({ peer, number }, turn);
    try {
      return await script(turn);
    } finally {
      unfollow();
    }
  };
}

function scriptOf(stage: Stage, scope: Scope, peer: string, agent: AgentFile): Script {
  if (agent === 'echo') return ({ brief }) => ({ echo: brief });
  if (agent === 'relays') return relays;
  if (agent === 'builtin') {
    const builtin = createBuiltinAgent({ clock: clockOf(stage) });
    return async (turn) => ({ answer: await builtin.run(turn) });
  }
  if (typeof agent === 'string') return ADVERSARIES[agent]();
  if (Array.isArray(agent)) return stepScript(stage, scope, peer, [agent]);
  if ('turns' in agent) return stepScript(stage, scope, peer, agent.turns);
  const { adversary: kind, serial: _, ...options } = agent; // Whether it is serial is for its node to know.
  return adversary(kind, options);
}

/** One list of steps for each turn; the last one for all later turns. */
function stepScript(stage: Stage, scope: Scope, peer: string, turns: readonly (readonly AgentStep[])[]): Script {
  let number = 0;
  return async (turn) => {
    number += 1;
    const steps = turns[Math.min(number, turns.length) - 1] ?? [];
    const facts = factsOf(turn, peer, number);
    const acting: Acting = { stage, turn, peer, number, facts, outcomes: [] };
    const ending = await takeAgentSteps(acting, steps, scope.inner({ ...facts }));
    return ending === undefined ? defaultAnswer(acting.outcomes) : ending.answered;
  };
}

/** What a turn is about, by the names that scenarios have for it. */
function factsOf({ brief, from, channel, room }: AgentTurn, me: string, turn: number): Acting['facts'] {
  return { brief, from: from?.name ?? null, channel, room: room ?? null, me, turn };
}

function defaultAnswer(outcomes: readonly string[]): Answered {
  if (outcomes.length > 1) return outcomes;
  return outcomes[0] ?? 'ok';
}

/** The builtin agent measures time, and sets no timers. */
function clockOf({ world }: Stage): NonNullable<NonNullable<Parameters<typeof createBuiltinAgent>[0]>['clock']> {
  return {
    now: () => world.now(),
    after: () => ({ clear: () => undefined }),
    soon: (callback) => queueMicrotask(callback),
  };
}
