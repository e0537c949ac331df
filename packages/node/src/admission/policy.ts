import { CHANNELS } from '@hoplite/p2p';
import type { Graph } from './graph.ts';
import type { Rate } from './rates.ts';

/** What a peer may do here: use a channel, or halt and resume. */
export const RIGHTS = [...CHANNELS, 'halt'] as const;

export type Right = (typeof RIGHTS)[number];

/** What the operator allows, as plain data. */
export interface Policy {
  /** Hops that a job may take at this node; at most MAX_HOP_DEPTH. */
  readonly maxHopDepth: number;
  /** Credit of a job that begins here, in turns. */
  readonly credit: number;
  /** Life of a job that begins here, in milliseconds. */
  readonly jobTimeoutMs: number;
  /** What members may do, unless `rights` says otherwise. */
  readonly defaultRights: readonly Right[];
  /** By peer ID. */
  readonly rights: Readonly<Record<string, readonly Right[]>>;
  /** Who may address whom. */
  readonly graph: Graph;
  /** Messages that oblige, from or to one peer. */
  readonly ratePerPeer: Rate;
  /** Messages that oblige, in jobs of one origin. */
  readonly ratePerOrigin: Rate;
  /** Peers, by ID or name, that are told of every escalation here. */
  readonly supervisors: readonly string[];
  /** Accepted messages of one peer that wait for a turn. */
  readonly queuedPerPeer: number;
  /** Accepted messages that wait for a turn, in all. */
  readonly queued: number;
  /** How long messages are kept, in milliseconds, beyond the life of their job. */
  readonly retentionMs: number;
}

/** Requests to one peer that may be in flight. */
export const MAX_IN_FLIGHT_PER_PEER = 1024;

/** Whether `peer` may do this here. */
export function hasRight(policy: Pick<Policy, 'defaultRights' | 'rights'>, peer: string, right: Right): boolean {
  return (Object.hasOwn(policy.rights, peer) ? policy.rights[peer] : policy.defaultRights)?.includes(right) === true;
}
