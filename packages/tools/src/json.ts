import { MAX_CONTENT_BYTES } from '@hoplite/p2p';
import type { JsonValue } from './context.ts';

/** Deepest nesting of a JSON value that is taken: canonical JSON is written recursively, and a model needs no more. */
export const MAX_JSON_DEPTH = 64;

/** A JSON value that is an object. */
export type JsonObject = Readonly<Record<string, JsonValue>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What keeps `value` from being sent as JSON, as a phrase, or undefined if nothing does: it is not JSON, it is nested
 * deeper than {@link MAX_JSON_DEPTH}, or its text has more than `maxBytes` UTF-8 bytes. Does not recurse, so that a
 * hostile value cannot exhaust the stack.
 *
 * @param maxBytes by default what one message can carry
 */
export function jsonProblem(value: unknown, maxBytes: number = MAX_CONTENT_BYTES): string | undefined {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: current, depth } = next;
    if (depth > MAX_JSON_DEPTH) return `is nested deeper than ${MAX_JSON_DEPTH} levels`;
    const problem = scalarProblem(current);
    if (problem !== undefined) return problem;
    if (typeof current === 'object' && current !== null) {
      for (const [key, child] of Object.entries(current)) {
        if (!key.isWellFormed()) return 'has a key that is not well-formed Unicode';
        open.push({ value: child, depth: depth + 1 });
      }
    }
  }
  return Buffer.byteLength(JSON.stringify(value)) > maxBytes ? `has more than ${maxBytes} bytes as JSON` : undefined;
}

function scalarProblem(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value.isWellFormed() ? undefined : 'has text that is not well-formed Unicode';
    case 'number':
      return Number.isFinite(value) ? undefined : 'has a number that JSON cannot say';
    case 'boolean':
    case 'object':
      return undefined;
    default:
      return `has a ${typeof value}, which JSON cannot say`;
  }
}
