import { MalformedMessageError, briefHash, decodeEnvelope, obliges, type Channel, type Message } from '@hoplite/p2p';
import { parseContent } from '../dispatch/content.ts';
import type { Crossing, MessageCrossing } from './crossing.ts';

/** Bytes that arrived, as the brakes see them. Never throws for what they are: bytes that cannot be read are a crossing too. */
export function readCrossing(channel: Channel, peer: string, envelope: Uint8Array, localPeer: string): Crossing {
  try {
    const message = decodeEnvelope(channel, envelope);
    parseContent(channel, message.body.content);
    return crossingOf(message, { direction: 'inbound', peer, path: [...message.lineage.chain, localPeer], localPeer });
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      return { kind: 'unreadable', direction: 'inbound', channel, peer, problem: error.message };
    }
    throw error;
  }
}

/** A message as the brakes see it, and those who tell of what they did. */
export function crossingOf(
  message: Message,
  about: Pick<MessageCrossing, 'direction' | 'peer' | 'path'> & { readonly localPeer: string },
): MessageCrossing {
  const { body, channel, lineage, link } = message;
  const { direction, peer, path, localPeer } = about;
  return {
    kind: 'message',
    direction,
    channel,
    peer,
    act: link.act,
    answers: body.inReplyTo !== undefined,
    lineage,
    depth: lineage.depth,
    visited: lineage.visited,
    path: path.filter(Boolean),
    wakes: obliges(link.act) ? [direction === 'inbound' ? localPeer : peer] : [],
    ...(body.room === undefined ? {} : { room: body.room }),
    ...(obliges(link.act) ? { briefHash: briefHash(link.to, body.content, channel) } : {}),
    message,
  };
}
