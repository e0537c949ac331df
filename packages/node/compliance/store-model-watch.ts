import fc from 'fast-check';
import type { Store } from '../src/ports/store.ts';
import { BETA, change, GAMMA, intervention, ME, spend, usage } from './store-samples.ts';
import { step, type Call } from './store-step.ts';

// Few names and days, as those of the other steps; some of the days are past their time in the far future only.
const peer = fc.constantFrom(ME, BETA, GAMMA);
const JOBS = ['a', 'b', 'c', 'd'] as const;
const jobId = fc.constantFrom(...JOBS);
const day = fc.constantFrom('1969-12-02', '1970-01-01', '1970-01-02', '2999-12-31');
const time = fc.nat({ max: 50 });
const limit = fc.nat({ max: 6 });
const amount = fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 1_000 }) }, fc.maxSafeNat());

const BYS = ['day', 'job', 'agent', 'model'] as const;
const by = fc.constantFrom(...BYS);

/** Calls of what is kept of the circuit breaker and of the monitor. */
export const watchSteps: fc.Arbitrary<Call> = fc.oneof(
  fc
    .record({
      ...{ day, jobId, agent: peer, model: fc.constantFrom('', 'small', 'large') },
      ...{ inputTokens: amount, outputTokens: amount, cachedTokens: amount, costMicroUsd: amount },
    })
    .map(usage)
    .map((it) => step('addUsage', (store) => store.addUsage(it), it)),
  fc
    .record({ by, limit, since: day, jobId }, { requiredKeys: ['by', 'limit'] })
    .map((query) => step('usage', (store) => store.usage(query), query)),
  fc
    .record({ peer, tokens: amount, costMicroUsd: amount, baseTokens: amount, baseCostMicroUsd: amount, at: time })
    .map(spend)
    .map((it) => step('putSpend', (store) => store.putSpend(it), it)),
  fc
    .tuple(fc.constantFrom('breaker', 'other'), fc.json())
    .map(([key, json]) => step('putState', (store) => store.putState(key, json), key, json)),
  fc
    .record({ at: time, to: fc.constantFrom('healthy', 'stopped'), reason: fc.string() })
    .map(change)
    .map((it) => step('addBreakerChange', (store) => store.addBreakerChange(it), it)),
  limit.map((most) => step('breakerChanges', (store) => store.breakerChanges(most), most)),
  fc
    .record({ jobId, at: time, by: peer, path: fc.array(peer), window: fc.json() }, { requiredKeys: ['jobId', 'at'] })
    .map(intervention)
    .map((it) => step('addIntervention', (store) => store.addIntervention(it), it)),
);

/** All that can be asked about what those steps leave. */
export function watchQuestions(store: Store): Record<string, unknown> {
  return {
    usage: BYS.map((each) => [
      store.usage({ by: each, limit: 100 }),
      store.usage({ by: each, limit: 100, since: '1970-01-01' }),
      ...JOBS.map((job) => store.usage({ by: each, limit: 100, jobId: job })),
    ]),
    spends: store.spends(),
    states: ['breaker', 'other', 'none'].map((key) => store.state(key)),
    changes: store.breakerChanges(100),
    interventions: JOBS.map((job) => store.interventions(job)),
  };
}
