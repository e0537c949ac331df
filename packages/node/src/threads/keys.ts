import type { HaltScope } from '@hoplite/p2p';

// What a notice is about, as the store knows it: a later one with the same key takes its place.

/** By origin: a job of another origin is another one, whatever it calls itself. */
export function freezeKey(jobId: string, origin: string): string {
  return `freeze/${jobId}/${origin}`;
}

/** All halts and resumes, and nothing else, begin so. */
export const HALT_PREFIX = 'halt/';

/** What the origin of a job says of it, who may have no right here to anything else. */
export function ownHaltKey(jobId: string, origin: string): string {
  return `${HALT_PREFIX}job/${jobId}/${origin}`;
}

export function haltKey(scope: HaltScope): string {
  switch (scope.kind) {
    case 'all':
      return `${HALT_PREFIX}all`;
    case 'peer':
      return `${HALT_PREFIX}peer/${scope.peer}`;
    case 'job':
      return `${HALT_PREFIX}job/${scope.jobId}`;
  }
}
