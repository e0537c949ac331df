import { z } from 'zod';
import type { Tool } from './tool.ts';

/** A tool as models and MCP clients are told of it. The schemas are JSON Schema, draft 2020-12. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: z.core.JSONSchema.BaseSchema;
  readonly outputSchema: z.core.JSONSchema.BaseSchema;
}

export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: jsonSchema(tool.input, 'input'),
    outputSchema: jsonSchema(tool.output, 'output'),
  };
}

/** What only code can say (how deep a brief may be nested) is left open: `{}` accepts anything. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}
