import { z } from 'zod';

const price = z.number().min(0).max(1_000_000);

/** What the circuit breaker may be told, in the config and by `hoplite breaker set`. */
export const breakerShape = {
  circuitBreaker: z
    .strictObject({
      enabled: z.boolean().default(true).describe('Whether the agent is watched at all. Usage is counted either way.'),
      hardStop: z
        .boolean()
        .default(false)
        .describe(
          'Whether an agent that does not mend its ways is stopped in the end; without it, it stays constrained.',
        ),
      repeatedToolLimit: z
        .int()
        .min(2)
        .max(1000)
        .default(8)
        .describe('Identical tool calls, or rounds of the same few, from which on it is looping.'),
      errorStormLimit: z.int().min(1).max(1000).default(5).describe('Errors from which on it is an error storm.'),
      tokenVelocityPerMin: z
        .number()
        .positive()
        .max(1e9)
        .default(60_000)
        .describe('Output tokens per minute that it may not exceed.'),
      beatSeconds: z
        .number()
        .min(0.05)
        .max(3600)
        .default(30)
        .describe(
          'How often it is looked at, in seconds: one step up or down each time. Also how often the node says that it is at work.',
        ),
    })
    .prefault({})
    .describe('Steers, constrains and at last stops an agent that runs away.'),
  costCapUsd: z
    .number()
    .min(0)
    .max(1e9)
    .optional()
    .describe(
      'US dollars that all agents of the mesh together may cost, since `hoplite breaker reset`. Without it: no cap.',
    ),
  costCapTokens: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The same in tokens, input and output.'),
  agentTokenCaps: z
    .record(z.string().min(1).max(128), z.int().min(0).max(Number.MAX_SAFE_INTEGER))
    .refine((caps) => Object.keys(caps).length <= 1024, 'expected at most 1,024 agents')
    .default({})
    .describe(
      'Tokens that single agents may use, by the name or peer ID of their node, since `hoplite breaker reset`.',
    ),
  prices: z
    .record(
      z.string().min(1).max(128),
      z.strictObject({
        inputPerMillion: price.describe('US dollars for a million input tokens.'),
        outputPerMillion: price.describe('The same for output tokens.'),
        cachedPerMillion: price
          .optional()
          .describe('The same for input tokens that were cached; `inputPerMillion` by default.'),
      }),
    )
    .refine((prices) => Object.keys(prices).length <= 1024, 'expected at most 1,024 models')
    .default({})
    .describe('What models cost, by the name that the agent reports. A model that is not here costs nothing.'),
} as const;

export const breakerSettingsSchema = z.strictObject(breakerShape);

/** All that the circuit breaker is told, with all defaults applied. */
export type BreakerSettings = z.output<typeof breakerSettingsSchema>;

/** The same as a person writes it. */
export type BreakerSettingsInput = z.input<typeof breakerSettingsSchema>;
