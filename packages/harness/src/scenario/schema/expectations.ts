import { isReason, type Reason } from '@hoplite/p2p';
import { z } from 'zod';
import { json, pattern } from './values.ts';

const peers = z.string().min(1);
const count = z
  .union([
    z.int().min(0),
    z.strictObject({ atMost: z.int().min(0).exactOptional(), atLeast: z.int().min(0).exactOptional() }),
  ])
  .describe('A number, or { atMost, atLeast }.');

/** What is to be in the end, when the world has come to rest. */
export const expectations = z
  .strictObject({
    turns: count.describe('Turns of all agents together.').exactOptional(),
    handled: z
      .record(peers, count)
      .describe('Turns by peer: who handled what. A peer that it does not name has had none.')
      .exactOptional(),
    depth: count.describe('Of the deepest turn.').exactOptional(),
    escalations: z
      .record(peers, count)
      .describe('What people were asked, by peer, whether or not they have dealt with it. Nobody else was asked.')
      .exactOptional(),
    stops: z
      .array(
        z.strictObject({
          reason: z.string().refine((word): word is Reason => isReason(word), 'expected a stop reason'),
          path: z.array(peers).describe('Names.').exactOptional(),
          at: peers.describe('Whose person is asked.').exactOptional(),
        }),
      )
      .describe('All stops that people were asked about, in any order, with reason and path.')
      .exactOptional(),
    jobs: z
      .record(peers, z.array(pattern))
      .describe('Jobs by the peer where they began, oldest first, each with what it has: { state: "done", … }.')
      .exactOptional(),
    asked: z.array(json).describe('What agents were asked, by whomever, in any order.').exactOptional(),
  })
  .describe(
    'What is to be in the end. That the world comes to rest, and that every invariant holds, is always expected.',
  );

export type Expectations = z.output<typeof expectations>;
export type CountExpected = z.output<typeof count>;
