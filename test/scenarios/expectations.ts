import { deepStrictEqual, fail } from 'node:assert/strict';
import { inspect } from 'node:util';

/** Fails unless both are deeply equal. */
export function same(actual: unknown, expected: unknown, about = 'not what it should be'): void {
  try {
    deepStrictEqual(actual, expected);
  } catch {
    fail(`${about}: ${show(actual)}, expected ${show(expected)}`);
  }
}

/** Fails unless `actual` has everything that `expected` has; arrays have the same length, and strings are equal. */
export function has(actual: unknown, expected: unknown, about = 'not what it should be'): void {
  if (!fits(actual, expected)) fail(`${about}: ${show(actual)}, expected it to have ${show(expected)}`);
}

/** Fails unless something is so. */
export function holds(condition: boolean, about: string): void {
  if (!condition) fail(about);
}

/** Fails unless a promise rejects with an error of this name. */
export async function rejects(promise: Promise<unknown>, name: string): Promise<void> {
  const failed = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failed instanceof Error) || failed.name !== name) fail(`expected ${name}, got ${String(failed)}`);
}

function fits(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    const items: readonly unknown[] = expected;
    return (
      Array.isArray(actual) && actual.length === items.length && items.every((item, index) => fits(actual[index], item))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    return (
      typeof actual === 'object' &&
      actual !== null &&
      Object.entries(expected).every(([key, value]) => fits((actual as Record<string, unknown>)[key], value))
    );
  }
  return Object.is(actual, expected);
}

function show(value: unknown): string {
  return inspect(value, { depth: 12, breakLength: 120 });
}
