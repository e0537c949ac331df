import fc from 'fast-check';
import type { Store } from '../src/ports/store.ts';

/** One call, the same on both stores. */
export interface Call {
  readonly says: string;
  readonly call: (store: Store) => unknown;
}

/** A call; a wait for what was written; or the end of the process. */
export type Step = Call | 'written' | 'reopen';

export function step(name: string, call: (store: Store) => unknown, ...args: readonly unknown[]): Call {
  return { says: `${name}(${args.map((arg) => fc.stringify(arg)).join(', ')})`, call };
}
