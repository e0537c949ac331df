import type { Violation } from '../record.ts';
import { violation, type Invariant } from './invariant.ts';

/** I6, in the end: when nothing runs any more, nobody waits in a circle. What happens meanwhile: `circles.ts`. */
export const nobodyWaitsInACircle: Invariant = {
  id: 'I6',
  says: 'no cycle of waits is left',
  when: 'at rest',
  watch:
    ({ looked }) =>
    () => {
      const waits = new Map<string, Set<string>>();
      for (const { trace } of looked()) {
        for (const { from, outcomes } of trace.hops) {
          for (const { peer, state } of outcomes) {
            if (state === 'waiting') waits.set(from, (waits.get(from) ?? new Set()).add(peer));
          }
        }
      }
      return cycleViolations(waits);
    },
};

/** A violation for a cycle in who waits for whom, if there is one. */
export function cycleViolations(waits: ReadonlyMap<string, ReadonlySet<string>>): readonly Violation[] {
  const cycle = cycleIn(waits);
  return cycle === undefined ? [] : [violation('I6', `these wait for each other: ${cycle.join(' → ')}`)];
}

/** Some cycle of a graph, its first node again at its end; undefined when there is none. Linear in the edges. */
export function cycleIn(edges: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const path: { readonly at: string; readonly next: Iterator<string> }[] = [];
    const onPath = new Set<string>();
    const enter = (at: string): void => {
      onPath.add(at);
      path.push({ at, next: (edges.get(at) ?? new Set<string>())[Symbol.iterator]() });
    };
    if (!done.has(start)) enter(start);
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const step = top.next.next();
      const to = step.done === true ? undefined : step.value;
      if (to === undefined) {
        done.add(top.at);
        onPath.delete(top.at);
        path.pop();
      } else if (onPath.has(to)) {
        const names = path.map(({ at }) => at);
        return [...names.slice(names.indexOf(to)), to];
      } else if (!done.has(to)) {
        enter(to);
      }
    }
  }
  return undefined;
}
