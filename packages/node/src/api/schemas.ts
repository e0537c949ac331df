/** What the routes accept. Everything has a bound; what is wrong names its field. */
import {
  MAX_CONTENT_BYTES,
  MAX_CREDIT,
  MAX_HOP_DEPTH,
  MAX_ID_LENGTH,
  MAX_JOB_LIFETIME_MS,
  isRoomName,
} from '@hoplite/p2p';
import { isJsonObject, jsonProblem, type JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { Problem } from './problem.ts';

/** Most jobs or posts that one request lists. */
const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 100;

/** Longest note to a halt, or to the end of an escalation, in UTF-8 bytes. */
const MAX_NOTE_BYTES = 1024;

/** Most peers that one post wakes. */
const MAX_WAKE = 100;

/** An item of the inbox is called by its job's ID, a number and the end of a peer's. */
const MAX_ITEM_ID_LENGTH = MAX_ID_LENGTH + 32;

/** Of a job. */
const jobId = idText(MAX_ID_LENGTH);

/** Of a job, a message or an item of the inbox. */
const id = idText(MAX_ITEM_ID_LENGTH);

const peer = idText(MAX_ID_LENGTH);

/** In UTF-16 units. */
function idText(most: number) {
  return z.string().min(1, 'must not be empty').max(most, `has more than ${most} characters`);
}

const text = z
  .string()
  .min(1, 'must not be empty')
  .refine((value) => value.isWellFormed(), 'is not well-formed Unicode')
  .refine((value) => Buffer.byteLength(value) <= MAX_CONTENT_BYTES, `has more than ${MAX_CONTENT_BYTES} bytes`);

const note = z
  .string()
  .refine((value) => value.isWellFormed(), 'is not well-formed Unicode')
  .refine((value) => Buffer.byteLength(value) <= MAX_NOTE_BYTES, `has more than ${MAX_NOTE_BYTES} bytes`)
  .optional();

const brief = z.custom<JsonValue>().superRefine((value, context) => {
  const problem = briefProblem(value);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

function briefProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' && !isJsonObject(value)) return 'must be text or a JSON object';
  return value === '' ? 'must not be empty' : jsonProblem(value);
}

const credit = z.int().min(1).max(MAX_CREDIT);

/** Depth and credit are only narrowed here; the node's own limits come on top. */
const job = {
  credit: credit.optional(),
  maxDepth: z.int().min(1).max(MAX_HOP_DEPTH).optional(),
  timeoutSeconds: z
    .number()
    .positive()
    .max(MAX_JOB_LIFETIME_MS / 1000)
    .optional(),
};

export const delegateBody = z.strictObject({ peer, brief, ...job });
export const sendBody = z.strictObject({ peer, text, ...job });
export const postBody = z.strictObject({
  text,
  wake: z
    .union([z.literal('everyone'), z.array(peer).max(MAX_WAKE)], `must be "everyone" or at most ${MAX_WAKE} peers`)
    .optional(),
  ...job,
});
export const connectBody = z.strictObject({ address: z.string().startsWith('/', 'must be a multiaddr').max(1024) });
export const roomParams = z.object({
  room: z.string().refine(isRoomName, 'must be of lower-case letters, digits, ".", "_" and "-", at most 64'),
});
export const idParams = z.object({ id });
const limit = z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT);
export const listQuery = z.strictObject({ limit });
export const idsQuery = z.strictObject({ part: id });
export const inboxQuery = z.strictObject({ all: z.stringbool().default(false), limit });
export const answerBody = z.strictObject({ text });
export const releaseBody = z.strictObject({ credit, timeoutSeconds: job.timeoutSeconds });
export const usageQuery = z.strictObject({
  by: z.enum(['day', 'job', 'agent', 'model']).default('day'),
  since: z.iso.date('must be a day, YYYY-MM-DD').exactOptional(),
  jobId: jobId.exactOptional(),
  limit,
});
export const stopBody = z.strictObject({ note });
export const haltBody = z
  .strictObject({ job: jobId.optional(), peer: peer.optional(), all: z.literal(true).optional(), note })
  .refine(
    (body) => [body.job, body.peer, body.all].filter((one) => one !== undefined).length === 1,
    'must have exactly one of job, peer and all',
  );

/**
 * `value`, as `schema` has it.
 *
 * @throws {Problem} 400, naming the field
 */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue === undefined ? '' : fieldOf(issue);
  throw new Problem(400, 'bad_request', `${field || 'the body'}: ${issue?.message ?? 'is not as expected'}`, field);
}

function fieldOf(issue: z.core.$ZodIssue): string {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  return path.map(String).join('.');
}
