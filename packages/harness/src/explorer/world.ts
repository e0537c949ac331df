import { applyBrakes } from '@hoplite/node/decisions';
import type { Lineage } from '@hoplite/p2p';
import type { Bounds } from './bounds.ts';
import { beginning } from './changes.ts';
import { choicesOf, type Choice } from './choices.ts';
import { PRODUCTION, type Decisions } from './decisions.ts';
import type { BrakeStop, Hop } from './hop.ts';
import { Hops, messageOf } from './hops.ts';
import { idOfPeer } from './peer-names.ts';
import type { State } from './state.ts';
import { treeOf, type Node } from './tree.ts';
import { WorldView } from './view.ts';

/** What stays the same in a world while its states change. */
export class ExploredWorld {
  readonly bounds: Bounds;
  readonly decisions: Decisions;
  /** Whether states are taken for one that differ in nothing that matters. */
  readonly isReduced: boolean;
  /** Whether it decides as a node does: then more is known of what does not matter. */
  readonly isProduction: boolean;
  /**
   * Whether it decides as a node does, nothing is lost, doubled, halted, forged or short, and no peer is another than the
   * others: then a lot is known of what does not matter, see `Likeness`.
   */
  readonly isPlain: boolean;
  readonly hops: Hops;
  readonly view: WorldView;
  readonly #choices: readonly (readonly Choice[])[] | undefined;
  readonly #beginning: State;
  #known: { readonly state: State; readonly tree: Node | undefined };
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
    this.isPlain = this.isReduced && this.isProduction && isPlain(bounds);
    this.hops = new Hops(bounds, decisions);
    this.view = new WorldView(bounds, this.hops);
    this.#beginning = beginning(bounds);
    this.#known = { state: this.#beginning, tree: undefined };
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

  /**
   * What the brakes say of a message to a peer where nothing else has happened: 0 that it may wake the agent, or else the
   * number of the brake, from 1.
   */
  admits(hop: Hop, peer: number): number {
    return (hop.admitted[peer] ??= this.#admits(hop, peer));
  }

  #admits(hop: Hop, peer: number): number {
    const stopped = this.stopsArriving(this.#beginning, hop, peer, false);
    return 1 + this.decisions.brakes.findIndex(({ name }) => name === stopped?.brake);
  }

  /** What the brakes say of a message that has arrived at a peer. */
  stopsArriving(state: State, hop: Hop, peer: number, isCopy: boolean): BrakeStop | undefined {
    const { from: author, to, isSaidAgain } = hop;
    const view = this.view.ask({ state, peer, hop, isCopy, author, to, isSaidAgain, credit: 0 });
    const known = (hop.arrivingStops[peer] ??= []);
    const variables = view.variables('inbound');
    const stop = (known[variables] ??=
      applyBrakes(this.hops.arriving(hop, peer), view, this.decisions.brakes) ?? 'none');
    return stop === 'none' ? undefined : stop;
  }

  /** What the brakes say of a message on its way out. @param credit what its turn can give, now or later */
  stopsLeaving(state: State, parent: Hop, choice: Choice, credit: number): BrakeStop | undefined {
    const { from, isSaidAgain, number, to } = choice;
    const view = this.view.ask({ state, peer: from, author: from, to, isSaidAgain, credit });
    const crossing = this.hops.leaving(parent, choice);
    if (number < 0) {
      return applyBrakes(crossing, view, this.decisions.brakes);
    }
    const known = (parent.leavingStops[number] ??= []);
    const stop = (known[view.variables('outbound')] ??= applyBrakes(crossing, view, this.decisions.brakes) ?? 'none');
    return stop === 'none' ? undefined : stop;
  }

  /** See `treeOf`. The last one is kept: it is asked for several times. */
  tree(state: State): Node | undefined {
    if (this.#known.state !== state) {
      this.#known = { state, tree: treeOf(state) };
    }
    return this.#known.tree;
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

function isPlain({
  burst,
  capacity,
  duplicates,
  edges,
  halts,
  held,
  lies,
  losses,
  nameless,
  rightless,
}: Bounds): boolean {
  return (
    duplicates + losses + halts + lies.length === 0 &&
    [burst, capacity, edges, held, nameless, rightless].every((special) => special === undefined)
  );
}
