import type { Exploration } from '../explorer/index.ts';
import type { RunRecord } from '../record.ts';

/** An exploration as a run, for reports: its counterexample, or a run that shows only how much was visited. */
export function explorationRecord(exploration: Exploration, id: string, says: string): RunRecord {
  const { counterexample, violation, states, transitions, verdict } = exploration;
  if (counterexample !== undefined) return counterexample;
  return {
    id,
    source: 'the explorer of @hoplite/harness',
    says,
    kind: 'counterexample',
    peers: [],
    startedAt: 0,
    endedAt: 0,
    messages: [],
    turns: [],
    jobs: [],
    waits: [],
    escalations: [],
    faults: [],
    violations: violation === undefined ? [] : [violation],
    ...(verdict === 'interrupted' || verdict === 'bounded' ? { unfinished: verdict } : {}),
    effort: { steps: transitions, states },
  };
}
