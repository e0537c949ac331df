import { MAX_HOP_DEPTH } from '@hoplite/p2p';
import type { Violation } from '../record.ts';
import type { JobHistory } from './history.ts';
import { violation, type Invariant } from './invariant.ts';
import { Reader } from './reader.ts';

/** I2, at any moment. */
export const workIsBounded: Invariant = {
  id: 'I2',
  says: 'a job causes no more turns than its credit, and no path is longer than the hop budget',
  when: 'always',
  watch: ({ world, history }) => {
    const events = new Reader(() => world.events);
    const told = new Set<string>();
    const tooMuch = (jobId: string): readonly Violation[] => {
      const job = history.jobs.get(jobId);
      const excess = job === undefined || told.has(jobId) ? undefined : excessOf(job, history.isHonest());
      if (excess !== undefined) told.add(jobId);
      return excess === undefined ? [] : [violation('I2', excess, { jobId })];
    };
    // Of a job that a person has answered, the path ends with the hop that was refused.
    const isByPerson = (jobId: string): boolean => history.jobs.get(jobId)?.isSettledByPerson === true;
    return () =>
      events.read().flatMap((seen) => {
        switch (seen.event) {
          case 'turn:started':
            return seen.depth >= MAX_HOP_DEPTH
              ? [
                  violation('I2', `a turn at ${seen.node} is ${seen.depth} hops deep`, {
                    jobId: seen.jobId,
                    peer: seen.node,
                    at: seen.at,
                  }),
                ]
              : tooMuch(seen.jobId);
          case 'job.started':
            return tooMuch(seen.jobId);
          case 'job.done':
            return seen.job.state === 'done' && seen.job.depth >= MAX_HOP_DEPTH && !isByPerson(seen.job.jobId)
              ? [
                  violation('I2', `a job was done along ${seen.job.depth} hops: ${seen.job.path.join(' → ')}`, {
                    jobId: seen.job.jobId,
                    at: seen.at,
                  }),
                ]
              : tooMuch(seen.job.jobId);
          default:
            return [];
        }
      });
  },
};

/** I2, when it is known who cheated: also where somebody took part who keeps no rule. */
export const workWasBounded: Invariant = {
  id: 'I2',
  says: 'a job of which nobody has spent credit twice caused no more turns than its credit',
  when: 'at rest',
  watch:
    ({ history }) =>
    () =>
      [...history.jobs.values()].flatMap((job) => {
        const excess = excessOf(job, !job.isCheated);
        return excess === undefined ? [] : [violation('I2', excess, { jobId: job.jobId })];
      }),
};

function excessOf({ granted, starts, releases, turns }: JobHistory, isHonest: boolean): string | undefined {
  // The next epoch may have begun to work before its origin tells of it.
  const isBeingReleased = releases > starts - 1;
  if (!isHonest || granted.size === 0 || isBeingReleased) return undefined;
  const minted = [...granted.values()].reduce((sum, credit) => sum + credit, 0);
  return turns > minted ? `the job caused ${turns} turns, and was granted ${minted}` : undefined;
}
