import type { Channel } from '@hoplite/p2p';

/** What the operator allows, as plain data. */
export interface Policy {
  /** Hops that a job may take at this node; at most MAX_HOP_DEPTH. */
  readonly maxHopDepth: number;
  /** Credit of a job that begins here, in turns. */
  readonly credit: number;
  /** Life of a job that begins here, in milliseconds. */
  readonly jobTimeoutMs: number;
  /** Channels that members may use, unless `rights` says otherwise. */
  readonly defaultRights: readonly Channel[];
  /** Channels by peer ID. */
  readonly rights: Readonly<Record<string, readonly Channel[]>>;
  /** Accepted messages of one peer that wait for a turn. */
  readonly queuedPerPeer: number;
  /** Accepted messages that wait for a turn, in all. */
  readonly queued: number;
  /** How long messages are kept, in milliseconds, beyond the life of their job. */
  readonly retentionMs: number;
}

/** Requests to one peer that may be in flight. */
export const MAX_IN_FLIGHT_PER_PEER = 1024;

/** Whether `peer` may use `channel` here. */
export function hasRight(policy: Policy, peer: string, channel: Channel): boolean {
  return (Object.hasOwn(policy.rights, peer) ? policy.rights[peer] : policy.defaultRights)?.includes(channel) === true;
}
