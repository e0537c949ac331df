import type { z } from 'zod';
import type { JsonValue } from './context.ts';
import type { Tool } from './tool.ts';

/** Types a tool by its schemas, and lets the compiler check that its output is JSON. */
export function defineTool<Input extends z.ZodType, Output extends z.ZodType<JsonValue>>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
