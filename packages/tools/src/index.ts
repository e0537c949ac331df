/**
 * @packageDocumentation
 *
 * What an agent may do on the mesh: one file per tool. {@link callTool} validates and runs one; {@link describeTool} tells
 * a model of it.
 */
export type {
  Attempt,
  HistoryHit,
  HowFar,
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
export { MAX_JSON_DEPTH, isJsonObject, jsonProblem } from './json.ts';
export type { JsonObject } from './json.ts';
export { describeTool } from './json-schema.ts';
export type { ToolDescription } from './json-schema.ts';
export { callTool, toolNamed, tools } from './registry.ts';
export { resolvePeer } from './resolve-peer.ts';
export type { Addressable } from './resolve-peer.ts';
export { MAX_WAIT_SECONDS } from './schemas.ts';
export type { Tool, ToolResult } from './tool.ts';
