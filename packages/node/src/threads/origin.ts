import type { Platform } from '../runtime.ts';

/**
 * Peer ID of where a job began, as far as this node's first record of it goes. Anyone may use an ID that is another's: what
 * matters is asked of lineages, and this only of what has none.
 */
export function originOf({ mesh, store }: Platform, jobId: string): string | undefined {
  return store.job(jobId) === undefined ? store.messagesOfJob(jobId, 1)[0]?.origin || undefined : mesh.localPeer;
}
