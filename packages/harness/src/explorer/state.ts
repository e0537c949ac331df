import type { Reason } from '@hoplite/p2p';
import type { Hop } from './hop.ts';

/**
 * One moment of one job. Everything in it is immutable and shared between the moments before and after, so that what
 * has not changed is neither copied nor encoded again.
 */
export interface State {
  readonly phase: 'new' | 'open' | 'finished';
  readonly turns: readonly Turn[];
  readonly flights: readonly Flight[];
  /** By peer: whether it has heard that the job is frozen. */
  readonly frozen: readonly Heard[];
  /** By peer: whether it has heard that the job is halted. */
  readonly halted: readonly Heard[];
  readonly memory: Memory;
  /** Turns so far. */
  readonly begun: number;
  readonly left: Left;
}

/** What peers remember of messages. */
export interface Memory {
  /** Briefs that may come again: of whom, to whom. By those who said them. */
  readonly said: readonly number[];
  /** The same by those who took them on. */
  readonly taken: readonly number[];
  /** Messages that a peer took of another, where rates count. */
  readonly crossed: readonly (readonly [pair: number, count: number])[];
  /** Encoded, by permutation of the peers. */
  readonly codes: string[];
}

export const NO_MEMORY: Memory = { said: [], taken: [], crossed: [], codes: [] };

/** A notice: 0 there is none, 1 it is on its way, 2 it was heard. */
export type Heard = 0 | 1 | 2;

/** What may still go wrong. */
export interface Left {
  readonly duplicates: number;
  readonly losses: number;
  readonly halts: number;
  /** As bits of the list of lies. */
  readonly lies: number;
}

/** One run of an agent, or the root event of an operator, until its credit has settled. */
export interface Turn {
  /** What woke it; the root for the job's first one. */
  readonly hop: Hop;
  readonly peer: number;
  /**
   * `waiting`: an operator's root event, which has sent its message. `closing`: answered, while branches hold credit.
   */
  readonly status: 'running' | 'waiting' | 'closing';
  readonly granted: number;
  readonly available: number;
  readonly burnt: number;
  readonly branches: readonly Branch[];
  /** The newest session reply of each peer. */
  readonly replies: readonly Filed[];
  /** Messages that other peers refused. */
  readonly refused: number;
  /** Encoded, by permutation of the peers. */
  readonly codes: string[];
}

/** The credit that a message holds at one peer. */
export interface Branch {
  readonly hop: Hop;
  readonly peer: number;
  readonly granted: number;
  readonly returned: number;
  readonly burnt: number;
  /** Whether its answer is still to come. */
  readonly isOwed: boolean;
}

export interface Filed {
  readonly peer: number;
  readonly hop: Hop;
  /** Whether the agent has read it. */
  readonly isRead: boolean;
}

/** Something on its way between two peers. */
export type Flight = Ask | Answer | Settled;

interface Flying {
  readonly hop: Hop;
  /** Who is asked. */
  readonly peer: number;
  readonly codes: string[];
}

export interface Ask extends Flying {
  readonly kind: 'ask';
  /** Whether the peer has had it already. */
  readonly isCopy: boolean;
}

/** What an agent answered, or the refusal of a brake. */
export interface Answer extends Flying {
  readonly kind: 'answer';
  readonly isOk: boolean;
  readonly returned: number;
  readonly burnt: number;
  readonly open: number;
  /** Given when no agent ran. */
  readonly refusal?: Reason;
}

/** What has become of credit that was open when the answer was given. */
export interface Settled extends Flying {
  readonly kind: 'settled';
  readonly returned: number;
  readonly burnt: number;
}

/** Credit of a turn that its branches hold. */
export function openOf({ branches }: Turn): number {
  let open = 0;
  for (const { granted, returned, burnt } of branches) {
    open += granted - returned - burnt;
  }
  return open;
}

/** A turn as it is after a change. */
export function changed(turn: Turn, changes: Partial<Turn>): Turn {
  return { ...turn, ...changes, codes: [] };
}

/** An array with one element replaced, or left out. */
export function replaced<T>(all: readonly T[], index: number, ...by: readonly T[]): readonly T[] {
  const copy = all.slice();
  copy.splice(index, 1, ...by);
  return copy;
}
