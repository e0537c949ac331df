import { violation, type Invariant } from './invariant.ts';

/** I11: only of honest work. */
export const honestWorkIsDone: Invariant = {
  id: 'I11',
  says: 'honest work is done, no brake fires on it, and nobody is asked',
  when: 'at rest',
  watch:
    ({ world, isLegit }) =>
    () =>
      isLegit
        ? [
            ...world.events.flatMap((seen) =>
              seen.event === 'refused'
                ? [
                    violation('I11', `a brake fired on honest work at ${seen.node}: ${seen.reason}, ${seen.detail}`, {
                      at: seen.at,
                      peer: seen.node,
                      ...(seen.jobId === undefined ? {} : { jobId: seen.jobId }),
                    }),
                  ]
                : [],
            ),
            ...world.running.flatMap((name) => [
              ...world
                .node(name)
                .inbox()
                .map(({ jobId, reason }) =>
                  violation('I11', `something waits for a person at ${name}: ${reason}`, {
                    ...(jobId === '' ? {} : { jobId }),
                    peer: name,
                  }),
                ),
              ...world
                .node(name)
                .jobs({ limit: 1000 })
                .filter(({ state }) => state !== 'done')
                .map(({ jobId, state, reason }) =>
                  violation('I11', `a job of ${name} is ${[state, reason].join(' ').trim()}`, { jobId, peer: name }),
                ),
            ]),
          ]
        : [],
};
