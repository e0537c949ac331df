import type { HaltScope } from '@hoplite/p2p';

/** What a notice is about, as the store knows it: a later one with the same key takes its place. */
export function freezeKey(jobId: string): string {
  return `freeze/${jobId}`;
}

export function haltKey(scope: HaltScope): string {
  switch (scope.kind) {
    case 'all':
      return 'halt/all';
    case 'peer':
      return `halt/peer/${scope.peer}`;
    case 'job':
      return `halt/job/${scope.jobId}`;
  }
}
