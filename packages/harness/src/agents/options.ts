import type { Channel } from '@hoplite/p2p';
import { CHANNELS } from '@hoplite/p2p';
import { z } from 'zod';

/** How much harm an adversary tries to do, and to whom. */
export interface AdversaryOptions {
  /** Whom it turns to, by name. @default everyone it knows, but itself */
  readonly peers?: readonly string[];
  /** How often it tries, in one turn. @default its own, enough to run into a brake */
  readonly times?: number;
  /** How it sends, where its kind leaves a choice. @default its own */
  readonly channel?: Channel;
}

/** Most that an adversary does in one turn. */
const MAX_TIMES = 10_000;

/** As keys of a scenario file. */
export const adversaryOptions = {
  peers: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(500)
    .describe('Whom it turns to, by name; by default everyone it knows.')
    .exactOptional(),
  times: z.int().min(1).max(MAX_TIMES).describe('How often it tries in one turn.').exactOptional(),
  channel: z.enum(CHANNELS).describe('How it sends, where its kind leaves a choice.').exactOptional(),
};
