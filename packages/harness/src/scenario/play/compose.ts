import {
  CHANNELS,
  Lineage,
  decodeEnvelope,
  obliges,
  roomTopic,
  type Act,
  type Body,
  type Channel,
  type Message,
} from '@hoplite/p2p';
import { ScenarioStepError } from '../../errors.ts';
import { isPlain } from '../plain.ts';
import type { Forged, ForgedLineage } from '../schema/forged.ts';
import type { HandDriven } from '../../world/world.ts';
import type { At } from './verbs.ts';

const DEADLINE_MS = 20_000;
const CREDIT = 16;

/** Composes a message of a stranger: an honest one, but for what is changed. */
export function composeForged(at: At, forged: Forged): Message {
  const { stage, scope } = at;
  const { hand } = stage.strangerOf(scope.word(forged.by));
  const channel = channelOf(forged.channel === undefined ? 'task' : scope.word(forged.channel));
  const act: Act = forged.act ?? (channel === 'session' ? 'query' : 'request');
  const credit = forged.credit === undefined ? (obliges(act) ? CREDIT : 0) : scope.number(forged.credit);
  const receiver = stage.peerIdOf(scope.word(forged.to));
  const room = forged.room === undefined ? 'lobby' : scope.word(forged.room);
  const message = hand.compose({
    channel,
    act,
    credit,
    to: addressOf(at, forged, channel, receiver, room),
    parent: parentOf(at, hand, forged.lineage ?? {}),
    body: bodyOf(at, forged, { channel, act, credit, receiver, room }),
    ...(forged.messageId === undefined ? {} : { messageId: scope.word(forged.messageId) }),
  });
  return altered(at, message, forged.lineage ?? {});
}

/** What the signed link names. */
function addressOf(at: At, { addressed }: Forged, channel: Channel, receiver: string, room: string): string {
  if (addressed === undefined) return channel === 'room' ? roomTopic(room) : receiver;
  const named = at.scope.word(addressed);
  if (named === 'nobody') return at.stage.unknownPeer().peerId;
  return named.startsWith('#') ? roomTopic(named.slice(1)) : at.stage.peerIdOf(named);
}

interface Stamp {
  readonly channel: Channel;
  readonly act: Act;
  readonly credit: number;
  readonly receiver: string;
  readonly room: string;
}

function bodyOf({ stage, scope }: At, forged: Forged, { channel, act, credit, receiver, room }: Stamp): Body {
  const { content, deadlineMs, inReplyTo, refusal, settlement, wake } = forged;
  const life = deadlineMs === undefined ? DEADLINE_MS : scope.number(deadlineMs);
  const wakes = channel === 'room' && obliges(act) && wake !== false;
  return {
    content: content === undefined ? defaultContent(channel) : scope.text(content),
    ...(obliges(act) ? { deadline: stage.world.now() + life } : {}),
    ...(channel === 'room' ? { room } : {}),
    ...(wakes ? { wake: [{ peer: receiver, credit }] } : {}),
    ...(inReplyTo === undefined ? {} : { inReplyTo: scope.word(inReplyTo) }),
    ...(refusal === undefined ? {} : { refusal: { ...refusal, path: [] } }),
    ...(settlement === undefined ? {} : { settlement: { ...settlement, path: [], stops: [], stopCount: 0 } }),
  };
}

function defaultContent(channel: Channel): string {
  return channel === 'task' ? JSON.stringify({ skill: 'echo', input: 'hello' }) : 'echo hello';
}

/** What a forged message extends. */
function parentOf(at: At, hand: HandDriven, lineage: ForgedLineage): Lineage {
  const { stage, scope } = at;
  const base = baseOf(at, hand, lineage);
  const stamp = {
    bodyHash: new Uint8Array(32),
    act: 'request' as const,
    at: stage.world.now(),
    credit: lineage.stampCredit === undefined ? CREDIT : scope.number(lineage.stampCredit),
  };
  if (lineage.foreignRoot === true) {
    const { signer } = hand.identity;
    const claimed = { peerId: stage.unknownPeer().peerId, sign: (bytes: Uint8Array) => signer.sign(bytes) };
    return base.extend({ ...stamp, messageId: 'm0', to: hand.peerId }, claimed);
  }
  const count = lineage.before === undefined ? 0 : scope.number(lineage.before);
  const senders = Array.from({ length: count }, () => stage.unknownPeer());
  return senders.reduce((parent, { signer }, index) => {
    const to = senders[index + 1]?.peerId ?? hand.peerId;
    return parent.extend({ ...stamp, messageId: `m${index}`, to }, signer);
  }, base);
}

function baseOf({ stage, scope }: At, hand: HandDriven, lineage: ForgedLineage): Lineage {
  if (lineage.sameJobAs !== undefined) {
    const bound = scope.value(lineage.sameJobAs.slice(1)) as { readonly kept?: string } | null;
    const earlier = stage.composed.get(bound?.kept ?? '');
    if (earlier === undefined) throw new ScenarioStepError('`sameJobAs` names no composed message');
    const { job, jobBytes, links } = earlier.lineage;
    return new Lineage(job, jobBytes, links.slice(0, -1));
  }
  if (lineage.received !== undefined) {
    const stranger = [...stage.strangers.values()].find((each) => each.hand === hand);
    const request = stranger?.received[lineage.received - 1];
    if (request === undefined) throw new ScenarioStepError(`it has got no ${lineage.received}th request`);
    return decodeEnvelope(request.channel, request.envelope).lineage;
  }
  const { jobId, epoch, maxDepth, credit, lifetimeMs } = lineage.job ?? {};
  return hand.root({
    ...(jobId === undefined ? {} : { jobId }),
    ...(epoch === undefined ? {} : { epoch: scope.number(epoch) }),
    ...(maxDepth === undefined ? {} : { maxDepth: scope.number(maxDepth) }),
    ...(credit === undefined ? {} : { credit: scope.number(credit) }),
    ...(lifetimeMs === undefined ? {} : { expiresAt: stage.world.now() + scope.number(lifetimeMs) }),
  });
}

/** A message whose lineage is changed after it was signed. */
function altered({ scope }: At, message: Message, { cut, widen }: ForgedLineage): Message {
  if (cut === undefined && widen === undefined) return message;
  const { job, jobBytes, links } = message.lineage;
  const index = cut === undefined ? -1 : scope.number(cut);
  const left = links.filter((_, number) => number !== index);
  const wider = typeof widen === 'string' ? scope.json(widen) : (widen ?? {});
  const header = widen === undefined ? { job, jobBytes } : Lineage.root({ ...job, ...(isPlain(wider) ? wider : {}) });
  const lineage = new Lineage(header.job, header.jobBytes, left);
  const link = lineage.last;
  if (link === undefined) throw new ScenarioStepError('a message needs a link');
  return { ...message, lineage, link };
}

function channelOf(word: string): Channel {
  const channel = CHANNELS.find((each) => each === word);
  if (channel === undefined) throw new ScenarioStepError(`there is no channel "${word}"`);
  return channel;
}
