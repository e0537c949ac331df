import { shareFor, splitShare } from '@hoplite/node/decisions';
import { depthLimit, type MeshPeer, type Network } from './network.ts';

/** How many turns one request may cause, whatever the agents do. */
export interface RequestTurns {
  /** Name of the peer whose operator asks. */
  readonly origin: string;
  readonly credit: number;
  /** When the root event is a turn of the own agent. */
  readonly byItself: number;
  /** When it is a task, or a session message, to another peer: a part of the credit goes along. */
  readonly byMessage: number;
  /** Of those that it may be sent to. */
  readonly target?: string;
}

/** Where a turn runs. */
interface TurnPlace {
  readonly peer: MeshPeer;
  readonly granted: number;
  /** Of the message that woke it. */
  readonly depth: number;
  readonly maxDepth: number;
  /** Peers that the chain has been at, this one last. */
  readonly visited: readonly MeshPeer[];
}

/** Counts turns: shares go out as in production, what is left comes back, and goes out again until nothing is left. */
export class TurnCount {
  readonly #network: Network;

  constructor(network: Network) {
    this.#network = network;
  }

  of(origin: MeshPeer): RequestTurns {
    const { credit, maxHopDepth: maxDepth } = origin.config;
    const root = { maxDepth, visited: [origin] };
    const share = shareAt(origin, credit, 1, maxDepth);
    let best: { readonly to: MeshPeer; readonly turns: number } | undefined;
    for (const to of this.#network.neighbours(origin)) {
      const channels = this.#network.hops(origin, to, { ...root, depth: 1 });
      if (channels.every((channel) => channel === 'room')) continue;
      const turns = this.woken(origin, to, share);
      if (best === undefined || turns > best.turns) best = { to, turns };
      if (turns >= share) break; // More there is not.
    }
    return {
      origin: origin.name,
      credit,
      byItself: this.#count({ peer: origin, granted: credit, depth: 0, ...root }),
      byMessage: best?.turns ?? 0,
      ...(best === undefined ? {} : { target: best.to.name }),
    };
  }

  /** Turns that a root message with this share causes at a peer, and below. */
  woken(origin: MeshPeer, peer: MeshPeer, granted: number): number {
    const maxDepth = origin.config.maxHopDepth;
    return granted < 1 ? 0 : this.#count({ peer, granted, depth: 1, maxDepth, visited: [origin, peer] });
  }

  /**
   * Each message burns at least one turn, and what it does not burn comes back: whoever may address anyone uses up all, one
   * message after the other.
   */
  #count({ peer, granted, depth, maxDepth, visited }: TurnPlace): number {
    const next = { depth: depth + 1, maxDepth, visited };
    const canAsk = this.#network.neighbours(peer).some((to) => this.#network.hops(peer, to, next).length > 0);
    return canAsk ? Math.max(1, granted) : 1;
  }
}

/** What one message carries of what its sender has. */
export function shareAt(from: MeshPeer, available: number, depth: number, maxDepth: number): number {
  const hasHopLeft = depth + 1 < depthLimit(from, maxDepth);
  return shareFor({ act: 'request', wakes: [''] }, available, hasHopLeft);
}

/** What a post that wakes so many carries for each. */
export function sharesOfPost(from: MeshPeer, available: number, wakes: number): readonly number[] {
  const { maxHopDepth } = from.config;
  const hasHopLeft = 2 < depthLimit(from, maxHopDepth);
  const all = shareFor({ act: 'request', wakes: Array.from({ length: wakes }, () => '') }, available, hasHopLeft);
  return splitShare(all, wakes);
}
