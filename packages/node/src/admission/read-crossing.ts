import { MalformedMessageError, decodeEnvelope, type Channel } from '@hoplite/p2p';
import { parseContent } from '../dispatch/content.ts';
import type { Crossing } from './crossing.ts';

/** Bytes that arrived, as the brakes see them. Never throws for what they are: bytes that cannot be read are a crossing too. */
export function readCrossing(channel: Channel, peer: string, envelope: Uint8Array, localPeer: string): Crossing {
  try {
    const message = decodeEnvelope(channel, envelope);
    parseContent(channel, message.body.content);
    const { lineage, link, body } = message;
    return {
      kind: 'message',
      direction: 'inbound',
      channel,
      peer,
      act: link.act,
      answers: body.inReplyTo !== undefined,
      lineage,
      depth: lineage.depth,
      visited: lineage.visited,
      path: [...lineage.chain, localPeer].filter(Boolean),
      message,
    };
  } catch (error) {
    if (error instanceof MalformedMessageError) {
      return { kind: 'unreadable', direction: 'inbound', channel, peer, problem: error.message };
    }
    throw error;
  }
}
