import type { Refusal } from '@hoplite/p2p';
import type { Attempt, Replies, ToolContext } from './context.ts';

/**
 * Waits for the replies to a message that this same call has sent. If the wait is refused, the refusal says that the
 * message is on its way all the same: who reads only "refused" would send it again.
 */
export async function waitAfterSending(
  messageId: string,
  seconds: number,
  context: ToolContext,
): Promise<Attempt<Replies>> {
  const waited = await context.waitForReplies(messageId, { timeoutMs: seconds * 1000 });
  return waited.ok ? waited : { ok: false, refusal: sentAllTheSame(waited.refusal, messageId) };
}

function sentAllTheSame(refusal: Refusal, messageId: string): Refusal {
  const detail = `${refusal.detail} (Only the wait was refused: the message is sent, message_id ${messageId}.)`;
  return { ...refusal, detail };
}
