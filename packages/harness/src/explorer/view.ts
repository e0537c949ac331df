import {
  allowsEdge,
  type Addressing,
  type Ban,
  type Graph,
  type MessageCrossing,
  type View,
} from '@hoplite/node/decisions';
import { MAX_HOP_DEPTH, type Channel, type LineageFault } from '@hoplite/p2p';
import type { Bounds } from './bounds.ts';
import { ROOM, type Hop } from './hop.ts';
import { NOW, type Hops } from './hops.ts';
import { idOfPeer } from './peer-names.ts';
import type { State } from './state.ts';

/** What the brakes are asked about: a message at one peer. */
export interface Asked {
  readonly state: State;
  /** Where the brakes are applied. */
  readonly peer: number;
  /** Inbound: the message. */
  readonly hop?: Hop;
  /** Inbound: whether it is a second copy. */
  readonly isCopy?: boolean;
  /** The author of the message. */
  readonly author: number;
  /** A peer, or the room. */
  readonly to: number;
  readonly isSaidAgain: boolean;
  /** Outbound: what the turn could still give, now or once a branch has settled. */
  readonly credit: number;
}

/** Answers what the brakes ask from the state of the world, as a node does from its ports. */
export class WorldView implements View {
  readonly maxHopDepth = MAX_HOP_DEPTH;
  readonly now = NOW;
  localPeer = '';
  readonly #bounds: Bounds;
  readonly #hops: Hops;
  readonly #graph: Graph;
  #asked: Asked | undefined;

  constructor(bounds: Bounds, hops: Hops) {
    this.#bounds = bounds;
    this.#hops = hops;
    this.#graph = graphOf(bounds);
  }

  /** Answers for this message from now on. */
  ask(asked: Asked): this {
    this.#asked = asked;
    this.localPeer = this.#hops.localId(asked.peer);
    return this;
  }

  allows(peer: string, _channel: Channel, direction: 'inbound' | 'outbound'): boolean {
    const { rightless } = this.#bounds;
    return direction === 'outbound' || rightless === undefined || peer !== idOfPeer(rightless);
  }

  inRoom(): boolean {
    return true;
  }

  seen(): 'new' | 'same' {
    return this.#about.isCopy === true ? 'same' : 'new';
  }

  ban(): Ban | undefined {
    const { state, peer } = this.#about;
    return state.halted[peer] === 2 ? HALTED : state.frozen[peer] === 2 ? FROZEN : undefined;
  }

  hasSaid({ direction }: MessageCrossing): boolean {
    return this.#hasSaid(direction);
  }

  #hasSaid(direction: 'inbound' | 'outbound'): boolean {
    const { state, author, to, isSaidAgain, peer } = this.#about;
    const pair = direction === 'outbound' ? saidKey(author, to) : takenKey(peer, author, to);
    return isSaidAgain && (direction === 'outbound' ? state.memory.said : state.memory.taken).includes(pair);
  }

  allowsEdge(addressing: Addressing): boolean {
    return allowsEdge(this.#graph, addressing, () => []);
  }

  rateWait({ direction }: MessageCrossing): number {
    return this.#rateWait(direction);
  }

  #rateWait(direction: 'inbound' | 'outbound'): number {
    const { burst } = this.#bounds;
    const { state, peer, author, to } = this.#about;
    // The other side counts the same, so it is counted once, where it arrives.
    const crossed = direction === 'inbound' ? crossedBy(state, author, peer) : crossedBy(state, peer, to);
    return burst !== undefined && crossed >= burst ? MINUTE_MS : 0;
  }

  breaker({ direction }: MessageCrossing): string | undefined {
    const { held } = this.#bounds;
    return direction === 'inbound' && held !== undefined && this.#about.author === held ? 'it has tripped' : undefined;
  }

  verify(_lineage: unknown, claims: Parameters<View['verify']>[1]): LineageFault | undefined {
    const { hop, peer } = this.#about;
    return hop === undefined ? NOTHING : this.#hops.verify(hop, peer, claims);
  }

  hasCredit(): boolean {
    return this.#about.credit > 0;
  }

  hasCapacity(_peer: string, direction: 'inbound' | 'outbound'): boolean {
    const { capacity } = this.#bounds;
    const { state, peer } = this.#about;
    return direction === 'outbound' || capacity === undefined || activeAt(state, peer) < capacity;
  }

  /**
   * Everything in these answers that is not the same each time for one crossing of one world, as a number below 128. Brakes
   * are pure, so where the crossing and this are the same, what they say is the same.
   */
  variables(direction: 'inbound' | 'outbound'): number {
    const { isCopy, peer, state } = this.#about;
    const { burst, capacity } = this.#bounds;
    return (
      (isCopy === true ? 1 : 0) |
      (state.halted[peer] === 2 ? 2 : 0) |
      (state.frozen[peer] === 2 ? 4 : 0) |
      (this.#hasSaid(direction) ? 8 : 0) |
      (this.hasCredit() ? 16 : 0) |
      (burst !== undefined && this.#rateWait(direction) > 0 ? 32 : 0) |
      (capacity !== undefined && !this.hasCapacity('', direction) ? 64 : 0)
    );
  }

  get #about(): Asked {
    if (this.#asked === undefined) {
      throw new Error('nothing has been asked');
    }
    return this.#asked;
  }
}

const MINUTE_MS = 60_000;
const HALTED: Ban = { reason: 'halted', detail: 'a person has halted the job' };
const FROZEN: Ban = { reason: 'frozen', detail: 'the job was stopped' };
const NOTHING: LineageFault = { reason: 'malformed', detail: 'there is no message' };

/** Peers of one world, at most: how keys of pairs are made. */
const MANY = 1024;

/** Of what one peer has said to another, or to the room. */
export function saidKey(author: number, to: number): number {
  return author * MANY + to + 1;
}

export function saidAuthor(pair: number): number {
  return Math.floor(pair / MANY);
}

/** Of what a peer has taken of another, addressed to itself or to the room. */
export function takenKey(peer: number, author: number, to: number): number {
  return (peer * MANY + author) * 2 + (to === ROOM ? 1 : 0);
}

export function takenAt(key: number): number {
  return Math.floor(key / 2 / MANY);
}

/** Turns at a peer whose message has no answer yet. */
export function activeAt({ turns }: State, peer: number): number {
  let active = 0;
  for (const turn of turns) {
    active += turn.peer === peer && turn.status === 'running' ? 1 : 0;
  }
  return active;
}

/** Messages of one peer that another took. */
export function crossedBy({ memory: { crossed } }: State, from: number, to: number): number {
  return crossed.find(([pair]) => pair === saidKey(from, to))?.[1] ?? 0;
}

function graphOf({ edges }: Bounds): Graph {
  return edges === undefined
    ? { preset: 'free' }
    : { preset: 'edges', edges: edges.map(([from, to]) => ({ from: idOfPeer(from), to: idOfPeer(to) })) };
}
