import { expect, test } from 'vitest';
import { jobRecords } from '../../src/cli/job-records.ts';
import { cycleViolations } from '../../src/invariants/waits.ts';
import type { RunRecord } from '../../src/record.ts';

test('a record by jobs loses no violation, also of one that is of no job', () => {
  const violations = cycleViolations(
    new Map([
      ['alpha', new Set(['beta'])],
      ['beta', new Set(['alpha'])],
    ]),
  );
  const record: RunRecord = {
    ...{ id: 'log', source: '', says: '', kind: 'log', peers: [], startedAt: 0, endedAt: 0, effort: { steps: 0 } },
    ...{ messages: [], turns: [], jobs: [], waits: [], escalations: [], faults: [], violations },
  };
  expect(violations).toHaveLength(1);
  expect(jobRecords(record).flatMap((one) => one.violations)).toEqual(violations);
});
