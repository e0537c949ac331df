import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { namingOf, presentReplies } from '../present.ts';
import { MAX_WAIT_SECONDS, messageId, replies } from '../schemas.ts';

export const waitForMessage = defineTool({
  name: 'wait_for_message',
  description:
    'Waits for the replies to a message you sent with send_message or post_to_room, given its message_id. Returns ' +
    'status "complete" when everyone has replied or refused, or "waiting" when the time is over: `replies` has what ' +
    'came so far and `missing` who has not answered; call again to wait longer. 0 seconds looks without waiting. ' +
    'Refused "deadlock" if the other cannot answer before you have ended this turn: end it with what you have.',
  input: z.strictObject({
    message_id: messageId,
    timeout_seconds: z.int().min(0).max(MAX_WAIT_SECONDS).describe('Wait up to this long.'),
  }),
  output: z.strictObject({ status: z.enum(['complete', 'waiting']), message_id: z.string(), ...replies }),
  async run({ message_id, timeout_seconds }, context) {
    const waited = await context.waitForReplies(message_id, { timeoutMs: timeout_seconds * 1000 });
    if (!waited.ok) return waited;
    const status = waited.value.missing.length === 0 ? ('complete' as const) : ('waiting' as const);
    return { ok: true, value: { status, message_id, ...presentReplies(waited.value, namingOf(context)) } };
  },
});
