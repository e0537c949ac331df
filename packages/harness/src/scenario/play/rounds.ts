import type { JsonValue } from '@hoplite/tools';

type Loop = { readonly repeat: number } | { readonly each: Readonly<Record<string, readonly JsonValue[]>> };

/** What is bound in each round of a loop. Lists are combined, the last one fastest. */
export function* roundsIn(loop: Loop): Generator<Readonly<Record<string, JsonValue>>> {
  if ('repeat' in loop) {
    for (let i = 1; i <= loop.repeat; i += 1) yield { i };
    return;
  }
  let i = 0;
  for (const values of combinations(Object.entries(loop.each))) {
    i += 1;
    yield { i, ...values };
  }
}

function* combinations(
  lists: readonly (readonly [string, readonly JsonValue[]])[],
): Generator<Readonly<Record<string, JsonValue>>> {
  const [first, ...rest] = lists;
  if (first === undefined) {
    yield {};
    return;
  }
  const [name, values] = first;
  for (const value of values) {
    for (const others of combinations(rest)) yield { [name]: value, ...others };
  }
}
