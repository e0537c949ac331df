import type { Lineage, ProbedWait } from '@hoplite/p2p';

/** What a turn is known by: the message that woke it, or the job whose root turn it is. */
export function turnKeyOf({ job, last }: Lineage): string {
  return last === undefined ? rootKey(job.jobId) : messageKey(last.from, last.messageId);
}

/** The turn, or the queued message, that a wait waits for. */
export function awaitedKey({ peer, messageId }: ProbedWait): string {
  return messageKey(peer, messageId);
}

/** The turns of `peer` that a message descends from: those whose own messages led to it. */
export function callersAt(peer: string, { job, links }: Lineage): readonly string[] {
  return links.flatMap(({ from }, index) => {
    const woken = links[index - 1];
    if (from !== peer) {
      return [];
    }
    return [woken === undefined ? rootKey(job.jobId) : messageKey(woken.from, woken.messageId)];
  });
}

function messageKey(from: string, messageId: string): string {
  return `${from}\n${messageId}`;
}

function rootKey(jobId: string): string {
  return `job\n${jobId}`;
}
