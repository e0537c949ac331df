import { z } from 'zod';
import { defineTool } from '../define-tool.ts';
import { resolvePeer } from '../resolve-peer.ts';
import { content, peer, peerRef, text, waitSeconds } from '../schemas.ts';
import { waitAfterSending } from '../wait.ts';

export const sendMessage = defineTool({
  name: 'send_message',
  description:
    'Sends one message to another peer in your session with it; its agent answers with exactly one reply. Use it to ' +
    'ask or tell something short; use delegate_task for work. With `wait_seconds` the reply is returned (status ' +
    '"replied"), or status "waiting" if it is not there in time; without, status is "sent". In both other cases get ' +
    'it later by wait_for_message with the message_id: do not send the same message again. Do not answer a reply ' +
    'only to thank or confirm. A refusal is final.',
  input: z.strictObject({
    peer,
    text: text.describe('What to say.'),
    wait_seconds: waitSeconds.describe('Wait up to this long for the reply.').exactOptional(),
  }),
  output: z.discriminatedUnion('status', [
    z.strictObject({ status: z.enum(['sent', 'waiting']), to: peerRef, message_id: z.string() }),
    z.strictObject({
      status: z.literal('replied'),
      to: peerRef,
      message_id: z.string(),
      reply: z.strictObject({ message_id: z.string(), content }),
    }),
  ]),
  async run(input, context) {
    const found = resolvePeer(input.peer, context.listPeers());
    if (!found.ok) return found;
    const to = { peer_id: found.value.peerId, name: found.value.name };
    const sent = await context.sendMessage(to.peer_id, input.text);
    if (!sent.ok) return sent;
    const message_id = sent.value.messageId;
    if (input.wait_seconds === undefined) return { ok: true, value: { status: 'sent' as const, to, message_id } };

    const waited = await waitAfterSending(message_id, input.wait_seconds, context);
    if (!waited.ok) return waited;
    const [reply] = waited.value.replies;
    if (reply === undefined) return { ok: true, value: { status: 'waiting' as const, to, message_id } };
    if (!reply.ok) return { ok: false, refusal: reply.refusal };
    const answer = { message_id: reply.messageId, content: reply.content };
    return { ok: true, value: { status: 'replied' as const, to, message_id, reply: answer } };
  },
});
