import { z } from 'zod';
import type { JsonValue } from '@hoplite/tools';
import { LIMITS } from '../limits.ts';
import { binding, json } from './values.ts';

/** What loops and branches share, for steps of a scenario and of agents. */
export const repeatTimes = z
  .int()
  .min(0)
  .max(LIMITS.rounds)
  .describe('Does `do` so often, one after the other; `{i}` and `$i` count the rounds from 1.');

export const eachOf: z.ZodType<Readonly<Record<string, readonly JsonValue[]>>> = z
  .record(binding, z.array(json).max(LIMITS.rounds))
  .refine((lists) => roundsOf(lists) <= LIMITS.rounds, `more than ${LIMITS.rounds} rounds`)
  .describe('Does `do` for each of the values, bound to the name; of several lists, for each combination.');

/** How many rounds there are: the product of the lengths. */
export function roundsOf(lists: Readonly<Record<string, readonly JsonValue[]>>): number {
  return Object.values(lists).reduce((product, list) => product * list.length, 1);
}
