import type { JobTrace, WaitView } from '@hoplite/node';
import type { Seen } from '../world/world.ts';
import { ask } from './ask.ts';
import type { Scene } from './invariant.ts';
import { Reader } from './reader.ts';
import { cycleIn } from './waits.ts';

/** One turn waits for another one: it can end only after it. */
export interface TurnWait {
  /** The two, and the message that the one is to answer. */
  readonly key: string;
  /** Turns, each by its node and the message that woke it, or the job that it is the root of. */
  readonly from: string;
  readonly to: string;
}

/** A wait, and where it is. */
interface Wait extends Pick<WaitView, 'jobId'> {
  readonly node: string;
  readonly peer: string;
  readonly messageId: string;
}

/**
 * Which turns of a world wait for which. A turn waits for the turn that its message woke. A message that has not woken one yet,
 * although every turn that runs where it is waits as well, waits for all of these: its agent takes one message at a time.
 *
 * It costs as much as there are waits, as long as the peers are in no circle; only then are their turns looked at.
 */
export class Circles {
  readonly #scene: Scene;
  readonly #events: Reader<Seen>;
  /** Messages that have woken somebody, by node. */
  readonly #woken = new Set<string>();

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#events = new Reader(() => scene.world.events);
  }

  /** None, when not even the peers wait for each other in a circle. */
  edges(): readonly TurnWait[] {
    for (const seen of this.#events.read()) {
      if (seen.event === 'turn:started' && seen.messageId !== undefined)
        this.#woken.add(keyOf(seen.node, seen.messageId));
    }
    const waits = this.#waits();
    const peers = new Map<string, Set<string>>();
    for (const { node, peer } of waits) peers.set(node, (peers.get(node) ?? new Set()).add(peer));
    return cycleIn(peers) === undefined ? [] : this.#between(waits);
  }

  /** Of nodes that run. A person who is waited for waits for nobody. */
  #waits(): readonly Wait[] {
    const { world } = this.#scene;
    return world.running.flatMap((node) =>
      (ask(world, node, (asked) => asked.waits()) ?? [])
        .filter(({ kind }) => kind !== 'person')
        .flatMap(({ jobId, on }) => on.map(({ peer, messageId }) => ({ node, jobId, peer, messageId }))),
    );
  }

  #between(waits: readonly Wait[]): readonly TurnWait[] {
    const traces = new Traced(this.#scene);
    const turns = new Map<string, Set<string>>();
    const own = waits.map((wait) => {
      const turn = traces.turnOf(wait);
      turns.set(wait.node, (turns.get(wait.node) ?? new Set()).add(turn));
      return { wait, turn };
    });
    return own.flatMap(({ wait, turn }) =>
      this.#waitedFor(wait, turns.get(wait.peer) ?? new Set(), traces).map((to) => ({
        ...{ key: JSON.stringify([turn, wait.messageId, to]), from: turn, to },
      })),
    );
  }

  /** The turns that a wait is for. @param waiting those that wait where its message is */
  #waitedFor(wait: Wait, waiting: ReadonlySet<string>, traces: Traced): readonly string[] {
    const { peer, messageId } = wait;
    if (this.#woken.has(keyOf(peer, messageId))) return [keyOf(peer, messageId)];
    // It may be on its way, or refused; and where a turn can go on, it is that which is waited for.
    const isStuck = this.#scene.history.runningAt(peer) <= waiting.size && traces.has(wait);
    return isStuck ? [...waiting] : [];
  }
}

/** What nodes have kept of jobs, each read once. */
class Traced {
  readonly #scene: Scene;
  readonly #traces = new Map<string, JobTrace | undefined>();

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /** The turn that waits: what it sent extends what woke it. */
  turnOf({ node, jobId, messageId }: Wait): string {
    const parent = this.#hopOf(node, jobId, messageId)?.parent;
    return keyOf(node, parent ?? `job ${jobId}`);
  }

  /** Whether a message has reached who is to answer it. */
  has({ jobId, peer, messageId }: Wait): boolean {
    return this.#hopOf(peer, jobId, messageId) !== undefined;
  }

  #hopOf(node: string, jobId: string, messageId: string): JobTrace['hops'][number] | undefined {
    const key = `${node} ${jobId}`;
    if (!this.#traces.has(key)) {
      this.#traces.set(
        key,
        ask(this.#scene.world, node, (asked) => asked.trace(jobId)),
      );
    }
    return this.#traces.get(key)?.hops.find((hop) => hop.messageId === messageId);
  }
}

/** A turn, for a person and for comparing. */
function keyOf(node: string, woken: string): string {
  return `${node} (${woken})`;
}
