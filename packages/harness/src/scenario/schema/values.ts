import { CHANNELS } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';

/** `$name` or `$name.path.0`: what a step has bound with `as`. */
export const reference = z
  .string()
  .regex(/^\$[A-Za-z_][\w-]*(\.[\w-]+)*$/, {
    error: 'expected what a step has bound, as "$name" or "$name.path.0"',
    abort: true, // Where it is one of several choices, the others are to have their say.
  })
  .meta({ id: 'Reference', description: '`$name` or `$name.path.0`: a part of what a step has bound with `as`.' });

/** A number, or what a step has bound. */
export function numberBetween(
  least: number,
  most: number,
  what = 'a whole number',
): z.ZodUnion<[z.ZodInt, typeof reference]> {
  const error: z.core.$ZodErrorMap = ({ code }) =>
    code === 'invalid_type' ? `expected ${what}, or "$name" of what was bound` : undefined;
  return z.union([z.int({ error }).min(least).max(most), reference]);
}

/** Any number, or what a step has bound: also one that is not to be believed. */
export const amount = z.union([z.number(), reference]);

export const text = z
  .string()
  .max(LIMITS.fileBytes)
  .describe('`{n}` in it is a number that no other text has; `{name.path}` is what was bound; `{{x}}` is `{x}`.');

export const json: z.ZodType<JsonValue> = z.json().meta({
  id: 'Value',
  description:
    'Any JSON. In it a text `$name.path` is what was bound, `@peer` the peer ID of a peer, and `{…}` as in a text; ' +
    '`$$` and `@@` at the beginning stand for themselves. `{"$text": "x", "times": 9}` is a long text, ' +
    '`{"$sum": [1, "$a"]}` a sum.',
});

/** What a value is to be like. */
export const pattern: z.ZodType<JsonValue> = z.json().meta({
  id: 'Pattern',
  description:
    'What a value is to have. An object: at least these keys; a list: exactly these items, in this order; `null`: ' +
    'nothing. Or operators, all of which must hold: `$atMost` n, `$atLeast` n, `$count` (how many items; a pattern), ' +
    '`$includes` (an item of this pattern, or a part of a text), `$every` (each item), `$unordered` (these items in any ' +
    'order), `$distinct` true (no item twice), `$oneOf` [patterns], `$not` pattern, `$any` true (something is there), ' +
    '`$exactly` value (no more keys than these), `$matches` "regular expression", `$json` (the text, read as JSON).',
});

export const name = z.string().min(1).max(200).describe('The name of a peer, or `$name` of what was bound.');

export const names = z.union([name, z.array(name).min(1).max(LIMITS.peers)]);

export const binding = z
  .string()
  .regex(/^[A-Za-z_][\w-]{0,63}$/, 'expected a name to bind the value to: letters, digits, "_" and "-"');

export const channel = z.union([z.enum(CHANNELS), reference]);

export const roomName = z.string().min(1).max(200);

export const milliseconds = numberBetween(0, 10 * 365 * 24 * 3_600_000, 'a whole number of milliseconds');
