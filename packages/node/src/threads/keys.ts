import type { HaltScope } from '@hoplite/p2p';

/** What a notice is about, as the store knows it: a later one with the same key takes its place. */
/** By origin: a job of another origin is another one, whatever it calls itself. */
export function freezeKey(jobId: string, origin: string): string {
  return `freeze/${jobId}/${origin}`;
}

/** What the origin of a job says of it, who may have no right here to anything else. */
export function ownHaltKey(jobId: string, origin: string): string {
  return `halt/job/${jobId}/${origin}`;
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
