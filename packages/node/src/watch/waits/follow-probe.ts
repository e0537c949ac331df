import { MAX_PROBE_WAITS, type ProbedWait } from '@hoplite/p2p';
import { awaitedKey } from './turn-key.ts';
import type { Wait } from './wait-graph.ts';

/** Local steps of one probe, and peers that it is sent on to, at most. */
export const MAX_STEPS = 256;

/** What a node knows when a probe is there. */
export interface ProbeView {
  /** Peer ID. */
  readonly localPeer: string;
  /** The wait that the probe is about, when this node began the probe and the wait has not ended. */
  readonly asking: Wait | undefined;
  /** What stands between a message and its answer, as {@link WaitGraph.beyond} says. */
  readonly beyond: (key: string) => readonly Wait[];
}

/** What becomes of a probe at a node. It is dropped when there is nothing in any of these. */
export interface Followed {
  /** The waits of the circle that has closed: from the wait that asks, whose victim it is, to one for its own turn. */
  readonly circle?: readonly ProbedWait[];
  /** Where it goes on, each with the waits that it has come along by then. */
  readonly forward: readonly (readonly ProbedWait[])[];
  /** Younger waits that it has met: they ask in its place. */
  readonly younger: readonly Wait[];
}

/**
 * Where a probe goes from here (Chandy, Misra, Haas 1983, AND model). The victim of a circle is its youngest wait; so a
 * probe goes no further where it meets a wait that is younger than the one that asks, which then asks itself. Hence a probe
 * comes back to nobody but the victim, and each circle has exactly one.
 *
 * Both ends of a wait may be at one node: such waits are followed here.
 *
 * @param along the waits that it has come along, the asking one first
 */
export function followProbe(along: readonly ProbedWait[], { localPeer, asking, beyond }: ProbeView): Followed {
  const forward: (readonly ProbedWait[])[] = [];
  const younger = new Set<Wait>();
  const reached = new Set<string>();
  const paths = [along];
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const [first, last] = [path[0], path.at(-1)];
    if (first === undefined || last === undefined) {
      continue;
    }
    for (const wait of beyond(awaitedKey(last))) {
      if (wait === asking) {
        return { circle: path, forward: [], younger: [] };
      }
      if (isYounger(wait, localPeer, first, asking)) {
        younger.add(wait);
        continue;
      }
      for (const next of edgesOf(wait, localPeer)) {
        const key = awaitedKey(next);
        if (reached.size >= MAX_STEPS || path.length >= MAX_PROBE_WAITS || reached.has(key) || isOn(path, next)) {
          continue;
        }
        reached.add(key);
        (next.on === localPeer ? paths : forward).push([...path, next]);
      }
    }
  }
  return { forward, younger: [...younger] };
}

/** A wait as probes carry it: once for each peer that it is for. */
export function edgesOf({ on, since }: Wait, localPeer: string): readonly ProbedWait[] {
  return on.map(({ peer, messageId }) => ({ peer: localPeer, on: peer, messageId, since }));
}

/** Whether waits follow from each other, from `initiator`'s to one of `author` for this peer. */
export function isChain(
  waits: readonly ProbedWait[],
  { initiator, author, localPeer }: { readonly initiator: string; readonly author: string; readonly localPeer: string },
): boolean {
  const last = waits.at(-1);
  return (
    waits.length <= MAX_PROBE_WAITS &&
    waits[0]?.peer === initiator &&
    last?.peer === author &&
    last.on === localPeer &&
    waits.every(({ peer }, index) => index === 0 || waits[index - 1]?.on === peer)
  );
}

/** By time, then by peer ID; of one node, which alone can tell them apart, by the order in which they began. */
function isYounger(wait: Wait, localPeer: string, first: ProbedWait, asking: Wait | undefined): boolean {
  if (wait.since !== first.since) {
    return wait.since > first.since;
  }
  if (localPeer !== first.peer) {
    return localPeer > first.peer;
  }
  return asking !== undefined && wait.order > asking.order;
}

function isOn(path: readonly ProbedWait[], { peer, messageId }: ProbedWait): boolean {
  return path.some((wait) => wait.peer === peer && wait.messageId === messageId);
}
