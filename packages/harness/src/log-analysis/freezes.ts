import { CLOCK_SKEW_MS, MalformedMessageError, decodeNotice, type Notice, type Reason } from '@hoplite/p2p';
import type { NodeLog } from './node-log.ts';

/** That a job was stopped, as some peer has signed it. Peers stand by ID. */
export interface Freeze {
  readonly by: string;
  readonly at: number;
  readonly epoch: number;
  readonly reason: Reason;
  readonly path: readonly string[];
}

/** Notices of one store that are read. */
const MAX_NOTICES = 10_000;

/** How long a message may have been under way to a peer that froze its job meanwhile, in milliseconds. */
export const FREEZE_GRACE_MS = CLOCK_SKEW_MS;

/** The first freeze of each job that any of the logs has, in its last epoch. */
export function freezesIn(logs: readonly NodeLog[]): ReadonlyMap<string, Freeze> {
  const freezes = new Map<string, Freeze>();
  for (const { store } of logs) {
    for (const { bytes } of store.notices(MAX_NOTICES)) {
      const notice = readNotice(bytes);
      if (notice?.content.kind !== 'freeze') continue;
      const { jobId, epoch, reason, path } = notice.content;
      const freeze: Freeze = { by: notice.from, at: notice.at, epoch, reason, path };
      const known = freezes.get(jobId);
      const isFirst = known === undefined || epoch > known.epoch || (epoch === known.epoch && notice.at < known.at);
      if (isFirst) freezes.set(jobId, freeze);
    }
  }
  return freezes;
}

function readNotice(bytes: Uint8Array): Notice | undefined {
  try {
    return decodeNotice(bytes);
  } catch (error) {
    if (error instanceof MalformedMessageError) return undefined; // Of a later version, say.
    throw error;
  }
}
