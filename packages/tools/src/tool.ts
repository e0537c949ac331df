import type { z } from 'zod';
import type { JsonValue, ToolContext } from './context.ts';
import type { Refusal } from '@hoplite/p2p';

/** What a tool answers: a value, or a refusal that names its reason and path. Refusals are results, not exceptions. */
export type ToolResult<T = JsonValue> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

/** One thing that an agent may do. */
export interface Tool<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  /** Snake case, as models expect. */
  readonly name: string;
  /** For a model: when to use it, what comes back, and what a refusal means. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, context: ToolContext): Promise<ToolResult<z.output<Output>>>;
}
