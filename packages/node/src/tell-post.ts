import type { Message } from '@hoplite/p2p';
import type { Runtime } from './runtime.ts';

/** Tells of a post that has just been kept, when that outlives a crash: it would come, and be told, again otherwise. */
export function tellPost({ emit, log, peers, store }: Runtime, { link, body }: Message): void {
  const { room, content } = body;
  if (room === undefined) {
    return;
  }
  const author = peers.nameOf(link.from);
  store.written().then(
    () => emit({ event: 'post', room, author, messageId: link.messageId, text: content }),
    (error: unknown) => log.error({ err: error, room }, 'a post could not be recorded'),
  );
}
