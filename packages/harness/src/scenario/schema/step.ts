import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { agent, type AgentFile } from './agent.ts';
import { config } from './config.ts';
import { fault } from './fault.ts';
import { forged, strangerSteps } from './forged.ts';
import { needs, optionalPlace, outcome, selection, subject, untilStep } from './look.ts';
import { eachOf, repeatTimes } from './loop.ts';
import { binding, channel, json, milliseconds, name, names, numberBetween, pattern, roomName, text } from './values.ts';

const background = {
  background: z
    .literal(true)
    .describe(
      'Does not wait for the end; `await` does, by the name of `as`. What it is to give, `await` says. ' +
        'That it fails, and no step awaits it, is a violation; without `as` it is let go, whatever comes of it.',
    )
    .exactOptional(),
};
const error = {
  error: z.string().describe('The name of the error that it must throw, such as "SelfTestError".').exactOptional(),
  mayFail: z
    .array(z.string())
    .min(1)
    .max(16)
    .describe('Names of errors that it may throw; the scenario then goes on, and `as` binds nothing.')
    .exactOptional(),
};
const SAID_AT_AWAIT = ['where', 'pick', 'expect', 'error', 'mayFail'] as const;
const gives = { ...outcome, ...error };
const jobOptions = {
  credit: numberBetween(1, 1_000_000).describe('Turns that the job may cause.').exactOptional(),
  maxDepth: numberBetween(1, 64).describe('Hops that it may take.').exactOptional(),
  timeoutMs: milliseconds.describe('Until it expires.').exactOptional(),
};
const wake = z
  .union([z.literal('everyone'), names])
  .describe('Whose agents are to answer.')
  .exactOptional();
const startOptions = {
  config: config.exactOptional(),
  sabotage: z
    .enum(['no-local-id', 'no-key', 'verifies-everything'])
    .describe('Breaks the network of the node, to see that it does not start.')
    .exactOptional(),
};
const start = z.union([names, z.strictObject({ name, ...startOptions })]);
const scope = z.union([
  z.literal('all'),
  z.strictObject({ job: z.string().describe('Its ID, as `$report.jobId`.') }),
  z.strictObject({ peer: name }),
]);
const halt = z.strictObject({ at: name, scope, note: z.string().exactOptional() });
const inRoom = z.strictObject({ at: name, room: roomName });

/** What a step in the background is to give is not known when it is taken. */
function saysNothingYet(step: object, context: z.core.$RefinementCtx): void {
  if (!('background' in step)) return;
  for (const key of SAID_AT_AWAIT) {
    if (!(key in step)) continue;
    context.addIssue({
      code: 'custom',
      path: [key],
      message: 'the step does not wait for the end: say it at the await',
    });
  }
}

/** Whether an agent is serial is for its node to know when it starts. */
function isNotSerial(agents: Readonly<Record<string, AgentFile>>, context: z.core.$RefinementCtx): void {
  for (const [peer, given] of Object.entries(agents)) {
    if (typeof given !== 'object' || !('serial' in given)) continue;
    context.addIssue({
      code: 'custom',
      path: [peer, 'serial'],
      message: 'it is said of the agent with which the peer starts, or as `turns.serial` in its config',
    });
  }
}

/** Steps without steps inside. */
const plain = [
  z
    .strictObject({
      delegate: z.strictObject({ from: name, to: name, brief: json, ...jobOptions }),
      ...background,
      ...gives,
    })
    .superRefine(saysNothingYet)
    .describe('An operator delegates a task; the value is the report of the job.'),
  z
    .strictObject({ send: z.strictObject({ from: name, to: name, text, ...jobOptions }), ...background, ...gives })
    .superRefine(saysNothingYet)
    .describe('An operator sends a message; the value is the report of the job.'),
  z
    .strictObject({
      post: z.strictObject({ from: name, room: roomName.exactOptional(), text, wake, ...jobOptions }),
      ...background,
      ...gives,
    })
    .superRefine(saysNothingYet)
    .describe(
      'An operator posts to a room, the lobby by default; the value is { ok, jobId, replies, notWoken, … } or { ok, refusal }.',
    ),
  z
    .strictObject({
      ask: z.strictObject({ from: name, to: name, via: channel, brief: json, ...jobOptions }),
      ...background,
      ...gives,
    })
    .superRefine(saysNothingYet)
    .describe('A task, a message or a waking post to the lobby, as `via` says; the value is the job as it is then.'),
  z
    .strictObject({
      await: z.union([binding, z.array(binding).min(1).max(LIMITS.steps)]),
      first: z.literal(true).describe('Waits for the first of them only.').exactOptional(),
      ...gives,
    })
    .describe('Waits for background steps, by the names of their `as`; the value is theirs, of several a list.'),
  z.strictObject({ cancel: binding }).describe('The operator of a background step gives it up.'),
  z.strictObject({ advance: milliseconds }).describe('Lets time go by, in milliseconds.'),
  z.strictObject({ rest: z.literal(true) }).describe('Waits until no turn runs and no job is open.'),
  z.strictObject({ meet: z.literal(true) }).describe('Waits until all peers that run have met.'),
  untilStep,
  z
    .strictObject({
      look: subject,
      ...optionalPlace,
      ...selection,
      expect: pattern.exactOptional(),
      as: binding.exactOptional(),
    })
    .superRefine((step, context) => needs(step.look, step, context))
    .describe('Looks at something, as it is now.'),
  z.strictObject({ value: json, ...outcome }).describe('A value, to compare or to bind.'),
  z.strictObject({ start, ...error }).describe('Starts peers that do not run, on the disks they had.'),
  z.strictObject({ stop: names }).describe('Ends peers in good order, or takes a stranger away.'),
  z.strictObject({ crash: names }).describe('Ends peers as a power cut does.'),
  z
    .strictObject({ restart: start, ...error })
    .describe('Starts peers again, and waits until they have met the others.'),
  z
    .strictObject({ connect: z.strictObject({ from: name, to: name }), ...error })
    .describe('A peer dials the address of another.'),
  z
    .strictObject({ script: z.record(z.string(), agent).superRefine(isNotSerial) })
    .describe(
      'Replaces agents by peer, from their next turns on; `$name` and `{name}` in them are what was bound before.',
    ),
  z
    .strictObject({ release: z.string(), with: json.exactOptional() })
    .describe('Lets agents go on that hold this key, now and later, and gives them a value.'),
  z.strictObject({ held: z.string() }).describe('Waits until an agent holds this key.'),
  z.strictObject({ halt, ...gives }).describe('An operator halts all agents, a peer’s, or a job.'),
  z.strictObject({ resume: halt, ...error }).describe('An operator ends a halt.'),
  z
    .strictObject({
      inbox: z
        .strictObject({
          at: name,
          item: z.string().describe('Its ID; the newest open one by default.').exactOptional(),
          answer: z.string().describe('Gives the result of a stopped job.').exactOptional(),
          release: z
            .strictObject({ credit: numberBetween(1, 1_000_000), timeoutMs: milliseconds.exactOptional() })
            .describe('Lets it run again.')
            .exactOptional(),
          stop: z.string().describe('Stops it everywhere, with a note.').exactOptional(),
        })
        .refine(
          ({ answer, release, stop }) => [answer, release, stop].filter((given) => given !== undefined).length === 1,
          'expected one of answer, release and stop',
        ),
      ...gives,
    })
    .describe('A person deals with an item of an inbox; the value is the item.'),
  z
    .strictObject({
      breaker: z
        .strictObject({
          at: name,
          set: z
            .record(z.string(), json)
            .describe('Keys of the config that it is told, as `circuitBreaker`, `costCapTokens` or `agentTokenCaps`.')
            .exactOptional(),
          reset: z.literal(true).describe('It begins anew.').exactOptional(),
        })
        .refine(({ set, reset }) => (set === undefined) !== (reset === undefined), 'expected one of set and reset'),
      ...gives,
    })
    .describe('A person changes what the circuit breaker of a peer is told, or resets it; the value is how it stands.'),
  z.strictObject({ joinRoom: inRoom, ...gives }).describe('A peer or a stranger joins a room.'),
  z.strictObject({ leaveRoom: inRoom, ...gives }).describe('A peer or a stranger leaves a room.'),
  z.strictObject({ fault, ...error }).describe('Something goes wrong from now on, or well again.'),
  z
    .strictObject({ stranger: strangerSteps.stranger })
    .describe('A member that is driven by hand, and that all peers have met; `mallory` by custom.'),
  z
    .strictObject({ compose: strangerSteps.compose, as: binding })
    .describe('A stranger composes a message and does not send it: { messageId, jobId }.'),
  z
    .strictObject({
      forge: forged,
      times: numberBetween(1, LIMITS.sentAtOnce).describe('So many, each a new one, all at once.').exactOptional(),
      ...background,
      ...gives,
    })
    .superRefine(saysNothingYet)
    .describe(
      'A stranger sends a message; the value is { outcome: "answered" or a reason, refusal, content, messageId, jobId }, ' +
        'with `times` a list.',
    ),
  z
    .strictObject({ deliver: strangerSteps.deliver, ...background, ...gives })
    .superRefine(saysNothingYet)
    .describe('A stranger sends what it has composed; the value as with `forge`.'),
  z.strictObject({ reply: strangerSteps.reply }).describe('A stranger answers what it was asked.'),
  z.strictObject({ notice: strangerSteps.notice }).describe('A stranger sends a signed notice.'),
  z.strictObject({ history: strangerSteps.history }).describe('What a stranger says was posted earlier.'),
] as const;

type PlainStep = z.output<(typeof plain)[number]>;

/** One step of a scenario. */
export type Step =
  | PlainStep
  | { together: Step[] }
  | { repeat: number; do: Step[] }
  | { each: Readonly<Record<string, readonly JsonValue[]>>; do: Step[] };

export const step: z.ZodType<Step> = z
  .lazy(() =>
    z.union([
      ...plain,
      z.strictObject({ together: steps }).describe('Takes these steps at once, and goes on when all are done.'),
      z.strictObject({ repeat: repeatTimes, do: steps }),
      z.strictObject({ each: eachOf, do: steps }),
    ]),
  )
  .meta({ id: 'Step', description: 'What an operator, a person or the world does: one verb.' });

export const steps: z.ZodType<Step[]> = z.array(step).max(LIMITS.steps);
