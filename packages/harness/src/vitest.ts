/**
 * @packageDocumentation
 *
 * Matchers for runs: `import '@hoplite/harness/vitest'` once, and `expect(run).toTerminateWithin({ turns: 8 })` everywhere.
 * A run is what `simulate` and `runScenario` resolve to. What a matcher says when it fails has the run in it, as text.
 */
import { isReason, type Reason } from '@hoplite/p2p';
import { expect } from 'vitest';
import { stoppedFor } from './matchers/stopping.ts';
import { checkLimits, terminationProblems, type TerminationLimits } from './matchers/termination.ts';
import type { RunRecord } from './record.ts';
import { reportText } from './report/index.ts';
import { jobFacts, stateOf } from './report/words.ts';

export type { TerminationLimits } from './matchers/termination.ts';

export interface StopOptions {
  /** The peers along which it went, by name; the one that was not reached last. */
  readonly path?: readonly string[];
}

declare module 'vitest' {
  // eslint-disable-next-line @typescript-eslint/no-unused-vars -- the declaration that it adds to has it
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** Everything that was begun ended, and within these limits. A job that a brake stopped has ended, too. */
    toTerminateWithin(limits: TerminationLimits): R;
    /** Nothing broke: no invariant, and nothing that the scenario expected. */
    toHoldInvariants(): R;
    /** A job was stopped for this reason. */
    toStopFor(reason: Reason, options?: StopOptions): R;
  }
}

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers themselves, for an `expect` of one's own: `expect.extend(matchers)`. */
export const matchers = {
  toTerminateWithin(received: unknown, limits: TerminationLimits): Result {
    const run = runOf(received, 'toTerminateWithin');
    checkLimits({ ...limits });
    const problems = terminationProblems(run, limits);
    const words = Object.entries(limits).map(([name, most]) => `${name} ≤ ${String(most)}`);
    return verdict(run, problems, `to terminate within ${words.join(', ')}`);
  },
  toHoldInvariants(received: unknown): Result {
    const run = runOf(received, 'toHoldInvariants');
    return verdict(
      run,
      run.violations.map(({ rule, detail }) => `${rule}: ${detail}`),
      'to hold all invariants',
    );
  },
  toStopFor(received: unknown, reason: Reason, { path }: StopOptions = {}): Result {
    const run = runOf(received, 'toStopFor');
    if (!isReason(reason))
      throw new TypeError(`toStopFor: "${String(reason)}" is no stop reason (docs/stop-reasons.md)`);
    const problems =
      stoppedFor(run, reason, path).length > 0
        ? []
        : run.jobs.map((job) => `${job.origin}'s job ended ${stateOf(job)}, ${jobFacts(job)}`);
    const along = path === undefined ? '' : ` along ${path.join(' → ')}`;
    const isMissing = run.jobs.length === 0 ? ['no job was begun'] : problems;
    return verdict(run, isMissing, `to stop for ${reason}${along}`);
  },
};

expect.extend(matchers);

function verdict(run: RunRecord, problems: readonly string[], expected: string): Result {
  const pass = problems.length === 0;
  return {
    pass,
    message: () =>
      [
        `expected the run${pass ? ' not' : ''} ${expected}`,
        ...problems.slice(0, 10).map((problem) => `  ${problem}`),
        ...(problems.length > 10 ? [`  and ${problems.length - 10} more`] : []),
        '',
        reportText(run),
      ].join('\n'),
  };
}

/** @throws {TypeError} when it is no run, so that `.not` cannot pass by mistake */
function runOf(received: unknown, matcher: string): RunRecord {
  if (isRun(received)) return received;
  const hint =
    received instanceof Promise ? 'a promise: await it, or write expect(…).resolves' : `${typeof received}, not a run`;
  throw new TypeError(`${matcher} looks at a run, as simulate() and runScenario() resolve to; this is ${hint}`);
}

function isRun(value: unknown): value is RunRecord {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['messages', 'turns', 'jobs', 'violations'].every((name) => Array.isArray((value as Record<string, unknown>)[name]))
  );
}
