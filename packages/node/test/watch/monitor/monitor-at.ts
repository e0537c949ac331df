import { createHash } from 'node:crypto';
import { decodeNotice, type Lineage, type NoticeContent, type ProgressTick, type Signer } from '@hoplite/p2p';
import type { StoredIntervention, StoredJob } from '../../../src/ports/store.ts';
import { Monitor } from '../../../src/watch/monitor/monitor.ts';
import { NOW, rootOf } from '../../admission/crossings.ts';
import { runtimeAt, type RuntimeAt, type RuntimeAtInit } from '../../turns/runtime-at.ts';

export interface MonitorAt extends RuntimeAt {
  readonly monitor: Monitor;
  /** What was told to whoever listens. */
  readonly interventions: StoredIntervention[];
  /** A job that began here, as it is recorded; by default `job-1`, open, in its first epoch. */
  job(changes?: Partial<StoredJob>): StoredJob;
  /** Steps of peers in a job, one millisecond after each other; each is a peer and the state that it led to. */
  steps(steps: readonly (readonly [Signer, string])[], changes?: Partial<ProgressTick>, jobId?: string): void;
}

/** A monitor on a runtime with everything real but the network and the time. */
export function monitorAt(signer: Signer, init: RuntimeAtInit = {}): MonitorAt {
  const at = runtimeAt(signer, init);
  const monitor = new Monitor({ runtime: at.runtime });
  const interventions: StoredIntervention[] = [];
  monitor.onIntervention((intervention) => void interventions.push(intervention));
  const job = (changes: Partial<StoredJob> = {}): StoredJob => {
    const record = { ...recordOf(rootOf()), ...changes };
    at.store.putJob(record);
    return record;
  };
  const steps: MonitorAt['steps'] = (steps, changes = {}, jobId = 'job-1') => {
    const epoch = at.store.job(jobId)?.epoch ?? 0;
    for (const [peer, state] of steps) {
      at.clock.advance(1);
      monitor.onTick(jobId, epoch, tickOf(peer, state, { at: at.clock.now(), ...changes }));
    }
  };
  return { ...at, monitor, interventions, job, steps };
}

export function tickOf({ peerId }: Signer, state: string, changes: Partial<ProgressTick> = {}): ProgressTick {
  return {
    peer: peerId,
    at: NOW,
    enabledTransitions: 1,
    fired: 1,
    state: createHash('sha256').update(state).digest(),
    goalDistance: 0,
    goal: 'obligations',
    waitFor: [],
    ...changes,
  };
}

/** The same steps again and again, `count` in all. */
export function around<T>(round: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, at) => round[at % round.length]).filter((step) => step !== undefined);
}

/** What was given to single peers. */
export function noticesTo({ told }: RuntimeAt): readonly { readonly peer: string; readonly content?: NoticeContent }[] {
  return told.notified.map(({ peer, bytes }) => {
    const content = decodeNotice(bytes)?.content;
    return content === undefined ? { peer } : { peer, content };
  });
}

function recordOf({ job }: Lineage): StoredJob {
  const { jobId, epoch, maxDepth, credit, issuedAt, expiresAt } = job;
  return {
    ...{ jobId, epoch, maxDepth, credit, expiresAt, startedAt: issuedAt },
    ...{ state: 'open', target: 'somebody', channel: 'task', brief: '""', path: [], left: credit, turns: 0 },
  };
}
