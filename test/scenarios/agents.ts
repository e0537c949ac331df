/** Agents that do the worst, and what scripts are made of. */
import type { AgentTurn } from '@hoplite/node';
import { decodeEnvelope, type Channel, type InboundRequest, type Reason, type Reply } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import type { Answered, HandDriven, Script } from './scenario.ts';

/** Longest that a scripted agent waits for a reply, in seconds. */
const PATIENCE = 300;

/** Answers everything with what it was asked. */
export const echoes: Script = ({ brief }) => ({ echo: brief });

export function answers(result: JsonValue): Script {
  return () => result;
}

export function refuses(detail: string): Script {
  return () => refusal('agent_refused', detail);
}

export function refusal(reason: Reason, detail: string): Answered {
  return { answer: { kind: 'refuse', reason, detail } };
}

/** `ok`, or the reason of the refusal. */
export function outcomeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.refusal.reason;
}

/** `answered`, or the reason of the refusal, of what was sent by hand. */
export function reasonOf(reply: Reply): string {
  return reply.kind === 'refused' ? reply.refusal.reason : 'answered';
}

/** A part of what a tool gave. */
export function valueOf(result: ToolResult, key: string): JsonValue {
  if (!result.ok) throw new Error(`${result.refusal.reason}: ${result.refusal.detail}`);
  const value = result.value as { readonly [key: string]: JsonValue | undefined };
  return value[key] ?? null;
}

/** Hands something to a peer on any channel, and waits for what comes back. */
export function handOn({ tools }: AgentTurn, channel: Channel, peer: string, brief: JsonValue): Promise<ToolResult> {
  const text = typeof brief === 'string' ? brief : JSON.stringify(brief);
  switch (channel) {
    case 'task':
      return tools.call('delegate_task', { peer, brief });
    case 'session':
      return tools.call('send_message', { peer, text, wait_seconds: PATIENCE });
    case 'room':
      return tools.call('post_to_room', { room: 'lobby', text, wake: [peer], wait_seconds: PATIENCE });
  }
}

/** The brief that {@link relays} hands on along `path`, each hop on its channel. */
export function along(path: readonly string[], via: readonly Channel[]): JsonValue {
  return { path, via: path.map((_, hop) => via[hop % via.length] ?? 'task') };
}

/** Hands a brief of {@link along} on, whatever comes of it. */
export const relays: Script = async (turn) => {
  const { path, via } = parsed(turn.brief) as { path?: readonly string[]; via?: readonly Channel[] };
  const [next, ...rest] = path ?? [];
  const [channel = 'task', ...channels] = via ?? [];
  if (next === undefined) return 'arrived';
  const result = await handOn(turn, channel, next, { path: rest, via: channels });
  return { [next]: result.ok ? result.value : result.refusal.reason };
};

/** What a text says, if it is JSON. */
export function parsed(brief: JsonValue): JsonValue {
  if (typeof brief !== 'string') return brief;
  try {
    return JSON.parse(brief) as JsonValue;
  } catch {
    return brief;
  }
}

/** An agent that does nothing until it is told to. */
export function held(): {
  script: Script;
  /** Resolves when its first turn has begun. */
  begun: Promise<AgentTurn>;
  release: (result: JsonValue) => void;
} {
  const begun = Promise.withResolvers<AgentTurn>();
  const released = Promise.withResolvers<JsonValue>();
  return {
    script: (turn) => {
      begun.resolve(turn);
      return released.promise;
    },
    begun: begun.promise,
    release: released.resolve,
  };
}

/** Resolves with the reason when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}

/** Answers a request as an honest peer would, by hand. */
export function answer(peer: HandDriven, request: InboundRequest, content?: string): void {
  const asked = decodeEnvelope(request.channel, request.envelope);
  request.answer(peer.answerTo(asked, content ?? JSON.stringify(`to ${asked.body.content}`)));
}
