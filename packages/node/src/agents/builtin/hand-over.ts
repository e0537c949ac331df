/** What skills ask of other peers, through the turn's tools. A refusal is a result, as it came. */
import { REASONS, type Refusal } from '@hoplite/p2p';
import { MAX_WAIT_SECONDS, isJsonObject, resolvePeer, type JsonValue } from '@hoplite/tools';
import { z } from 'zod';
import type { Toolbox } from '../../ports/agent.ts';

export type Outcome =
  { readonly ok: true; readonly result: JsonValue } | { readonly ok: false; readonly refusal: Refusal };

const DEFAULT_ROOM = 'lobby';

// What is read of the tools' answers.
const content = z.custom<JsonValue>();
const peerRef = z.object({ peer_id: z.string(), name: z.string().exactOptional() });
const refusal = z.object({ reason: z.enum(REASONS), detail: z.string(), path: z.array(peerRef) });
const delegated = z.object({ result: content });
const messaged = z.object({ reply: z.object({ content }).exactOptional() });
const posted = z.object({
  not_woken: z.array(z.object({ refusal })),
  replies: z.array(
    z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), content }),
      z.object({ ok: z.literal(false), refusal }),
    ]),
  ),
});
const roomList = z.object({ rooms: z.array(z.object({ room: z.string(), present: z.array(peerRef) })) });

/** Hands a brief to a peer as a task. */
export async function overTask(tools: Toolbox, peer: string, brief: JsonValue): Promise<Outcome> {
  const called = await tools.call('delegate_task', { peer, brief });
  return called.ok ? { ok: true, result: delegated.parse(called.value).result } : called;
}

/** Hands a brief to a peer as a message of the session with it. */
export async function overSession(tools: Toolbox, peer: string, brief: JsonValue): Promise<Outcome> {
  const input = { peer, text: textOf(brief), wait_seconds: MAX_WAIT_SECONDS };
  const called = await tools.call('send_message', input);
  if (!called.ok) return called;
  const { reply } = messaged.parse(called.value);
  return reply === undefined ? unanswered(peer, 'the session') : { ok: true, result: valueOf(reply.content) };
}

/** Hands a brief to a peer as a post that wakes it; without a room, in one where both are. */
export async function overRoom(tools: Toolbox, peer: string, brief: JsonValue, room?: string): Promise<Outcome> {
  const where = room ?? (await sharedRoom(tools, peer));
  const input = { room: where, text: textOf(brief), wake: [peer], wait_seconds: MAX_WAIT_SECONDS };
  const called = await tools.call('post_to_room', input);
  if (!called.ok) return called;
  const answer = posted.parse(called.value);
  const [notWoken] = answer.not_woken;
  const [reply] = answer.replies;
  if (notWoken !== undefined) return refused(notWoken.refusal);
  if (reply === undefined) return unanswered(peer, `room ${where}`);
  return reply.ok ? { ok: true, result: valueOf(reply.content) } : refused(reply.refusal);
}

async function sharedRoom(tools: Toolbox, peer: string): Promise<string> {
  const listed = await tools.call('list_rooms', {});
  const rooms = listed.ok ? roomList.parse(listed.value).rooms : [];
  const shared = rooms.find(
    ({ present }) =>
      resolvePeer(
        peer,
        present.map((ref) => ({ peerId: ref.peer_id, name: ref.name ?? '' })),
      ).ok,
  );
  return shared?.room ?? DEFAULT_ROOM;
}

function refused({ reason, detail, path }: z.output<typeof refusal>): Outcome {
  return { ok: false, refusal: { reason, detail, path: path.map((peer) => peer.peer_id) } };
}

function unanswered(peer: string, where: string): Outcome {
  return { ok: false, refusal: { reason: 'deadline', detail: `${peer} did not answer in ${where} in time`, path: [] } };
}

/** Sessions and rooms carry text. */
function textOf(brief: JsonValue): string {
  return typeof brief === 'string' ? brief : JSON.stringify(brief);
}

/** The objects and lists among answers have become text on their way; other text is what it is. */
function valueOf(content: JsonValue): JsonValue {
  if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content;
  try {
    const value = JSON.parse(content) as JsonValue;
    return isJsonObject(value) || Array.isArray(value) ? value : content;
  } catch {
    return content;
  }
}
