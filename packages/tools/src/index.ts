/**
 * @packageDocumentation
 *
 * What an agent may do on the mesh: one file per tool.
 */
export type {
  Attempt,
  HistoryHit,
  JsonValue,
  PeerReply,
  PeerSummary,
  Replies,
  RoomPostView,
  RoomView,
  SentMessage,
  SentPost,
  ToolContext,
} from './context.ts';
export type { Tool, ToolResult } from './tool.ts';
