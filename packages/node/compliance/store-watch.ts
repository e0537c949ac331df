import { describe, expect, test } from 'vitest';
import type { Store } from '../src/ports/store.ts';
import { DEFAULT_KEEP_JOBS_MS } from '../src/store/sqlite-store.ts';
import { BETA, change, escalation, GAMMA, intervention, job, ME, spend } from './store-samples.ts';

/** So late that everything is past its time. */
const FAR_FUTURE = Date.UTC(3000, 0);

const LARGEST = Number.MAX_SAFE_INTEGER;

/** What every store must keep of the circuit breaker and of the monitor. */
export function storeWatchCompliance(current: () => Store, reopen: () => Promise<void>): void {
  describe('spends', () => {
    test('are read back as they were, also after a restart, one of each peer', async () => {
      const largest = spend({
        peer: GAMMA,
        tokens: LARGEST,
        costMicroUsd: LARGEST,
        baseTokens: 0,
        baseCostMicroUsd: 0,
      });
      const later = spend({ tokens: 901, costMicroUsd: 4_001, baseTokens: 900, baseCostMicroUsd: 4_000, at: 900 });
      [spend(), largest].forEach((it) => current().putSpend(it));
      expect(current().spends()).toStrictEqual([spend(), largest]);
      current().putSpend(later);
      await reopen();
      expect(current().spends()).toStrictEqual([later, largest]);
    });

    test('are kept of 4,096 peers, whatever their time; the oldest go first', () => {
      for (let index = 0; index < 4_096; index += 1)
        current().putSpend(spend({ peer: `p${index}`, at: 1_000 + index }));
      current().putSpend(spend({ peer: 'p0', at: 9_000 }));
      expect(current().prune(FAR_FUTURE)).toBe(0);
      expect(current().spends()).toHaveLength(4_096);
      current().putSpend(spend({ peer: 'new', at: 9_000 }));
      const peers = current()
        .spends()
        .map(({ peer }) => peer);
      expect(peers).toHaveLength(4_096);
      expect(['p0', 'p1', 'p2', 'new'].map((peer) => peers.includes(peer))).toEqual([true, false, true, true]);
    });
  });

  describe('state', () => {
    test('is read back by its name, also after a restart, as it was last put', async () => {
      current().putState('breaker', '{"level":"steering"}');
      current().putState('other', '"Grüße 😀"');
      current().putState('breaker', '{"level":"healthy"}');
      await reopen();
      expect(current().state('breaker')).toBe('{"level":"healthy"}');
      expect(current().state('other')).toBe('"Grüße 😀"');
      expect(current().state('Breaker')).toBeUndefined();
      expect(current().prune(FAR_FUTURE)).toBe(0);
    });
  });

  describe('changes of the breaker', () => {
    test('are read back newest first, at most as many as asked for, also after a restart', async () => {
      const changes = [
        change(),
        change({
          from: 'steering',
          to: 'constrained',
          action: 'constrain',
          at: 2_000,
          reason: 'error storm: 5 errors',
        }),
        change({ from: 'constrained', to: 'healthy', action: 'reset', at: 500, reason: 'a person began anew' }),
      ];
      changes.forEach((it) => current().addBreakerChange(it));
      await reopen();
      expect(current().breakerChanges(10)).toStrictEqual(changes.toReversed());
      expect(current().breakerChanges(1)).toStrictEqual(changes.slice(-1));
      expect(current().breakerChanges(0)).toEqual([]);
    });

    test('are kept up to 10,000, whatever their time', () => {
      for (let index = 0; index <= 10_000; index += 1) current().addBreakerChange(change({ reason: `r${index}` }));
      expect(current().prune(FAR_FUTURE)).toBe(0);
      const reasons = current()
        .breakerChanges(20_000)
        .map(({ reason }) => reason);
      expect([reasons.length, reasons[0], reasons.at(-1)]).toEqual([10_000, 'r10000', 'r1']);
    });
  });

  describe('interventions', () => {
    const details = (jobId: string): readonly string[] =>
      current()
        .interventions(jobId)
        .map(({ detail }) => detail);

    test('of a job are read back as they were, oldest first, also after a restart', async () => {
      const frozen = intervention({ epoch: 3, action: 'freeze', at: 500, by: BETA });
      const unclear = intervention({ kind: 'indeterminate', action: 'none', path: [], window: '[{"t":1}]' });
      const circle = intervention({ jobId: 'job2', kind: 'deadlock', action: 'break_cycle', path: [ME, BETA, ME] });
      [intervention(), circle, frozen, unclear].forEach((it) => current().addIntervention(it));
      await reopen();
      expect(current().interventions('job1')).toStrictEqual([intervention(), frozen, unclear]);
      expect(current().interventions('job2')).toStrictEqual([circle]);
      expect(current().interventions('job3')).toEqual([]);
    });

    test('are kept up to 100 of each job', () => {
      current().addIntervention(intervention({ jobId: 'job2', detail: 'of another' }));
      for (let index = 0; index <= 100; index += 1) current().addIntervention(intervention({ detail: `d${index}` }));
      const kept = details('job1');
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 'd1', 'd100']);
      expect(details('job2')).toEqual(['of another']);
    });

    test('of a job that is kept stay, and the others go when their time is over', () => {
      current().putJob(job());
      current().putJob(job({ jobId: 'over', state: 'stopped', endedAt: 1_500, expiresAt: 2_000 }));
      current().putEscalation(escalation({ jobId: 'asked about' }));
      current().putJob(job({ jobId: 'asked about', state: 'stopped', endedAt: 1_500, expiresAt: 2_000 }));
      for (const jobId of ['job1', 'over', 'asked about', 'unknown'])
        current().addIntervention(intervention({ jobId }));
      expect(current().prune(1_000 + DEFAULT_KEEP_JOBS_MS)).toBe(0);
      expect(current().prune(1_001 + DEFAULT_KEEP_JOBS_MS)).toBe(1);
      expect(details('unknown')).toEqual([]);
      expect(details('over')).toHaveLength(1);
      // The job, and what was done about it.
      expect(current().prune(FAR_FUTURE)).toBe(2);
      expect(['job1', 'over', 'asked about'].map((jobId) => details(jobId).length)).toEqual([1, 0, 1]);
    });
  });
}
