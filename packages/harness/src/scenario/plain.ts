import type { JsonValue } from '@hoplite/tools';

/** A JSON object, which is neither a list nor nothing. */
export function isPlain(value: unknown): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
