import type { World } from '../world/world.ts';

/** What a node knows that keeps it from doing something again: halts, stopped jobs, what its person has been asked. */
export type Guards = Readonly<Record<string, string>>;

/**
 * The guards of a node that runs, to be compared with those after its restart. Without who is named in them: a node that has
 * not met a peer since has its ID in place of its name.
 */
export function guardsOf(world: World, name: string): Guards {
  const node = world.node(name);
  const guards: Record<string, string> = {};
  for (const { scope, note } of node.halts()) guards[`halt ${JSON.stringify(scope)}`] = note;
  for (const { id, state, reason, path } of node.inbox({ all: true, limit: 1000 })) {
    guards[`inbox ${id}`] = `${state} ${reason}, a path of ${path.length}`;
  }
  for (const jobId of jobsOf(world)) {
    const thread = node.trace(jobId)?.thread ?? { state: 'open' };
    if (thread.state !== 'open')
      guards[`job ${jobId}`] = [thread.state, 'reason' in thread ? thread.reason : ''].join(' ').trim();
  }
  return guards;
}

/** IDs of all jobs that the world has seen anything of. */
export function jobsOf(world: World): readonly string[] {
  const told = world.events.flatMap((event) => ('jobId' in event ? [event.jobId] : []));
  const begun = world.running.flatMap((name) =>
    world
      .node(name)
      .jobs({ limit: 1000 })
      .map(({ jobId }) => jobId),
  );
  return [...new Set([...told, ...begun])];
}
