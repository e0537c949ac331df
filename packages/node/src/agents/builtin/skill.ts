import type { JsonValue } from '@hoplite/tools';
import type { z } from 'zod';
import type { AgentAnswer, AgentTurn } from '../../ports/agent.ts';

/** What a skill runs with. */
export interface SkillContext {
  readonly turn: AgentTurn;
  /** Runs another brief in the same turn, as if it had come itself. */
  readonly answer: (brief: JsonValue) => Promise<AgentAnswer>;
}

/** One thing that the builtin agent can do. */
export interface Skill<Input extends z.ZodType = z.ZodType> {
  readonly name: string;
  /** For the agent card: what it does and what input it takes. Up to 500 characters. */
  readonly description: string;
  readonly input: Input;
  /** The input that words mean: what follows the skill's name, or a phrase's first group. Absent: words do not do. */
  readonly fromText?: (words: string) => JsonValue;
  /** Ways to ask for it without its name. */
  readonly phrases?: readonly RegExp[];
  run(input: z.output<Input>, context: SkillContext): Promise<AgentAnswer>;
}

/** Types a skill by its schema. */
export function defineSkill<Input extends z.ZodType>(skill: Skill<Input>): Skill<Input> {
  return skill;
}
