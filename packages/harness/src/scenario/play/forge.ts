import { composeNotice, decodeEnvelope, encodeEnvelope, type Message, type Reply } from '@hoplite/p2p';
import { ScenarioStepError } from '../../errors.ts';
import { LIMITS } from '../limits.ts';
import type { Forged, StrangerReply } from '../schema/forged.ts';
import { composeForged } from './compose.ts';
import { saysOf } from './look.ts';
import { noticeContent } from './notice.ts';
import type { Stage, Stranger } from './stage.ts';
import type { At, Verbs } from './verbs.ts';

/** How long a notice of a stranger counts, in milliseconds. */
const NOTICE_LIFE_MS = 3_600_000;

/** No message: for requests whose bytes are given. */
const GARBAGE_ID = 'no-message';

type StrangerVerb = 'stranger' | 'compose' | 'forge' | 'deliver' | 'reply' | 'notice' | 'history';

/** What strangers do. */
export const forgeVerbs: Pick<Verbs, StrangerVerb> = {
  stranger: async ({ stranger }, { stage, scope }) => {
    const { name, requests = 'ignore' } = typeof stranger === 'string' ? { name: stranger } : stranger;
    const known = scope.word(name);
    const hand = await stage.world.stranger(known);
    const entry: Stranger = { hand, received: [], sent: [] };
    stage.strangers.set(known, entry);
    hand.onRequest((request) => {
      entry.received.push(request);
      if (requests === 'accept' || requests === 'answer') request.accept();
      if (requests === 'garbage') request.answer(Uint8Array.of(1, 2, 3));
      if (requests === 'answer') answer(entry, entry.received.length, {}, (text) => text);
    });
  },

  compose: async ({ compose }, at) => {
    const message = composeForged(at, compose);
    return keep(at.stage, message);
  },

  forge: async (step, at) => {
    if (step.times === undefined) return send(at, step.forge);
    const times = at.scope.number(step.times);
    if (times > LIMITS.sentAtOnce) throw new ScenarioStepError(`${times} is more than ${LIMITS.sentAtOnce} at once`);
    return Promise.all(Array.from({ length: times }, () => send(at, step.forge)));
  },

  deliver: async ({ deliver: { by, message, to, room } }, { stage, scope }) => {
    const stranger = stage.strangerOf(scope.word(by));
    const composed = composedOf(stage, scope.value(message.slice(1)));
    if (room !== undefined) {
      await stranger.hand.mesh.publish(scope.word(room), encodeEnvelope(composed));
      return undefined;
    }
    if (to === undefined) throw new ScenarioStepError('a delivery needs `to` or `room`');
    return request(stage, stranger, stage.peerIdOf(scope.word(to)), composed);
  },

  reply: async ({ reply: { by, to, ...how } }, { stage, scope }) => {
    answer(stage.strangerOf(scope.word(by)), scope.number(to), how, (text) => scope.text(text));
  },

  notice: async ({ notice }, { stage, scope }) => {
    const { hand } = stage.strangerOf(scope.word(notice.by));
    const content = noticeContent(notice, stage, scope);
    const now = stage.world.now();
    const about = 'scope' in content ? content.scope : stage.next();
    const stamp = { id: JSON.stringify([content.kind, about]), at: now, until: now + NOTICE_LIFE_MS };
    hand.mesh.notify(stage.peerIdOf(scope.word(notice.to)), composeNotice(content, stamp, hand.identity.signer));
  },

  history: async ({ history: { by, messages } }, { stage, scope }) => {
    const composed = messages.map((message) => composedOf(stage, scope.value(message.slice(1))));
    stage.strangerOf(scope.word(by)).hand.history = composed.map((message) => encodeEnvelope(message));
  },
};

/** Sends a forged message, or bytes in place of one, and gives what came back. */
async function send(at: At, forged: Forged): Promise<unknown> {
  const { stage, scope } = at;
  const stranger = stage.strangerOf(scope.word(forged.by));
  const peer = stage.peerIdOf(scope.word(forged.to));
  if (forged.bytes === undefined) return request(stage, stranger, peer, composeForged(at, forged));
  const { signal } = new AbortController();
  const envelope = Uint8Array.from(forged.bytes);
  const reply = await stranger.hand.mesh.request({ peer, channel: 'task', id: GARBAGE_ID, envelope, signal });
  return replyView(reply);
}

async function request(stage: Stage, stranger: Stranger, peer: string, message: Message): Promise<unknown> {
  const kept = keep(stage, message);
  const entry: Stranger['sent'][number] = { messageId: message.link.messageId, to: peer, accepted: false };
  if (stranger.sent.length < LIMITS.calls) stranger.sent.push(entry);
  const reply = await stranger.hand.sendWatching(peer, message, new AbortController().signal, () => {
    entry.accepted = true;
  });
  const view = replyView(reply);
  entry.outcome = view.outcome;
  return { ...kept, ...view };
}

/** What a message is called afterwards. */
function keep(
  stage: Stage,
  message: Message,
): { readonly messageId: string; readonly jobId: string; readonly kept: string } {
  if (stage.composed.size >= LIMITS.calls) throw new ScenarioStepError('strangers have composed too many messages');
  const kept = `message ${stage.composed.size + 1}`;
  stage.composed.set(kept, message);
  return { messageId: message.link.messageId, jobId: message.lineage.job.jobId, kept };
}

function composedOf(stage: Stage, bound: unknown): Message {
  const kept = typeof bound === 'object' && bound !== null && 'kept' in bound ? String(bound.kept) : '';
  const message = stage.composed.get(kept);
  if (message === undefined) throw new ScenarioStepError('this is no message that a stranger has composed');
  return message;
}

function replyView(reply: Reply): { readonly kind: string; readonly outcome: string } {
  if (reply.kind === 'refused')
    return { kind: 'refused', outcome: reply.refusal.reason, ...{ refusal: reply.refusal } };
  const envelope = Buffer.from(reply.envelope).toString('hex');
  const says = ['task', 'session', 'room'] as const;
  const [said = {}] = says.map((channel) => saysOf(channel, reply.envelope)).filter((each) => 'content' in each);
  const { content = null } = said;
  return { kind: 'answer', outcome: 'answered', ...{ content, envelope } };
}

type How = Omit<StrangerReply, 'by' | 'to'>;

/** Answers the n-th request that a stranger got. */
function answer({ hand, received }: Stranger, number: number, how: How, textOf: (text: string) => string): void {
  const request = received[number - 1];
  if (request === undefined) throw new ScenarioStepError(`it has got ${received.length} requests, and no ${number}th`);
  if (how.bytes !== undefined) {
    request.answer(Uint8Array.from(how.bytes));
    return;
  }
  const asked = decodeEnvelope(request.channel, request.envelope);
  const content = how.content === undefined ? JSON.stringify(`to ${asked.body.content}`) : textOf(how.content);
  const refusal = how.refusal === undefined ? undefined : { ...how.refusal, path: [] };
  if (how.settlement === undefined) {
    request.answer(hand.answerTo(asked, content, refusal));
    return;
  }
  const settlement = { ...how.settlement, path: [], stops: [], stopCount: 0 };
  const body = { content, inReplyTo: asked.link.messageId, settlement, ...(refusal === undefined ? {} : { refusal }) };
  const act = refusal === undefined ? 'inform' : 'refuse';
  const stamp = { channel: asked.channel, parent: asked.lineage, to: asked.link.from, act, credit: 0, body } as const;
  request.answer(encodeEnvelope(hand.compose(stamp)));
}
