import { describe, expect, test } from 'vitest';
import type { Store, StoredUsage, UsageSum } from '../src/ports/store.ts';
import { DEFAULT_KEEP_JOBS_MS } from '../src/store/sqlite-store.ts';
import { BETA, job, ME, usage } from './store-samples.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What every store must keep of the tokens and the money that agents use. */
export function storeUsageCompliance(current: () => Store, reopen: () => Promise<void>): void {
  describe('usage', () => {
    const add = (...all: readonly Partial<StoredUsage>[]): void => all.forEach((it) => current().addUsage(usage(it)));
    const sums = (by: Parameters<Store['usage']>[0]['by'], of: { since?: string; jobId?: string } = {}): unknown =>
      current()
        .usage({ by, limit: 10, ...of })
        .map(({ key, inputTokens }) => [key, inputTokens]);

    test('adds up in its day, job, agent and model, also after a restart', async () => {
      add({}, { inputTokens: 1, outputTokens: 2, cachedTokens: 3, costMicroUsd: 4 });
      await reopen();
      add({ inputTokens: 0, outputTokens: 0, cachedTokens: 0, costMicroUsd: 1 });
      const sum: UsageSum = {
        ...{ key: '2026-03-01', day: '2026-03-01', inputTokens: 101, outputTokens: 12, cachedTokens: 43 },
        costMicroUsd: 255,
      };
      expect(current().usage({ by: 'day', limit: 10 })).toStrictEqual([sum]);
      expect(current().usage({ by: 'job', limit: 10 })).toStrictEqual([{ ...sum, key: 'job1' }]);
      expect(current().usage({ by: 'agent', limit: 10 })).toStrictEqual([{ ...sum, key: ME }]);
      expect(current().usage({ by: 'model', limit: 10 })).toStrictEqual([{ ...sum, key: 'large' }]);
    });

    test('is summed up by day, job, agent and model, the newest day first', () => {
      add(
        { day: '2026-03-01', jobId: 'b', agent: ME, model: 'large', inputTokens: 1 },
        { day: '2026-03-03', jobId: 'a', agent: BETA, model: 'large', inputTokens: 2 },
        { day: '2026-03-02', jobId: 'a', agent: ME, model: '', inputTokens: 4 },
        { day: '2026-03-02', jobId: 'c', agent: ME, model: 'small', inputTokens: 8 },
      );
      expect(sums('day')).toEqual(Object.entries({ '2026-03-03': 2, '2026-03-02': 12, '2026-03-01': 1 }));
      expect(sums('job')).toEqual(Object.entries({ a: 6, c: 8, b: 1 }));
      expect(sums('agent')).toEqual([
        [BETA, 2],
        [ME, 13],
      ]);
      expect(sums('model')).toEqual(Object.entries({ large: 3, '': 4, small: 8 }));
      expect(
        current()
          .usage({ by: 'job', limit: 1 })
          .map(({ key, day }) => [key, day]),
      ).toEqual([['a', '2026-03-03']]);
      expect(current().usage({ by: 'day', limit: 0 })).toEqual([]);
    });

    test('is asked for since a day, of a job, and both', () => {
      add(
        { day: '2026-02-28', jobId: 'a', inputTokens: 1 },
        { day: '2026-03-01', jobId: 'a', inputTokens: 2 },
        { day: '2026-03-01', jobId: 'b', inputTokens: 4 },
        { day: '2026-03-02', jobId: 'b', inputTokens: 8 },
      );
      expect(sums('day', { since: '2026-03-01' })).toEqual(Object.entries({ '2026-03-02': 8, '2026-03-01': 6 }));
      expect(sums('day', { jobId: 'a' })).toEqual(Object.entries({ '2026-03-01': 2, '2026-02-28': 1 }));
      expect(sums('model', { jobId: 'a', since: '2026-03-01' })).toEqual([['large', 2]]);
      expect(sums('job', { since: '2026-03-03' })).toEqual([]);
      expect(sums('job', { jobId: 'x' })).toEqual([]);
    });

    test('is exact to the last token, and stays at the largest number beyond it', () => {
      add({ inputTokens: LARGEST - 1, outputTokens: LARGEST, costMicroUsd: 2 ** 52, cachedTokens: 0 });
      add({ inputTokens: 1, outputTokens: 1, costMicroUsd: 1, cachedTokens: 0, model: 'small' });
      const sum = { inputTokens: LARGEST, outputTokens: LARGEST, costMicroUsd: 2 ** 52 + 1 };
      expect(current().usage({ by: 'job', limit: 10 })).toMatchObject([sum]);
      add({ inputTokens: 5, outputTokens: LARGEST, costMicroUsd: 0, cachedTokens: 0 });
      expect(current().usage({ by: 'job', limit: 10 })).toMatchObject([sum]);
      expect(current().usage({ by: 'model', limit: 10 })).toMatchObject([{ inputTokens: LARGEST }, { inputTokens: 1 }]);
    });

    test('of two thousand jobs that each say that they used the most there can be is still summed up', () => {
      for (let index = 0; index < 2_000; index += 1) {
        add({ jobId: `job${index}`, outputTokens: LARGEST, inputTokens: 3_000_000_000 });
      }
      expect(current().usage({ by: 'day', limit: 10 })).toMatchObject([
        { outputTokens: LARGEST, inputTokens: 6_000_000_000_000 },
      ]);
    });

    test('names 64 models of a job in a day; that of any more counts as of none', () => {
      const named = Array.from({ length: 65 }, (_, index) => `model${index}`);
      add(...named.map((model) => ({ model, inputTokens: 1 })), { model: 'model3', inputTokens: 1 }, { model: 'x' });
      const models = current().usage({ by: 'model', limit: 100 });
      expect(models.map(({ key }) => key)).toEqual([...named.slice(0, 64), ''].sort());
      expect(models.find(({ key }) => key === 'model3')?.inputTokens).toBe(2);
      expect(models.find(({ key }) => key === '')?.inputTokens).toBe(101);
      add({ model: 'x', jobId: 'job2' }, { model: 'y', day: '2026-03-02' }, { model: 'z', agent: BETA });
      expect(current().usage({ by: 'model', limit: 100 })).toHaveLength(68);
    });

    test('is kept for as long as a job, by its day, whatever becomes of the job', () => {
      const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
      add(...days.map((day) => ({ day })));
      current().putJob(job());
      const second = Date.UTC(2026, 2, 2) + DEFAULT_KEEP_JOBS_MS;
      expect(current().prune(second - 1)).toBe(0);
      expect(current().prune(second)).toBe(1);
      expect(current().prune(second + DAY_MS - 1)).toBe(0);
      expect(current().prune(second + DAY_MS)).toBe(1);
      expect(sums('day')).toEqual([['2026-03-03', 100]]);
      expect(current().prune(LARGEST)).toBe(1);
    });
  });
}
