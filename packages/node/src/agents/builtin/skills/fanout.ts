import { MAX_CONTENT_BYTES, type Reason } from '@hoplite/p2p';
import { isJsonObject, type JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { done } from '../answers.ts';
import { overTask, type Outcome } from '../hand-over.ts';
import { brief, peer } from '../inputs.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { defineSkill } from '../skill.ts';

/** Most peers named at once. */
const MAX_TO = 100;

/** Most delegations of one fanout. */
const MAX_DELEGATIONS = 1000;

/** Delegations under way at once. */
const MAX_IN_FLIGHT = 64;

/** What answers and refusals may take of the one message that lists them, in bytes. The counts are always complete. */
const MAX_LISTED_BYTES = MAX_CONTENT_BYTES / 2;

export const fanout = defineSkill({
  name: 'fanout',
  description:
    'Delegates a brief to each of several peers, `times` times each, concurrently, and lists answers and refusals. ' +
    `Input: {"to": ["beta", "gamma"], "times": 1, "brief": {…}}; ${MAX_DELEGATIONS} delegations at most. With \`times\` ` +
    'above 1, "{n}" in the brief is 1, 2, 3 …: the same brief twice is refused `cannot: ping-pong`.',
  input: z
    .strictObject({
      to: z.array(peer).min(1).max(MAX_TO),
      times: z.int().min(1).max(MAX_DELEGATIONS).default(1),
      brief,
    })
    .refine(({ to, times }) => to.length * times <= MAX_DELEGATIONS, {
      path: ['times'],
      error: `makes more than ${MAX_DELEGATIONS} delegations in all`,
    }),
  async run({ to, times, brief }, { turn: { tools, signal } }) {
    const copies = Array.from({ length: times }, (_, index) => (times === 1 ? brief : numbered(brief, index + 1)));
    const targets = to.flatMap((name) => copies.map((copy) => ({ name, copy })));
    const outcomes = await mapConcurrently(targets, { inFlight: MAX_IN_FLIGHT, signal }, async ({ name, copy }) => ({
      peer: name,
      outcome: await overTask(tools, name, copy),
    }));
    return done(listed(outcomes));
  },
});

/** A brief with its number in place of every `{n}` in its texts. */
function numbered(brief: JsonValue, n: number): JsonValue {
  if (typeof brief === 'string') {
    return brief.replaceAll('{n}', String(n));
  }
  if (Array.isArray(brief)) {
    return brief.map((item: JsonValue) => numbered(item, n));
  }
  return isJsonObject(brief)
    ? Object.fromEntries(Object.entries(brief).map(([key, value]) => [key, numbered(value, n)]))
    : brief;
}

function listed(outcomes: readonly { readonly peer: string; readonly outcome: Outcome }[]): JsonValue {
  const answers: JsonValue[] = [];
  const refusals: JsonValue[] = [];
  const counts: Partial<Record<Reason, number>> = {};
  let left = MAX_LISTED_BYTES;
  let omitted = 0;
  for (const { peer, outcome } of outcomes) {
    if (!outcome.ok) counts[outcome.refusal.reason] = (counts[outcome.refusal.reason] ?? 0) + 1;
    const entry = outcome.ok ? { peer, result: outcome.result } : refusalEntry(peer, outcome);
    const bytes = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes > left) {
      omitted += 1;
      continue;
    }
    left -= bytes;
    (outcome.ok ? answers : refusals).push(entry);
  }
  return { answers, refusals, counts, omitted };
}

function refusalEntry(peer: string, { refusal }: Extract<Outcome, { ok: false }>) {
  return { peer, reason: refusal.reason, detail: refusal.detail, path: refusal.path };
}
