import { z } from 'zod';
import type { Fault } from '../../world/fault.ts';
import { LIMITS } from '../limits.ts';

const peer = z.string().min(1).max(200);
const peers = z.array(peer).max(LIMITS.peers);
const share = z.number().min(0).max(1);
const ms = z.number().min(0).max(86_400_000);
const between = peers.describe('The lines between these peers; all lines without it.').exactOptional();

const wholeMs = z.int().min(0).max(86_400_000);
const fromTo = z
  .tuple([wholeMs, wholeMs])
  .readonly()
  .refine(([least, most]) => least <= most, 'expected the least first, and then the most');

const kinds = {
  partition: { kind: z.literal('partition'), groups: z.array(peers).max(LIMITS.peers) },
  heal: { kind: z.literal('heal') },
  lose: { kind: z.literal('lose'), share, between },
  duplicate: { kind: z.literal('duplicate'), share, between },
  reorder: { kind: z.literal('reorder'), share, between },
  delay: { kind: z.literal('delay'), ms: fromTo, between },
  slow: { kind: z.literal('slow'), peer, ms },
  skew: { kind: z.literal('skew'), peer, ms: z.number().min(-86_400_000).max(86_400_000) },
};

/** A fault, as in `Fault`. */
export const fault = z
  .discriminatedUnion('kind', [
    z.strictObject(kinds.partition).describe('Nothing passes between groups; who stands in none is alone.'),
    z.strictObject(kinds.heal).describe('All lines work again.'),
    z.strictObject(kinds.lose).describe('A share of what is sent is lost.'),
    z.strictObject(kinds.duplicate).describe('A share of what is sent arrives twice.'),
    z.strictObject(kinds.reorder).describe('A share of what is sent is overtaken.'),
    z.strictObject(kinds.delay).describe('Milliseconds on the way, from least to most.'),
    z.strictObject(kinds.slow).describe('What reaches or leaves this peer is held for so many milliseconds.'),
    z.strictObject(kinds.skew).describe('The clock of this peer is so many milliseconds ahead; negative: behind.'),
  ])
  .meta({
    id: 'Fault',
    description: 'What goes wrong with the network or a clock, from now on.',
  }) satisfies z.ZodType<Fault>;

const at = z
  .number()
  .min(0)
  .max(365 * 86_400_000)
  .describe('Milliseconds after the start.');

/** A fault at a time. */
export const timedFault = z.discriminatedUnion('kind', [
  z.strictObject({ at, ...kinds.partition }),
  z.strictObject({ at, ...kinds.heal }),
  z.strictObject({ at, ...kinds.lose }),
  z.strictObject({ at, ...kinds.duplicate }),
  z.strictObject({ at, ...kinds.reorder }),
  z.strictObject({ at, ...kinds.delay }),
  z.strictObject({ at, ...kinds.slow }),
  z.strictObject({ at, ...kinds.skew }),
  z.strictObject({ at, kind: z.literal('crash'), peer }).describe('Ends this peer as a power cut does.'),
  z.strictObject({ at, kind: z.literal('restart'), peer }).describe('Starts this peer again, on the same disk.'),
]);

export type TimedFault = z.output<typeof timedFault>;
