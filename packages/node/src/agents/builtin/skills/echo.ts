import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { done } from '../answers.ts';
import { defineSkill } from '../skill.ts';

export const echo = defineSkill({
  name: 'echo',
  description: 'Answers with its input, whatever JSON that is.',
  input: z.custom<JsonValue>(),
  fromText: (words) => words,
  async run(input) {
    return done(input);
  },
});
