import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifies } from '@hoplite/test/requirements';
import { openStoreReadOnly } from '../../src/store/open-read-only.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { intervention, usage } from '../../compliance/store-samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

let temporary: ReturnType<typeof temporaryDirectory>;
let file: string;
beforeEach(() => {
  temporary = temporaryDirectory();
  file = join(temporary.directory, 'hoplite.db');
});
afterEach(() => temporary.remove());

test('what was used and what the monitor did is read while the node runs, as it stood when the reader was opened', async () => {
  verifies('breaker.usage');
  const store = openSqliteStore({ file });
  store.addUsage(usage());
  store.addIntervention(intervention({ window: '[]' }));
  await store.written();
  const reader = openStoreReadOnly(file);
  store.addUsage(usage());
  store.addIntervention(intervention({ action: 'freeze' }));
  await store.written();
  expect(reader.interventions('job1')).toStrictEqual([intervention({ window: '[]' })]);
  expect(reader.interventions('job2')).toEqual([]);
  expect(reader.usage({ by: 'job', limit: 10 })).toMatchObject([{ key: 'job1', inputTokens: 100 }]);
  expect(reader.usage({ by: 'model', jobId: 'job2', limit: 10 })).toEqual([]);
  reader.close();
  store.close();
  expect(() => reader.interventions('job1')).toThrow();
  expect(() => reader.usage({ by: 'day', limit: 1 })).toThrow();
});
