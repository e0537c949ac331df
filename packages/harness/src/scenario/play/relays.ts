import type { Channel } from '@hoplite/p2p';
import { CHANNELS } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';
import type { AgentTurn } from '@hoplite/node';
import { handOn } from '../../agents/hand-on.ts';
import { isPlain } from '../plain.ts';

/** Hands on along the path of its brief, each hop on its channel, whatever comes of it. */
export async function relays(turn: AgentTurn): Promise<JsonValue> {
  const brief = parsed(turn.brief);
  const [next, ...path] = isPlain(brief) ? textsOf(brief['path']) : [];
  if (next === undefined) return 'arrived';
  const [first = 'task', ...later] = isPlain(brief) ? textsOf(brief['via']) : [];
  const result = await handOn(turn, channelOf(first), next, { path, via: [...later, first] });
  return { [next]: result.ok ? result.value : result.refusal.reason };
}

/** What a text says, if it is JSON. */
export function parsed(brief: JsonValue): JsonValue {
  if (typeof brief !== 'string') return brief;
  try {
    return JSON.parse(brief) as JsonValue;
  } catch {
    return brief;
  }
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function channelOf(word: string): Channel {
  return CHANNELS.find((channel) => channel === word) ?? 'task';
}
