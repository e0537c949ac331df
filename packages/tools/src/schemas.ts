/** The pieces that the tools' schemas are made of. Everything has a bound. */
import { CHANNELS, MAX_CONTENT_BYTES, MAX_ID_LENGTH, MAX_JOB_LIFETIME_MS, REASONS, isRoomName } from '@hoplite/p2p';
import { z } from 'zod';
import { jsonProblem, type JsonObject } from './json.ts';
import type { JsonValue } from './context.ts';

/** Longest wait, in seconds: no job lives longer. A turn's own deadline ends it earlier. */
export const MAX_WAIT_SECONDS = MAX_JOB_LIFETIME_MS / 1000;

/** Most peers that one call may name. */
export const MAX_PEERS = 100;

/** Text that a message can carry. Its UTF-8 bytes are counted where it is sent (`too_large`). */
export const text = z
  .string()
  .min(1)
  .max(MAX_CONTENT_BYTES)
  .refine((value) => value.isWellFormed(), 'is not well-formed Unicode');

export const peer = z
  .string()
  .min(1)
  .max(MAX_ID_LENGTH)
  .describe('A peer: its name, its peer ID, or at least six characters that only its peer ID begins with.');

export const room = z
  .string()
  .max(64)
  .refine(isRoomName, 'is not a room name: lower-case letters, digits, dots, dashes, at most 64 characters')
  .describe('A room name, such as "lobby": lower-case letters, digits, ".", "_" and "-".');

export const messageId = z.string().min(1).max(MAX_ID_LENGTH).describe('A message_id that an earlier call returned.');

export const waitSeconds = z.int().min(1).max(MAX_WAIT_SECONDS);

/** How many of something to return. */
export const limit = (most: number) => z.int().min(1).max(most);

/** A JSON object, bounded in depth and size. */
export const jsonObject = z.record(z.string(), z.custom<JsonValue>()).superRefine((value: JsonObject, context) => {
  const problem = jsonProblem(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

export const brief = z
  .union([text, jsonObject], { error: briefError })
  .describe('What to do: text, or a JSON object such as {"skill": "host.report"}.');

function briefError(issue: z.core.$ZodRawIssue): string {
  const [first] = issue.code === 'invalid_union' ? issue.errors.flat().filter((error) => error.code === 'custom') : [];
  return first === undefined ? `must be a JSON object, or text of 1 to ${MAX_CONTENT_BYTES} characters` : first.message;
}

// What the results are made of.

/** Anything another agent said. */
export const content = z.custom<JsonValue>();

/** A peer ID, and the name of the peer if it is known. */
export const peerRef = z.strictObject({ peer_id: z.string(), name: z.string().exactOptional() });
export type PeerRef = z.output<typeof peerRef>;

export const refusal = z.strictObject({
  reason: z.enum(REASONS),
  detail: z.string(),
  path: z.array(peerRef),
  retry_after_ms: z.number().exactOptional(),
});

export const reply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), from: peerRef, message_id: z.string(), content }),
  z.strictObject({ ok: z.literal(false), from: peerRef, refusal }),
]);

/** Replies to one message: `missing` have not answered yet. */
export const replies = { replies: z.array(reply), missing: z.array(peerRef) };

export const roomView = z.strictObject({ room: z.string(), present: z.array(peerRef), posts: z.int() });

/** ISO 8601, as the author's clock said. */
export const instant = z.string();

export const channel = z.enum(CHANNELS);
