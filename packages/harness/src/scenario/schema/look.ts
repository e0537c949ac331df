import { z } from 'zod';
import { binding, names, pattern, roomName } from './values.ts';

/** What can be looked at, and which keys it needs. */
export const SUBJECTS = {
  job: { needs: ['at', 'job'], says: 'a job, as its origin `at` has it; nothing if it did not begin there' },
  jobs: { needs: ['at'], says: 'jobs that began `at` a peer, newest first' },
  trace: { needs: ['at', 'job'], says: 'what a peer knows of a job' },
  hops: { needs: ['at', 'job'], says: 'messages of a job that a peer knows, parents first' },
  refusals: { needs: ['at', 'job'], says: 'refusals in a job that a peer gave or was given' },
  thread: { needs: ['at', 'job'], says: '{ state: "open", "frozen" or "halted", … }' },
  inbox: { needs: ['at'], says: 'what waits for a person at a peer, newest first; with `all`, also what is done' },
  halts: { needs: ['at'], says: 'halts in force at a peer' },
  peers: { needs: ['at'], says: 'peers that a peer knows: { name, connected, self, … }' },
  rooms: { needs: ['at'], says: 'rooms that a peer is in: { room, present, … }' },
  posts: { needs: ['at'], says: 'posts that a peer has, of the lobby or of `room`, oldest first' },
  explain: { needs: ['at', 'id'], says: 'what happened to a message, job or escalation' },
  node: { needs: ['at'], says: '{ name, peerId, addresses }' },
  breaker: {
    needs: ['at'],
    says: 'the circuit breaker of a peer: { level, reason, counters, own, floor, changes, … }',
  },
  usage: { needs: ['at'], says: 'what agents have used at a peer, by day or as `per` says; with `job`, in that job' },
  waits: { needs: ['at'], says: 'who waits for whom at a peer, oldest first: { jobId, kind, on, since }' },
  watch: {
    needs: ['at', 'job'],
    says: 'what the monitor at the origin of a job has seen: { window, verdict, interventions, … }',
  },
  turns: { needs: [], says: 'turns that have begun, in order: { node, jobId, channel, depth }; of a peer, of a job' },
  asked: { needs: [], says: 'what agents were asked, in order: { node, brief }; of a peer' },
  events: { needs: [], says: 'what nodes told, in order: { node, event, … }; of a peer' },
  calls: {
    needs: [],
    says: 'tools that scripted agents called, in order: { peer, turn, tool, outcome: "open", "ok" or a reason, messageId, value, refusal, afterEnd }',
  },
  notes: { needs: [], says: 'what the runtime said to turns of agents, in order: { peer, turn, note }; of a peer' },
  holds: { needs: [], says: 'agents that were held: { key, peer, aborted, reason, released }' },
  running: { needs: [], says: 'names of peers that run' },
  restarts: { needs: [], says: 'peers that were restarted: { node, before, after }' },
  now: { needs: [], says: 'the time, in milliseconds since the Unix epoch' },
  received: { needs: ['at'], says: 'requests that a stranger got: { id, from, channel, content, … }' },
  sent: { needs: ['at'], says: 'requests that a stranger sent: { messageId, to, accepted, outcome }' },
  heard: { needs: ['at'], says: 'posts that a stranger heard: { author, room, content }' },
  notices: { needs: ['at'], says: 'notices that a stranger got' },
} as const satisfies Readonly<Record<string, { readonly needs: readonly string[]; readonly says: string }>>;

export type Subject = keyof typeof SUBJECTS;

const subjects = Object.keys(SUBJECTS) as [Subject, ...Subject[]];

export const subject = z
  .enum(subjects)
  .describe(`What to look at: ${subjects.map((each) => `\`${each}\` (${SUBJECTS[each].says})`).join('; ')}.`);

/** Where to look. */
export const place = {
  at: names.describe('A peer, several, or "everyone" who runs: it must hold at each, and `as` binds a value by peer.'),
  job: z.string().describe('A job ID, as `$report.jobId`.'),
  room: roomName,
  id: z.string(),
  all: z.boolean(),
  per: z.enum(['day', 'job', 'agent', 'model']).describe('What usage is added up by.'),
};

export const optionalPlace = {
  at: place.at.exactOptional(),
  job: place.job.exactOptional(),
  room: place.room.exactOptional(),
  id: place.id.exactOptional(),
  all: place.all.exactOptional(),
  per: place.per.exactOptional(),
};

/** What is taken from a value before it is compared and bound. */
export const selection = {
  where: pattern.describe('Keeps the items of a list that have this.').exactOptional(),
  pick: z
    .union([z.string(), z.array(z.string()).min(1).max(32)])
    .describe(
      'A path: `credit.left`, of each item of a list; `length` of a list is its length; `a|b` is `a`, or `b` where ' +
        'there is no `a`. Several paths give one list, one after the other.',
    )
    .exactOptional(),
};

/** Keys of every step that gives a value. */
export const outcome = {
  as: binding.describe('Binds the value, for `$name` in later steps.').exactOptional(),
  ...selection,
  expect: pattern.describe('What the value must have; if it has not, the run has a violation.').exactOptional(),
};

/** A look that is taken until it shows something; for agents, too. */
export const untilStep = z
  .strictObject({
    until: subject,
    ...optionalPlace,
    ...selection,
    expect: pattern,
    as: binding.exactOptional(),
  })
  .superRefine((look, context) => needs(look.until, look, context))
  .describe('Waits until a look has what is expected.');

export type UntilStep = z.output<typeof untilStep>;

/** Complains of what a look would need and does not have. */
export function needs(looked: Subject, given: object, context: z.core.$RefinementCtx): void {
  for (const key of SUBJECTS[looked].needs) {
    if (key in given) continue;
    context.addIssue({ code: 'custom', path: [key], message: `a look at "${looked}" needs it` });
  }
}
