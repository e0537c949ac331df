import type { HaltScope, HaltView } from '../sdk.ts';
import { printable } from './printable.ts';
import { shortId } from './table.ts';

/** What is halted: "job 1a2b3c4d", "the agent of beta", "everything". */
export function scopeWords(scope: HaltScope, nameOf: (peerId: string) => string): string {
  switch (scope.kind) {
    case 'job':
      return `job ${printable(shortId(scope.jobId))}`;
    case 'peer':
      return `the agent of ${printable(nameOf(scope.peer))}`;
    case 'all':
      return 'everything';
  }
}

/** "job 1a2b3c4d is halted by alpha: it costs too much" */
export function haltedWords(
  { scope, by, note }: Pick<HaltView, 'scope' | 'by' | 'note'>,
  nameOf: (peerId: string) => string,
  state: 'halted' | 'resumed' = 'halted',
): string {
  return `${scopeWords(scope, nameOf)} is ${state} by ${printable(by)}${note === '' ? '' : `: ${printable(note)}`}`;
}
