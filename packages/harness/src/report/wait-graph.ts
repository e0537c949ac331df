import type { RunRecord } from '../record.ts';
import { span } from './words.ts';

/** Who waited for whom in a run: an edge a pair, from who waits to who is waited for. */
export interface WaitGraph {
  readonly peers: readonly string[];
  readonly edges: readonly WaitEdge[];
  /** Pairs that are left out, of a graph that is too big. */
  readonly omitted: number;
  /** A circle of peers that still wait for each other at the end, if there is one: nobody of it can go on. */
  readonly circle?: readonly string[];
}

export interface WaitEdge {
  readonly from: string;
  readonly to: string;
  readonly times: number;
  /** The longest of them, in milliseconds; up to the run's end for one that waits still. */
  readonly longest: number;
  readonly isOpen: boolean;
  /** How often it was found to be in a circle of waits, and failed for that. */
  readonly deadlocks: number;
}

/** The graph of a run, of at most `most` pairs. Those that wait still come first, then those that waited longest. */
export function waitGraphOf({ waits, endedAt }: RunRecord, most: number): WaitGraph {
  const edges = new Map<string, WaitEdge>();
  for (const { from, to, since, until, reason } of waits) {
    const key = JSON.stringify([from, to]);
    const before = edges.get(key);
    const ms = Math.max(0, (until ?? endedAt) - since);
    edges.set(key, {
      from,
      to,
      times: (before?.times ?? 0) + 1,
      longest: Math.max(before?.longest ?? 0, ms),
      isOpen: (before?.isOpen ?? false) || until === undefined,
      deadlocks: (before?.deadlocks ?? 0) + (reason === 'deadlock' ? 1 : 0),
    });
  }
  const all = [...edges.values()].sort(
    (one, other) => Number(other.isOpen) - Number(one.isOpen) || other.longest - one.longest,
  );
  const shown = all.slice(0, most);
  const circle = circleOf(all.filter(({ isOpen }) => isOpen));
  return {
    peers: [...new Set(shown.flatMap(({ from, to }) => [from, to]))],
    edges: shown,
    omitted: all.length - shown.length,
    ...(circle === undefined ? {} : { circle }),
  };
}

/** A circle in a graph, its first peer named again at the end. Each edge is walked once; no recursion, however long. */
function circleOf(edges: readonly WaitEdge[]): readonly string[] | undefined {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const targets = next.get(from) ?? [];
    targets.push(to);
    next.set(from, targets);
  }
  const done = new Set<string>();
  for (const root of next.keys()) {
    const path: { readonly peer: string; index: number }[] = [{ peer: root, index: 0 }];
    const onPath = new Set([root]);
    for (let top = path.at(-1); top !== undefined && !done.has(root); top = path.at(-1)) {
      const to = next.get(top.peer)?.[top.index];
      top.index += 1;
      if (to === undefined) {
        done.add(top.peer);
        onPath.delete(top.peer);
        path.pop();
      } else if (onPath.has(to)) {
        const peers = path.map(({ peer }) => peer);
        return [...peers.slice(peers.indexOf(to)), to];
      } else if (!done.has(to)) {
        path.push({ peer: to, index: 0 });
        onPath.add(to);
      }
    }
  }
  return undefined;
}

/** "waits still", "2 times, longest 1.2 s, 1 refused deadlock". */
export function edgeWords({ times, longest, isOpen, deadlocks }: WaitEdge): string {
  const refused = deadlocks === 0 ? '' : `, ${times === 1 ? '' : `${deadlocks} `}refused deadlock`;
  if (isOpen) return `waits still, ${span(longest)}${refused}`;
  return `${times === 1 ? span(longest) : `${times} times, longest ${span(longest)}`}${refused}`;
}
