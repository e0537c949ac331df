import type { JsonValue } from '@hoplite/tools';
import type { Agent, AgentAnswer, AgentTurn } from '../../ports/agent.ts';
import { systemClock, type Clock } from '../../ports/clock.ts';
import { refuse, refuseInput } from './answers.ts';
import { readBrief } from './read-brief.ts';
import { createSkills } from './registry.ts';
import type { Skill } from './skill.ts';
import { untilAborted } from './until-aborted.ts';

export interface BuiltinAgentInit {
  /**
   * The folder whose files peers may search and read.
   *
   * @default none: `files.search` and `files.read` refuse
   */
  readonly filesRoot?: string;
  /**
   * Measures how long a search takes.
   *
   * @default the system's
   */
  readonly clock?: Clock;
}

/** An agent that runs skills. It keeps no state: one may serve any number of turns at once. */
export function createBuiltinAgent(init: BuiltinAgentInit = {}): Agent {
  const skills = createSkills({ ...init, clock: init.clock ?? systemClock });
  return {
    description: `Runs skills, without a model: ${skills.map((skill) => skill.name).join(', ')}.`,
    skills: skills.map(({ name, description }) => ({ name, description })),
    // `relay` and `fanout` send messages, which must not go out twice.
    idempotent: false,
    run: (turn) => runTurn(turn, skills),
  };
}

async function runTurn(turn: AgentTurn, skills: readonly Skill[]): Promise<AgentAnswer> {
  try {
    return await untilAborted(() => answerBrief(turn.brief, turn, skills), turn.signal);
  } catch (error) {
    if (!turn.signal.aborted) throw error;
    const reason: unknown = turn.signal.reason;
    return refuse('cancelled', `The turn was ended: ${reason instanceof Error ? reason.message : String(reason)}.`);
  }
}

/** Runs the skill that a brief asks for. `relay` comes back here with the brief that it carries. */
async function answerBrief(brief: JsonValue, turn: AgentTurn, skills: readonly Skill[]): Promise<AgentAnswer> {
  const read = readBrief(brief, skills);
  if (!read.ok) return refuse('agent_refused', read.problem);
  const { skill } = read;
  const input = skill.input.safeParse(read.input);
  if (!input.success) return refuseInput(skill.name, input.error);
  return skill.run(input.data, { turn, answer: (inner) => answerBrief(inner, turn, skills) });
}
