import type { ExploredWorld } from './world.ts';
import { HopCodes } from './hop-codes.ts';
import { ROOM } from './hop.ts';
import type { Bounds } from './bounds.ts';
import type { Flight, Memory, State, Turn } from './state.ts';
import { WORDS, fingerprintOf } from './mixing.ts';
import { saidKey } from './view.ts';

/**
 * Fingerprints for states of any world, whatever it decides by: of a text that is the whole of what still matters, as far as
 * is seen here. Where a world is plain, `Likeness` sees further.
 *
 * Peers of which a world says nothing in particular are interchangeable: what can happen to one can happen to the other, as
 * the rules, the choices and the brakes name no peer. So of all states that are the same but for who is who among them,
 * one stands for all: the text is the least of those under all permutations.
 */
export class Names {
  readonly #world: ExploredWorld;
  readonly #permutations: readonly (readonly number[])[];
  readonly #codes: HopCodes;
  readonly #fingerprint = new Int32Array(WORDS);

  constructor(world: ExploredWorld) {
    this.#world = world;
    this.#permutations = world.isReduced ? permutationsOf(world.bounds) : [identity(world.bounds.peers)];
    this.#codes = new HopCodes(world.isReduced);
  }

  /** The same array each time, with other contents. */
  of(state: State): Int32Array {
    fingerprintOf(this.#text(state), this.#fingerprint);
    return this.#fingerprint;
  }

  #text(state: State): string {
    let least: string | undefined;
    for (const [index, permutation] of this.#permutations.entries()) {
      const name = this.#name(state, permutation, index);
      if (least === undefined || name < least) {
        least = name;
      }
    }
    return least ?? '';
  }

  #name(state: State, permutation: readonly number[], index: number): string {
    const { phase, turns, flights, frozen, halted, memory, begun, left } = state;
    let heard = 0;
    for (let peer = 0; peer < permutation.length; peer += 1) {
      // Three times three for each peer: with four peers that is still less than what one character holds.
      heard += ((frozen[peer] ?? 0) * 3 + (halted[peer] ?? 0)) * (POWERS[permutation[peer] ?? 0] ?? 0);
    }
    const budgets = left.duplicates * 512 + left.losses * 64 + left.halts * 8;
    let head = PHASES[phase] + String.fromCharCode(begun, budgets, left.lies, heard);
    head += memory.codes[index] ??= this.#pairs(memory, permutation);
    const parts: string[] = [];
    for (const turn of turns) {
      insert(parts, (turn.codes[index] ??= this.#turn(turn, permutation, index)));
    }
    for (const flight of flights) {
      insert(parts, (flight.codes[index] ??= this.#flight(flight, permutation, index)));
    }
    return head + parts.join('');
  }

  /** Of pairs of peers: as bits, where there are few peers, so that their order makes no difference. */
  #pairs({ said, taken, crossed }: Memory, permutation: readonly number[]): string {
    const { peers } = this.#world.bounds;
    const at = (peer: number): number => (peer === ROOM ? peers : (permutation[peer] ?? peer));
    const codes: string[] = [];
    for (const from of permutation.keys()) {
      for (let to = ROOM; to < peers; to += 1) {
        if (said.includes(saidKey(from, to))) {
          codes.push(`s${at(from)}${at(to)}`);
        }
        const count = crossed.find(([pair]) => pair === saidKey(from, to))?.[1];
        if (count !== undefined) {
          codes.push(`c${at(from)}${at(to)}${count}`);
        }
      }
    }
    for (const key of taken) {
      const isPost = key % 2;
      const pair = (key - isPost) / 2;
      codes.push(`t${at(Math.floor(pair / MANY))}${at(pair % MANY)}${isPost}`);
    }
    return char(codes.length) + codes.sort().join('');
  }

  #turn(turn: Turn, permutation: readonly number[], index: number): string {
    const { hop, peer, status, granted, available, burnt, branches, replies, refused } = turn;
    const out = branches.map((branch) => {
      const { returned, isOwed } = branch;
      const to = char((permutation[branch.peer] ?? 0) * 2 + (isOwed ? 1 : 0));
      return (
        number(this.#codes.aim(branch.hop, permutation, index)) +
        to +
        char(branch.granted) +
        char(returned) +
        char(branch.burnt)
      );
    });
    const filed = replies.map(
      (reply) => number(this.#codes.aim(reply.hop, permutation, index)) + (reply.isRead ? 'r' : 'u'),
    );
    const credit = char(granted) + char(available) + char(burnt) + char(refused);
    const name = number(this.#codes.aim(hop, permutation, index)) + char(permutation[peer] ?? 0);
    return `T${name}${STATUSES[status]}${credit}${char(out.length)}${out.sort().join('')}${filed.sort().join('')};`;
  }

  #flight(flight: Flight, permutation: readonly number[], index: number): string {
    const { hop, kind, peer } = flight;
    const code =
      kind === 'ask' ? this.#codes.whole(hop, permutation, index) : this.#codes.name(hop, permutation, index);
    const name = number(code) + char(permutation[peer] ?? 0);
    switch (kind) {
      case 'ask':
        return `${flight.isCopy ? 'C' : 'A'}${name};`;
      case 'answer': {
        const { isOk, returned, burnt, open, refusal = '' } = flight;
        return `R${name}${isOk ? 'y' : 'n'}${char(returned)}${char(burnt)}${char(open)}${refusal};`;
      }
      case 'settled':
        return `S${name}${char(flight.returned)}${char(flight.burnt)};`;
    }
  }
}

const MANY = 1024;
const POWERS = [1, 9, 81, 729];
const PHASES = { new: 'n', open: 'o', finished: 'f' } as const;
const STATUSES = { running: 'r', waiting: 'w', closing: 'c' } as const;

/** Into a list that is sorted and stays so: there are few. */
function insert(sorted: string[], one: string): void {
  let at = sorted.length;
  for (let before = sorted[at - 1]; at > 0 && before !== undefined && before > one; before = sorted[at - 1]) {
    sorted[at] = before;
    at -= 1;
  }
  sorted[at] = one;
}

function char(value: number): string {
  return String.fromCharCode(value);
}

/** Any whole number below 2^30. */
function number(value: number): string {
  return String.fromCharCode(value & 0x7fff, value >>> 15);
}

function identity(peers: number): readonly number[] {
  return Array.from({ length: peers }, (_, peer) => peer);
}

/** All ways of changing places that leave alone the origin, and whoever the bounds name. */
export function permutationsOf(bounds: Bounds): readonly (readonly number[])[] {
  const { edges, held, lies, nameless, peers, rightless } = bounds;
  const special = [0, held, nameless, rightless, ...(lies.length > 0 ? [peers - 1] : []), ...(edges?.flat() ?? [])];
  const free = identity(peers).filter((peer) => !special.includes(peer));
  return orders(free).map((order) => {
    const permutation = [...identity(peers)];
    for (const [index, peer] of free.entries()) {
      permutation[peer] = order[index] ?? peer;
    }
    return permutation;
  });
}

function orders(all: readonly number[]): readonly (readonly number[])[] {
  return all.length === 0
    ? [[]]
    : all.flatMap((first) => orders(all.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}
