import type { AgentTurn } from '@hoplite/node';
import type { Channel } from '@hoplite/p2p';
import type { JsonValue, ToolResult } from '@hoplite/tools';

/** Longest that a scripted agent waits for a reply by default, in seconds. */
export const PATIENCE_SECONDS = 300;

/** Hands something to a peer on any channel, and waits for what comes back. */
export function handOn(turn: AgentTurn, channel: Channel, peer: string, brief: JsonValue): Promise<ToolResult> {
  const { name, input } = handOnCall(channel, peer, brief);
  return turn.tools.call(name, input);
}

/** The tool, and its input, with which something is handed on. */
export function handOnCall(
  channel: Channel,
  peer: string,
  brief: JsonValue,
): { readonly name: string; readonly input: JsonValue } {
  const text = typeof brief === 'string' ? brief : JSON.stringify(brief);
  switch (channel) {
    case 'task':
      return { name: 'delegate_task', input: { peer, brief } };
    case 'session':
      return { name: 'send_message', input: { peer, text, wait_seconds: PATIENCE_SECONDS } };
    case 'room':
      return { name: 'post_to_room', input: { room: 'lobby', text, wake: [peer], wait_seconds: PATIENCE_SECONDS } };
  }
}

/** `ok`, or the reason of the refusal. */
export function outcomeOf(result: ToolResult): string {
  return result.ok ? 'ok' : result.refusal.reason;
}

/** Names of all other peers that an agent knows. */
export async function othersOf(turn: AgentTurn): Promise<readonly string[]> {
  const known = await peersOf(turn);
  return known.filter(({ self }) => !self).map(({ name }) => name);
}

/** Who comes after an agent in the order of names, and after the last the first: all together are a ring. */
export async function nextInRing(turn: AgentTurn, peers?: readonly string[]): Promise<string | undefined> {
  const known = await peersOf(turn);
  const me = known.find(({ self }) => self)?.name ?? '';
  const others = (peers ?? known.map(({ name }) => name)).filter((name) => name !== me).sort();
  return others.find((name) => name > me) ?? others[0];
}

async function peersOf({ tools }: AgentTurn): Promise<readonly { readonly name: string; readonly self: boolean }[]> {
  const listed = await tools.call('list_peers', {});
  if (!listed.ok) return [];
  return (listed.value as { readonly peers: readonly { readonly name: string; readonly self: boolean }[] }).peers;
}

/** Resolves when a turn is to end. */
export function aborted({ signal }: AgentTurn): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
