import { jsonProblem } from '@hoplite/tools';
import { MAX_CALL_BYTES } from './call-key.ts';

/** Longest name of a model or tool, or hash, in characters. */
const MAX_NAME = 256;

/** Most that one call of a model can cost, in US dollars. */
const MAX_COST_USD = 1_000_000;

/** Most tokens of one call. */
const MAX_TOKENS = 1_000_000_000_000;

/** What keeps something from being the report of an agent, which may be plain JavaScript; undefined if nothing does. */
export function reportProblem(report: unknown): string | undefined {
  if (typeof report !== 'object' || report === null) {
    return 'it is no object';
  }
  const { kind, ...fields }: Record<string, unknown> = { ...report };
  switch (kind) {
    case 'usage':
      return usageProblem(fields);
    case 'tool':
      return toolProblem(fields);
    case 'error':
      return typeof fields['detail'] === 'string' ? undefined : 'detail: expected a sentence';
    case 'artefact':
      return isName(fields['hash']) ? undefined : `hash: expected 1 to ${MAX_NAME} characters`;
    default:
      return 'kind: expected "usage", "tool", "error" or "artefact"';
  }
}

function usageProblem(fields: Record<string, unknown>): string | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, model = 'any', costUsd = 0 } = fields;
  for (const [name, count] of Object.entries({ inputTokens, outputTokens, cachedTokens })) {
    if (!isWithin(count, MAX_TOKENS) || !Number.isInteger(count)) return `${name}: expected a whole number from 0`;
  }
  if (Number(cachedTokens) > Number(inputTokens)) return 'cachedTokens: expected a part of inputTokens';
  if (!isWithin(costUsd, MAX_COST_USD)) return `costUsd: expected 0 to ${MAX_COST_USD}`;
  return isName(model) ? undefined : `model: expected 1 to ${MAX_NAME} characters`;
}

function toolProblem({ name, input, result, isError = false }: Record<string, unknown>): string | undefined {
  if (!isName(name)) return `name: expected 1 to ${MAX_NAME} characters`;
  if (typeof isError !== 'boolean') return 'isError: expected true or false';
  for (const [key, value] of Object.entries({ input, result })) {
    const problem = jsonProblem(value, MAX_CALL_BYTES);
    if (problem !== undefined) return `${key}: ${problem}`;
  }
  return undefined;
}

function isWithin(value: unknown, most: number): boolean {
  return typeof value === 'number' && value >= 0 && value <= most;
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_NAME && value.isWellFormed();
}
