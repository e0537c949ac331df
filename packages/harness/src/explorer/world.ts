import type { Lineage } from '@hoplite/p2p';
import type { Bounds } from './bounds.ts';
import { choicesOf, type Choice } from './choices.ts';
import { PRODUCTION, type Decisions } from './decisions.ts';
import type { Hop } from './hop.ts';
import { Hops, messageOf } from './hops.ts';
import { idOfPeer } from './peer-names.ts';
import { WorldView } from './view.ts';

/** What stays the same in a world while its states change. */
export class ExploredWorld {
  readonly bounds: Bounds;
  readonly decisions: Decisions;
  /** Whether states are taken for one that differ in nothing that matters. */
  readonly isReduced: boolean;
  /** Whether it decides as a node does: then more is known of what does not matter. */
  readonly isProduction: boolean;
  readonly hops: Hops;
  readonly view: WorldView;
  readonly #choices: readonly (readonly Choice[])[] | undefined;
  readonly #matches = new WeakMap<Hop, Map<number, boolean>>();

  /** @param options.choices `unlisted` when there are too many of them */
  constructor(
    bounds: Bounds,
    decisions: Decisions,
    options: { readonly isReduced?: boolean; readonly choices?: 'listed' | 'unlisted' } = {},
  ) {
    this.isReduced = options.isReduced ?? true;
    this.bounds = bounds;
    this.decisions = decisions;
    this.isProduction = decisions === PRODUCTION;
    this.hops = new Hops(bounds, decisions);
    this.view = new WorldView(bounds, this.hops);
    this.#choices = options.choices === 'unlisted' ? undefined : choicesOf(bounds);
  }

  /** What the agent of this peer may choose to send. */
  choices(peer: number): readonly Choice[] {
    return this.#choices?.[peer] ?? [];
  }

  /** What a message extends that a turn sends: by these decisions, and by what the turn really is. */
  parentOf(own: Hop, consumed: Hop | undefined, choice: Choice): Hop {
    const from = own.parent === undefined ? undefined : own.channel;
    const lineage: Lineage = this.decisions.parentOf(own.lineage, consumed?.lineage, { to: choice.channel, from });
    return lineage === own.lineage ? own : this.hops.of(lineage);
  }

  /** Whether an answer of `author` is taken for that to a message which `peer` was asked. */
  matches(answer: Hop, asked: Hop, peer: number, author: number): boolean {
    const known = this.#matches.get(answer) ?? new Map<number, boolean>();
    this.#matches.set(answer, known);
    const key = asked.number * this.bounds.peers + peer;
    const found = known.get(key);
    if (found !== undefined) {
      return found;
    }
    const waiter = { message: messageOf(asked), peer: idOfPeer(peer) };
    const matches = this.decisions.matches(messageOf(answer), waiter, idOfPeer(author));
    known.set(key, matches);
    return matches;
  }
}
