import { violation, type Invariant } from './invariant.ts';

/** I10: asked when the world says that it has come to rest. */
export const comesToRest: Invariant = {
  id: 'I10',
  says: 'with no new input the network comes to rest: no turn runs, and no job is open',
  when: 'at rest',
  watch:
    ({ world, history }) =>
    () =>
      world.running.flatMap((name) => [
        ...(history.runningAt(name) > 0
          ? [violation('I10', `${history.runningAt(name)} turns still run at ${name}`, { peer: name })]
          : []),
        ...world
          .node(name)
          .jobs({ limit: 1000 })
          .filter(({ state }) => state === 'open' || state === 'frozen')
          .map(({ jobId, state }) => violation('I10', `a job of ${name} is ${state} still`, { jobId, peer: name })),
      ]),
};
