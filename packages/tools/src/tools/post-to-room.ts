import { z } from 'zod';
import type { Attempt, ToolContext } from '../context.ts';
import { defineTool } from '../define-tool.ts';
import { namingOf, presentRefusal, presentReplies } from '../present.ts';
import { resolvePeer } from '../resolve-peer.ts';
import { MAX_PEERS, peer, peerRef, refusal, replies, room, text, waitSeconds } from '../schemas.ts';
import { waitAfterSending } from '../wait.ts';

const EVERYONE = 'everyone';

export const postToRoom = defineTool({
  name: 'post_to_room',
  description:
    'Posts a text to a room you are in; everyone in it stores the post. By default it wakes nobody. Name peers in ' +
    '`wake` (or "everyone", for all who are present) only if you need an answer from each of them: each that is woken ' +
    'replies exactly once. With `wait_seconds` the replies are returned; otherwise get them by wait_for_message with ' +
    'the message_id. `not_woken` says who stays asleep and why. Refused "nobody_listening" if no one else is in the ' +
    'room, and "not_in_room" if you are not: join_room first.',
  input: z
    .strictObject({
      room,
      text: text.describe('What to post.'),
      wake: z
        .union([z.literal(EVERYONE), z.array(peer).min(1).max(MAX_PEERS)], {
          error: `must be "${EVERYONE}" or a list of 1 to ${MAX_PEERS} peers`,
        })
        .describe('Peers whose agents are to answer, or "everyone".')
        .exactOptional(),
      wait_seconds: waitSeconds.describe('Wait up to this long for the replies of those in `wake`.').exactOptional(),
    })
    .refine((input) => input.wait_seconds === undefined || input.wake !== undefined, {
      path: ['wait_seconds'],
      error: 'needs `wake`: a post that wakes nobody gets no reply',
    }),
  output: z.strictObject({
    message_id: z.string(),
    room: z.string(),
    recipients: z.int(),
    woken: z.array(peerRef),
    not_woken: z.array(z.strictObject({ peer: peerRef, refusal })),
    replies: replies.replies.exactOptional(),
    missing: replies.missing.exactOptional(),
  }),
  async run(input, context) {
    const wake = peersToWake(input.wake ?? [], context);
    if (!wake.ok) return wake;
    const posted = await context.postToRoom(input.room, input.text, wake.value);
    if (!posted.ok) return posted;
    const { messageId, recipients, woken, notWoken } = posted.value;
    const naming = namingOf(context);
    const value = {
      message_id: messageId,
      room: input.room,
      recipients,
      woken: woken.map(naming),
      not_woken: notWoken.map((one) => ({
        peer: naming(one.peer),
        refusal: presentRefusal(one.refusal, naming),
      })),
    };
    if (input.wait_seconds === undefined) return { ok: true, value };
    if (woken.length === 0) return { ok: true, value: { ...value, replies: [], missing: [] } };

    const waited = await waitAfterSending(messageId, input.wait_seconds, context);
    return waited.ok ? { ok: true, value: { ...value, ...presentReplies(waited.value, naming) } } : waited;
  },
});

/** Whom to wake, as peer IDs. One that cannot be told fails them all: nothing has been posted yet. */
function peersToWake(
  wake: typeof EVERYONE | readonly string[],
  context: ToolContext,
): Attempt<readonly string[] | typeof EVERYONE> {
  if (wake === EVERYONE) return { ok: true, value: wake };
  const peers = context.listPeers();
  const ids = new Set<string>();
  for (const name of wake) {
    const found = resolvePeer(name, peers);
    if (!found.ok) return found;
    ids.add(found.value.peerId);
  }
  return { ok: true, value: [...ids] };
}
