import { CHANNELS, MAX_HOP_DEPTH, type Channel } from '@hoplite/p2p';
import { UnexplorableWorldError } from '../errors.ts';

/** What a dishonest peer does, once for each unit of its budget. */
export type Lie =
  /** Sends bytes that are no message. */
  | 'gibberish'
  /** Brings a message as its own that another has signed. */
  | 'impersonation'
  /** Shows a chain whose first link the origin has never signed, with all the credit of the job. */
  | 'forgery'
  /** Sends an act that ends to where acts that oblige arrive. */
  | 'terminal';

/** How a job begins: with a turn of the origin's own agent, or with one message of its operator. */
export type Root = 'turn' | Channel;

/** A world that is explored, and what can happen in it. Everything that is not bounded here is tried in every way. */
export interface Bounds {
  /** Peers, all in one room; the first one is where the job begins. 2 to 4 for the explorer. */
  readonly peers: number;
  /** Hops that the job may take: 1 to MAX_HOP_DEPTH. */
  readonly depth: number;
  /** Turns that the job may cause. */
  readonly credit: number;
  readonly channels: readonly Channel[];
  readonly roots: readonly Root[];
  /** Whether agents say again what they have said, or only what is new. */
  readonly repeats: boolean;
  /** Messages that the network brings twice. */
  readonly duplicates: number;
  /** Messages and answers that the network loses. */
  readonly losses: number;
  /** Times that a person halts the job, anywhere. */
  readonly halts: number;
  /** Refusals of other peers after which a turn is ended; 100 in a node. */
  readonly attempts: number;
  /** What the last peer does that no honest one would. */
  readonly lies: readonly Lie[];
  /** Edges of the policy graph; undefined: all. */
  readonly edges?: readonly (readonly [from: number, to: number])[];
  /** A peer that may use no channel at the others. */
  readonly rightless?: number;
  /** A peer that does not know its own ID. */
  readonly nameless?: number;
  /** Messages of one peer that another takes, ever; there is no time here in which the rate recovers. */
  readonly burst?: number;
  /** A peer whose messages the circuit breaker of the others holds back. */
  readonly held?: number;
  /** Accepted messages without an answer that a peer has at once. */
  readonly capacity?: number;
}

export const DEFAULT_BOUNDS: Bounds = {
  peers: 3,
  depth: MAX_HOP_DEPTH,
  credit: 4,
  channels: CHANNELS,
  roots: ['turn', ...CHANNELS],
  repeats: true,
  duplicates: 0,
  losses: 0,
  halts: 0,
  attempts: 2,
  lies: [],
};

/** Most that exhaustive search takes on. */
export const LARGEST = { peers: 4, depth: MAX_HOP_DEPTH, credit: 8 };

/**
 * Bounds with what was left out.
 *
 * @param most what peers and credit may be at most
 * @throws {UnexplorableWorldError} when one is out of range
 */
export function boundsOf(given: Partial<Bounds>, most: { readonly peers: number; readonly credit: number }): Bounds {
  const bounds = { ...DEFAULT_BOUNDS, ...definedOf(given) };
  const ranges: readonly (readonly [keyof Bounds, number, number])[] = [
    ['peers', 2, most.peers],
    ['depth', 1, LARGEST.depth],
    ['credit', 1, most.credit],
    ['duplicates', 0, 4],
    ['losses', 0, 4],
    ['halts', 0, 4],
    ['attempts', 1, 100],
  ];
  for (const [name, low, high] of ranges) {
    const value = bounds[name];
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < low || value > high) {
      throw new UnexplorableWorldError(name, `must be a whole number from ${low} to ${high}, and is ${String(value)}`);
    }
  }
  return bounds;
}

/** What was given, without what was given as undefined. */
function definedOf(given: Partial<Bounds>): Partial<Bounds> {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(given);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
