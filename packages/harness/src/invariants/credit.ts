import type { JobReport } from '@hoplite/node';
import type { Violation } from '../record.ts';
import { violation, type Invariant } from './invariant.ts';
import { Reader } from './reader.ts';

/** I1, at any moment: an account never holds more than was minted. */
export const creditNeverExceeds: Invariant = {
  id: 'I1',
  says: 'credit spent and credit left are never more than was granted',
  when: 'always',
  watch: ({ world, looked }) => {
    const events = new Reader(() => world.events);
    return () => [
      ...events.read().flatMap((seen) => (seen.event === 'job.done' ? accountOf(seen.job, seen.node) : [])),
      ...looked().flatMap(({ node, trace }) => [
        ...(trace.summary === undefined ? [] : accountOf(trace.summary, node)),
        ...trace.hops.flatMap((hop) =>
          hop.outcomes.flatMap(({ peer, credit }) => {
            const claimed = credit === undefined ? 0 : credit.returned + credit.burnt + credit.open;
            // What somebody dishonest claims is theirs; what a node of ours says must add up.
            return claimed > hop.credit && world.running.includes(peer)
              ? [
                  violation('I1', `${peer} accounts for ${claimed} turns, and was granted ${hop.credit}`, {
                    jobId: trace.jobId,
                    peer,
                  }),
                ]
              : [];
          }),
        ),
      ]),
    ];
  },
};

function accountOf({ jobId, turns, credit, state }: JobReport, peer: string): readonly Violation[] {
  return turns + credit.left > credit.granted
    ? [
        violation(
          'I1',
          `the job (${state}) accounts for ${turns} turns and ${credit.left} left, and was granted ${credit.granted}`,
          { jobId, peer },
        ),
      ]
    : [];
}

/** I1, when all has settled: every turn that was seen is paid for. */
export const creditAddsUp: Invariant = {
  id: 'I1',
  says: 'no credit is minted or lost on the way: every turn is paid for',
  when: 'at rest',
  watch:
    ({ world, history }) =>
    () =>
      world.running.flatMap((name) =>
        world
          .node(name)
          .jobs({ limit: 1000 })
          .flatMap(({ jobId, credit, state }) => {
            const job = history.jobs.get(jobId);
            // A peer that cheats pays for turns from nowhere; after a release the account is of the last epoch only.
            if (job === undefined || job.isCheated || job.starts > 1 || job.isSettledByPerson) return [];
            const used = credit.granted - credit.left;
            const isOver = state !== 'open' && state !== 'frozen';
            return isOver && job.turns > used
              ? [violation('I1', `the job used up ${used} of its credit for ${job.turns} turns`, { jobId, peer: name })]
              : [];
          }),
      ),
};
