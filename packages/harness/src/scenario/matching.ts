import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@hoplite/tools';
import { isPlain } from './plain.ts';

/** Where a value is not as expected, and how. */
export interface Mismatch {
  /** `credit.left`; empty for the value as a whole. */
  readonly path: string;
  readonly was: unknown;
  /** What should be there, as a phrase. */
  readonly should: string;
}

type Operator = (actual: unknown, operand: JsonValue, path: string) => Mismatch | undefined;

/** Longest regular expression that is taken. */
export const MAX_EXPRESSION = 500;

const OPERATORS: Readonly<Record<string, Operator>> = {
  $atMost: compares('at most', (actual, limit) => actual <= limit),
  $atLeast: compares('at least', (actual, limit) => actual >= limit),
  $count: (actual, operand, path) => {
    const size = Array.isArray(actual) || typeof actual === 'string' ? actual.length : undefined;
    return mismatchOf(size, operand, join(path, 'length'));
  },
  $includes: (actual, operand, path) => {
    if (typeof actual === 'string' && typeof operand === 'string') {
      return actual.includes(operand) ? undefined : { path, was: actual, should: `contain ${show(operand)}` };
    }
    const isThere = Array.isArray(actual) && actual.some((item) => matches(item, operand));
    return isThere ? undefined : { path, was: actual, should: `include ${show(operand)}` };
  },
  $every: (actual, operand, path) => {
    if (!Array.isArray(actual)) return { path, was: actual, should: 'be a list' };
    return first(actual, (item, index) => mismatchOf(item, operand, join(path, String(index))));
  },
  $unordered: (actual, operand, path) => {
    const isFull = Array.isArray(actual) && Array.isArray(operand) && pairsUp(actual, operand as JsonValue[]);
    return isFull ? undefined : { path, was: actual, should: `have, in any order, exactly ${show(operand)}` };
  },
  $distinct: (actual, operand, path) => {
    const keys = Array.isArray(actual) ? actual.map((item) => JSON.stringify(item)) : [];
    const isDistinct = Array.isArray(actual) && new Set(keys).size === keys.length;
    return isDistinct === operand ? undefined : { path, was: actual, should: 'have no item twice' };
  },
  $oneOf: (actual, operand, path) => {
    const isOne = Array.isArray(operand) && operand.some((each: JsonValue) => matches(actual, each));
    return isOne ? undefined : { path, was: actual, should: `be one of ${show(operand)}` };
  },
  $not: (actual, operand, path) =>
    matches(actual, operand) ? { path, was: actual, should: `not be ${show(operand)}` } : undefined,
  $any: (actual, operand, path) => {
    const isThere = actual !== undefined && actual !== null;
    return isThere === operand ? undefined : { path, was: actual, should: 'be there' };
  },
  $exactly: (actual, operand, path) =>
    isDeepStrictEqual(plainOf(actual), plainOf(operand))
      ? undefined
      : { path, was: actual, should: `be exactly ${show(operand)}` },
  $matches: (actual, operand, path) => {
    const isLike =
      typeof actual === 'string' &&
      typeof operand === 'string' &&
      operand.length <= MAX_EXPRESSION &&
      new RegExp(operand, 'u').test(actual);
    return isLike ? undefined : { path, was: actual, should: `match ${show(operand)}` };
  },
  $json: (actual, operand, path) => {
    const read = readJson(actual);
    return read === undefined ? { path, was: actual, should: 'be JSON' } : mismatchOf(read, operand, path);
  },
};

/** Names of operators of a pattern. */
export const PATTERN_OPERATORS: readonly string[] = Object.keys(OPERATORS);

/**
 * The first place where a value has not what a pattern expects. Objects need the pattern's keys at least, lists exactly its
 * items; `null` is nothing.
 */
export function mismatchOf(actual: unknown, expected: JsonValue, path = ''): Mismatch | undefined {
  if (Array.isArray(expected)) {
    const items = expected as readonly JsonValue[];
    if (!Array.isArray(actual)) return { path, was: actual, should: `be the list ${show(expected)}` };
    if (actual.length !== items.length) {
      return { path, was: actual, should: `be a list of ${items.length}: ${show(expected)}` };
    }
    return first(items, (item, index) => mismatchOf(actual[index], item, join(path, String(index))));
  }
  if (isPlain(expected)) {
    const entries = Object.entries(expected);
    if (entries.some(([key]) => key.startsWith('$'))) {
      return first(entries, ([key, operand]) => {
        const operator = OPERATORS[key];
        return operator === undefined
          ? { path, was: actual, should: `be told by another operator: there is no ${key}` }
          : operator(actual, operand, path);
      });
    }
    if (typeof actual !== 'object' || actual === null) return { path, was: actual, should: `have ${show(expected)}` };
    return first(entries, ([key, value]) => mismatchOf(Reflect.get(actual, key), value, join(path, key)));
  }
  const isSame = expected === null ? actual === null || actual === undefined : Object.is(actual, expected);
  return isSame ? undefined : { path, was: actual, should: `be ${show(expected)}` };
}

export function matches(actual: unknown, expected: JsonValue): boolean {
  return mismatchOf(actual, expected) === undefined;
}

/** A value in a message, cut where it gets long. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  if (text === undefined) return 'nothing';
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}

function compares(words: string, isSo: (actual: number, limit: number) => boolean): Operator {
  return (actual, operand, path) => {
    const holds = typeof actual === 'number' && typeof operand === 'number' && isSo(actual, operand);
    return holds ? undefined : { path, was: actual, should: `be ${words} ${show(operand)}` };
  };
}

/** Whether each item has a pattern of its own, and the other way round (Kuhn 1955). */
function pairsUp(items: readonly unknown[], patterns: readonly JsonValue[]): boolean {
  if (items.length !== patterns.length) return false;
  const itemOf = new Map<number, number>();
  const place = (item: number, tried: Set<number>): boolean =>
    patterns.some((pattern, index) => {
      if (tried.has(index) || !matches(items[item], pattern)) return false;
      tried.add(index);
      const holder = itemOf.get(index);
      if (holder !== undefined && !place(holder, tried)) return false;
      itemOf.set(index, item);
      return true;
    });
  return items.every((_, item) => place(item, new Set()));
}

function first<T>(items: readonly T[], look: (item: T, index: number) => Mismatch | undefined): Mismatch | undefined {
  for (const [index, item] of items.entries()) {
    const mismatch = look(item, index);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function readJson(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same, as JSON would say it: without keys that are undefined. */
function plainOf(value: unknown): unknown {
  return value === undefined ? null : JSON.parse(JSON.stringify(value));
}
