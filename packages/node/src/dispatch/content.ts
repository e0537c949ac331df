import { MalformedMessageError, type Channel } from '@hoplite/p2p';
import type { JsonValue } from '@hoplite/tools';

/** What a message says: JSON on the task channel, text on the others. @throws {MalformedMessageError} */
export function parseContent(channel: Channel, content: string): JsonValue {
  if (channel !== 'task' || content === '') {
    return content;
  }
  try {
    return JSON.parse(content) as JsonValue;
  } catch (error) {
    // What V8 says of it quotes it, and this sentence goes into logs.
    throw new MalformedMessageError('body.content', error instanceof SyntaxError ? 'is not JSON' : 'cannot be read');
  }
}

/** A value as it stands on a channel's wire. */
export function formatContent(channel: Channel, value: JsonValue): string {
  return channel !== 'task' && typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a brief asks for nothing: no agent is to see it. */
export function isEmptyBrief(brief: JsonValue): boolean {
  return brief === null || (typeof brief === 'string' && brief.trim() === '');
}
