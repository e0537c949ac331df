/** Who waits for whom. */
export type WaitGraph = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * A circle of waits, the first again at its end; undefined when there is none. The same graph gives the same circle, whatever
 * the order in which it is given. Linear but for the sorting of names.
 */
export function waitCycle(graph: WaitGraph): readonly string[] | undefined {
  const left = inCircles(graph);
  const [first] = [...left.keys()].sort();
  if (first === undefined) {
    return undefined;
  }
  const walk = new Map<string, number>();
  let agent = first;
  // Whoever is left waits for somebody who is left, so the walk comes back to itself.
  while (!walk.has(agent)) {
    walk.set(agent, walk.size);
    const [next] = [...(left.get(agent) ?? [])].sort();
    agent = next ?? agent;
  }
  const circle = [...walk.keys()].slice(walk.get(agent));
  const start = circle.indexOf(circle.reduce((least, name) => (name < least ? name : least)));
  const turned = [...circle.slice(start), ...circle.slice(0, start)];
  return [...turned, ...turned.slice(0, 1)];
}

/** What is left when those that wait for nobody are taken out, again and again: circles, and who waits for one. */
function inCircles(graph: WaitGraph): Map<string, Set<string>> {
  const left = new Map([...graph].map(([agent, on]) => [agent, new Set(on)]));
  const waiters = new Map<string, string[]>();
  for (const [agent, on] of graph) {
    for (const other of on) {
      const known = waiters.get(other);
      if (known === undefined) {
        waiters.set(other, [agent]);
      } else {
        known.push(agent);
      }
    }
  }
  const free = [...new Set([...graph.keys(), ...waiters.keys()])].filter((agent) => !graph.get(agent)?.size);
  for (let agent = free.pop(); agent !== undefined; agent = free.pop()) {
    left.delete(agent);
    for (const waiter of waiters.get(agent) ?? []) {
      const on = left.get(waiter);
      if (on?.delete(agent) === true && on.size === 0) {
        free.push(waiter);
      }
    }
  }
  return left;
}
