import type { Platform } from '../runtime.ts';

/** Peer ID of where a job began, as far as this node's records go. */
export function originOf({ mesh, store }: Platform, jobId: string): string | undefined {
  return store.job(jobId) === undefined ? store.messagesOfJob(jobId, 1)[0]?.origin : mesh.localPeer;
}
