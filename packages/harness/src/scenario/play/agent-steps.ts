import type { AgentReport, AgentTurn } from '@hoplite/node';
import type { JsonValue } from '@hoplite/tools';
import { PATIENCE_SECONDS, aborted, handOnCall } from '../../agents/hand-on.ts';
import { ScenarioStepError } from '../../errors.ts';
import type { Answered } from '../../world/world.ts';
import { CHANNELS } from '@hoplite/p2p';
import { LIMITS } from '../limits.ts';
import { matches } from '../matching.ts';
import type { AgentStep } from '../schema/agent.ts';
import type { Scope } from '../scope.ts';
import type { Call } from './calls.ts';
import { untilHeld } from './holds.ts';
import { untilLook } from './look.ts';
import { parsed, relays } from './relays.ts';
import { roundsIn } from './rounds.ts';
import { after } from './settle.ts';
import type { Stage } from './stage.ts';

/** A turn of a scripted agent. */
export interface Acting {
  readonly stage: Stage;
  readonly turn: AgentTurn;
  readonly peer: string;
  /** Of the turn, from 1. */
  readonly number: number;
  readonly facts: { readonly [name: string]: JsonValue };
  /** What its calls came to, in order. */
  readonly outcomes: string[];
}

/** How a turn ends before its steps do. */
export interface Ending {
  readonly answered: Answered;
}

/** Takes steps one after the other, until one ends the turn. */
export async function takeAgentSteps(
  acting: Acting,
  steps: readonly AgentStep[],
  scope: Scope,
): Promise<Ending | undefined> {
  for (const step of steps) {
    const ending = await takeAgentStep(acting, step, scope);
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** An exception that a scenario asked for. */
class AgentCrash extends Error {
  override readonly name = 'AgentCrash';
}

async function takeAgentStep(acting: Acting, step: AgentStep, scope: Scope): Promise<Ending | undefined> {
  const { stage, turn, peer } = acting;
  if ('until' in step) {
    await untilLook(stage, scope, step);
  } else if ('together' in step) {
    const endings = await Promise.all(step.together.map((each) => takeAgentStep(acting, each, scope)));
    return endings.find((ending) => ending !== undefined);
  } else if ('repeat' in step || 'each' in step) {
    for (const values of roundsIn(step)) {
      const ending = await takeAgentSteps(acting, step.do, scope.inner(values));
      if (ending !== undefined) return ending;
    }
  } else if ('when' in step) {
    const facts = { ...acting.facts, brief: parsed(acting.facts['brief'] ?? null) };
    const isSo = matches(acting.facts, scope.json(step.when)) || matches(facts, scope.json(step.when));
    return takeAgentSteps(acting, isSo ? step.do : (step.else ?? []), scope);
  } else if ('hold' in step) {
    scope.bind(step.as, await stage.holds.hold({ key: step.hold, peer, signal: turn.signal }));
  } else if ('held' in step) {
    await untilHeld(stage, step.held);
  } else if ('sleep' in step) {
    const ms = scope.number(step.sleep);
    await new Promise<void>((resolve, reject) => {
      after(stage.world, ms, { callback: resolve, onError: reject, signal: stage.ending.signal });
    });
  } else if ('forever' in step) {
    await aborted(turn);
  } else if ('forward' in step) {
    return { answered: await relays(turn) };
  } else if ('answer' in step) {
    return { answered: scope.json(step.answer) };
  } else if ('refuse' in step) {
    const { refuse } = step;
    const { reason, detail } =
      typeof refuse === 'string' ? { reason: 'agent_refused' as const, detail: refuse } : refuse;
    return { answered: { answer: { kind: 'refuse', reason, detail: scope.text(detail) } } };
  } else if ('crash' in step) {
    throw new AgentCrash(scope.text(step.crash));
  } else if ('usage' in step || 'ownTool' in step || 'error' in step || 'artefact' in step) {
    turn.report(reportOf(step, scope));
  } else {
    await takeCalls(acting, step, scope);
  }
  return undefined;
}

type Reporting = Extract<
  AgentStep,
  | Readonly<Record<'usage', unknown>>
  | Readonly<Record<'ownTool', unknown>>
  | Readonly<Record<'error', unknown>>
  | Readonly<Record<'artefact', unknown>>
>;

/** What an agent tells the runtime of what it does besides calling tools. */
function reportOf(step: Reporting, scope: Scope): AgentReport {
  if ('error' in step) return { kind: 'error', detail: scope.text(step.error) };
  if ('artefact' in step) return { kind: 'artefact', hash: scope.text(step.artefact) };
  if ('ownTool' in step) {
    const { name, input, result, isError } = step.ownTool;
    return {
      ...{ kind: 'tool', name: scope.text(name), input: scope.json(input), result: scope.json(result) },
      ...(isError === undefined ? {} : { isError }),
    };
  }
  const { inputTokens, outputTokens, cachedTokens, model, costUsd } = step.usage;
  return {
    ...{ kind: 'usage', inputTokens: scope.number(inputTokens), outputTokens: scope.number(outputTokens) },
    ...(cachedTokens === undefined ? {} : { cachedTokens: scope.number(cachedTokens) }),
    ...(model === undefined ? {} : { model: scope.text(model) }),
    ...(costUsd === undefined ? {} : { costUsd: scope.number(costUsd) }),
  };
}

type Calling = Extract<
  AgentStep,
  | Readonly<Record<'task', unknown>>
  | Readonly<Record<'session', unknown>>
  | Readonly<Record<'ask', unknown>>
  | Readonly<Record<'tool', unknown>>
  | Readonly<Record<'waitFor', unknown>>
  | Readonly<Record<'progress', unknown>>
  | { room: string; text: string }
>;

/** Calls tools, all at once, and binds what comes of it. */
async function takeCalls(acting: Acting, step: Calling, scope: Scope): Promise<void> {
  const inputs = callsOf(step, scope);
  const made = inputs.map(({ name, input }) => {
    return acting.stage.calls.make(acting, acting.turn, name, input);
  });
  const calls: readonly Call[] = await Promise.all(made);
  if (!('progress' in step)) acting.outcomes.push(...calls.map(({ outcome }) => outcome));
  const bound = calls.map((call) => ({ ok: call.outcome === 'ok', ...call }));
  scope.bind(step.as, bound.length === 1 ? bound[0] : bound);
}

interface ToolCall {
  readonly name: string;
  readonly input: JsonValue;
}

function callsOf(step: Calling, scope: Scope): readonly ToolCall[] {
  if ('task' in step) {
    const { timeoutSeconds } = step;
    const life = timeoutSeconds === undefined ? {} : { timeout_seconds: scope.number(timeoutSeconds) };
    return eachOf(scope.words(step.task), step.times, (peer) => {
      return { name: 'delegate_task', input: { peer, brief: scope.json(step.brief), ...life } };
    });
  }
  if ('session' in step) {
    return eachOf(scope.words(step.session), step.times, (peer) => {
      return { name: 'send_message', input: { peer, text: scope.text(step.text), ...waiting(step.wait, scope) } };
    });
  }
  if ('room' in step) {
    const { wake } = step;
    const woken = wake === undefined || wake === 'everyone' ? wake : scope.words(wake);
    const named = woken === undefined ? {} : { wake: woken, ...waiting(step.wait, scope) };
    return eachOf([scope.word(step.room)], step.times, (room) => {
      return { name: 'post_to_room', input: { room, text: scope.text(step.text), ...named } };
    });
  }
  if ('ask' in step) {
    const via = scope.word(step.via);
    const channel = CHANNELS.find((each) => each === via);
    if (channel === undefined) throw new ScenarioStepError(`there is no channel "${via}"`);
    return eachOf(scope.words(step.ask), step.times, (peer) => handOnCall(channel, peer, scope.json(step.brief)));
  }
  if ('tool' in step) return [{ name: scope.word(step.tool), input: scope.json(step.input) }];
  if ('waitFor' in step) {
    const input = { message_id: scope.word(step.waitFor), timeout_seconds: scope.number(step.seconds) };
    return [{ name: 'wait_for_message', input }];
  }
  const { fraction, goalDistance } = step;
  const howFar = {
    ...(fraction === undefined ? {} : { fraction }),
    ...(goalDistance === undefined ? {} : { goal_distance: scope.number(goalDistance) }),
  };
  return [{ name: 'report_progress', input: { note: scope.text(step.progress), ...howFar } }];
}

function waiting(wait: number | string | false | undefined, scope: Scope): { readonly wait_seconds?: number } {
  if (wait === false) return {};
  return { wait_seconds: wait === undefined ? PATIENCE_SECONDS : scope.number(wait) };
}

function eachOf(targets: readonly string[], times = 1, make: (target: string) => ToolCall): readonly ToolCall[] {
  if (targets.length * times > LIMITS.sentAtOnce) {
    throw new ScenarioStepError(`${targets.length} times ${times} is more than ${LIMITS.sentAtOnce} at once`);
  }
  return Array.from({ length: times }, () => targets)
    .flat()
    .map(make);
}
