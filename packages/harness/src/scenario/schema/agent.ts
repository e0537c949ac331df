import { isReason, type Reason } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import { ADVERSARIES, adversaryOptions, type AdversaryName } from '../../agents/index.ts';
import { LIMITS } from '../limits.ts';
import { eachOf, repeatTimes } from './loop.ts';
import { untilStep } from './look.ts';
import {
  amount,
  binding,
  channel,
  json,
  milliseconds,
  names,
  numberBetween,
  pattern,
  roomName,
  text,
} from './values.ts';

const reason = z.string().refine((word): word is Reason => isReason(word), 'expected a stop reason');

const as = binding
  .describe('Binds { ok, outcome, messageId, value, refusal }, of several calls a list of them, for this turn.')
  .exactOptional();
const times = z
  .int()
  .min(1)
  .max(LIMITS.sentAtOnce)
  .describe('So often, all at once; `repeat` is one after the other.')
  .exactOptional();
const wait = z
  .union([numberBetween(0, 3600), z.literal(false)])
  .describe('Seconds to wait for the reply, 300 by default; `false`: does not wait.')
  .exactOptional();
const key = z.string().min(1).max(64);

/** Steps without steps inside. */
const plain = [
  z
    .strictObject({ task: names, brief: json, times, timeoutSeconds: numberBetween(0, 3600).exactOptional(), as })
    .describe('Delegates a task to a peer, or to several at once, and waits for what comes of it.'),
  z
    .strictObject({ session: names, text, times, wait, as })
    .describe('Sends a message to a peer, or to several at once.'),
  z
    .strictObject({
      room: roomName,
      text,
      wake: z.union([z.literal('everyone'), names]).exactOptional(),
      times,
      wait,
      as,
    })
    .describe('Posts to a room.'),
  z
    .strictObject({ ask: names, via: channel, brief: json, times, as })
    .describe('A task, a session message or a waking post to the lobby, as `via` says.'),
  z.strictObject({ tool: z.string(), input: json, as }).describe('Calls a tool with whatever input.'),
  z
    .strictObject({ waitFor: z.string(), seconds: numberBetween(0, 3600), as })
    .describe('Waits for the replies to a message, by its ID, as `$sent.messageId`.'),
  z
    .strictObject({ forward: z.literal(true) })
    .describe(
      'Hands on along the brief, { path: [peer, …], via: [channel, …] }, and ends the turn: with "arrived" at the end of ' +
        'the path, else with what came of it. Channels are taken in turn, from the beginning again when there are fewer.',
    ),
  z
    .strictObject({
      progress: z.string().min(1).max(2000),
      fraction: z.number().min(0).max(1).exactOptional(),
      goalDistance: amount.describe('What is left to do; 0 is done.').exactOptional(),
      as,
    })
    .describe('Reports progress.'),
  z
    .strictObject({
      usage: z.strictObject({
        inputTokens: amount,
        outputTokens: amount,
        cachedTokens: amount.describe('The part of the input tokens that was cached.').exactOptional(),
        model: z.string().exactOptional(),
        costUsd: amount.describe('What it cost, when the agent knows it better than the prices.').exactOptional(),
      }),
    })
    .describe('Tells the runtime what a call of its model used, true or not.'),
  z
    .strictObject({
      ownTool: z.strictObject({ name: text, input: json, result: json, isError: z.boolean().exactOptional() }),
    })
    .describe('Tells the runtime that it has called a tool of its own.'),
  z.strictObject({ error: text }).describe('Tells the runtime that its model, or something else, has failed.'),
  z
    .strictObject({ artefact: text })
    .describe('Tells the runtime that it has made something, with its hash; one it had before is nothing new.'),
  z.strictObject({ sleep: milliseconds }).describe('Lets time go by, by the clock of the world.'),
  z
    .strictObject({ hold: key, as })
    .describe('Does nothing until a step releases this key, and binds what that gives; also when the turn is aborted.'),
  z.strictObject({ held: key }).describe('Waits until some agent holds this key.'),
  untilStep,
  z.strictObject({ forever: z.literal(true) }).describe('Does nothing until the turn is aborted.'),
  z.strictObject({ answer: json }).describe('Ends the turn with this result.'),
  z
    .strictObject({ refuse: z.union([z.string(), z.strictObject({ reason, detail: z.string() })]) })
    .describe('Ends the turn with a refusal: `agent_refused` and a detail, or another reason.'),
  z.strictObject({ crash: z.string() }).describe('Ends the turn with an exception.'),
] as const;

type PlainAgentStep = z.output<(typeof plain)[number]>;

/** One thing that a scripted agent does. */
export type AgentStep =
  | PlainAgentStep
  | { together: AgentStep[] }
  | { repeat: number; do: AgentStep[] }
  | { each: Readonly<Record<string, readonly JsonValue[]>>; do: AgentStep[] }
  | { when: JsonValue; do: AgentStep[]; else?: AgentStep[] };

export const agentStep: z.ZodType<AgentStep> = z
  .lazy(() =>
    z.union([
      ...plain,
      z.strictObject({ together: agentSteps }).describe('Does these at once, and goes on when all are done.'),
      z.strictObject({ repeat: repeatTimes, do: agentSteps }),
      z.strictObject({ each: eachOf, do: agentSteps }),
      z
        .strictObject({ when: pattern, do: agentSteps, else: agentSteps.exactOptional() })
        .describe(
          '`do`, if { brief, from, channel, room, me, turn } have this; `turn` counts the turns of the peer from 1.',
        ),
    ]),
  )
  .meta({ id: 'AgentStep', description: 'What a scripted agent does: one verb.' });

const agentSteps: z.ZodType<AgentStep[]> = z
  .array(agentStep)
  .max(LIMITS.steps)
  .describe(
    'Without `answer` the result is what the calls came to, each "ok" or a reason: a list when there were several.',
  );

const serial = z
  .boolean()
  .describe(
    'Whether it handles one message at a time, also while it waits: as `turns.serial` of the config, which it goes before. ' +
      'Of the agent with which a peer starts.',
  )
  .exactOptional();

const adversaryNames = Object.keys(ADVERSARIES) as [AdversaryName, ...AdversaryName[]];

export const agent = z
  .union([
    z
      .enum(['echo', 'relays', 'builtin', ...adversaryNames])
      .describe(
        '`echo` answers with what it was asked; `relays` forwards along its brief; `builtin` is the node’s own agent; the ' +
          'others misbehave.',
      ),
    z.strictObject({ adversary: z.enum(adversaryNames), ...adversaryOptions, serial }).describe('One that misbehaves.'),
    agentSteps,
    z
      .strictObject({
        turns: z.array(agentSteps).min(1).max(LIMITS.steps),
        idempotent: z.boolean().describe('Whether a turn that a crash interrupted may be run again.').exactOptional(),
        serial,
      })
      .describe('Steps for each of its turns; the last ones for all later turns.'),
  ])
  .meta({ id: 'Agent', description: 'What answers for a peer.' });

export type AgentFile = z.output<typeof agent>;
