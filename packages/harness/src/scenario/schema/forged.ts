import { isReason, type Reason } from '@hoplite/p2p';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { amount, channel, json, milliseconds, name, numberBetween, reference, text } from './values.ts';

const credit = numberBetween(0, 1_000_000);
const bytes = z.array(z.int().min(0).max(255)).max(65_536);
const refusal = z.strictObject({
  reason: z.string().refine((word): word is Reason => isReason(word), 'expected a stop reason'),
  detail: z.string(),
});
const settlement = z
  .strictObject({ returned: z.int().min(0), burnt: z.int().min(0), open: z.int().min(0) })
  .describe('What it says became of the credit.');

/** How the causality of a forged message is made. Without it: a job of the stranger’s own. */
const lineage = z
  .strictObject({
    job: z
      .strictObject({
        jobId: z.string().max(128),
        epoch: numberBetween(0, 1000),
        maxDepth: numberBetween(0, 1000),
        credit,
        lifetimeMs: milliseconds,
      })
      .partial()
      .describe('Changes to the header of its job.')
      .exactOptional(),
    sameJobAs: reference.describe('Extends what an earlier composed message extends: the same job.').exactOptional(),
    received: z.int().min(1).describe('Extends the n-th request that the stranger got.').exactOptional(),
    before: numberBetween(0, 32)
      .describe('So many unknown peers have sent before; each grants `stampCredit`, 16 by default.')
      .exactOptional(),
    stampCredit: credit.exactOptional(),
    foreignRoot: z
      .literal(true)
      .describe('The root names another origin than the peer whose key has signed it.')
      .exactOptional(),
    cut: numberBetween(0, 32).describe('Leaves out the link of this number, from 0.').exactOptional(),
    widen: z
      .union([z.strictObject({ credit: z.int(), maxDepth: z.int() }).partial(), reference])
      .describe('Changes the job header under links that have been signed.')
      .exactOptional(),
  })
  .describe('How the causality is made up; without it, an honest root of the stranger’s own.');

const fromTo = { by: name, to: name };
const scope = json.describe(
  '{ kind: "all" }, { kind: "peer", peer: "@name" } or { kind: "job", jobId: "$report.jobId" }.',
);

/** A message of a stranger: honest, but for what is said here. */
export const forged = z.strictObject({
  by: name.describe('The stranger.'),
  to: name.describe('Who gets it.'),
  addressed: z
    .string()
    .describe('Whom the signed link names, if not `to`: a peer, "nobody", or a room as `#room`.')
    .exactOptional(),
  channel: channel.describe('task by default.').exactOptional(),
  act: z
    .enum(['request', 'query', 'inform', 'agree', 'refuse', 'done'])
    .describe('request by default; query on a session.')
    .exactOptional(),
  credit: credit.describe('16 by default, 0 with an act that obliges nobody.').exactOptional(),
  messageId: z.string().max(128).describe('A new one by default.').exactOptional(),
  content: text.describe('As on the wire: JSON text on the task channel.').exactOptional(),
  deadlineMs: milliseconds.describe('From now; 20 s by default, with acts that oblige.').exactOptional(),
  room: z.string().describe('Of a post; the lobby by default.').exactOptional(),
  wake: z.literal(false).describe('Of a post: wakes nobody; by default it wakes `to`.').exactOptional(),
  inReplyTo: z.string().exactOptional(),
  refusal: refusal.exactOptional(),
  settlement: settlement.exactOptional(),
  lineage: lineage.exactOptional(),
  bytes: bytes.describe('These bytes in place of a message.').exactOptional(),
});

export type Forged = z.output<typeof forged>;
export type ForgedLineage = z.output<typeof lineage>;

/** What strangers do, beyond what peers do. */
export const strangerSteps = {
  stranger: z.union([
    name,
    z.strictObject({
      name,
      requests: z
        .enum(['ignore', 'accept', 'answer', 'garbage'])
        .describe('What it does with what it is asked, besides keeping it for `reply`. @default ignore'),
    }),
  ]),
  compose: forged,
  deliver: z.strictObject({
    by: name,
    message: reference.describe('Of an earlier `compose` or `forge`, which is sent again as it is.'),
    to: name.describe('Sends it to a peer.').exactOptional(),
    room: z.string().describe('Gossips it in a room.').exactOptional(),
  }),
  reply: z.strictObject({
    by: name,
    to: numberBetween(1, 10_000).describe('To the n-th request that it got.'),
    content: text.describe('As on the wire. By default, JSON text: "to " and what was asked.').exactOptional(),
    refusal: refusal.exactOptional(),
    settlement: settlement.describe('By default an honest one.').exactOptional(),
    bytes: bytes.describe('These bytes in place of a message.').exactOptional(),
  }),
  notice: z.discriminatedUnion('kind', [
    z.strictObject({ ...fromTo, kind: z.enum(['halt', 'resume']), scope, note: z.string().exactOptional() }),
    z
      .strictObject({ ...fromTo, kind: z.literal('beat'), every: amount, tokens: amount, costMicroUsd: amount })
      .describe('That its node is at work, and what its agent has used in all.'),
    z
      .strictObject({
        ...{ ...fromTo, kind: z.literal('probe') },
        initiator: z.strictObject({ peer: name, token: text }),
        waits: z.array(z.strictObject({ peer: name, on: name, messageId: text, since: amount })).max(64),
      })
      .describe('A question whether who waits for a message waits, in the end, for itself.'),
    z
      .strictObject({
        ...{ ...fromTo, kind: z.literal('stall') },
        received: numberBetween(1, 10_000).describe(
          'In the job of the n-th request that it got, which is its witness.',
        ),
        reason: z.string().refine((word): word is Reason => isReason(word), 'expected a stop reason'),
        detail: text,
        path: z.array(name).max(LIMITS.peers),
      })
      .describe('That it has seen a stall in a job.'),
  ]),
  history: z.strictObject({
    by: name,
    messages: z.array(reference).max(LIMITS.steps).describe('What it gives to who asks for earlier posts.'),
  }),
} as const;

export type StrangerNotice = z.output<(typeof strangerSteps)['notice']>;
export type StrangerReply = z.output<(typeof strangerSteps)['reply']>;
