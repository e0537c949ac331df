/** How a test run ended, in numbers. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The part of vitest's report on one test file that is counted. */
export interface TestFile {
  readonly children: { allTests(): Iterable<{ result(): { readonly state: TestState } }> };
  state(): TestState | 'queued';
}

type TestState = 'passed' | 'failed' | 'skipped' | 'pending';

/**
 * Counts tests. A file that failed without a failed test (it could not be loaded, a hook threw), an error outside any
 * test and a test that never finished each count as one failure, so that a broken run never reads "0 failed".
 */
export function tally(files: Iterable<TestFile>, unhandledErrors: number): Tally {
  let passed = 0;
  let failed = unhandledErrors;
  let skipped = 0;
  for (const file of files) {
    const before = failed;
    for (const test of file.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') passed++;
      else if (state === 'skipped') skipped++;
      else failed++;
    }
    if (failed === before && (file.state() === 'failed' || file.state() === 'queued')) failed++;
  }
  return { passed, failed, skipped };
}

/** The last line of `npm test`. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A run that executed nothing proves nothing. */
export function isGreen({ passed, failed }: Tally): boolean {
  return failed === 0 && passed > 0;
}
