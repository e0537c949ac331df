import { permutationsOf } from './encode.ts';
import { ROOM, type Hop } from './hop.ts';
import { Sums, WORDS } from './mixing.ts';
import type { Filed, Flight, State, Turn } from './state.ts';
import { stillReturned, type Limb, type Node } from './tree.ts';
import { saidKey } from './view.ts';
import type { ExploredWorld } from './world.ts';

/**
 * Fingerprints for the states of a plain world: two states have the same one when the same can come of them. A plain world
 * runs the decisions of production; nothing is lost, doubled or forged there, and no peer is another than the others. A
 * test checks this on whole worlds without any reduction: it is a bisimulation, that is, states which are alike lead
 * to states which are alike, and to no others.
 *
 * The turns of a job are a tree. What matters of a turn, of its branches and of what is on its way to end them is put
 * together from below; the order among branches makes no difference, as IDs of messages are only compared, so what was
 * sent first is not known. Left out is, and why:
 *
 * - Who is who among the peers but the origin: no rule, choice or brake names them. The least fingerprint of all
 *   permutations stands for all.
 * - What a turn has burnt, and was granted: all that is asked is what it has, what still comes back, and whether anything
 *   is open; the burnt part is the rest, as the ledgers add up, which every step checks.
 * - How a turn that still runs came to be, but for what brakes and rules read of it: depth, and who is on the path. By which
 *   channel it came matters only where a session's reply can still be gone on from: not so deep that what extends it is
 *   stopped by its depth, and the asker can still send.
 * - All of that, where a turn can send nothing more: it has answered, has heard of a freeze, or has no credit nor ever gets
 *   any. What it wants to send then is stopped, as what it sends to itself always is.
 * - What was said and taken: who has not said something yet may say it, and who has says something new; what was said twice
 *   is stopped where it leaves, and being stopped is always open to a turn, by sending to itself. So not where there
 *   are only rooms, where nobody can send to itself.
 * - Of a message on its way: everything but what its turn will be, and what the brakes will say of it there. That is asked
 *   of the brakes, and not argued.
 */
export class Likeness {
  readonly #world: ExploredWorld;
  readonly #permutations: readonly (readonly number[])[];
  /** By permutation and set of peers, as bits: the set after it. */
  readonly #sets: readonly (readonly number[])[];
  readonly #sums: Sums;
  readonly #fingerprint = new Int32Array(WORDS);
  readonly #isSayingAsked: boolean;
  #frozen: State['frozen'] = [];
  #permutation: readonly number[] = [];
  #after: readonly number[] = [];

  constructor(world: ExploredWorld) {
    const { channels, credit } = world.bounds;
    this.#world = world;
    this.#isSayingAsked = channels.every((channel) => channel === 'room');
    this.#permutations = permutationsOf(world.bounds);
    this.#sets = this.#permutations.map((permutation) =>
      Array.from({ length: 2 ** permutation.length }, (_, set) => setAfter(permutation, set)),
    );
    // A turn, a branch, a turn, and so on; no path has more turns than there is credit.
    this.#sums = new Sums(2 * credit + 4);
  }

  /** The same array each time, with other contents. */
  of(state: State): Int32Array {
    const tree = this.#world.tree(state);
    this.#frozen = state.frozen;
    for (let index = 0; index < this.#permutations.length; index += 1) {
      this.#permutation = this.#permutations[index] ?? [];
      this.#after = this.#sets[index] ?? [];
      if (tree !== undefined) {
        this.#addNode(tree, 1, false, 0);
      }
      this.#sums.add(0, this.#head(state), this.#isSayingAsked ? this.#said(state) : 0);
      this.#sums.takeLeast(this.#fingerprint, index === 0);
    }
    return this.#fingerprint;
  }

  #head({ phase, begun, frozen }: State): number {
    let heard = 0;
    for (let peer = 0; peer < frozen.length; peer += 1) {
      heard |= (frozen[peer] ?? 0) << (2 * this.#place(peer));
    }
    return PHASES[phase] | (begun << 2) | (heard << 8);
  }

  #said({ memory: { said } }: State): number {
    const peers = this.#permutation.length;
    let pairs = 0;
    for (let from = 0; from < peers; from += 1) {
      for (let to = ROOM; to < peers; to += 1) {
        const isSaid = said.includes(saidKey(from, to));
        pairs |= isSaid ? 1 << (this.#place(from) * 5 + (to === ROOM ? 4 : this.#place(to))) : 0;
      }
    }
    return pairs;
  }

  /**
   * @param isRead whether whoever asked can still go on from an answer
   * @param returned what has come back to whoever asked
   */
  #addNode({ turn, limbs, potential }: Node, level: number, isRead: boolean, returned: number): void {
    const { available, hop, peer, refused, replies, status } = turn;
    const isRunning = status === 'running';
    const maySend = isRunning && this.#frozen[peer] !== 2 && potential > 0;
    for (const limb of limbs) {
      this.#addLimb(limb, level + 1, maySend);
    }
    const isOfUse = isRunning && isRead && this.#isOfUse(hop);
    const aim = maySend || isOfUse ? this.#aim(hop) : 0;
    const known = maySend ? this.#replies(replies) : 0;
    // Who answered may be anyone by now.
    const who = isRunning ? this.#place(peer) | (isOfUse ? 4 : 0) | (refused << 3) : 0;
    this.#sums.add(level, KINDS.turn | STATUSES[status] | (who << 5) | ((available - returned) << 16), aim ^ known);
  }

  #addLimb({ branch, flights, node }: Limb, level: number, isRead: boolean): void {
    const { granted, returned, burnt, isOwed } = branch;
    for (const flight of flights) {
      this.#addFlight(flight, level + 1, branch, isRead);
    }
    if (node !== undefined) {
      this.#addNode(node, level + 1, isRead, returned);
    }
    const isOpen = returned + burnt < granted;
    this.#sums.add(level, KINDS.limb | (isOwed ? 8 : 0) | (isOpen ? 16 : 0), 0);
  }

  #addFlight(flight: Flight, level: number, branch: Limb['branch'], isRead: boolean): void {
    const { hop, kind, peer } = flight;
    if (kind === 'ask') {
      const about = KINDS.ask | (this.#place(peer) << 3) | (branch.granted << 16);
      if (this.#frozen[peer] === 2) {
        this.#sums.add(level, about, 0); // It is refused.
        return;
      }
      const isOfUse = isRead && this.#isOfUse(hop);
      this.#sums.add(level, about | (isOfUse ? 32 : 0) | (this.#world.admits(hop, peer) << 6), this.#aim(hop));
      return;
    }
    const back = stillReturned(flight, branch) << 16;
    if (kind === 'settled') {
      this.#sums.add(level, KINDS.settled | back, 0);
      return;
    }
    const { isOk, open, refusal } = flight;
    const stops = refusal !== undefined && this.#world.decisions.stopsJob(refusal);
    const isOfUse = isRead && isOk && this.#isOfUse(hop);
    const how = (refusal === undefined ? 0 : 8) | (stops ? 16 : 0) | (open > 0 ? 32 : 0) | (isOfUse ? 64 : 0);
    const about = isOfUse ? this.#reply(hop, peer) : stops ? this.#place(hop.from) : 0;
    this.#sums.add(level, KINDS.answer | how | back, about);
  }

  /** Whether anything can go on from the answer to this message: two hops further it is not out of its depth yet. */
  #isOfUse({ channel, lineage }: Hop): boolean {
    return channel === 'session' && lineage.depth + 2 < this.#world.bounds.depth;
  }

  /** Replies that an agent has read, or may read with some effect: a set, as reading one drops those that are no deeper. */
  #replies(replies: readonly Filed[]): number {
    const codes = new Set<number>();
    for (const { hop, isRead, peer } of replies) {
      const isNeedless = (other: Filed): boolean =>
        other.peer === peer && other.isRead && other.hop.lineage.depth >= hop.lineage.depth;
      if (isRead || (hop.lineage.depth + 1 < this.#world.bounds.depth && !replies.some(isNeedless))) {
        codes.add(Math.imul(this.#reply(hop, peer), isRead ? 0x9e3779b1 : 0x7feb352d));
      }
    }
    let sum = 0;
    for (const code of codes) {
      sum += Math.imul(code ^ (code >>> 15), 0x2c1b3c6d);
    }
    return sum;
  }

  #reply({ hops, lineage, named }: Hop, peer: number): number {
    return 1 | (this.#place(peer) << 1) | (lineage.depth << 3) | (hops << 7) | (this.#setAfter(named) << 11);
  }

  #aim({ hops, lineage, named, visited }: Hop): number {
    return 1 | (lineage.depth << 1) | (hops << 5) | (this.#setAfter(named) << 9) | (this.#setAfter(visited) << 13);
  }

  #place(peer: number): number {
    return this.#permutation[peer] ?? 0;
  }

  #setAfter(peers: readonly number[]): number {
    let set = 0;
    for (let at = 0; at < peers.length; at += 1) {
      set |= 1 << (peers[at] ?? 0);
    }
    return this.#after[set] ?? 0;
  }
}

const PHASES = { new: 0, open: 1, finished: 2 } as const;
const KINDS = { turn: 1, limb: 2, ask: 3, answer: 4, settled: 5 } as const;
const STATUSES: Readonly<Record<Turn['status'], number>> = { running: 8, waiting: 16, closing: 24 };

function setAfter(permutation: readonly number[], set: number): number {
  return permutation.reduce((after, to, peer) => (((set >> peer) & 1) === 1 ? after | (1 << to) : after), 0);
}
