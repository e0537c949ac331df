import type { JsonValue } from '@hoplite/tools';
import { isPlain } from '../scenario/plain.ts';

/** Where a value stands in another: keys and indices, from the outside. */
export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  readonly value: JsonValue;
}

/** All values in a value, outer ones first, in the order in which they are written. */
export function placesIn(root: JsonValue): readonly Place[] {
  const found: Place[] = [];
  const open: Place[] = [{ path: [], value: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    const { path, value } = next;
    const children = Array.isArray(value) ? [...value.entries()] : isPlain(value) ? Object.entries(value) : [];
    open.push(...children.reverse().map(([key, child]) => ({ path: [...path, key], value: child as JsonValue })));
  }
  return found;
}

/** The same value, but for one place in it; undefined takes that out. */
export function replaced(root: JsonValue, path: Path, value: JsonValue | undefined): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return value ?? null;
  if (Array.isArray(root)) {
    const index = Number(key);
    if (rest.length === 0 && value === undefined) return root.toSpliced(index, 1) as JsonValue;
    return root.with(index, replaced((root as readonly JsonValue[])[index] ?? null, rest, value)) as JsonValue;
  }
  if (!isPlain(root)) return root;
  if (rest.length === 0 && value === undefined) {
    return Object.fromEntries(Object.entries(root).filter(([name]) => name !== key));
  }
  return { ...root, [key]: replaced(root[key] ?? null, rest, value) };
}
