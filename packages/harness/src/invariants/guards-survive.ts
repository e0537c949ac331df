import { violation, type Invariant } from './invariant.ts';
import { Reader } from './reader.ts';

/** I8, after each restart. */
export const guardsSurvive: Invariant = {
  id: 'I8',
  says: 'guards are the same after a restart',
  when: 'always',
  watch: ({ world }) => {
    const restarts = new Reader(() => world.restarts);
    return () =>
      restarts.read().flatMap(({ node, before, after }) => {
        const known = recordOf(after);
        return Object.entries(recordOf(before))
          .filter(([guard, was]) => JSON.stringify(known[guard]) !== JSON.stringify(was))
          .map(([guard, was]) =>
            violation('I8', `${node} has forgotten by its restart: ${guard}: ${JSON.stringify(was)}`, { peer: node }),
          );
      });
  },
};

function recordOf(guards: unknown): Readonly<Record<string, unknown>> {
  return typeof guards === 'object' && guards !== null ? { ...guards } : {};
}
