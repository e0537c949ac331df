import type { Refusal } from '@hoplite/p2p';
import { z } from 'zod';
import type { JsonValue, ToolContext } from './context.ts';
import type { Tool, ToolResult } from './tool.ts';
import { delegateTask } from './tools/delegate-task.ts';
import { joinRoom } from './tools/join-room.ts';
import { leaveRoom } from './tools/leave-room.ts';
import { listPeers } from './tools/list-peers.ts';
import { listRooms } from './tools/list-rooms.ts';
import { postToRoom } from './tools/post-to-room.ts';
import { readRoom } from './tools/read-room.ts';
import { reportProgress } from './tools/report-progress.ts';
import { searchHistory } from './tools/search-history.ts';
import { sendMessage } from './tools/send-message.ts';
import { waitForMessage } from './tools/wait-for-message.ts';

/** Every tool there is. */
export const tools: readonly Tool<z.ZodType, z.ZodType<JsonValue>>[] = [
  listPeers,
  delegateTask,
  sendMessage,
  waitForMessage,
  postToRoom,
  readRoom,
  joinRoom,
  leaveRoom,
  listRooms,
  searchHistory,
  reportProgress,
];

/** Longest complaint about an input, in characters: a model reads it, and the input may be a megabyte of wrong keys. */
const MAX_COMPLAINT = 1000;

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function toolNamed(name: string): Tool<z.ZodType, z.ZodType<JsonValue>> | undefined {
  return byName.get(name);
}

/**
 * Runs a tool for an agent. A name that is no tool's and an input that does not fit are refused `malformed`, saying what
 * would; after the turn has been aborted everything is refused `cancelled`. Throws only what the context throws.
 */
export async function callTool(name: string, input: JsonValue, context: ToolContext): Promise<ToolResult> {
  const tool = toolNamed(name);
  if (tool === undefined) return refused('malformed', `There is no tool ${quoted(name)}. Tools: ${toolNames()}.`);
  if (context.signal.aborted) return refused('cancelled', 'This turn has been ended: nothing more can be done in it.');
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) return refused('malformed', `${tool.name}: ${complaint(parsed.error)}`);
  return tool.run(parsed.data, context);
}

function refused(reason: Refusal['reason'], detail: string): ToolResult {
  return { ok: false, refusal: { reason, detail, path: [] } };
}

function toolNames(): string {
  return tools.map((tool) => tool.name).join(', ');
}

function complaint(error: z.ZodError): string {
  const text = z.prettifyError(error);
  return text.length > MAX_COMPLAINT ? `${text.slice(0, MAX_COMPLAINT)}…` : text;
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
