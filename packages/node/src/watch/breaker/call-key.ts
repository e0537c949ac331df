import { createHash } from 'node:crypto';
import { canonicalJson } from '@hoplite/p2p';
import { jsonProblem, type JsonValue, type ToolResult } from '@hoplite/tools';
import { canonicalState } from '../stall/canonical-state.ts';

/** Largest input or result of a tool that is taken, in bytes as JSON. */
export const MAX_CALL_BYTES = 8 * 1024 * 1024;

/** Characters of a result, as JSON, in which what is volatile is looked for; a longer one must be the same throughout. */
const MAX_STATE = 64 * 1024;

/**
 * What a call of a tool was: the same for the same tool and input, whatever the order of keys. All of the input counts, to
 * its end. 64 hexadecimal digits.
 */
export function callKey(name: string, input: JsonValue): string {
  return hash(name, readable(input) ? canonicalJson(input) : '');
}

/** What a call was and came to: IDs and times in the result make no difference. 64 hexadecimal digits. */
export function outcomeKey(call: string, result: JsonValue): string {
  if (!readable(result)) {
    return hash(call, '');
  }
  const text = canonicalJson(result);
  return hash(call, text.length > MAX_STATE ? text : canonicalState(result));
}

/** The result of a tool of the runtime: of a refusal its reason, as its sentence may tell the time. */
export function plainResult(result: ToolResult): JsonValue {
  return result.ok ? result.value : { refused: result.refusal.reason };
}

function readable(value: JsonValue): boolean {
  return jsonProblem(value, MAX_CALL_BYTES) === undefined;
}

function hash(...parts: readonly string[]): string {
  const digest = createHash('sha256');
  for (const part of parts) {
    digest.update(`${part.length}\n`).update(part);
  }
  return digest.digest('hex');
}
