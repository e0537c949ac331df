import type { JsonValue } from '@hoplite/tools';
import { matches } from './matching.ts';

/** Which items of a value are kept, and what of each. */
export interface Selection {
  readonly where?: JsonValue;
  readonly pick?: string | readonly string[];
}

/** What a selection leaves of a value. */
export function select(value: unknown, { where, pick }: Selection): unknown {
  const kept = where === undefined || !Array.isArray(value) ? value : value.filter((item) => matches(item, where));
  if (pick === undefined) return kept;
  if (typeof pick === 'string') return pathOf(kept, pick);
  return pick.flatMap((path) => pathOf(kept, path));
}

/** `a.b` of a value, of each item where there is a list; `a|b` is the first that is there. */
export function pathOf(value: unknown, path: string): unknown {
  const choices = path.split('|');
  if (choices.length > 1 && Array.isArray(value)) return value.map((item) => pathOf(item, path));
  for (const choice of choices) {
    const found = walk(value, choice.split('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

function walk(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined || key === '') return value;
  if (Array.isArray(value)) {
    if (key === 'length') return walk(value.length, rest);
    if (/^\d+$/.test(key)) return walk(value[Number(key)], rest);
    return value.map((item) => walk(item, [key, ...rest]));
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return walk((value as Readonly<Record<string, unknown>>)[key], rest);
}
