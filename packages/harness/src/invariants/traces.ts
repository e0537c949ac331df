import type { JobTrace } from '@hoplite/node';
import type { World } from '../world/world.ts';
import { ask } from './ask.ts';

/** What a node that runs has kept of a job. */
export interface Kept {
  readonly node: string;
  readonly trace: JobTrace;
}

/** A job is looked at every time so often; then at each doubling of what was told of it. */
const LOOKS_AT_ONCE = 4;

/**
 * Looks at what nodes have kept of jobs, when something of them is new. To read a job costs as much as it has messages, so
 * a long one is looked at less and less often: in all, the cost grows as the messages do.
 */
export class Traces {
  readonly #world: World;
  readonly #told = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Of the jobs that were touched, by the nodes that told of them. */
  due(touched: ReadonlyMap<string, ReadonlySet<string>>): readonly Kept[] {
    return [...touched].flatMap(([jobId, nodes]) =>
      [...nodes].flatMap((node) => (this.#isDue(`${node}\n${jobId}`) ? this.#trace(node, jobId) : [])),
    );
  }

  /** Of all these jobs, by every node that has a part in them. */
  all(jobs: Iterable<{ readonly jobId: string; readonly nodes: Iterable<string> }>): readonly Kept[] {
    const running = new Set(this.#world.running);
    const all: Kept[] = [];
    for (const { jobId, nodes } of jobs) {
      const seen = new Set<string>();
      const next = [...nodes];
      for (let node = next.pop(); node !== undefined; node = next.pop()) {
        if (seen.has(node) || !running.has(node)) continue;
        seen.add(node);
        for (const kept of this.#trace(node, jobId)) {
          all.push(kept);
          for (const { from, to, outcomes } of kept.trace.hops)
            next.push(from, to, ...outcomes.map(({ peer }) => peer));
        }
      }
    }
    return all;
  }

  #isDue(key: string): boolean {
    const told = (this.#told.get(key) ?? 0) + 1;
    this.#told.set(key, told);
    return told <= LOOKS_AT_ONCE || (told & (told - 1)) === 0;
  }

  #trace(node: string, jobId: string): readonly Kept[] {
    const trace = ask(this.#world, node, (asked) => asked.trace(jobId));
    return trace === undefined ? [] : [{ node, trace }];
  }
}
