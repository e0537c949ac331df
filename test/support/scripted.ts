import { decodeEnvelope, type InboundRequest } from '@hoplite/p2p';
import type { AgentTurn } from '@hoplite/node';
import type { JsonValue, ToolResult } from '@hoplite/tools';
import { agentOf, done } from './cluster.ts';
import type { HandDrivenPeer } from './hand-driven-peer.ts';

/** A tool's value, or a failure of the test. */
export async function value(result: Promise<ToolResult>): Promise<{ readonly [key: string]: JsonValue }> {
  const got = await result;
  if (!got.ok) throw new Error(`${got.refusal.reason}: ${got.refusal.detail}`);
  return got.value as { readonly [key: string]: JsonValue };
}

/** A text in a tool's value. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** An agent that does nothing until it is told to; it says when it has begun, and when it was ended. */
export function held(): {
  agent: ReturnType<typeof agentOf>;
  begun: Promise<AgentTurn>;
  release: (result: JsonValue) => void;
} {
  const begun = Promise.withResolvers<AgentTurn>();
  const released = Promise.withResolvers<JsonValue>();
  const agent = agentOf(async (turn) => {
    begun.resolve(turn);
    return done(await released.promise);
  });
  return { agent, begun: begun.promise, release: released.resolve };
}

/** Resolves with the reason when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener('abort', () => resolve(signal.reason), { once: true });
  });
}

/** Answers a request as an honest peer would, by hand. */
export function answer(peer: HandDrivenPeer, request: InboundRequest): void {
  const asked = decodeEnvelope(request.channel, request.envelope);
  request.answer(peer.answerTo(asked, `to ${asked.body.content}`));
}
